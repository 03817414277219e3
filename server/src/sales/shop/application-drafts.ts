import type { PayloadOf } from '@portico/contract/call'
import type { openApplicationDraft, saveApplicationDraft } from '@portico/contract/calls/shop-applying'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { PERSON_ROLES } from '@portico/rules/roles'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { makeStoredId } from './application.ts'
import { type Draft, findDraft, insertDraft, lockDraft, replaceDraft } from './draft-store.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { computeTicket } from './saved.ts'

type Opened = PayloadOf<typeof openApplicationDraft>

/** The `use` that {@link computeTicket} gets here. */
export const DRAFT_USE = 'application draft'

const { nameSeal } = sealedColumns.shop_draft

interface Keeping {
  readonly account: Principal | null
  readonly enrollmentId: string
  readonly ticket: string
}

interface Opening {
  readonly row: Draft
  readonly account: Principal | null
}

/**
 * Stores an application as typed so far, replacing what was stored before. Once it belongs to an account, only that account changes it.
 * Throws CONFLICT for someone else's.
 */
export const saveDraft = (parts: EnrollmentParts): PreparedHandler<typeof saveApplicationDraft, Keeping> => ({
  prepare: async ({ body: { basis, enrollmentId: given } }, context) => {
    const { dataKey, database, territory, limits, shopper } = parts
    const { now, origin } = context
    territory.counties(basis.zipCode, basis.county)
    const account = await shopper(context)
    const enrollmentId = makeStoredId(given)
    const ticket = computeTicket(dataKey, enrollmentId, DRAFT_USE)
    // Saving again must not use up an address's limit, or the application itself would be refused.
    if ((await findDraft(database.read, hashSecret(ticket), now)) === undefined)
      if (!(await limits.reserveRequest('shop', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    return { account, enrollmentId, ticket }
  },
  handle: async ({ body: { brand: named, ...content } }, context, tx, { account, enrollmentId, ticket }) => {
    const { now } = context
    const accountId = PERSON_ROLES.some((role) => role === account?.role) ? (account?.accountId ?? null) : null
    const draft = {
      enrollment_id: enrollmentId,
      ticket_hash: hashSecret(ticket),
      brand: parts.territory.findBrand(named, context),
      account_id: accountId,
      plan_year: content.planYear,
      plan_id: content.planId,
      sealed: parts.dataKey.seal(Buffer.from(JSON.stringify(content)), nameSeal(enrollmentId)),
      saved_at: now,
      expires_at: new Date(now.getTime() + linkLifetimes.continue),
    }
    const expires = (await insertDraft(tx, draft)) ?? (await keepOver(tx, draft))
    const saved = { ticket, savedAt: now.toISOString(), until: easternDay(expires) }
    return about(enrollmentId, saved, { by: account })
  },
})

/** The typed application, for anyone with the link. Throws CHALLENGE-EXPIRED, OTHER-BRAND. */
export const openDraft = (parts: EnrollmentParts): PreparedHandler<typeof openApplicationDraft, Opening> => ({
  prepare: async ({ body: { ticket, brand } }, context) => {
    const { database, territory, limits, shopper } = parts
    const { now, origin } = context
    const row = await limits.useTicket(origin.address, now, async () => {
      const found = await findDraft(database.read, hashSecret(ticket), now)
      if (found === undefined) throw new CallError('CHALLENGE-EXPIRED')
      return found
    })
    territory.refuseOther(row.brand, brand)
    return { row, account: await shopper(context) }
  },
  handle: async (_input, _context, _tx, { row, account }) =>
    about(row.enrollment_id, readDraft(parts.dataKey, row), { by: account }),
})

async function keepOver(tx: Tx, draft: Draft): Promise<Date> {
  const owner = await lockDraft(tx, draft.enrollment_id)
  if (owner !== null && owner !== draft.account_id) throw new CallError('CONFLICT')
  return replaceDraft(tx, draft)
}

function readDraft(dataKey: DataKey, row: Draft): Opened {
  return JSON.parse(dataKey.open(row.sealed, nameSeal(row.enrollment_id)).toString('utf8')) as Opened
}
