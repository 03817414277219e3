import { type BrandIdentity, isNorthDakota, isWyoming } from '../brand/families.ts'

/** Languages that the menu shows before the entry for all others (LG-2). */
export const MENU_LANGUAGES = 5

export const DEFAULT_ADDITIONAL_TEXT = 'All Languages'
export const NORTH_DAKOTA_ADDITIONAL_TEXT = 'Language Assistance'

/** Names under which the content service keeps what the language menu needs (LG-2). */
export const LANGUAGE_CONTENT = {
  link: 'MBR_MEANINGFUL_ACCESS_LINK_BTS3',
  linkNDMedicaid: 'MBR_MEANINGFUL_ACCESS_LINK_BTS3_NDMEDICAID',
  additionalText: 'MBR_ADDITIONAL_LANGUAGES_LINK_TEXT',
  regional: 'REGIONAL_LANGUAGES',
  nonDiscrimination: 'BTS_NON_DISCRIMINATION_LINK',
} as const

export interface MenuLanguage {
  readonly languageCode: string
  readonly nativeName: string
}

/** What the language selector shows besides the portal's own languages. `additional` null: the menu ends with the languages themselves. */
export interface LanguageMenu {
  readonly languages: readonly MenuLanguage[]
  readonly additional: { readonly text: string; readonly href: string } | null
}

/**
 * A brand's language selector (LG-2, LG-3): its first five languages and an entry for all others (not for North Dakota). If none is
 * configured, people choose among the portal's own languages.
 */
export function languageMenu(options: {
  readonly brand: BrandIdentity
  readonly languages: readonly MenuLanguage[]
  readonly additionalText: string | null
  readonly href: string | null
}): LanguageMenu {
  const { brand, languages, href } = options
  const shown = languages.slice(0, MENU_LANGUAGES)
  if (isNorthDakota(brand) || href === null) return { languages: shown, additional: null }
  return { languages: shown, additional: { text: additionalLanguagesText(brand, options.additionalText), href } }
}

/** Text of the entry for all languages; in North Dakota, of the footer's meaningful-access link. */
export function additionalLanguagesText(brand: BrandIdentity, configured: string | null): string {
  return configured || (isNorthDakota(brand) ? NORTH_DAKOTA_ADDITIONAL_TEXT : DEFAULT_ADDITIONAL_TEXT)
}

/** Which of the lists of languages applies to a brand (LG-1). */
export function visibleLanguageIds(
  lists: Readonly<
    Record<'menuVisibleLanguageIds' | 'menuVisibleLanguageIdsND' | 'menuVisibleLanguageIdsWY', readonly string[]>
  >,
  brand: BrandIdentity,
): readonly string[] {
  if (isNorthDakota(brand)) return lists.menuVisibleLanguageIdsND
  return isWyoming(brand) ? lists.menuVisibleLanguageIdsWY : lists.menuVisibleLanguageIds
}

/** Name of the content item that holds the meaningful-access link (LG-2). */
export function meaningfulAccessName(
  group: { readonly isNDMedicaid: boolean } | null,
): typeof LANGUAGE_CONTENT.link | typeof LANGUAGE_CONTENT.linkNDMedicaid {
  return group?.isNDMedicaid ? LANGUAGE_CONTENT.linkNDMedicaid : LANGUAGE_CONTENT.link
}
