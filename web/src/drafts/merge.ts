/** What is known of a draft's copy on the server; absent while there is none. */
export interface ServerCopy {
  /** The version that these words follow. */
  readonly version: number
  /** Something was typed since. */
  readonly unsaved: boolean
}

/** The part of a draft that says where it is kept. */
export interface Keeping {
  readonly clientMessageId: string
  /** An attempt went out and its outcome is unknown. */
  readonly mayHaveArrived: boolean
  readonly server?: ServerCopy | undefined
}

/**
 * The draft to go on with: the one of this window, or the one of the server (MC-3). Words that no one but this window has
 * are never given up; a copy of what the server has, or had until it was sent or thrown away elsewhere, is.
 */
export function chooseDraft<Local extends Keeping, Server extends Keeping>(
  local: Local | null,
  server: Server | null,
): Local | Server | null {
  if (local === null) return server
  if (local.mayHaveArrived || local.server === undefined || local.server.unsaved) return local
  const isSame = server?.clientMessageId === local.clientMessageId && server.server?.version === local.server.version
  return isSame ? local : server
}

/** A draft in which something was typed. */
export function typedIn<D extends Keeping>(draft: D): D {
  return draft.server ? { ...draft, server: { ...draft.server, unsaved: true } } : draft
}

/** A draft of which the server has said that it holds a version; 0: that it holds none. */
export function savedAs<D extends Keeping>(draft: D, { draftId, version, latest }: Saved): D {
  if (draft.clientMessageId !== draftId) return draft
  return { ...draft, server: version === 0 ? undefined : { version, unsaved: !latest } }
}

export interface Saved {
  readonly draftId: string
  readonly version: number
  /** Nothing was typed since the save began. */
  readonly latest: boolean
}
