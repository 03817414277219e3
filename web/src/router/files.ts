/**
 * Every view and every area's texts, by their sources. A chunk of its own: it names the files of the whole application, and
 * grows with each view, while a first view is told its own files by the server.
 */
const views = import.meta.glob<unknown>('../**/*-view.tsx')
const texts = import.meta.glob<unknown>('../texts/*/*.json')

export const files: Readonly<Record<string, () => Promise<unknown>>> = { ...views, ...texts }
