/** The texts of every area in the other languages. */
export const files = import.meta.glob<unknown>(['./texts/*/*.json', '!./texts/en/*.json'], { base: '..' })
