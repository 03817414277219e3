/** What the portal knows of a language of its interface. */
export interface InterfaceLanguage {
  /** Names its texts, and the choice in cookie, address and account. */
  readonly code: string
  /** For dates, numbers and plurals. Figures are Latin everywhere: claim numbers and amounts beside them are. */
  readonly locale: string
  /** What the page says it is in (BCP 47). */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  /** Its own name for itself. */
  readonly name: string
  /** Whether people have checked its texts. If not, a brand offers it only when switched on, and its pages say so. */
  readonly checked: boolean
  /** Whether every text must be there; where one is missing it shows in English. */
  readonly complete: boolean
  /** Whether the fonts of documents can show it; if not, documents come in English. */
  readonly printed: boolean
}

/** Every language of the interface (LG-4). Another one needs its entry here and its texts, nothing else (`docs/languages.md`). */
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

// Marked as pure, so that no page carries what it does not use.
export const languages: readonly Language[] = /* @__PURE__ */ languageList.map(({ code }) => code)

/** Those that every brand has. */
export const checkedLanguages: readonly Language[] = /* @__PURE__ */ languageList.flatMap((one) =>
  one.checked ? [one.code] : [],
)

/** Those whose texts no one has checked. */
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

/** Those a brand shows: the checked ones, and what it has switched on. */
export function listOffered(switchedOn: readonly string[]): readonly Language[] {
  return languageList.flatMap(({ code, checked }) => (checked || switchedOn.includes(code) ? [code] : []))
}

/** The language that a document comes in for someone who uses this one. */
export function toPrinted(language: Language): Language {
  return describeLanguage(language).printed ? language : 'en'
}
