type Files = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Every view and every area's texts in English. A separate chunk, since it names the files of the whole application and grows with each
 * view, whereas the server tells a first view its own files.
 */
const views = import.meta.glob<unknown>('./**/*-view.tsx', { base: '../..' })
const texts = import.meta.glob<unknown>('./texts/en/*.json', { base: '..' })
const files: Files = { ...views, ...texts }

/** The files of other languages are listed in a separate chunk, because nobody needs those of all languages. */
const loadTranslated = async (): Promise<Files> => (await import('./translated-files.ts')).files
// Loaded early, so that the next view is only one request away.
if (typeof document !== 'undefined' && document.documentElement.lang !== 'en') loadTranslated().catch(() => {})

/** Loads a file by its source; undefined if the application has no such file. Throws when its chunk is not available. */
export async function loadNamed(source: string): Promise<unknown> {
  const load = findFile(files, source) ?? findFile(await loadTranslated(), source)
  return load?.()
}

function findFile(among: Files, source: string) {
  const path = Object.keys(among).find((one) => one.endsWith(`/${source}`))
  return path === undefined ? undefined : among[path]
}
