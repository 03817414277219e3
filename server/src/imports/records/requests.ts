import type * as calls from '@portico/contract/calls/people-data'
import { everyBrand } from '@portico/rules/brand/every'
import { isWithin } from '@portico/rules/staff/rights'
import type { BrandService } from '../../brands/brand/service.ts'
import { liftHold, placeHold, readHold } from '../../identity/accounts/legal-hold.ts'
import { readScope } from '../../identity/rights/scope.ts'
import { describeEmail } from '../../mailing/email/items.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { listDead, reviveDead } from '../../mailing/email/store.ts'
import { CannotRun } from '../../platform/command-line.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { signal as tellServers } from '../../platform/db/signals.ts'
import type { ErasureReceipt } from '../../platform/db/tables.ts'
import { tryUndone } from '../../platform/db/undone-store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, aboutEach, type Happening, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { type EraseParts, eraseMember, HeldError } from '../../staff/records/erase.ts'
import { requireEntitledScope } from '../../staff/staff/administering.ts'
import { tellConfirmers } from '../../staff/staff/confirmers.ts'
import { lockAsAdministrator } from '../../staff/staff/people-rules.ts'
import { requireMember } from './person-store.ts'
import {
  type DataRequest,
  findSame,
  insertRequest,
  listClaimants,
  listErasures,
  listHolds,
  listWaiting,
  lockWaiting,
  settleRequest,
} from './request-store.ts'
import { withdrawClaim } from './withdraw-claim.ts'

export interface DataParts extends EraseParts {
  readonly brands: BrandService
  readonly emails: Pick<EmailService, 'queue'>
}

const maxDead = 200

/** Reads waiting requests and past changes of the brands that the caller administers. */
export const readDataDesk =
  ({ brands }: DataParts): AuditedHandler<typeof calls.dataDesk> =>
  async (_, context, tx) => {
    const scope = await requireEntitledScope(tx, context, 'administer')
    const own = brands.all.filter(({ brand }) => isWithin([brand.code], scope.brands))
    const codes = own.map(({ brand }) => brand.code)
    return {
      brands: own.map(({ brand, texts }) => ({ code: brand.code, name: texts.en.name })),
      requests: (await listWaiting(tx, codes, context.now)).map((one) => ({
        requestId: one.request_id,
        kind: one.kind,
        brand: one.brand,
        number: one.number,
        reason: one.reason,
        askedBy: one.askedByLogin,
        askedAt: one.asked_at.toISOString(),
        expiresAt: one.expires_at.toISOString(),
        own: one.asked_by === context.principal.accountId,
      })),
      holds: (await listHolds(tx, codes)).map((one) => ({
        brand: one.brand,
        number: one.member_number,
        matter: one.matter,
        placedBy: one.placed_by,
        placedAt: one.placed_at.toISOString(),
      })),
      deadEmails: (await listDead(tx, codes, maxDead)).map((one) => ({
        emailId: one.email_id,
        brand: one.brand,
        subject: describeEmail(
          one.template,
          brands.requireLoaded(one.brand).texts[context.language].name,
          context.language,
        ),
        createdAt: one.created_at.toISOString(),
      })),
      erasures: (await listErasures(tx, codes)).map((one) => ({
        erasureId: one.erasure_id,
        brand: one.brand,
        reason: one.reason,
        by: one.erased_by,
        at: one.erased_at.toISOString(),
        receipt: toReceipt(one.receipt),
      })),
    }
  }

/** Previews an erasure (RG-3). Throws NOT-FOUND for a person whom the caller may not erase, CONFLICT while a legal hold stands. */
export const previewErasure =
  (parts: DataParts): AuditedHandler<typeof calls.previewErasure> =>
  async ({ body: { askedId, brand, number } }, context, tx) => {
    const scope = await requireEntitledScope(tx, context, 'administer')
    const isTheirs = (code: string) => code !== everyBrand && isWithin([code], scope.brands)
    const waits = askedId === null ? null : await lockWaiting(tx, askedId, context.now)
    if (askedId !== null && (waits?.kind !== 'erase' || !isTheirs(waits.brand))) throw new CallError('NOT-FOUND')
    if (waits === null && !isTheirs(brand)) throw new CallError('NOT-FOUND')
    const memberId = waits?.subject ?? (await findSubject(tx, { kind: 'erase', brand, number }))
    const { now, origin, principal } = context
    const erasing = { reason: 'preview', by: principal.loginId, now, origin }
    const receipt = await tryUndone(tx, () => eraseMember(tx, memberId, parts, erasing)).catch((error: unknown) => {
      throw error instanceof HeldError ? new CallError('CONFLICT') : error
    })
    return about(memberId, toReceipt(receipt), { memberId })
  }

/** Throws NOT-FOUND if the person or claim does not exist, CONFLICT if the change is not possible in the present state. */
export const askDataChange =
  (parts: DataParts): AuditedHandler<typeof calls.askDataChange> =>
  async ({ body: { kind, brand, number, reason } }, context, tx) => {
    const scope = await lockAsAdministrator(tx, context)
    const isKnown = parts.brands.all.some((one) => one.brand.code === brand)
    if (!isKnown || brand === everyBrand || !isWithin([brand], scope.brands)) throw new CallError('NOT-FOUND')
    const subject = await findSubject(tx, { kind, brand, number })
    const { accountId } = context.principal
    const asked = { kind, brand, subject, number, reason, asked_by: accountId }
    const same = await findSame(tx, asked, context.now)
    if (same !== null) return leaveUnchanged({ requestId: same })
    await tellConfirmers(tx, parts.emails, { brands: [brand], except: accountId }, context.now)
    const requestId = await insertRequest(tx, asked, context.now)
    return about(requestId, { requestId }, { detail: kind, memberId: null })
  }

