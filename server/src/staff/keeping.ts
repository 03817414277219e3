import { STAFF_LINK_MS } from '@portico/rules/staff/invitation'
import { v7 as uuidv7 } from 'uuid'
import { removeSecondFactors } from '../account-security/reset.ts'
import type { Tx } from '../db/database.ts'
import { lockAccount } from '../db/row-locks.ts'
import type { EmailService } from '../email/service.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { dropTickets } from '../recovery/store.ts'
import { openOnlyTicket, ticketLink } from '../recovery/tickets.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { newSecret } from '../tokens/secrets.ts'
import {
  hasOtherAdministrator,
  insertStaff,
  isAdministratorOfAll,
  lockAdministration,
  markEnded,
  type NewStaff,
  type StaffPerson,
  storeRights,
} from './store.ts'

/** The last one who administers every brand stays (AD-2). */
export class LastAdministratorError extends Error {}

/** What the operator's command and the pages of administrators do with people who work here (AD-1, AD-2). */
export interface StaffKeeping {
  /** A hash for anyone who has not chosen a password yet: of one that no one knows. */
  unusableHash(): Promise<string>
  /** Returns the account's id; null where someone has the login ID. */
  open(tx: Tx, person: Omit<NewStaff, 'accountId'>): Promise<string | null>
  /** Returns where the link for a password leads, inside the portal; older links are good no more. */
  newLink(tx: Tx, accountId: string, now: Date): Promise<string>
  /** Sends it; to no one where there is no address. */
  sendLink(tx: Tx, person: Addressee, link: string, now: Date): Promise<void>
  /** No one signs in to it from now on, no session and no link lives on, and it has no rights. Throws LastAdministratorError. */
  end(tx: Tx, accountId: string, now: Date): Promise<void>
  /** Throws LastAdministratorError where no one else administers every brand. */
  requireOther(tx: Tx, accountId: string): Promise<void>
  /** Codes, passkeys and remembered browsers are worth nothing more, and every session ends; the person is told. */
  resetSecondFactor(tx: Tx, person: Addressee, now: Date): Promise<void>
}

type Addressee = Pick<StaffPerson, 'accountId' | 'loginId' | 'email' | 'brand'>

export function createStaffKeeping(parts: {
  readonly passwords: Passwords
  readonly sessions: Pick<Sessions, 'endAll'>
  readonly emails: EmailService
}): StaffKeeping {
  const { passwords, sessions, emails } = parts
  const endSessions = (tx: Tx, accountId: string, now: Date) =>
    sessions.endAll(tx, accountId, { except: null, reason: 'ended-by-staff', now })
  return {
    unusableHash: () => passwords.hash(newSecret()),
    open: async (tx, person) => {
      const accountId = uuidv7()
      return (await insertStaff(tx, { ...person, accountId })) ? accountId : null
    },
    newLink: async (tx, accountId, now) => {
      await lockAccount(tx, accountId)
      return ticketLink(await openOnlyTicket(tx, accountId, { now, goodForMs: STAFF_LINK_MS }))
    },
    sendLink: async (tx, { loginId, email, brand }, link, now) => {
      if (email === null) return
      const values = { link, loginId, hours: String(STAFF_LINK_MS / 3_600_000) }
      await emails.queue(tx, {
        template: 'staff-invitation',
        to: email,
        brand,
        language: 'en',
        memberId: null,
        values,
        now,
      })
    },
    end: async (tx, accountId, now) => {
      await keepOneAdministrator(tx, accountId)
      await markEnded(tx, accountId, now)
      await storeRights(tx, accountId, { entitlements: [], brands: [] }, now)
      await dropTickets(tx, accountId)
      await endSessions(tx, accountId, now)
    },
    requireOther: keepOneAdministrator,
    resetSecondFactor: async (tx, { accountId, email, brand }, now) => {
      await lockAccount(tx, accountId)
      await removeSecondFactors(tx, accountId)
      await endSessions(tx, accountId, now)
      if (email === null) return
      const values = { at: now.toISOString() }
      await emails.queue(tx, {
        template: 'second-factor-reset',
        to: email,
        brand,
        language: 'en',
        memberId: null,
        values,
        now,
      })
    },
  }
}

/** Throws LastAdministratorError where no one else administers every brand; of two who ask at once, one is told so. */
async function keepOneAdministrator(tx: Tx, accountId: string): Promise<void> {
  await lockAdministration(tx)
  if ((await isAdministratorOfAll(tx, accountId)) && !(await hasOtherAdministrator(tx, accountId)))
    throw new LastAdministratorError()
}
