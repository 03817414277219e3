import type { Keeping } from '../drafts/merge.ts'
import { newId } from '../new-id.ts'
import { draftPrefixes } from '../storage/draft-keys.ts'
import type { OpenedThread } from './types.ts'

/** What a member of staff is writing in a conversation; kept in this tab and on the server until it is sent (MC-6). */
export interface StaffDraft extends Keeping {
  readonly mode: 'reply' | 'note'
  readonly text: string
  readonly attachmentIds: readonly string[]
}

const keyOf = (owner: string, threadId: string) => `${draftPrefixes.reply}${owner}.${threadId}`

export function newDraft(fields: Partial<StaffDraft> = {}): StaffDraft {
  return {
    mode: 'reply',
    text: '',
    attachmentIds: [],
    mayHaveArrived: false,
    ...fields,
    clientMessageId: newId(),
    server: undefined,
  }
}

/** The draft as the server holds it. */
export function draftOf(held: NonNullable<OpenedThread['draft']>): StaffDraft {
  const { draftId, version, mode, text, attachmentIds } = held
  return {
    mode,
    text,
    attachmentIds,
    mayHaveArrived: false,
    clientMessageId: draftId,
    server: { version, unsaved: false },
  }
}

export function isEmpty({ text, attachmentIds }: StaffDraft): boolean {
  return text.trim() === '' && attachmentIds.length === 0
}

/** What was typed in this tab; null where nothing was. */
export function readDraft(owner: string, threadId: string): StaffDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(owner, threadId)) ?? 'null') ?? {}
    const { mode, text, clientMessageId, attachmentIds, mayHaveArrived, server } = kept
    if (typeof text !== 'string' || typeof clientMessageId !== 'string') return null
    return {
      mode: mode === 'note' ? 'note' : 'reply',
      text,
      clientMessageId,
      mayHaveArrived: mayHaveArrived === true,
      attachmentIds: Array.isArray(attachmentIds) ? attachmentIds.filter((id) => typeof id === 'string') : [],
      server:
        typeof server?.version === 'number' ? { version: server.version, unsaved: server.unsaved === true } : undefined,
    }
  } catch {
    return null
  }
}

export function writeDraft(owner: string, threadId: string, draft: StaffDraft): void {
  try {
    // What was emptied is kept as empty until the server holds it no more.
    if (isEmpty(draft) && !draft.server) sessionStorage.removeItem(keyOf(owner, threadId))
    else sessionStorage.setItem(keyOf(owner, threadId), JSON.stringify(draft))
  } catch {
    // Storage that refuses to be written keeps nothing; the page still has what was typed.
  }
}
