import { draftPrefixes } from '../session/draft-keys.ts'

/** What a member of staff is writing in a conversation; kept in this tab until the server has it. */
export interface StaffDraft {
  readonly mode: 'reply' | 'note'
  readonly text: string
  readonly attachmentIds: readonly string[]
  /** The server stores one reply or note however often this id arrives. */
  readonly clientMessageId: string
}

const keyOf = (owner: string, threadId: string) => `${draftPrefixes.reply}${owner}.${threadId}`

export function newDraft(mode: StaffDraft['mode'] = 'reply'): StaffDraft {
  return { mode, text: '', attachmentIds: [], clientMessageId: crypto.randomUUID() }
}

export function readDraft(owner: string, threadId: string): StaffDraft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(owner, threadId)) ?? 'null') ?? {}
    const { mode, text, clientMessageId, attachmentIds } = kept
    const isDraft = typeof text === 'string' && typeof clientMessageId === 'string'
    const ids = Array.isArray(attachmentIds) ? attachmentIds.filter((id) => typeof id === 'string') : []
    return isDraft
      ? { mode: mode === 'note' ? 'note' : 'reply', text, clientMessageId, attachmentIds: ids }
      : newDraft()
  } catch {
    return newDraft()
  }
}

export function writeDraft(owner: string, threadId: string, draft: StaffDraft): void {
  try {
    if (draft.text === '' && draft.attachmentIds.length === 0) sessionStorage.removeItem(keyOf(owner, threadId))
    else sessionStorage.setItem(keyOf(owner, threadId), JSON.stringify(draft))
  } catch {
    // Storage that refuses to be written keeps nothing; the page still has what was typed.
  }
}
