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

/** A text and what a brand's readers have said of it as it is now; `mark` is the last that was said, of whatever it was then. */
export interface ReadText extends LanguageText {
  readonly state: MarkState
  readonly mark: LanguageMark | null
}

/** Whether someone may read and approve languages: who changes what members read, or administers. */
export function readsLanguages({ entitlements }: Pick<Scope, 'entitlements'>): boolean {
  return ['author', 'approve', 'administer'].some((one) => entitlements.includes(one))
}

/** Every text of a language with what was said of it. */
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

/** Whether there is nothing left to read: each text that is translated was read as it is, and none is said to be wrong. */
export function isReadWhole(texts: readonly Pick<ReadText, 'state'>[]): boolean {
  return texts.every(({ state }) => state === 'read' || state === 'missing')
}

/** What keeps approvals from coming into force (LG-4): what is new in them must be all that this release says, and read. */
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
