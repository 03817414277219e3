import type { PayloadOf } from '@portico/contract/call'
import type { notificationChoices } from '@portico/contract/calls/notifications'
import type { Language } from '@portico/contract/page'
import { languages } from '@portico/rules/languages/list'
import { listAddressees } from '../../identity/accounts/people.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { listReadersByContract } from '../people/standing.ts'
import { findChoice } from './store.ts'

type Choices = PayloadOf<typeof notificationChoices>

/** The choices of a member as their page shows them. */
export async function readChoices(db: Reader, { memberId, accountId }: MemberPrincipal): Promise<Choices> {
  const addressees = await listAddressees(db, memberId)
  const own = addressees.find((one) => one.accountId === accountId) ?? addressees[0]
  const { language, ...wanted } = await findChoices(db, memberId)
  return { email: own?.email ?? null, ...wanted, language: language ?? own?.language ?? 'en' }
}

/** A member's choices; by default they get every e-mail, in the language of the page that they last used. */
export async function findChoices(
  db: Reader,
  memberId: string,
): Promise<Omit<Choices, 'email' | 'language'> & { readonly language: Language | null }> {
  const choice = await findChoice(db, memberId)
  const language = languages.find((one) => one === choice?.language) ?? null
  return {
    newMessage: choice?.new_message ?? true,
    formAnswered: choice?.form_answered ?? true,
    orderNews: choice?.order_news ?? true,
    billDue: choice?.bill_due ?? true,
    paymentMade: choice?.payment_made ?? true,
    accountEnding: choice?.account_ending ?? true,
    refillSoon: choice?.refill_soon ?? true,
    language,
  }
}

/**
 * If the member wants it, queues an e-mail about a message from customer service (MC-6) or an answer to a form of theirs (MP-29). For a
 * young child, who seldom has an account, it also notifies the parent who reads the messages. Call it in the transaction that puts a
 * message into the inbox.
 */
export async function notifyOfNewMessage(
  tx: Tx,
  emails: EmailService,
  told: {
    readonly memberId: string
    readonly messageId: string
    /** Whether the message answers a form of theirs. */
    readonly isForm: boolean
    readonly now: Date
  },
): Promise<void> {
  const { memberId, messageId, isForm, now } = told
  if (!isForm)
    for (const parent of await listReadersByContract(tx, memberId, now))
      await notifyMember(tx, emails, { memberId: parent, template: 'new-message-child', now })
  const { newMessage, formAnswered, language: chosen } = await findChoices(tx, memberId)
  if (!(isForm ? formAnswered : newMessage)) return
  const template = isForm ? 'form-answered' : 'new-message'
  for (const { email, brand, language: used } of await listAddressees(tx, memberId)) {
    const language = chosen ?? used ?? 'en'
    if (email !== null)
      await emails.queueNewMessage(tx, { template, to: email, brand, language, memberId, messageId, now })
  }
}

/** E-mails with the same text for everyone, each with the choice of the member's that it depends on. */
const choiceOf = {
  'new-message-child': 'newMessage',
  'order-news': 'orderNews',
  'refill-soon': 'refillSoon',
  'premium-due': 'billDue',
  'autopay-soon': 'billDue',
  'payment-received': 'paymentMade',
  'payment-failed': 'paymentMade',
  'autopay-failed': 'paymentMade',
  'account-ending': 'accountEnding',
} as const
type News = keyof typeof choiceOf

interface Recipient {
  readonly memberId: string
  readonly now: Date
}

/**
 * If the member wants it, queues an e-mail that there is news about a request of theirs (MP-29); it says neither what nor for whom.
 * Call it in the transaction that stores the news.
 */
export function notifyOfOrder(tx: Tx, emails: EmailService, told: Recipient): Promise<void> {
  return notifyMember(tx, emails, { ...told, template: 'order-news' })
}

/**
 * If the member wants it, queues an e-mail that a supply of theirs runs out soon (MP-29); it says neither what, nor that it is a
 * medicine.
 */
export function notifyOfRefill(tx: Tx, emails: EmailService, told: Recipient): Promise<void> {
  return notifyMember(tx, emails, { ...told, template: 'refill-soon' })
}

/** If the member wants it, queues an e-mail about their money (MP-29); it names no plan, no account and no amount. */
export function notifyOfMoney(
  tx: Tx,
  emails: EmailService,
  told: Recipient & { readonly template: Exclude<News, 'order-news' | 'refill-soon' | 'new-message-child'> },
): Promise<void> {
  return notifyMember(tx, emails, told)
}

/**
 * Queues the person's own record of what they agreed to or ended, or what their bank ended, whatever e-mails they want: when, and the
 * last digits of the account or card; no amount, and nothing about a plan or anyone's health (MP-18).
 */
export async function confirmAgreement(tx: Tx, emails: EmailService, told: Recipient & AutopayNews): Promise<void> {
  const { memberId, now, template } = told
  const { language: chosen } = await findChoices(tx, memberId)
  for (const { email, brand, language: used } of await listAddressees(tx, memberId)) {
    if (email === null) continue
    const to = { to: email, brand, language: chosen ?? used ?? 'en', memberId, now }
    const at = now.toISOString()
    if (template !== 'autopay-agreed') await emails.queue(tx, { ...to, template, values: { at } })
    else await emails.queue(tx, { ...to, template, values: { at, method: told.method } })
  }
}

type AutopayNews =
  | { readonly template: 'autopay-stopped' | 'payment-taken-back' }
  | { readonly template: 'autopay-agreed'; readonly method: string }

async function notifyMember(
  tx: Tx,
  emails: EmailService,
  told: Recipient & { readonly template: News },
): Promise<void> {
  const { memberId, template, now } = told
  const { language: chosen, ...wanted } = await findChoices(tx, memberId)
  if (!wanted[choiceOf[template]]) return
  for (const { email, brand, language: used } of await listAddressees(tx, memberId)) {
    const language = chosen ?? used ?? 'en'
    if (email !== null) await emails.queue(tx, { template, values: {}, to: email, brand, language, memberId, now })
  }
}