/**
 * Carries out what another administrator requested. Throws NOT-FOUND for a request that no longer waits; CONFLICT for confirming one's own
 * request, a request whose author could no longer make it, or a change that is no longer possible.
 */
export const decideDataChange =
  (parts: DataParts): AuditedHandler<typeof calls.decideDataChange> =>
  async ({ params: { askedId }, body: { confirm } }, context, tx) => {
    const request = await requireDecidable(tx, context, await lockWaiting(tx, askedId, context.now), confirm)
    const state = confirm ? 'confirmed' : 'dropped'
    await settleRequest(tx, askedId, { state, by: context.principal.accountId, now: context.now })
    const done = confirm ? await carryOut(parts, tx, context, request) : { happenings: [], receipt: null }
    const decided = { action: confirm ? 'data.confirm' : 'data.drop', detail: request.kind } as const
    const events = [{ ...decided, recordId: askedId, memberId: null }, ...done.happenings]
    return aboutEach(events, { outcome: state, receipt: done.receipt })
  }

/** Throws unless the caller may decide about a request. */
async function requireDecidable(
  db: Reader,
  context: CallContext<Principal>,
  request: DataRequest | null,
  confirm: boolean,
): Promise<DataRequest> {
  const scope = await requireEntitledScope(db, context, 'administer')
  if (request === null || !isWithin([request.brand], scope.brands)) throw new CallError('NOT-FOUND')
  const asker = await readScope(db, { accountId: request.asked_by })
  const mayAsk = asker.entitlements.includes('administer') && isWithin([request.brand], asker.brands)
  if (confirm && (request.asked_by === context.principal.accountId || !mayAsk)) throw new CallError('CONFLICT')
  return request
}

type Done = Happening<'member.erase' | 'member.hold' | 'member.hold-lift' | 'claim.withdraw' | 'email.send-again'>

async function carryOut(
  parts: DataParts,
  tx: Tx,
  { now, origin, principal }: CallContext<Principal>,
  { kind, brand, subject, number, reason }: DataRequest,
): Promise<{ readonly happenings: readonly Done[]; readonly receipt: ReturnType<typeof toReceipt> | null }> {
  const by = principal.loginId
  const ofMember = { recordId: subject, memberId: subject }
  switch (kind) {
    case 'erase': {
      const receipt = await eraseMember(tx, subject, parts, { reason, by, now, origin }).catch((error: unknown) => {
        throw error instanceof HeldError ? new CallError('CONFLICT') : error
      })
      return { happenings: [{ ...ofMember, action: 'member.erase' }], receipt: toReceipt(receipt) }
    }
    case 'hold':
      if (!(await placeHold(tx, subject, { matter: reason, by, now }))) throw new CallError('CONFLICT')
      return { happenings: [{ ...ofMember, action: 'member.hold' }], receipt: null }
    case 'lift-hold':
      if (!(await liftHold(tx, subject, { by, now }))) throw new CallError('CONFLICT')
      return { happenings: [{ ...ofMember, action: 'member.hold-lift' }], receipt: null }
    case 'withdraw-claim': {
      const claimants = await withdrawClaim(tx, { brand, claimNumber: number }, now).catch((error: unknown) => {
        throw error instanceof CannotRun ? new CallError('CONFLICT') : error
      })
      return {
        happenings: claimants.map((memberId) => ({ action: 'claim.withdraw', recordId: number, memberId })),
        receipt: null,
      }
    }
    case 'send-again': {
      const sent = await reviveDead(tx, subject, now)
      if (sent.length === 0) throw new CallError('CONFLICT')
      await tellServers(tx, 'outbox')
      return {
        happenings: sent.map((recordId) => ({ action: 'email.send-again', recordId, memberId: null })),
        receipt: null,
      }
    }
  }
}

/** Finds the subject of a request by an id that never changes, unlike numbers. */
async function findSubject(
  db: Reader,
  { kind, brand, number }: Pick<DataRequest, 'kind' | 'brand' | 'number'>,
): Promise<string> {
  if (kind === 'withdraw-claim') {
    if ((await listClaimants(db, brand, number)).length === 0) throw new CallError('NOT-FOUND')
    return number
  }
  if (kind === 'send-again') {
    const dead = await listDead(db, [brand], maxDead)
    if (!dead.some((one) => one.email_id === number)) throw new CallError('NOT-FOUND')
    return number
  }
  const memberId = await requireMember(db, brand, number).catch((error: unknown) => {
    throw error instanceof CannotRun ? new CallError('NOT-FOUND') : error
  })
  const isHeld = (await readHold(db, memberId)) !== null
  // A person under a hold can be neither erased nor held again; a person without one cannot be released.
  if (isHeld !== (kind === 'lift-hold')) throw new CallError('CONFLICT')
  return memberId
}

function toReceipt({ erased, kept, again }: ErasureReceipt) {
  return {
    erased: { ...erased },
    kept: Object.fromEntries(Object.entries(kept).map(([table, one]) => [table, { ...one }])),
    again,
  }
}
