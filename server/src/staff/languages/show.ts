import type { PayloadOf } from '@portico/contract/call'
import type { listLanguageReadings, markLanguageTexts, readLanguageTexts } from '@portico/contract/calls/languages'
import { parseApprovals } from '@portico/rules/languages/approvals'
import { type Language, provisionalLanguages } from '@portico/rules/languages/list'
import type { BrandService } from '../../brands/brand/service.ts'
import * as settings from '../../brands/config-lists/setting-store.ts'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { findOffered, readApprovals } from '../../brands/languages/offered.ts'
import { readLanguageTexts as readTexts } from '../../brands/languages/texts.ts'
import { readScope, type Scope, worksFor } from '../../identity/rights/scope.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { CallInput } from '../../platform/http/stages.ts'
import { type ReadText, readMarked, readsLanguages } from './reading.ts'

export interface LanguageParts {
  readonly database: Database
  readonly brands: BrandService
  readonly emails: Pick<EmailService, 'queue'>
}

type Reading = PayloadOf<typeof markLanguageTexts>['reading']

/** How many texts an answer has. */
const pageSize = 50

/** Throws WRONG-ROLE for people who do not read languages, and NOT-FOUND for a brand that is not theirs. */
export async function requireReader(
  { brands }: Pick<LanguageParts, 'brands'>,
  db: Reader,
  { principal }: Pick<CallContext<Principal>, 'principal'>,
  brand: string | undefined,
): Promise<Scope> {
  const scope = await readScope(db, principal)
  if (!readsLanguages(scope)) throw new CallError('WRONG-ROLE')
  const isThere = brand === undefined || brands.all.some(({ brand: { code } }) => code === brand)
  if (!isThere || (brand !== undefined && !worksFor(scope, brand))) throw new CallError('NOT-FOUND')
  return scope
}

export async function listReadings(
  parts: LanguageParts,
  { query }: CallInput<typeof listLanguageReadings>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof listLanguageReadings>> {
  const db = parts.database.read
  const scope = await requireReader(parts, db, context, query.brand)
  const own = parts.brands.all
    .filter(({ brand }) => worksFor(scope, brand.code))
    .map(({ brand, texts }) => ({ code: brand.code, name: texts[context.language].name }))
  const brand = query.brand ?? own[0]?.code
  if (brand === undefined) throw new CallError('NOT-FOUND')
  const languages: Reading[] = []
  for (const language of provisionalLanguages) languages.push(await readReading(db, scope, brand, language))
  return { brand, brands: own, languages }
}

/** How far the readers of a brand have come with a language. */
export async function readReading(db: Reader, scope: Scope, brand: string, language: Language): Promise<Reading> {
  const texts = await readMarked(db, brand, language)
  const told = await readSettings(db, brand)
  const stored = brand.toUpperCase()
  const approved = readApprovals(told).get(language)
  const { version } = readTexts(language)
  const changes = await settings.listChanges(db, stored, 'APPROVED_LANGUAGES')
  const [request] = (await settings.listRequests(db, stored)).filter(({ key }) => key === 'APPROVED_LANGUAGES')
  const says = (text: string | null) => parseApprovals(text ?? '')?.get(language)
  const change = changes.find((one) => says(one.string_value) === approved && says(one.before_string) !== approved)
  const isAsked =
    request !== undefined && says(request.string_value) !== undefined && says(request.string_value) !== approved
  const isOwn = request?.asked_by === scope.accountId
  return {
    language,
    version,
    ...countTexts(texts),
    missing: texts.filter(({ state }) => state === 'missing').length,
    offered: findOffered(told).includes(language),
    approval:
      approved === undefined
        ? null
        : {
            isWhole: approved === version,
            at: (change?.changed_at ?? new Date(0)).toISOString(),
            by: change?.changed_by ?? '',
            confirmedBy: change?.confirmed_by ?? null,
          },
    waiting: isAsked
      ? {
          changeId: request.change_id,
          at: request.asked_at.toISOString(),
          by: request.asker,
          reason: request.reason,
          isOwn,
          mayConfirm: !isOwn && scope.entitlements.includes('administer'),
        }
      : null,
    areas: [...Map.groupBy(texts, ({ area }) => area)].map(([area, own]) => ({ area, ...countTexts(own) })),
  }
}

function countTexts(texts: readonly ReadText[]): Pick<Reading, 'total' | 'read' | 'reported' | 'changed'> {
  const count = (wanted: ReadText['state']) => texts.filter(({ state }) => state === wanted).length
  return {
    total: texts.length - count('missing'),
    read: count('read'),
    reported: count('reported'),
    changed: count('changed'),
  }
}

export async function findTexts(
  parts: LanguageParts,
  { body }: CallInput<typeof readLanguageTexts>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof readLanguageTexts>> {
  const { brand, language, area, words, show, after } = body
  const db = parts.database.read
  await requireReader(parts, db, context, brand)
  const texts = await readMarked(db, brand, language)
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = texts.filter((text) => {
    if (area !== null && text.area !== area) return false
    if (show !== 'all' && text.state !== show && !(show === 'unread' && text.state === 'changed')) return false
    const said = `${text.id} ${text.english} ${text.translated ?? ''}`.toLowerCase()
    return wanted.every((word) => said.includes(word))
  })
  return {
    version: readTexts(language).version,
    total: found.length,
    texts: found.slice(after, after + pageSize).map(({ mark, ...text }) => ({
      area: text.area,
      id: text.id,
      english: text.english,
      translated: text.translated,
      state: text.state,
      note: mark?.note ?? '',
      by: mark?.marker ?? null,
      at: mark?.marked_at.toISOString() ?? null,
    })),
  }
}
