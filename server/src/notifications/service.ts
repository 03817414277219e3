import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { changeNotificationChoices, notificationChoices } from '@portico/contract/calls/notifications'
import { type Language, languages } from '@portico/contract/page'
import { addresseesOf } from '../accounts/people.ts'
import { type AuditContext, audit } from '../audit/store.ts'
import type { Database, Reader, Tx } from '../db/database.ts'
import type { EmailService } from '../email/service.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import { findChoice, writeChoice } from './store.ts'

type Choices = PayloadOf<typeof notificationChoices>

export interface Notifications {
  choices(principal: MemberPrincipal, at: AuditContext): Promise<Choices>
  change(
    principal: MemberPrincipal,
    chosen: BodyOf<typeof changeNotificationChoices>,
    at: AuditContext,
  ): Promise<Choices>
}

export function createNotifications(database: Database): Notifications {
  return {
    choices: (principal, at) =>
      database.transaction(async (tx) => {
        await audit(tx, principal, { action: 'notifications.read' }, at)
        return read(tx, principal)
      }),
    change: (principal, chosen, at) =>
      database.transaction(async (tx) => {
        await writeChoice(tx, {
          member_id: principal.memberId,
          new_message: chosen.newMessage,
          language: chosen.language,
          changed_at: at.now,
        })
        await audit(tx, principal, { action: 'notifications.change' }, at)
        return read(tx, principal)
      }),
  }
}

async function read(db: Reader, { memberId, accountId }: MemberPrincipal): Promise<Choices> {
  const addressees = await addresseesOf(db, memberId)
  const own = addressees.find((one) => one.accountId === accountId) ?? addressees[0]
  const { newMessage, language } = await chosenBy(db, memberId)
  return { email: own?.email ?? null, newMessage, language: language ?? own?.language ?? 'en' }
}

/** What a member has chosen; who has not is told, in the language of the page that they used last. */
async function chosenBy(db: Reader, memberId: string): Promise<{ newMessage: boolean; language: Language | null }> {
  const choice = await findChoice(db, memberId)
  const language = languages.find((one) => one === choice?.language) ?? null
  return { newMessage: choice?.new_message ?? true, language }
}

/**
 * Has the member told by e-mail that customer service has written (MC-6), where they want to be; called in the transaction
 * that puts a message into their inbox.
 */
export async function tellOfNewMessage(
  tx: Tx,
  emails: EmailService,
  { memberId, messageId, now }: { readonly memberId: string; readonly messageId: string; readonly now: Date },
): Promise<void> {
  const { newMessage, language: chosen } = await chosenBy(tx, memberId)
  if (!newMessage) return
  for (const { email, brand, language: used } of await addresseesOf(tx, memberId)) {
    const language = chosen ?? used ?? 'en'
    if (email !== null) await emails.queueNewMessage(tx, { to: email, brand, language, memberId, messageId, now })
  }
}
