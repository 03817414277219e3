import { newId } from '../new-id.ts'

/** The state of a draft's copy on the server; absent if there is none. */
export interface ServerCopy {
  /** The version that these words follow. */
  readonly version: number
  /** When it was saved, ISO 8601 in UTC. */
  readonly savedAt: string
  /** Something was typed since. */
  readonly unsaved: boolean
}

/** What is being written: a message, a reply or a note. Kept until the server has acknowledged it, so that nothing typed is ever lost. */
export interface Draft<Fields> {
  readonly fields: Fields
  /** Files that go with it, in the server's keeping (MC-4). */
  readonly attachmentIds: readonly string[]
  /** Made once for a draft and sent with every attempt: the server stores one message however often it arrives (MC-5). */
  readonly clientMessageId: string
  /** An attempt went out and its outcome is unknown: the server may hold a message under this id. */
  readonly mayHaveArrived: boolean
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

/** A draft as the server holds it. */
export function storedDraft<Fields>(
  { draftId, version, savedAt, attachmentIds }: StoredDraft & { readonly attachmentIds: readonly string[] },
  fields: Fields,
): Draft<Fields> {
  const server = { version, savedAt, unsaved: false }
  return { fields, attachmentIds, clientMessageId: draftId, mayHaveArrived: false, server }
}

/**
 * The draft to go on with: the one of this window, or the one of the server (MC-3). Words that no one but this window has
 * are never given up; a copy of what the server has, or had until it was sent or thrown away elsewhere, is.
 */
export function chooseDraft<Fields>(local: Draft<Fields> | null, server: Draft<Fields> | null): Draft<Fields> | null {
  if (local === null) return server
  if (local.mayHaveArrived || local.server === undefined || local.server.unsaved) return local
  const isSame = server?.clientMessageId === local.clientMessageId && server.server?.version === local.server.version
  return isSame ? local : server
}

/** A draft in which something was typed, chosen or attached. */
export function changed<Fields>(
  draft: Draft<Fields>,
  change: Partial<Pick<Draft<Fields>, 'fields' | 'attachmentIds'>>,
): Draft<Fields> {
  return { ...draft, ...change, ...(draft.server && { server: { ...draft.server, unsaved: true } }) }
}

/** The server's answer to a saved draft. */
export interface SavedDraft extends StoredDraft {
  /** Nothing was typed since the save began. */
  readonly latest: boolean
}

/** A draft that the server has confirmed at a version; version 0 means that it has none. */
export function savedAs<Fields>(
  draft: Draft<Fields>,
  { draftId, version, savedAt, latest }: SavedDraft,
): Draft<Fields> {
  if (draft.clientMessageId !== draftId) return draft
  return { ...draft, server: version === 0 ? undefined : { version, savedAt, unsaved: !latest } }
}
