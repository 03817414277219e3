import type { PayloadOf, SentTo } from '@portico/contract/call'
import type { addMessage, messageCategories } from '@portico/contract/calls/messages'
import { messageLimits } from '@portico/contract/limits'
import type { BestTime } from '@portico/rules/messages/best-times'
import { trimToMax } from '@portico/rules/validation/text'

/** A category with its sub-categories, as the member's brand offers them. */
export type Topic = PayloadOf<typeof messageCategories>['categories'][number]

/** The form's values, as typed (MC-3); '' if nothing is typed or chosen. */
export interface MessageFields {
  readonly categoryId: string
  readonly subCategoryId: string
  readonly subject: string
  readonly text: string
  readonly phoneNumber: string
  readonly bestTime: BestTime
  /** The claim that the message is about (MP-9); it is shown rather than typed. */
  readonly claimId: string
  /** Whether it is an appeal of the claim's decision (MP-8). */
  readonly appeal: boolean
}

/** The fields that someone types or chooses. */
export type FieldName = Exclude<keyof MessageFields, 'claimId' | 'appeal'>

/** In the order of the form. */
export const fieldNames = [
  'categoryId',
  'subCategoryId',
  'subject',
  'text',
  'phoneNumber',
  'bestTime',
] as const satisfies readonly FieldName[]

export const emptyFields: MessageFields = {
  categoryId: '',
  subCategoryId: '',
  subject: '',
  text: '',
  phoneNumber: '',
  bestTime: 'any',
  claimId: '',
  appeal: false,
}

/** The sub-categories of the chosen category (MC-3). */
export function listSubCategories(topics: readonly Topic[], categoryId: string): Topic['subCategories'] {
  return topics.find((topic) => topic.categoryId === categoryId)?.subCategories ?? []
}

/** The fields after one has changed: texts are cut to their limits (VA-9), and a category with a single sub-category selects it. */
export function withField<Name extends FieldName>(
  fields: MessageFields,
  change: { readonly name: Name; readonly value: MessageFields[Name] },
  topics: readonly Topic[],
): MessageFields {
  const changed = { ...fields, [change.name]: change.value }
  const subject = trimToMax(changed.subject, messageLimits.subject)
  const text = trimToMax(changed.text, messageLimits.text)
  return { ...changed, subject, text, subCategoryId: findFittingSubCategory(changed, topics) }
}

/** Adapts kept fields to the topics offered now: a choice that no longer exists is cleared. */
export function fitToTopics(fields: MessageFields, topics: readonly Topic[]): MessageFields {
  const offered = topics.some((topic) => topic.categoryId === fields.categoryId)
  const fitting = { ...fields, categoryId: offered ? fields.categoryId : '' }
  return { ...fitting, subCategoryId: findFittingSubCategory(fitting, topics) }
}

function findFittingSubCategory({ categoryId, subCategoryId }: MessageFields, topics: readonly Topic[]): string {
  const offered = listSubCategories(topics, categoryId)
  if (offered.some((one) => one.subCategoryId === subCategoryId)) return subCategoryId
  return offered.length === 1 ? (offered[0]?.subCategoryId ?? '') : ''
}

/** Whether discarding the draft would lose text. */
export function holdsWords({ subject, text, phoneNumber }: MessageFields): boolean {
  return [subject, text, phoneNumber].some((words) => words.trim() !== '')
}

/** Whether nothing is typed or chosen. */
export function isEmpty(fields: MessageFields): boolean {
  return fieldNames.every((name) => fields[name] === emptyFields[name])
}

type Body = Omit<SentTo<typeof addMessage>['body'], 'clientMessageId' | 'inReplyTo' | 'attachmentIds'>

/** The fields in the form that the call takes; 'any time' only matters with a phone number. */
export function toBody(fields: MessageFields): Body {
  const phoneNumber = fields.phoneNumber.trim()
  const { categoryId, subCategoryId, bestTime, claimId, appeal } = fields
  return {
    categoryId,
    subCategoryId,
    subject: fields.subject.trim(),
    text: fields.text.trim(),
    ...(phoneNumber !== '' && { phoneNumber }),
    ...(claimId !== '' && { claimId, appeal }),
    ...((phoneNumber !== '' || bestTime !== 'any') && { bestTime }),
  }
}

/** The fields in the form that a draft stores. */
export function toDraftBody({ claimId, appeal, ...typed }: MessageFields) {
  return { ...typed, ...(claimId !== '' && { claimId, appeal }) }
}

/** The fields without the claim they were about. */
export function withoutClaim(fields: MessageFields): MessageFields {
  return { ...fields, claimId: '', appeal: false }
}
