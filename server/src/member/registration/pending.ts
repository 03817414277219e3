import { linkLifetimes } from '@portico/rules/link-lifetimes'
import type { Segment } from '@portico/rules/registration/choices'
import type { NewAccount } from '../../identity/accounts/new-accounts.ts'
import type { ChosenAnswers } from '../../identity/recovery/chosen-answers.ts'
import { hashSecret, newSecret } from '../../identity/tokens/secrets.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { holdRegistration, keepRegistration } from './store.ts'

/** An account that waits until its e-mail address is proven. */
export interface PendingAccount {
  readonly account: NewAccount
  readonly answers: Awaited<ReturnType<ChosenAnswers['hash']>>
  /** Whether a guardian has registered for the child. */
  readonly guardian: boolean
  readonly segment: Segment | null
}

/** What a ticket opens: a future account, or one that is already open. */
export interface OpenedTicket {
  readonly registrationId: string
  readonly pending: PendingAccount | null
  readonly accountId: string | null
}

/** Registrations that are not confirmed yet; the database holds them encrypted. */
export interface PendingRegistrations {
  /** Returns the ticket for the e-mail; null if the id was sent before. */
  keep(tx: Tx, registrationId: string, pending: PendingAccount, now: Date): Promise<string | null>
  /** Null for a ticket that no longer works. */
  open(tx: Tx, ticket: string, now: Date): Promise<OpenedTicket | null>
}

export function createPendingRegistrations(dataKey: DataKey): PendingRegistrations {
  const contextOf = sealedColumns.registration.nameSeal
  return {
    keep: async (tx, registrationId, pending, now) => {
      const ticket = newSecret()
      const kept = await keepRegistration(tx, {
        registration_id: registrationId,
        ticket_hash: hashSecret(ticket),
        sealed: dataKey.seal(Buffer.from(JSON.stringify(pending)), contextOf(registrationId)),
        created_at: now,
        expires_at: new Date(now.getTime() + linkLifetimes['confirm-registration']),
      })
      return kept ? ticket : null
    },
    open: async (tx, ticket, now) => {
      const row = await holdRegistration(tx, hashSecret(ticket), now)
      if (row === undefined) return null
      const { registration_id: registrationId, sealed, account_id: accountId } = row
      const plain = sealed && dataKey.open(sealed, contextOf(registrationId)).toString('utf8')
      return { registrationId, accountId, pending: plain === null ? null : JSON.parse(plain) }
    },
  }
}
