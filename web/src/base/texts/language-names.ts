import type { Language } from '@portico/contract/page'

/** The languages' own names for themselves. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }
