import { join, resolve } from 'node:path'

/** The environment of every process that a test starts: where to find programs, and Node's cache of compiled modules. */
export const childEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(resolve(import.meta.dirname, '../..'), '.cache/compiled'),
}
