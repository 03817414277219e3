/** Addresses of the files that the first view was rendered with, by source (`toSourceName`). */
let sent: Readonly<Record<string, string>> = {}

/** Called once by the page, before anything is loaded. */
export function rememberSentFiles(files: Readonly<Record<string, string>>): void {
  sent = files
}

/**
 * A view or an area's texts, by source; undefined if the application has no such file. Throws when its chunk is not
 * available.
 */
export async function loadFile(source: string): Promise<unknown> {
  const address = sent[source]
  if (address !== undefined) return import(/* @vite-ignore */ address)
  return (await import('./files.ts')).loadNamed(source)
}
