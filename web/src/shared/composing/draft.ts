import { newId } from '../../base/new-id.ts'

/** The state of a draft's copy on the server; absent if there is none. */
export interface ServerCopy {
  /** The version that this text is based on. */
  readonly version: number
  /** When it was saved, ISO 8601 in UTC. */
  readonly savedAt: string
  /** Something has been typed since. */
  readonly unsaved: boolean
}

/**
 * A message, reply or note that is being written. Kept until the server has acknowledged it, so that nothing typed is ever lost.
 */
export interface Draft<Fields> {
  readonly fields: Fields
  /** Its files, which the server stores (MC-4). */
  readonly attachmentIds: readonly string[]
  /**
   * Created once per draft and sent with every attempt: the server stores the message only once, however often it arrives (MC-5).
   */
  readonly clientMessageId: string
  /** It was sent and the outcome is unknown: the server may have a message with this id. */
  readonly mayHaveArrived: boolean
  /** What this window has asked the server to save since its last answer, as JSON: a reloaded page does not get the answer. */
  readonly asked?: readonly string[] | undefined
  readonly server?: ServerCopy | undefined
}

/** A draft's identity on the server. */
export interface StoredDraft {
  readonly draftId: string
  readonly version: number
  readonly savedAt: string
}

export function newDraft<Fields>(fields: Fields, attachmentIds: readonly string[] = []): Draft<Fields> {
  return { fields, attachmentIds, clientMessageId: newId(), mayHaveArrived: false }
}

/** A draft as stored on the server. */
export function restoreDraft<Fields>(
  { draftId, version, savedAt, attachmentIds }: StoredDraft & { readonly attachmentIds: readonly string[] },
  fields: Fields,
): Draft<Fields> {
  const server = { version, savedAt, unsaved: false }
  return { fields, attachmentIds, clientMessageId: draftId, mayHaveArrived: false, server }
}

/**
 * The draft to continue with: this window's or the server's (MC-3). Text that only this window has is never discarded. A copy of the
 * server's text is, including a text that was sent or discarded elsewhere.
 */
export function chooseDraft<Fields>(local: Draft<Fields> | null, server: Draft<Fields> | null): Draft<Fields> | null {
  if (local === null) return server
  if (local.mayHaveArrived || local.server === undefined || local.server.unsaved) return local
  const isSame = server?.clientMessageId === local.clientMessageId && server.server?.version === local.server.version
  return isSame ? local : server
}

/** A draft in which something was typed, chosen or attached. */
export function changeDraft<Fields>(
  draft: Draft<Fields>,
  change: Partial<Pick<Draft<Fields>, 'fields' | 'attachmentIds'>>,
): Draft<Fields> {
  return { ...draft, ...change, ...(draft.server && { server: { ...draft.server, unsaved: true } }) }
}

/** The latest ones are enough: without a connection, one is added every half minute. */
const maxAsked = 20

/** A draft with a pending request to save it as it is. */
export function markAsked<Fields>(draft: Draft<Fields>, draftId: string, words: string): Draft<Fields> {
  const { clientMessageId, asked = [] } = draft
  if (clientMessageId !== draftId || asked.includes(words)) return draft
  return { ...draft, asked: [...asked, words].slice(-maxAsked) }
}

/** The server's answer to a saved draft. */
export interface SavedDraft extends StoredDraft {
  /** Nothing has been typed since the save began. */
  readonly latest: boolean
}

/** A draft that the server has confirmed at a version; version 0 means that the server has none. */
export function markSaved<Fields>(
  draft: Draft<Fields>,
  { draftId, version, savedAt, latest }: SavedDraft,
): Draft<Fields> {
  if (draft.clientMessageId !== draftId) return draft
  return { ...draft, asked: undefined, server: version === 0 ? undefined : { version, savedAt, unsaved: !latest } }
}
