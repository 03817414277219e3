/**
 * Every view and every area's texts. A separate chunk, since it names the files of the whole application and grows with each view, whereas
 * the server tells a first view its own files.
 */
const views = import.meta.glob<unknown>('./**/*-view.tsx', { base: '../..' })
const texts = import.meta.glob<unknown>('./texts/*/*.json', { base: '..' })

export const files: Readonly<Record<string, () => Promise<unknown>>> = { ...views, ...texts }
