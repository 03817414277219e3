import type { PageLanguages } from '@portico/contract/page'
import { type Approvals, parseApprovals } from '@portico/rules/languages/approvals'
import { describeLanguage, type Language, listOffered } from '@portico/rules/languages/list'
import type { Reader } from '../../platform/db/database.ts'
import { readSettings, type Settings } from '../config-lists/settings.ts'
import { readLanguageTexts } from './texts.ts'

type Told = Pick<Settings, 'text'>

/** The languages of a brand: those whose texts people have reviewed, and those that it has switched on (LG-4). */
export function findOffered(settings: Told): readonly Language[] {
  return listOffered((settings.text('LANGUAGES') ?? '').split(','))
}

/** The language that a brand may use with someone who uses this language. */
export function chooseSpoken(settings: Told, language: Language): Language {
  return describeLanguage(language).checked || findOffered(settings).includes(language) ? language : 'en'
}

/** What a brand's readers have approved. */
export function readApprovals(settings: Told): Approvals {
  return parseApprovals(settings.text('APPROVED_LANGUAGES') ?? '') ?? new Map()
}

/**
 * What people have reviewed of a language: all texts of this release; texts of an earlier release, some of which have changed since; or
 * nothing that anyone has approved.
 */
export type Checked = 'checked' | 'changed' | 'unchecked'

export function judgeChecked(settings: Told, language: Language): Checked {
  if (describeLanguage(language).checked) return 'checked'
  const approved = readApprovals(settings).get(language)
  if (approved === undefined) return 'unchecked'
  return approved === readLanguageTexts(language).version ? 'checked' : 'changed'
}

/** The same for a brand whose settings have not been read yet. */
export async function readChecked(db: Reader, brand: string, language: Language): Promise<Checked> {
  return describeLanguage(language).checked ? 'checked' : judgeChecked(await readSettings(db, brand), language)
}

/** What a page says about its language and the others. */
export function describeLanguages(
  language: Language,
  offered: readonly Language[],
  checked: Checked = describeLanguage(language).checked ? 'checked' : 'unchecked',
): PageLanguages {
  const { locale, name } = describeLanguage(language)
  return {
    locale,
    name,
    isProvisional: checked !== 'checked',
    ...(checked === 'changed' && { hasChanged: true }),
    offered: offered.map((code) => ({ code, tag: describeLanguage(code).tag, name: describeLanguage(code).name })),
  }
}
