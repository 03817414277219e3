import type { PayloadOf } from '@portico/contract/call'
import type {
  changeEmail,
  confirmEmail as confirmEmailCall,
  consumerProfile,
  updateProfile,
  withdrawEmail as withdrawEmailCall,
} from '@portico/contract/calls/profile'
import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { checkEmail } from '@portico/rules/validation/email'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler, PreparedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { type Account, findAccount, updateAccount } from './account-statement.ts'
import { replaceEmail } from './account-store.ts'
import { contactChange, type StateOf, showContact } from './contact.ts'
import {
  dropEmailChange,
  findEmailChange,
  findEmailChanger,
  keepEmailChange,
  takeEmailChange,
} from './email-change-store.ts'

type Profile = PayloadOf<typeof consumerProfile>

/** Dependencies of profiles. */
export interface ProfileParts {
  readonly database: Database
  readonly limits: Limits
  readonly emails: EmailService
  readonly findState: StateOf
  /** Invalidates the links that were sent to the old address. */
  readonly closeWayBack: (tx: Tx, accountId: string) => Promise<void>
}

/** Name and contact information of the signed-in person (RG-3). */
export const readProfile: AuditedHandler<typeof consumerProfile> = async ({ principal }, { now }, tx) =>
  showProfile(tx, await requireAccount(tx, principal), now)

/** Throws FIELD-INVALID with every field that the rules refuse. */
export const changeProfile =
  ({ findState }: ProfileParts): AuditedHandler<typeof updateProfile> =>
  async ({ principal, body }, { now }, tx) =>
    showProfile(tx, await updateAccount(tx, principal.accountId, contactChange(body, findState)), now)

/** Sends a link to a new address. Throws FIELD-INVALID, TOO-MANY-REQUESTS. */
export const sendEmailLink = ({
  database,
  limits,
  emails,
}: ProfileParts): PreparedHandler<typeof changeEmail, { readonly email: string; readonly account: Account }> => ({
  prepare: async ({ principal, body }, { cookies, now }) => {
    const email = body.email.trim()
    const longTopLevel = allowsLongTopLevel(cookies.ddToken)
    refuse(checkEmail(email, { required: true, longTopLevel })?.code)
    const account = await requireAccount(database.read, principal)
    refuse(account.email?.toLowerCase() === email.toLowerCase() ? 'CONFLICT' : undefined)
    if (!(await limits.reserveOwnLetter(principal.accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    return { email, account }
  },
  handle: async ({ principal }, { language, now }, tx, { email, account }) => {
    const ticket = newSecret()
    await keepEmailChange(tx, {
      account_id: principal.accountId,
      email,
      ticket_hash: hashSecret(ticket),
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetimes['confirm-email']),
    })
    const values = {
      link: `/login/#/confirm-email?ticket=${ticket}`,
      validHours: String(linkLifetimes['confirm-email'] / 3_600_000),
    }
    const { brand, memberId } = principal
    await emails.queue(tx, { template: 'confirm-email', to: email, brand, language, memberId, values, now })
    return showProfile(tx, account, now)
  },
})

export const withdrawEmail: AuditedHandler<typeof withdrawEmailCall> = async ({ principal }, { now }, tx) => {
  await dropEmailChange(tx, principal.accountId)
  return showProfile(tx, await requireAccount(tx, principal), now)
}

/** Throws CHALLENGE-EXPIRED for a ticket that no longer works; TOO-MANY-REQUESTS. */
export const confirmEmail = ({
  limits,
  closeWayBack,
  emails,
}: ProfileParts): PreparedHandler<typeof confirmEmailCall> => ({
  around: (_input, { now, origin }, run) => {
    limits.tidy(now)
    return limits.useTicket(origin.address, now, run)
  },
  handle: async ({ body: { ticket } }, { now, language }, tx) => {
    const hash = hashSecret(ticket)
    const accountId = await findEmailChanger(tx, hash, now)
    if (accountId !== undefined) await lockAccount(tx, accountId)
    const change = accountId && (await takeEmailChange(tx, hash, now))
    if (!accountId || !change) throw new CallError('CHALLENGE-EXPIRED')
    const { email } = change
    const account = await requireAccount(tx, { accountId })
    await replaceEmail(tx, accountId, email)
    await closeWayBack(tx, accountId)
    const { brand, email: old, member_id: memberId } = account
    const values = { at: now.toISOString() }
    if (old !== null)
      await emails.queue(tx, { template: 'email-changed', to: old, brand, language, memberId, values, now })
    return about(accountId, { confirmedAt: now.toISOString() }, { memberId })
  },
})

async function requireAccount(db: Parameters<typeof findAccount>[0], { accountId }: Pick<Principal, 'accountId'>) {
  const account = await findAccount(db, accountId)
  if (account === undefined) throw new CallError('NO-SESSION')
  return account
}

async function showProfile(tx: Tx, account: Account, now: Date): Promise<Profile> {
  const change = await findEmailChange(tx, account.account_id, now)
  return {
    logonId: account.login_id,
    firstName: account.first_name,
    lastName: account.last_name,
    ...showContact(account),
    phoneType: account.phone_type,
    state: account.state,
    email: account.email,
    pendingEmail: change ? { email: change.email, expiresAt: change.expires_at.toISOString() } : null,
  }
}

function refuse(code: string | undefined): void {
  if (code !== undefined) throw fieldError('email', code)
}
