/** The languages in which a search can reduce words to their stems. */
export type SearchLanguage = 'en' | 'es'

/** How many letters must remain after removing an ending: any fewer would be a different word. */
const minimumStem = 4
const minimumSingular = 3

/** How many first letters all words of a stem share. */
export const beginningLetters = minimumSingular

/** Word endings, without accents. We cut off the longest one that leaves a stem. */
const endings: Readonly<Record<SearchLanguage, readonly string[]>> = {
  en: [
    'ations ation ators ator ions ion ings ing ed ers er ments ment ness able ible ables ibles ability',
    'als al ials ial ists ist ize ized izing ly ive ives ance ances ence ences',
  ].flatMap((line) => line.split(' ')),
  es: [
    'aciones acion iones ion ciones cion ados adas ado ada idos idas ido ida ando iendo ar amientos amiento',
    'imientos imiento mente able ables ible ibles ores or oras ora istas ista encias encia ancias ancia',
  ].flatMap((line) => line.split(' ')),
}

/** A folded word without its ending, so that `cancelled`, `cancels` and `cancellation` are the same (VA-8). */
export function stem(folded: string, language: SearchLanguage): string {
  const one = singular(folded)
  const whole = [folded, one].flatMap((form) => endings[language].map((ending) => without(form, ending)))
  const cut = whole.reduce((best, form) => (form !== '' && form.length < best.length ? form : best), one)
  return cut.replace(/([b-df-hj-np-tv-z])\1$/, '$1').replace(/(?<=...)[aeiouy]$/, '')
}

/** Whether two folded words have the same stem. Words that begin differently are not stemmed at all: a search compares thousands. */
export function sameStem(one: string, other: string, language: SearchLanguage): boolean {
  return takeBeginning(one) === takeBeginning(other) && stem(one, language) === stem(other, language)
}

/** The first letters, which all words of a stem share. */
export function takeBeginning(folded: string): string {
  return folded.slice(0, beginningLetters)
}

/** A folded word without its plural ending. */
export function singular(folded: string): string {
  const cut = folded.replace(/(?:es|s)$/, '')
  return cut.length >= minimumSingular ? cut : folded
}

function without(form: string, ending: string): string {
  return form.endsWith(ending) && form.length - ending.length >= minimumStem ? form.slice(0, -ending.length) : ''
}
