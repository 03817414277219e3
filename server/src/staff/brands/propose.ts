import { isDeepStrictEqual } from 'node:util'
import type * as calls from '@portico/contract/calls/brand-console'
import { everyBrand } from '@portico/rules/brand/every'
import type { LoadedBrand } from '../../brands/brand/load.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import { type Scope, worksFor } from '../../identity/rights/scope.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { tellConfirmers } from '../staff/confirmers.ts'
import { lockAsAdministrator } from '../staff/people-rules.ts'
import { completeDrawings, type Drawings } from './drawings.ts'
import { type BrandFields, findField, toRecord, toTexts } from './fields.ts'
import { findBrandProblems, readLiveBrands } from './live.ts'
import { isWithdrawable, listDrawings, showBrands } from './show.ts'
import {
  type BrandVersion,
  findConfirmedBrand,
  insertBrandVersion,
  listVersionsBefore,
  listVersionsInForce,
  listWaitingBrands,
} from './store.ts'

export interface BrandConsoleParts {
  readonly brands: BrandService
  readonly emails: Pick<EmailService, 'queue'>
}

/**
 * Proposes a brand, new or changed, to a second administrator. People who work for some brands change only those; someone who works for
 * all must confirm a new one.
 */
export const propose =
  ({ brands, emails }: BrandConsoleParts): AuditedHandler<typeof calls.proposeBrand> =>
  async ({ params: { code }, body: { basedOn, reason, fields, drawings } }, context, tx) => {
    const scope = await lockAsAdministrator(tx, context)
    const live = await readLiveBrands(tx, brands)
    const before = await requireProposable(tx, live, { code, basedOn }, scope)
    if (before?.isWithdrawn) throw new CallError('CONFLICT')
    const files = writeFiles(code, { fields, drawings }, before)
    const problems = findBrandProblems(live, { code, files }).map(findField)
    refuseFields([...new Map(problems.map((problem) => [problem.field, problem])).values()])
    await keepWaiting(
      tx,
      emails,
      { code, files, reason, withdrawn: false, isNew: before === null },
      { scope, now: context.now },
    )
    return about(code, await showBrands(tx, brands, scope), { memberId: null })
  }

/** Proposes to a second administrator the state of a brand before its version in force. */
export const revert =
  ({ brands, emails }: BrandConsoleParts): AuditedHandler<typeof calls.revertBrand> =>
  async ({ params: { code }, body: { basedOn, reason } }, context, tx) => {
    const scope = await lockAsAdministrator(tx, context)
    const live = await readLiveBrands(tx, brands)
    if ((await requireProposable(tx, live, { code, basedOn }, scope)) === null) throw new CallError('NOT-FOUND')
    const version = (await listVersionsBefore(tx)).get(code)
    if (version === undefined) throw new CallError('CONFLICT')
    const { files } = await findConfirmedBrand(tx, code, version)
    if (findBrandProblems(live, { code, files }).length > 0) throw new CallError('CONFLICT')
    await keepWaiting(tx, emails, { code, files, reason, withdrawn: false, isNew: false }, { scope, now: context.now })
    return about(code, await showBrands(tx, brands, scope), { memberId: null })
  }

/** Proposes the withdrawal of a brand to a second administrator. */
export const withdraw =
  ({ brands, emails }: BrandConsoleParts): AuditedHandler<typeof calls.withdrawBrand> =>
  async ({ params: { code }, body: { basedOn, reason } }, context, tx) => {
    const scope = await lockAsAdministrator(tx, context)
    const live = await readLiveBrands(tx, brands)
    const before = await requireProposable(tx, live, { code, basedOn }, scope)
    if (before === null) throw new CallError('NOT-FOUND')
    if (!isWithdrawable(before) || isOwnHost(brands, code, context)) throw new CallError('CONFLICT')
    const { files } = await findConfirmedBrand(tx, code, basedOn)
    await keepWaiting(tx, emails, { code, files, reason, withdrawn: true, isNew: false }, { scope, now: context.now })
    return about(code, await showBrands(tx, brands, scope), { memberId: null })
  }

/** Whether a call comes to the brand's own host. Someone who confirmed a withdrawal there would be shut out, and could not undo it. */
export function isOwnHost(brands: BrandService, code: string, { host }: Pick<CallContext, 'host'>): boolean {
  return brands.at({ host, cookies: {} }).code === code
}

/** The current brand, null for a new one. Throws for a brand that is not the caller's, was changed since, or is kept in a folder. */
async function requireProposable(
  tx: Tx,
  live: ReadonlyMap<string, LoadedBrand>,
  { code, basedOn }: { readonly code: string; readonly basedOn: number },
  scope: Scope,
): Promise<LoadedBrand | null> {
  const before = live.get(code) ?? null
  const isTheirs = worksFor(scope, code)
  if (before !== null && !isTheirs) throw new CallError('NOT-FOUND')
  const waiting = (await listWaitingBrands(tx)).find(({ brand }) => brand === code)
  if (waiting !== undefined && !isTheirs && waiting.made_by !== scope.accountId) throw new CallError('CONFLICT')
  const known = (await listVersionsInForce(tx)).get(code) ?? 0
  if (before?.origin === 'folder' || known !== basedOn) throw new CallError('CONFLICT')
  return before
}

/** Stores a version that waits, and notifies those who may confirm it; does nothing if the same one of theirs already waits. */
async function keepWaiting(
  tx: Tx,
  emails: BrandConsoleParts['emails'],
  version: {
    readonly code: string
    readonly files: BrandVersion['files']
    readonly reason: string
    readonly withdrawn: boolean
    readonly isNew: boolean
  },
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<void> {
  const { code, isNew, ...given } = version
  const { accountId } = scope
  const waiting = (await listWaitingBrands(tx)).find(({ brand }) => brand === code)
  // Sent again.
  if (waiting?.made_by === accountId && isDeepStrictEqual({ ...waiting, ...given }, waiting)) return
  await insertBrandVersion(tx, { brand: code, ...given, made_by: accountId, made_at: now })
  await tellConfirmers(tx, emails, { brands: [isNew ? everyBrand : code], except: accountId }, now)
}

/** The files as the brand's folder would contain them. */
function writeFiles(
  code: string,
  given: { readonly fields: BrandFields; readonly drawings: Drawings },
  before: LoadedBrand | null,
): Readonly<Record<string, string>> {
  const record = toRecord(code, given.fields, before?.record ?? null)
  const texts = toTexts(given.fields, before?.texts ?? null)
  const was = before && { drawings: listDrawings(before), primary: before.record.look.primary }
  const { logo, logoOnDark, mark } = completeDrawings(given.drawings, record.look.primary, was)
  return {
    'brand.json': JSON.stringify({ ...record, logoImg: 'logo.svg' }),
    'texts.en.json': JSON.stringify(texts.en),
    'texts.es.json': JSON.stringify(texts.es),
    'logo.svg': logo,
    'logo-on-dark.svg': logoOnDark,
    'mark.svg': mark,
  }
}
