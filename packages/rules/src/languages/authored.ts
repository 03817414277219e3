/**
 * Languages of a brand's own words: its record, authors' items, forms, guides and canned replies. People who use another language read
 * those in English.
 */
export const authoredLanguages = ['en', 'es'] as const
export type AuthoredLanguage = (typeof authoredLanguages)[number]

/** The language in which someone who uses this language reads a brand's own words. */
export function toAuthored(language: string): AuthoredLanguage {
  return authoredLanguages.find((one) => one === language) ?? 'en'
}
