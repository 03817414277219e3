import { bestTimes } from '@portico/rules/messages/best-times'
import type { OpenedDraft } from '../drafts/member-drafts.ts'
import type { Keeping } from '../drafts/merge.ts'
import { type DraftStorage, idsIn } from '../message-center/draft.ts'
import { draftPrefixes } from '../storage/draft-keys.ts'
import { emptyFields, type Fields, isEmpty } from './fields.ts'

/** A message that is being written. Kept until the server has acknowledged it, so that nothing typed is ever lost. */
export interface Draft extends Keeping {
  readonly fields: Fields
  /** Made once for a draft and sent with every attempt: the server stores one message however often it arrives (MC-5). */
  readonly clientMessageId: string
  /** An attempt went out and its outcome is unknown: the server may hold a message under this id. */
  readonly mayHaveArrived: boolean
  /** Files that go with it, in the server's keeping (MC-4). */
  readonly attachmentIds: readonly string[]
}

const prefix = draftPrefixes.contactUs

export function newDraft(clientMessageId: string): Draft {
  return { fields: emptyFields, clientMessageId, mayHaveArrived: false, attachmentIds: [] }
}

/** A draft as the server holds it. */
export function draftOf(opened: OpenedDraft): Draft {
  const { draftId, version, attachmentIds, categoryId, subCategoryId, subject, text, phoneNumber, bestTime } = opened
  return {
    fields: { categoryId, subCategoryId, subject, text, phoneNumber, bestTime },
    clientMessageId: draftId,
    mayHaveArrived: false,
    attachmentIds,
    server: { version, unsaved: false },
  }
}

/** The draft of a person (login ID); null when there is none, when it cannot be read, or when storage is refused. */
export function readDraft(storage: DraftStorage | null, owner: string): Draft | null {
  try {
    const value: unknown = JSON.parse(storage?.getItem(prefix + owner) ?? 'null')
    return isDraft(value) ? { ...value, attachmentIds: idsIn(value) } : null
  } catch {
    return null
  }
}

/** Keeps a draft; an empty one of which nothing can have arrived is removed. Returns whether it is kept. */
export function writeDraft(storage: DraftStorage | null, owner: string, draft: Draft): boolean {
  try {
    if (isEmpty(draft.fields) && draft.attachmentIds.length === 0 && !draft.mayHaveArrived) {
      storage?.removeItem(prefix + owner)
      return false
    }
    storage?.setItem(prefix + owner, JSON.stringify(draft))
    return storage !== null
  } catch {
    return false
  }
}

/** Whether someone has a draft in this tab. */
export function holdsDraft(storage: DraftStorage | null): boolean {
  return draftKeys(storage).length > 0
}

/** Removes what other people left behind in this tab: a draft is health data of the one who wrote it. */
export function removeDraftsOfOthers(storage: DraftStorage | null, owner: string): void {
  for (const key of draftKeys(storage)) if (key !== prefix + owner) storage?.removeItem(key)
}

/** None where storage is refused: nothing can be read then, so nothing can be shown to anyone. */
function draftKeys(storage: DraftStorage | null): string[] {
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { fields, clientMessageId, mayHaveArrived } = value as Record<string, unknown>
  return typeof clientMessageId === 'string' && typeof mayHaveArrived === 'boolean' && areFields(fields)
}

function areFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  const { bestTime, ...texts } = value as Record<string, unknown>
  const { bestTime: _, ...known } = emptyFields
  return (
    bestTimes.some((time) => time === bestTime) && Object.keys(known).every((name) => typeof texts[name] === 'string')
  )
}
