/** Addresses of the files that the first view was rendered with, by their sources under `src`. */
let sent: Readonly<Record<string, string>> = {}

/** Told by the page once, before anything is loaded. */
export function rememberSentFiles(files: Readonly<Record<string, string>>): void {
  sent = files
}

/**
 * A view or an area's texts, by its source under `src`; undefined where the application has none of that name. Throws when its
 * chunk is not available.
 */
export async function loadFile(source: string): Promise<unknown> {
  const address = sent[source]
  if (address !== undefined) return import(/* @vite-ignore */ address)
  const { files } = await import('./files.ts')
  return files[`../${source}`]?.()
}
