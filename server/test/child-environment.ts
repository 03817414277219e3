import { join, resolve } from 'node:path'

/** What every process that a test starts has: the programs there are, and what Node compiled for those before it. */
export const childEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(resolve(import.meta.dirname, '../..'), '.cache/compiled'),
}
