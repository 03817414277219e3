import { draftPrefixes } from '../session/draft-keys.ts'

/** What a member of staff is writing in a conversation; kept in this tab until the server has it. */
export interface StaffDraft {
  readonly mode: 'reply' | 'note'
  readonly text: string
  /** The server stores one reply or note however often this id arrives. */
  readonly clientMessageId: string
}

const keyOf = (owner: string, threadId: string) => `${draftPrefixes.reply}${owner}.${threadId}`

export function newDraft(mode: StaffDraft['mode'] = 'reply'): StaffDraft {
  return { mode, text: '', clientMessageId: crypto.randomUUID() }
}

export function readDraft(owner: string, threadId: string): StaffDraft {
  try {
    const { mode, text, clientMessageId } = JSON.parse(sessionStorage.getItem(keyOf(owner, threadId)) ?? 'null') ?? {}
    const isDraft = typeof text === 'string' && typeof clientMessageId === 'string'
    return isDraft ? { mode: mode === 'note' ? 'note' : 'reply', text, clientMessageId } : newDraft()
  } catch {
    return newDraft()
  }
}

export function writeDraft(owner: string, threadId: string, draft: StaffDraft): void {
  try {
    if (draft.text === '') sessionStorage.removeItem(keyOf(owner, threadId))
    else sessionStorage.setItem(keyOf(owner, threadId), JSON.stringify(draft))
  } catch {
    // Storage that refuses to be written keeps nothing; the page still has what was typed.
  }
}
