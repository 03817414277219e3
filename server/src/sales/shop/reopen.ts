import type { reopenApplication } from '@portico/contract/calls/shop-applying'
import { parseDate } from '@portico/rules/validation/date'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { toIsoDay } from '../../member/registration/checks.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, refuseKeeping } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import { stranger } from '../../platform/limits/limits.ts'
import { isCorrectable, openContent } from './application.ts'
import { DRAFT_USE } from './application-drafts.ts'
import { findDraftById } from './draft-store.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { findTicket } from './saved.ts'
import { type Application, findByTicket } from './store.ts'

interface Reopening {
  readonly row: Application
  /** The ticket that opens the draft. */
  readonly opening: string
  readonly account: Principal | null
  readonly isProven: boolean
  /** Whether a try was counted, which a right answer takes back. */
  readonly isTried: boolean
}

/**
 * Leads from a sent application back to its form. The application's own link, which is in e-mails, shows only first names, while the
 * form shows everything. The caller must therefore also prove to be the applicant: by the account, by what the device has stored, or by
 * the date of birth. Throws CHALLENGE-EXPIRED, OTHER-BRAND, TOO-MANY-REQUESTS; CONFLICT once it can no longer be corrected.
 */
export const reopen = (parts: EnrollmentParts): PreparedHandler<typeof reopenApplication, Reopening> => ({
  prepare: async ({ body: { ticket, held, dateOfBirth, brand } }, context) => {
    const { database, dataKey, limits, shopper, territory } = parts
    const { now, origin } = context
    const row = await limits.useTicket(origin.address, now, async () => {
      const found = await findByTicket(database.read, hashSecret(ticket))
      if (found === undefined) throw new CallError('CHALLENGE-EXPIRED')
      return found
    })
    territory.refuseOther(row.brand, brand)
    if (!isCorrectable(row)) throw new CallError('CONFLICT')
    const draft = await findDraftById(database.read, row.enrollment_id, now)
    // The draft's link may have been made with an older key.
    const opening = draft && findTicket(dataKey, draft.enrollment_id, DRAFT_USE, draft.ticket_hash)
    if (draft === undefined || !opening) throw new CallError('NOT-FOUND')
    const account = await shopper(context)
    const isOwn = account !== null && account.accountId === row.account_id
    const isHeld = held !== '' && draft.ticket_hash.equals(hashSecret(held))
    if (isOwn || isHeld) return { row, opening, account, isProven: true, isTried: false }
    if (parseDate(dateOfBirth, isoDate(easternDay(now))) === null) throw fieldError('dateOfBirth', 'field.required')
    if (!(await limits.reserveAnswers(toKey(row), stranger(origin), now))) throw new CallError('TOO-MANY-REQUESTS')
    const isProven = findApplicantBirth(parts, row) === toIsoDay(dateOfBirth, now)
    return { row, opening, account, isProven, isTried: true }
  },
  handle: async (_input, { origin }, tx, { row, opening, account: by, isProven, isTried }) => {
    if (!isProven) return refuseKeeping(fieldError('dateOfBirth', 'birth.wrong'), [{ recordId: row.enrollment_id, by }])
    if (isTried) await parts.limits.succeedAnswers(tx, toKey(row), origin.address)
    return about(row.enrollment_id, { ticket: opening }, { by })
  },
})

/** The key under which tries are counted. */
const toKey = ({ enrollment_id }: Application) => `application ${enrollment_id}`

function findApplicantBirth({ dataKey }: EnrollmentParts, row: Application): string | null {
  const { guardian, people } = openContent(dataKey, row)
  const applicant = guardian ?? people.find(({ relation }) => relation === 'self')
  return applicant?.dateOfBirth ?? null
}
