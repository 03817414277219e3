import type { Keeping } from '../drafts/merge.ts'
import { draftPrefixes } from '../storage/draft-keys.ts'

/** A reply that is being written. Kept until the server has acknowledged it, so that nothing typed is ever lost. */
export interface Draft extends Keeping {
  readonly text: string
  /** Made once for a draft and sent with every attempt: the server stores one message however often it arrives (MC-5). */
  readonly clientMessageId: string
  /** An attempt went out and its outcome is unknown: the server may hold a message under this id. */
  readonly mayHaveArrived: boolean
  /** Files that go with it, in the server's keeping (MC-4). */
  readonly attachmentIds: readonly string[]
}

/** The part of `Storage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

interface DraftKey {
  /** Login ID of the writer: another person in the same tab never sees the draft. */
  readonly owner: string
  readonly threadId: string
}

const prefix = draftPrefixes.reply

function keyOf({ owner, threadId }: DraftKey): string {
  return `${prefix}${owner}.${threadId}`
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const draft = value as Record<string, unknown>
  return (
    typeof draft.text === 'string' &&
    typeof draft.clientMessageId === 'string' &&
    typeof draft.mayHaveArrived === 'boolean'
  )
}

/** Ids of files in a draft as it was kept; drafts of an earlier release have none. */
export function idsIn(draft: { readonly attachmentIds?: unknown }): string[] {
  const { attachmentIds } = draft
  return Array.isArray(attachmentIds) ? attachmentIds.filter((id) => typeof id === 'string') : []
}

/** The draft kept for a thread; null when there is none, when it cannot be read, or when storage is refused. */
export function readDraft(storage: DraftStorage | null, key: DraftKey): Draft | null {
  try {
    const value: unknown = JSON.parse(storage?.getItem(keyOf(key)) ?? 'null')
    return isDraft(value) ? { ...value, attachmentIds: idsIn(value) } : null
  } catch {
    return null
  }
}

/** Keeps a draft; an empty one of which nothing can have arrived is removed. Returns whether it is kept. */
export function writeDraft(storage: DraftStorage | null, key: DraftKey, draft: Draft): boolean {
  if (draft.text === '' && draft.attachmentIds.length === 0 && !draft.mayHaveArrived) {
    removeDraft(storage, key)
    return false
  }
  try {
    storage?.setItem(keyOf(key), JSON.stringify(draft))
    return storage !== null
  } catch {
    return false
  }
}

export function removeDraft(storage: DraftStorage | null, key: DraftKey): void {
  try {
    storage?.removeItem(keyOf(key))
  } catch {
    // Storage that refuses to be written holds no draft either.
  }
}

/** Removes what other people left behind in this tab: drafts are health data of the one who wrote them. */
export function removeDraftsOfOthers(storage: DraftStorage | null, owner: string): void {
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
    for (const key of keys) {
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${owner}.`)) storage?.removeItem(key)
    }
  } catch {
    // Nothing can be read, so nothing can be shown to anyone.
  }
}

/** The page's session storage, or null where the browser refuses it. */
export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
