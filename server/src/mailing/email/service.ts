import type { Language } from '@portico/contract/page'
import { v7 as uuidv7 } from 'uuid'
import { readLineMember } from '../../brands/brand/line-member-statement.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { signal } from '../../platform/db/signals.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { insertEmail, isWaiting, type OutboxDepth, readDepth } from './store.ts'
import type { EmailTemplate, EmailValues } from './templates.ts'

interface Envelope {
  readonly to: string
  /** Code of the brand that sends it. */
  readonly brand: string
  readonly language: Language
  /** The member it is for; decides which of the portal's phone numbers the e-mail gives (BR-10). Null: not a member, or not known yet. */
  readonly memberId: string | null
  readonly now: Date
}

/** Queues e-mails in the transaction that causes them, so that they are sent only if it commits. */
export interface EmailService {
  queue<Template extends EmailTemplate>(
    tx: Tx,
    email: Envelope & { readonly template: Template; readonly values: EmailValues[Template] },
  ): Promise<void>
  /**
   * Notifies a member that a message waits, with a link that holds only its id; does nothing while such an e-mail to the member is
   * still unsent.
   */
  queueNewMessage(
    tx: Tx,
    email: Envelope & { readonly template: 'new-message' | 'form-answered'; readonly messageId: string },
  ): Promise<void>
}

/** The values of an e-mail may include a link that opens an account, so they are encrypted and bound to their row. */
export const valuesContext = sealedColumns.outbox.nameSeal

export function createEmailService(dataKey: DataKey): EmailService {
  const queue: EmailService['queue'] = async (tx, { template, values, to, brand, language, memberId, now }) => {
    const emailId = uuidv7()
    const member = memberId === null ? null : await readLineMember(tx, memberId)
    const filled = { ...values, line: member === null ? 'anybody' : member.isNDMedicaid ? 'medicaid' : 'member' }
    await insertEmail(tx, {
      email_id: emailId,
      template,
      brand,
      language,
      recipient: to,
      for_member_id: memberId,
      sealed_values: dataKey.seal(Buffer.from(JSON.stringify(filled)), valuesContext(emailId)),
      created_at: now,
    })
    await signal(tx, 'outbox')
  }
  return {
    queue,
    queueNewMessage: async (tx, { template, messageId, ...addressed }) => {
      const { to: recipient, brand, memberId: for_member_id } = addressed
      if (await isWaiting(tx, { template, brand, recipient, for_member_id })) return
      await queue(tx, { ...addressed, template, values: { link: `/msg/#!/message-center/${messageId}` } })
    },
  }
}

export type { OutboxDepth }

/** How many e-mails wait in the outbox, for all instances. */
export function readOutboxDepth(db: Reader): Promise<OutboxDepth> {
  return readDepth(db)
}
