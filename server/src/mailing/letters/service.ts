import type { sendEmail } from '@portico/contract/calls/letters'
import type { Language } from '@portico/contract/page'
import type { BrandService } from '../../brands/brand/service.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { EmailService } from '../email/service.ts'
import { findWriter, isKept, keepLetter } from './store.ts'

/**
 * E-mails that people ask the portal to send (SH-2), to themselves or to customer service: the caller chooses neither address nor
 * wording.
 */
export interface Letters {
  /** Throws CONFLICT if there is no address or telephone number, TOO-MANY-REQUESTS. */
  readonly send: PreparedHandler<typeof sendEmail, { readonly isSent: boolean }>
  /**
   * Sends the link of a proposal to the client who agreed to it (AG-6), once per letter id; false if it was sent before. Throws
   * TOO-MANY-REQUESTS.
   */
  sendProposal(tx: Tx, context: CallContext<Principal>, letter: ProposalLetter): Promise<boolean>
}

interface ProposalLetter {
  readonly letterId: string
  readonly to: string
  readonly brand: string
  readonly language: Language
  readonly values: Readonly<Record<'link' | 'agentName' | 'agencyName' | 'npn' | 'validDays', string>>
}

export function createLetters(parts: {
  readonly database: Database
  readonly brands: BrandService
  readonly emails: EmailService
  readonly limits: Limits
}): Letters {
  const { database, brands, emails, limits } = parts
  return {
    send: {
      prepare: async ({ principal: { accountId }, body: { letterId } }, { now }) => {
        const isSent = await isKept(database.read, accountId, letterId)
        if (!isSent && !(await limits.reserveOwnLetter(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
        return { isSent }
      },
      handle: async ({ principal, body: { letterId, template } }, { now, language }, tx, { isSent }) => {
        const queued = { queued: true } as const
        const { accountId, brand, memberId } = principal
        const letter = { account_id: accountId, letter_id: letterId, template, sent_at: now }
        if (isSent || !(await keepLetter(tx, letter))) return leaveUnchanged(queued)
        const person = await findWriter(tx, accountId)
        const addressed = { brand, language, now }
        if (template === 'contact-card') {
          if (person.email === null) throw new CallError('CONFLICT')
          await emails.queue(tx, { ...addressed, template, memberId, to: person.email, values: {} })
        } else {
          const { loginId, name, phone } = person
          if (phone === null) throw new CallError('CONFLICT')
          const to = `customerservice@${brands.get(brand).domain}`
          const values = { loginId, name, callPhone: phone }
          await emails.queue(tx, { ...addressed, template, memberId: null, to, values })
        }
        return about(letterId, queued, { action: `letter.${template}` as const })
      },
    },

    sendProposal: async (tx, context, { letterId, to, brand, language, values }) => {
      const { principal, now } = context
      const template = 'plan-proposal'
      const isNew = await keepLetter(tx, {
        account_id: principal.accountId,
        letter_id: letterId,
        template,
        sent_at: now,
      })
      if (!isNew) return false
      if (!(await limits.reserveProposal(tx, principal.accountId, to, now))) throw new CallError('TOO-MANY-REQUESTS')
      await emails.queue(tx, { template, to, brand, language, values, memberId: null, now })
      const record = { recordType: 'letter', recordId: letterId } as const
      await audit(tx, principal, { action: `letter.${template}`, ...record }, context)
      return true
    },
  }
}
