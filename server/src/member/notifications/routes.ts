import * as calls from '@portico/contract/calls/notifications'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { findChoices, readChoices } from './service.ts'
import { writeChoice } from './store.ts'

export function bindNotifications(binder: Binder): void {
  binder.bind(calls.notificationChoices, ({ principal }, _context, tx) => readChoices(tx, principal))

  binder.bind(calls.changeNotificationChoices, async ({ principal, body: chosen }, { now }, tx) => {
    await lockOwnMember(tx, principal)
    const before = await findChoices(tx, principal.memberId)
    await writeChoice(tx, {
      member_id: principal.memberId,
      new_message: chosen.newMessage,
      form_answered: chosen.formAnswered ?? before.formAnswered,
      order_news: chosen.orderNews ?? before.orderNews,
      bill_due: chosen.billDue ?? before.billDue,
      payment_made: chosen.paymentMade ?? before.paymentMade,
      account_ending: chosen.accountEnding ?? before.accountEnding,
      refill_soon: chosen.refillSoon ?? before.refillSoon,
      language: chosen.language,
      changed_at: now,
    })
    return readChoices(tx, principal)
  })
}
