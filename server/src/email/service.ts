import type { Language } from '@portico/contract/page'
import { v7 as uuidv7 } from 'uuid'
import type { DataKey } from '../data-key.ts'
import type { Reader, Tx } from '../db/database.ts'
import { signal } from '../db/signals.ts'
import { insertEmail, isWaiting, type OutboxDepth, readDepth } from './store.ts'
import type { EmailTemplate, EmailValues } from './templates.ts'

interface Addressed {
  readonly to: string
  /** Code of the brand that writes. */
  readonly brand: string
  readonly language: Language
  readonly now: Date
}

/** Queues e-mails in the transaction of what they tell of: they are sent when it commits, and only then. */
export interface EmailService {
  queue<Template extends EmailTemplate>(
    tx: Tx,
    email: Addressed & { readonly template: Template; readonly values: EmailValues[Template] },
  ): Promise<void>
}

/** What an e-mail is filled in with may open an account: it is kept sealed, and bound to its row. */
export function valuesContext(emailId: string): string {
  return `outbox values ${emailId}`
}

export function createEmailService(dataKey: DataKey): EmailService {
  return {
    queue: async (tx, { template, values, ...addressed }) => {
      const emailId = uuidv7()
      const sealed = dataKey.seal(Buffer.from(JSON.stringify(values)), valuesContext(emailId))
      await insert(tx, { ...addressed, template, emailId, sealed })
    },
  }
}

/** Says that a message waits: nothing is filled in, and while one such e-mail has not been tried, another says no more. */
export async function queueNewMessage(tx: Tx, addressed: Addressed): Promise<void> {
  const template = 'new-message'
  if (await isWaiting(tx, template, addressed.to)) return
  await insert(tx, { ...addressed, template, emailId: uuidv7(), sealed: null })
}

async function insert(
  tx: Tx,
  email: Addressed & { readonly template: EmailTemplate; readonly emailId: string; readonly sealed: Buffer | null },
): Promise<void> {
  const { emailId, template, brand, language, to, sealed, now } = email
  await insertEmail(tx, {
    email_id: emailId,
    ...{ template, brand, language },
    recipient: to,
    sealed_values: sealed,
    created_at: now,
  })
  await signal(tx, 'outbox')
}

export type { OutboxDepth }

/** How much waits in the outbox, of all instances. */
export function readOutboxDepth(db: Reader): Promise<OutboxDepth> {
  return readDepth(db)
}
