import { join, resolve } from 'node:path'

/**
 * Flags of Node for every process that a test starts. The embedded engine is compiled quickly and once: such a process ends before a
 * second, thorough compilation would pay.
 */
export const childFlags = ['--liftoff-only'] as const

/** The environment of every process that a test starts: where to find programs, and Node's cache of compiled modules. */
export const childEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(resolve(import.meta.dirname, '../..'), '.cache/compiled'),
}
