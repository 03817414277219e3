import type { BodyOf } from '@portico/contract/call'
import type { sendEmail } from '@portico/contract/calls/letters'
import type { Language } from '@portico/contract/page'
import type { BrandService } from '../../brands/brand/service.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { EmailService } from '../email/service.ts'

/**
 * E-mails that people ask the portal to send (SH-2), to themselves or to customer service: the caller chooses neither address nor wording.
 */
export interface Letters {
  /** Throws CONFLICT if there is no address or telephone number, TOO-MANY-REQUESTS. */
  send(context: CallContext<Principal>, letter: BodyOf<typeof sendEmail>): Promise<void>
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
    send: async (context, { letterId, template }) => {
      const { principal, now, language } = context
      if (await isKept(database.read, principal.accountId, letterId)) return
      if (!(await limits.reserveOwnLetter(principal.accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
      await database.transaction(async (tx) => {
        const person = await findPerson(tx, principal.accountId)
        const isNew = await keep(tx, { account_id: principal.accountId, letter_id: letterId, template, sent_at: now })
        if (!isNew) return
        const { brand, memberId } = principal
        const addressed = { brand, language, now }
        if (template === 'contact-card') {
          if (person.email === null) throw new CallError('CONFLICT')
          await emails.queue(tx, { ...addressed, template, memberId, to: person.email, values: {} })
        } else {
          const { loginId, name, phone } = person
          if (phone === null) throw new CallError('CONFLICT')
          const to = `customerservice@${brands.get(brand).domain}`
          await emails.queue(tx, {
            ...addressed,
            template,
            memberId: null,
            to,
            values: { loginId, name, callPhone: phone },
          })
        }
        const record = { recordType: 'letter', recordId: letterId } as const
        await audit(tx, principal, { action: `letter.${template}`, ...record }, context)
      })
    },

    sendProposal: async (tx, context, { letterId, to, brand, language, values }) => {
      const { principal, now } = context
      const template = 'plan-proposal'
      const isNew = await keep(tx, { account_id: principal.accountId, letter_id: letterId, template, sent_at: now })
      if (!isNew) return false
      if (!(await limits.reserveProposal(tx, principal.accountId, to, now))) throw new CallError('TOO-MANY-REQUESTS')
      await emails.queue(tx, { template, to, brand, language, values, memberId: null, now })
      const record = { recordType: 'letter', recordId: letterId } as const
      await audit(tx, principal, { action: `letter.${template}`, ...record }, context)
      return true
    },
  }
}

async function findPerson(tx: Tx, accountId: string) {
  const row = await tx
    .selectFrom('account')
    .select(['login_id', 'first_name', 'last_name', 'email', 'phone', 'bus_phone'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const name = `${row.first_name} ${row.last_name}`.trim()
  return { loginId: row.login_id, name, email: row.email, phone: row.phone ?? row.bus_phone }
}

/** A letter that was sent does not count again when it is requested again. */
async function isKept(db: Reader, accountId: string, letterId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sent_letter')
    .select('letter_id')
    .where((eb) => eb.and({ account_id: accountId, letter_id: letterId }))
    .executeTakeFirst()
  return found !== undefined
}

/** False if it was sent before. */
async function keep(
  tx: Tx,
  letter: {
    readonly account_id: string
    readonly letter_id: string
    readonly template: string
    readonly sent_at: Date
  },
): Promise<boolean> {
  const kept = await tx
    .insertInto('sent_letter')
    .values(letter)
    .onConflict((conflict) => conflict.columns(['account_id', 'letter_id']).doNothing())
    .returning('letter_id')
    .executeTakeFirst()
  return kept !== undefined
}
