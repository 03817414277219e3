/**
 * Languages that a brand's own words are written in: its record, authors' items, forms, guides and canned replies. People who use another
 * one read those in English.
 */
export const authoredLanguages = ['en', 'es'] as const
export type AuthoredLanguage = (typeof authoredLanguages)[number]

/** The language in which someone who uses this one reads what brands have written. */
export function toAuthored(language: string): AuthoredLanguage {
  return authoredLanguages.find((one) => one === language) ?? 'en'
}
