import * as calls from '@portico/contract/calls/notifications'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { findChoices, readChoices } from './service.ts'
import { writeChoice } from './store.ts'

export function bindNotifications(binder: Binder, database: Database): void {
  binder.bind(calls.notificationChoices, ({ principal }, context) =>
    readAudited(database, async (tx) => {
      await audit(tx, principal, { action: 'notifications.read' }, context)
      return readChoices(tx, principal)
    }),
  )

  binder.bind(calls.changeNotificationChoices, ({ principal, body: chosen }, context) =>
    database.transaction(async (tx) => {
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
        changed_at: context.now,
      })
      await audit(tx, principal, { action: 'notifications.change' }, context)
      return readChoices(tx, principal)
    }),
  )
}
