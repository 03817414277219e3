import type { Found } from './source/found.ts'
import { type KnownAliases, readResources } from './source/read.ts'

/** All resources of several files, one file after another. */
export async function* readFiles(
  files: readonly string[],
  progress?: (bytes: number) => void,
  known?: KnownAliases,
): AsyncGenerator<Found> {
  for (const file of files) yield* readResources(file, progress, known)
}
