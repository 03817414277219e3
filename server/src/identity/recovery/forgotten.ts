import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/recovery'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { checkEmail } from '@portico/rules/validation/email'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { type Owner, ownerOfLogin, ownersOfEmail } from '../accounts/people.ts'
import { admit, openPasswordTicket, recordRecovery, refuseProblems, requireLoginId } from './candidates.ts'
import type { RecoveryParts } from './parts.ts'
import { ticketLink } from './tickets.ts'

const accepted = { accepted: true } as const

/** E-mails everyone with this address. */
export function sendLoginIds(
  parts: RecoveryParts,
  { body: { email } }: CallInput<typeof calls.forgottenUsername>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.forgottenUsername>> {
  const { inEvenTime, database, limits } = parts
  return inEvenTime(async () => {
    const address = email.trim()
    // Long top-level domains are allowed: stored addresses were entered under the rules of every brand.
    refuseProblems({ email: checkEmail(address, { required: true, longTopLevel: true }) })
    const found = await ownersOfEmail(database.read, address)
    const from = await admit(parts, found, context)
    const owners = (await limits.reserveLetter(`email ${address.toLowerCase()}`, from, context.now)) ? found : []
    await database.transaction(async (tx) => {
      for (const owner of owners) {
        const { brand, loginId } = owner
        await writeTo(parts, tx, owner, { template: 'forgotten-login-id', brand, values: { loginId } }, context)
        await recordRecovery(tx, 'recovery.login-id', owner, 'done', context)
      }
      if (owners.length === 0) await recordRecovery(tx, 'recovery.login-id', null, 'refused', context)
    })
    return accepted
  })
}

/** Sends the link for a new password. */
export function sendPasswordLink(
  parts: RecoveryParts,
  { body: { logonId } }: CallInput<typeof calls.forgottenPassword>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.forgottenPassword>> {
  const { inEvenTime, database, limits } = parts
  return inEvenTime(async () => {
    const loginId = requireLoginId(logonId)
    const found = await ownerOfLogin(database.read, loginId)
    const from = await admit(parts, [found], context)
    const owner = (await limits.reserveLetter(`login ${loginId}`, from, context.now)) ? found : null
    await database.transaction(async (tx) => {
      if (owner?.email == null) return recordRecovery(tx, 'recovery.link', null, 'refused', context)
      const ticket = await openPasswordTicket(tx, owner.accountId, context.now)
      const values = { link: ticketLink(ticket), minutes: String(linkLifetimes['new-password'] / 60_000) }
      await writeTo(parts, tx, owner, { template: 'forgotten-password', brand: owner.brand, values }, context)
      return recordRecovery(tx, 'recovery.link', owner, 'done', context)
    })
    return accepted
  })
}

function writeTo(
  { emails }: RecoveryParts,
  tx: Tx,
  { email, memberId }: Owner,
  letter: Pick<Parameters<EmailService['queue']>[1], 'template' | 'values' | 'brand'>,
  { language, now }: CallContext,
): Promise<void> {
  return email === null ? Promise.resolve() : emails.queue(tx, { ...letter, to: email, language, memberId, now })
}
