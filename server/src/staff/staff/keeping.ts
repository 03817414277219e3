import { STAFF_LINK_MS } from '@portico/rules/staff/invitation'
import { v7 as uuidv7 } from 'uuid'
import { removeSecondFactors } from '../../identity/account-security/reset.ts'
import type { Passwords } from '../../identity/passwords/passwords.ts'
import { dropTickets } from '../../identity/recovery/store.ts'
import { openOnlyTicket, ticketLink } from '../../identity/recovery/tickets.ts'
import { isLastAdministrator, lockAdministration } from '../../identity/rights/administrators-statement.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import { newSecret } from '../../identity/tokens/secrets.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { releaseWork } from '../workspace/leaving.ts'
import { insertStaff, markEnded, type NewStaff, type StaffPerson, storeRights } from './store.ts'

/** The last administrator of every brand, and of each brand, must stay (AD-2, OS-61). */
export class LastAdministratorError extends Error {}

/** Changes to staff accounts by the operator's command and by administrators' pages (AD-1, AD-2). */
export interface StaffKeeping {
  /** A hash for a person who has not chosen a password yet: of a password that nobody knows. */
  unusableHash(): Promise<string>
  /** Returns the account's id; null if the login ID is taken. */
  open(tx: Tx, person: Omit<NewStaff, 'accountId'>): Promise<string | null>
  /** Returns the address, within the portal, of a link for choosing a password; older links stop working. */
  newLink(tx: Tx, accountId: string, now: Date): Promise<string>
  /** Sends the link, if there is an e-mail address. */
  sendLink(tx: Tx, person: Addressee, link: string, now: Date): Promise<void>
  /**
   * Ends the account: nobody can sign in to it anymore, its sessions and links end, it loses all entitlements, and its conversations
   * return to the queue; `record` audits each of them. Throws LastAdministratorError.
   */
  end(tx: Tx, accountId: string, ending: Releasing): Promise<void>
  /** Throws LastAdministratorError if no one else administers one of the brands. */
  requireOther(tx: Tx, accountId: string, brands: readonly string[]): Promise<void>
  /** Removes codes, passkeys and remembered browsers, ends every session, and notifies the person. */
  resetSecondFactor(tx: Tx, person: Addressee, now: Date): Promise<void>
}

type Releasing = Parameters<typeof releaseWork>[2]
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
      const values = { link, loginId, hours: String(STAFF_LINK_MS / 3_600_000) }
      await write(tx, { email, brand }, { template: 'staff-invitation', values }, now)
    },
    end: async (tx, accountId, ending) => {
      const { now } = ending
      await keepOneAdministrator(tx, accountId)
      await markEnded(tx, accountId, now)
      await storeRights(tx, accountId, { entitlements: [], brands: [] }, now)
      await dropTickets(tx, accountId)
      await endSessions(tx, accountId, now)
      await releaseWork(tx, { accountId, brands: [], entitlements: [] }, ending)
    },
    requireOther: keepOneAdministrator,
    resetSecondFactor: async (tx, { accountId, email, brand }, now) => {
      await lockAccount(tx, accountId)
      await removeSecondFactors(tx, accountId)
      await endSessions(tx, accountId, now)
      const values = { at: now.toISOString() }
      await write(tx, { email, brand }, { template: 'second-factor-reset', values }, now)
    },
  }

  async function write(
    tx: Tx,
    { email: to, brand }: Pick<Addressee, 'email' | 'brand'>,
    letter: Pick<Parameters<EmailService['queue']>[1], 'template' | 'values'>,
    now: Date,
  ): Promise<void> {
    if (to !== null) await emails.queue(tx, { ...letter, to, brand, language: 'en', memberId: null, now })
  }
}

/** Throws LastAdministratorError if no one else administers one of the brands; of two requests at once, one gets the error. */
async function keepOneAdministrator(tx: Tx, accountId: string, brands?: readonly string[]): Promise<void> {
  await lockAdministration(tx)
  if (await isLastAdministrator(tx, accountId, { brands })) throw new LastAdministratorError()
}
