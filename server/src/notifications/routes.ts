import * as calls from '@portico/contract/calls/notifications'
import type { Binder } from '../http/bind.ts'
import type { Notifications } from './service.ts'

export function bindNotifications(binder: Binder, notifications: Notifications): void {
  binder.bind(calls.notificationChoices, ({ principal }, context) => notifications.choices(principal, context))
  binder.bind(calls.changeNotificationChoices, ({ principal, body }, context) =>
    notifications.change(principal, body, context),
  )
}
