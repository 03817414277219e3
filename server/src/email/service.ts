import type { Language } from '@portico/contract/page'
import { v7 as uuidv7 } from 'uuid'
import type { DataKey } from '../data-key.ts'
import type { Reader, Tx } from '../db/database.ts'
import { signal } from '../db/signals.ts'
import { serviceLineOf } from '../member/coverage.ts'
import { insertEmail, isWaiting, type OutboxDepth, readDepth } from './store.ts'
import type { EmailTemplate, EmailValues } from './templates.ts'

interface Envelope {
  readonly to: string
  /** Code of the brand that writes. */
  readonly brand: string
  readonly language: Language
  /** Whose member it is for, who is given the number that the portal gives them (BR-10); null: no one's, or not known yet. */
  readonly memberId: string | null
  readonly now: Date
}

/** Queues e-mails in the transaction they are about: they are sent only if it commits. */
export interface EmailService {
  queue<Template extends EmailTemplate>(
    tx: Tx,
    email: Envelope & { readonly template: Template; readonly values: EmailValues[Template] },
  ): Promise<void>
  /**
   * Says that a message waits, and leads to it by its id alone; while one such e-mail has not been tried, another says no
   * more.
   */
  queueNewMessage(
    tx: Tx,
    email: Envelope & { readonly template: 'new-message' | 'form-answered'; readonly messageId: string },
  ): Promise<void>
}

/** The values of an e-mail may open an account, so they are stored encrypted and bound to their row. */
export function valuesContext(emailId: string): string {
  return `outbox values ${emailId}`
}

export function createEmailService(dataKey: DataKey): EmailService {
  const queue: EmailService['queue'] = async (tx, { template, values, to, brand, language, memberId, now }) => {
    const emailId = uuidv7()
    const filled = { ...values, line: memberId === null ? 'anybody' : await serviceLineOf(tx, memberId) }
    await insertEmail(tx, {
      email_id: emailId,
      template,
      brand,
      language,
      recipient: to,
      sealed_values: dataKey.seal(Buffer.from(JSON.stringify(filled)), valuesContext(emailId)),
      created_at: now,
    })
    await signal(tx, 'outbox')
  }
  return {
    queue,
    queueNewMessage: async (tx, { template, messageId, ...addressed }) => {
      if (await isWaiting(tx, template, addressed.to)) return
      await queue(tx, { ...addressed, template, values: { link: `/msg/#!/message-center/${messageId}` } })
    },
  }
}

export type { OutboxDepth }

/** How much waits in the outbox, of all instances. */
export function readOutboxDepth(db: Reader): Promise<OutboxDepth> {
  return readDepth(db)
}
