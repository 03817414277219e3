import type * as calls from '@portico/contract/calls/recovery'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { checkEmail } from '@portico/rules/validation/email'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import { type Owner, ownerOfLogin, ownersOfEmail } from '../accounts/people.ts'
import { admit, openPasswordTicket, refuseProblems, requireLoginId, toSubject } from './candidates.ts'
import type { RecoveryParts } from './parts.ts'
import { ticketLink } from './tickets.ts'

const accepted = { accepted: true } as const

/** Sends an e-mail to everyone with this address. */
export const sendLoginIds = (
  parts: RecoveryParts,
): PreparedHandler<typeof calls.forgottenUsername, readonly Owner[]> => ({
  around: (_input, _context, run) => parts.inEvenTime(run),
  prepare: async ({ body: { email } }, context) => {
    const { database, limits } = parts
    const address = email.trim()
    // Long top-level domains are allowed, because stored addresses were entered under every brand's rules.
    refuseProblems({ email: checkEmail(address, { required: true, longTopLevel: true }) })
    const found = await ownersOfEmail(database.read, address)
    const from = await admit(parts, found, context)
    return (await limits.reserveLetter(`email ${address.toLowerCase()}`, from, context.now)) ? found : []
  },
  handle: async (_input, context, tx, owners) => {
    for (const owner of owners) {
      const { brand, loginId } = owner
      await writeTo(parts, tx, owner, { template: 'forgotten-login-id', brand, values: { loginId } }, context)
    }
    return aboutEach(owners.length > 0 ? owners.map(toSubject) : [toNobody], accepted)
  },
})

/** Sends the link to choose a new password. */
export const sendPasswordLink = (
  parts: RecoveryParts,
): PreparedHandler<typeof calls.forgottenPassword, { readonly owner: Owner | null }> => ({
  around: (_input, _context, run) => parts.inEvenTime(run),
  prepare: async ({ body: { logonId } }, context) => {
    const { database, limits } = parts
    const loginId = requireLoginId(logonId)
    const owner = await ownerOfLogin(database.read, loginId)
    const from = await admit(parts, [owner], context)
    return { owner: (await limits.reserveLetter(`login ${loginId}`, from, context.now)) ? owner : null }
  },
  handle: async (_input, context, tx, { owner }) => {
    if (owner?.email == null) return aboutEach([toNobody], accepted)
    const ticket = await openPasswordTicket(tx, owner.accountId, context.now)
    const values = { link: ticketLink(ticket), minutes: String(linkLifetimes['new-password'] / 60_000) }
    await writeTo(parts, tx, owner, { template: 'forgotten-password', brand: owner.brand, values }, context)
    return aboutEach([toSubject(owner)], accepted)
  },
})

/** Nothing was sent, and the answer does not reveal that. */
const toNobody = { ...toSubject(null), outcome: 'refused' } as const

function writeTo(
  { emails }: RecoveryParts,
  tx: Tx,
  { email, memberId }: Owner,
  letter: Pick<Parameters<EmailService['queue']>[1], 'template' | 'values' | 'brand'>,
  { language, now }: CallContext,
): Promise<void> {
  return email === null ? Promise.resolve() : emails.queue(tx, { ...letter, to: email, language, memberId, now })
}
