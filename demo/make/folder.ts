import { join } from 'node:path'

/** The folder that a maker writes to: its argument, or else the demo's own. */
export function findFolder(): string {
  return process.argv[2] ?? join(import.meta.dirname, '..')
}
