import { languages } from '@portico/rules/languages/list'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const
const path = '/rbsmbl/x-services/account/notifications'

const Choices = {
  /** An e-mail about a message from customer service; it does not reveal the content. */
  newMessage: v.boolean(),
  /** An e-mail when a form that the member sent is answered (MP-29); absent in a change: unchanged. */
  formAnswered: v.boolean(),
  /** E-mails when a premium is due soon, and about the outcome of a payment (MP-29); absent in a change: unchanged. */
  billDue: v.boolean(),
  paymentMade: v.boolean(),
  /** An e-mail before money in a spending account is lost (MP-29); absent in a change: unchanged. */
  accountEnding: v.boolean(),
  /** An e-mail when a medicine is about to run out; it does not name the medicine (MP-29); absent in a change: unchanged. */
  refillSoon: v.boolean(),
  /** For all e-mails to the member. */
  language: v.picklist(languages),
} as const

const NotificationChoices = v.object({
  /** An e-mail about news on a request to a pharmacy; it says neither what it is nor whose (MP-29). */
  orderNews: v.boolean(),
  /** Where e-mails go; null: we have no address. */
  email: v.nullable(v.string()),
  ...Choices,
})

export const notificationChoices = defineCall({
  method: 'GET',
  path,
  summary: 'Which e-mails the member gets, and in which language (RG-3).',
  audience: members,
  ...asking,
  audit: { action: 'notifications.read' },
  payload: NotificationChoices,
  errors: [],
})

export const changeNotificationChoices = defineCall({
  method: 'PUT',
  path,
  summary: "Chooses the member's notifications by e-mail, and their language (RG-3).",
  audience: members,
  ...changing,
  audit: { action: 'notifications.change' },
  /** Anything absent stays unchanged. */
  body: v.object({
    ...Choices,
    formAnswered: v.optional(v.boolean()),
    orderNews: v.optional(v.boolean()),
    billDue: v.optional(v.boolean()),
    paymentMade: v.optional(v.boolean()),
    accountEnding: v.optional(v.boolean()),
    refillSoon: v.optional(v.boolean()),
  }),
  payload: NotificationChoices,
  errors: ['FIELD-INVALID'],
})
