import { everyBrand } from '@portico/rules/brand/every'
import { parseApprovals } from '@portico/rules/languages/approvals'
import { findLanguage, type Language } from '@portico/rules/languages/list'
import type { SettingKey, SettingValue } from '@portico/rules/settings/declared'
import { type LanguageText, readLanguageTexts } from '../../brands/languages/texts.ts'
import type { Scope } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { FieldProblem } from '../../platform/http/call-error.ts'
import { type LanguageMark, listMarks } from './mark-store.ts'

export type MarkState = 'unread' | 'read' | 'reported' | 'changed' | 'missing'

/** A text with what a brand's readers have said about its present wording; `mark` is their last mark, whatever wording it was for. */
export interface ReadText extends LanguageText {
  readonly state: MarkState
  readonly mark: LanguageMark | null
}

/** Whether someone may read and approve languages: people who change what members read, and administrators. */
export function readsLanguages({ entitlements }: Pick<Scope, 'entitlements'>): boolean {
  return ['author', 'approve', 'administer'].some((one) => entitlements.includes(one))
}

/** Every text of a language with its mark. */
export async function readMarked(db: Reader, brand: string, language: Language): Promise<readonly ReadText[]> {
  const marks = new Map((await listMarks(db, brand, language)).map((mark) => [`${mark.area} ${mark.text_id}`, mark]))
  return readLanguageTexts(language).all.map((text) => {
    const mark = marks.get(`${text.area} ${text.id}`) ?? null
    return { ...text, mark, state: judgeText(text, mark) }
  })
}

function judgeText({ translated, hash }: LanguageText, mark: LanguageMark | null): MarkState {
  if (translated === null) return 'missing'
  if (mark === null) return 'unread'
  return mark.hash === hash ? mark.state : 'changed'
}

/** Whether nothing is left to read: every translated text was read in its present wording, and none is reported as wrong. */
export function isReadWhole(texts: readonly Pick<ReadText, 'state'>[]): boolean {
  return texts.every(({ state }) => state === 'read' || state === 'missing')
}

/** What keeps approvals from taking effect (LG-4): a new approval must cover exactly the texts of this release, all of them read. */
export async function findUnread(
  db: Reader,
  { brand, key, value }: { readonly brand: string; readonly key: SettingKey; readonly value: SettingValue | null },
  before: string | null,
): Promise<FieldProblem[]> {
  if (key !== 'APPROVED_LANGUAGES' || value === null) return []
  const known = parseApprovals(before ?? '')
  const problem = [{ field: 'value', code: 'settings.problem.names.approvals' }]
  if (brand === everyBrand) return problem
  for (const [code, version] of parseApprovals(String(value)) ?? []) {
    const language = findLanguage(code)
    if (language === undefined || known?.get(language) === version) continue
    const isCurrent = readLanguageTexts(language).version === version
    if (!isCurrent || !isReadWhole(await readMarked(db, brand, language))) return problem
  }
  return []
}
