/** What the portal knows about a language of its interface. */
export interface InterfaceLanguage {
  /** Names the language's texts, and the choice in cookie, address and account. */
  readonly code: string
  /** For dates, numbers and plurals. Digits are Latin in every language, like the claim numbers and amounts beside them. */
  readonly locale: string
  /** The language tag of its pages (BCP 47). */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  /** The language's name in the language itself. */
  readonly name: string
  /** Whether people have reviewed its texts. If not, brands must switch it on, and its pages say so. */
  readonly checked: boolean
  /** Whether every text must be translated; a missing text shows in English. */
  readonly complete: boolean
  /** Whether the fonts of our documents can show it; if not, documents are in English. */
  readonly printed: boolean
}

/** Every language of the interface (LG-4). To add one, add its entry here and its texts, nothing else (`docs/languages.md`). */
export const languageList = [
  {
    code: 'en',
    locale: 'en-US',
    tag: 'en',
    direction: 'ltr',
    name: 'English',
    checked: true,
    complete: true,
    printed: true,
  },
  {
    code: 'es',
    locale: 'es-US',
    tag: 'es',
    direction: 'ltr',
    name: 'Español',
    checked: true,
    complete: true,
    printed: true,
  },
  {
    code: 'ar',
    locale: 'ar-u-nu-latn',
    tag: 'ar',
    direction: 'rtl',
    name: 'العربية',
    checked: false,
    complete: false,
    printed: false,
  },
  {
    code: 'zh',
    locale: 'zh-Hant',
    tag: 'zh-Hant',
    direction: 'ltr',
    name: '繁體中文',
    checked: false,
    complete: false,
    printed: false,
  },
] as const satisfies readonly InterfaceLanguage[]

export type Language = (typeof languageList)[number]['code']

// Marked as pure, so that bundles drop unused lists.
export const languages: readonly Language[] = /* @__PURE__ */ languageList.map(({ code }) => code)

/** Languages that every brand has. */
export const checkedLanguages: readonly Language[] = /* @__PURE__ */ languageList.flatMap((one) =>
  one.checked ? [one.code] : [],
)

/** Languages whose texts no one has reviewed. */
export const provisionalLanguages: readonly Language[] = /* @__PURE__ */ languageList.flatMap((one) =>
  one.checked ? [] : [one.code],
)

export function findLanguage(code: string | null | undefined): Language | undefined {
  return languages.find((one) => one === code)
}

export function describeLanguage(language: Language): InterfaceLanguage {
  return languageList.find(({ code }) => code === language) ?? languageList[0]
}

/** The locale for a language's dates and numbers. */
export function findLocale(language: Language): string {
  return describeLanguage(language).locale
}

/** The languages of a brand: the checked ones, and those that it has switched on. */
export function listOffered(switchedOn: readonly string[]): readonly Language[] {
  return languageList.flatMap(({ code, checked }) => (checked || switchedOn.includes(code) ? [code] : []))
}

/** The language of documents for someone who uses this language. */
export function toPrinted(language: Language): Language {
  return describeLanguage(language).printed ? language : 'en'
}
