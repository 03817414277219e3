/**
 * Every view and every area's texts, by source. A separate chunk, since it names the files of the whole application and grows with
 * each view, whereas the server tells a first view its own files.
 */
const views = import.meta.glob<unknown>('../**/*-view.tsx')
const texts = import.meta.glob<unknown>('../texts/*/*.json')

export const files: Readonly<Record<string, () => Promise<unknown>>> = { ...views, ...texts }
