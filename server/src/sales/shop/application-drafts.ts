import type { PayloadOf } from '@portico/contract/call'
import type { openApplicationDraft, saveApplicationDraft } from '@portico/contract/calls/shop-applying'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { PERSON_ROLES } from '@portico/rules/roles'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { makeStoredId } from './application.ts'
import { type Draft, findDraft, findDraftOwner, keepDraft } from './draft-store.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { computeTicket } from './saved.ts'

type Opened = PayloadOf<typeof openApplicationDraft>

/** What {@link computeTicket} is asked for here. */
export const DRAFT_USE = 'application draft'

const { nameSeal } = sealedColumns.shop_draft

/**
 * Keeps an application as it has been typed so far, over what was kept of it before. Once it belongs to an account, only that account
 * changes it. Throws CONFLICT for another one's.
 */
export async function saveDraft(
  { dataKey, database, territory, limits, shopper }: EnrollmentParts,
  { body: { brand: named, ...content } }: CallInput<typeof saveApplicationDraft>,
  context: CallContext,
): Promise<PayloadOf<typeof saveApplicationDraft>> {
  const { now, origin } = context
  territory.counties(content.basis.zipCode, content.basis.county)
  const account = await shopper(context)
  const accountId = PERSON_ROLES.some((role) => role === account?.role) ? (account?.accountId ?? null) : null
  const enrollmentId = makeStoredId(content.enrollmentId)
  const ticket = computeTicket(dataKey, enrollmentId, DRAFT_USE)
  // Typing on must not use up what an address may ask, or the application itself would be refused.
  if ((await findDraft(database.read, hashSecret(ticket), now)) === undefined)
    if (!(await limits.reserveRequest('shop', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
  const expires = new Date(now.getTime() + linkLifetimes.continue)
  await database.transaction(async (tx) => {
    const owner = await findDraftOwner(tx, enrollmentId)
    if (owner !== null && owner !== accountId) throw new CallError('CONFLICT')
    await keepDraft(tx, {
      enrollment_id: enrollmentId,
      ticket_hash: hashSecret(ticket),
      brand: territory.findBrand(named, context),
      account_id: accountId,
      plan_year: content.planYear,
      plan_id: content.planId,
      sealed: dataKey.seal(Buffer.from(JSON.stringify(content)), nameSeal(enrollmentId)),
      saved_at: now,
      expires_at: expires,
    })
    await audit(tx, account, { action: 'enrollment.save', recordType: 'application', recordId: enrollmentId }, context)
  })
  return { ticket, savedAt: now.toISOString(), until: easternDay(expires) }
}

/** What was typed, for anyone with the link. Throws CHALLENGE-EXPIRED, OTHER-BRAND. */
export async function openDraft(
  { dataKey, database, territory, limits, shopper }: EnrollmentParts,
  { body: { ticket, brand } }: CallInput<typeof openApplicationDraft>,
  context: CallContext,
): Promise<Opened> {
  const { now, origin } = context
  const row = await limits.useTicket(origin.address, now, async () => {
    const found = await findDraft(database.read, hashSecret(ticket), now)
    if (found === undefined) throw new CallError('CHALLENGE-EXPIRED')
    return found
  })
  territory.refuseOther(row.brand, brand)
  const account = await shopper(context)
  await database.transaction((tx) =>
    audit(tx, account, { action: 'enrollment.open', recordType: 'application', recordId: row.enrollment_id }, context),
  )
  return readDraft(dataKey, row)
}

function readDraft(dataKey: DataKey, row: Draft): Opened {
  return JSON.parse(dataKey.open(row.sealed, nameSeal(row.enrollment_id)).toString('utf8')) as Opened
}
