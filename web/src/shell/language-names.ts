import type { Language } from '@portico/contract/page'

/** Names of the languages in themselves. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }
