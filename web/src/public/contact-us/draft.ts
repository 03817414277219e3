import { bestTimes } from '@portico/rules/messages/best-times'
import { draftPrefixes } from '../../base/storage/draft-keys.ts'
import { type Draft, restoreDraft } from '../../shared/composing/draft.ts'
import type { OpenedDraft } from '../../shared/drafts/member-drafts.ts'
import { emptyFields, isEmpty, type MessageFields } from './fields.ts'

/** Storage keys, in the browser tab, of the draft of a new message. */
export const contactDraft = { prefix: draftPrefixes.contactUs, fieldsIn, isEmpty }

/** A draft as stored on the server. */
export function toDraft(opened: OpenedDraft): Draft<MessageFields> {
  const { categoryId, subCategoryId, subject, text, phoneNumber, bestTime, appeal } = opened
  const claimId = opened.claimId ?? ''
  return restoreDraft(opened, { categoryId, subCategoryId, subject, text, phoneNumber, bestTime, claimId, appeal })
}

function fieldsIn({ bestTime, claimId, appeal, ...texts }: Readonly<Record<string, unknown>>): MessageFields | null {
  const time = bestTimes.find((one) => one === bestTime)
  const { categoryId, subCategoryId, subject, text, phoneNumber } = { ...emptyFields, ...texts } as MessageFields
  const typed = { categoryId, subCategoryId, subject, text, phoneNumber }
  const isWhole = Object.keys(typed).every((name) => typeof texts[name] === 'string')
  const claim = { claimId: typeof claimId === 'string' ? claimId : '', appeal: appeal === true }
  return isWhole && time !== undefined ? { ...typed, ...claim, bestTime: time } : null
}
