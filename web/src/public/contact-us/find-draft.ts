import type { PayloadOf } from '@portico/contract/call'
import { listDrafts, openDraft, saveDraft } from '@portico/contract/calls/drafts'
import { api } from '../../base/api/api.ts'
import type { Draft } from '../../shared/composing/draft.ts'
import { markSaved } from '../../shared/composing/draft.ts'
import { readDraft, tabStorage, writeDraft } from '../../shared/composing/kept-draft.ts'
import { contactDraft, toDraft } from './draft.ts'
import { type MessageFields, toDraftBody } from './fields.ts'

type DraftRow = PayloadOf<typeof listDrafts>['drafts'][number]

/** The server's drafts that the form can start with. */
export interface DraftsFound {
  /** The requested draft, or this window's, as stored on the server. */
  readonly onServer: Draft<MessageFields> | null
  /** Another unfinished message, which the form can offer to continue. */
  readonly begun: DraftRow | null
}

export const nothingFound: DraftsFound = { onServer: null, begun: null }

/** What an address requests: a draft, or a message about a claim. */
export interface DraftRequest {
  readonly draftId: string | null
  readonly claimId: string | null
  readonly appeal: boolean
}

function isAbout({ claimId, appeal }: MessageFields, asked: DraftRequest): boolean {
  return claimId === asked.claimId && appeal === asked.appeal
}

/** Looks for the draft to continue with (MC-3). Rejects when the server is not available. */
export async function findDraft(owner: string, asked: DraftRequest, signal: AbortSignal): Promise<DraftsFound> {
  const storage = tabStorage()
  const place = { ...contactDraft, key: contactDraft.prefix + owner }
  const found = readDraft(storage, place)
  const isOther =
    found !== null &&
    ((asked.draftId !== null && found.clientMessageId !== asked.draftId) ||
      (asked.claimId !== null && !isAbout(found.fields, asked)))
  if (isOther && found.server?.unsaved !== false) {
    // The server's text replaces this window's only if the server already has this window's text.
    const { fields, clientMessageId, server } = found
    const body = { ...toDraftBody(fields), clientMessageId, baseVersion: server?.version ?? 0 }
    const saved = await api.call(saveDraft, { body })
    writeDraft(storage, place, markSaved(found, { ...saved, latest: true }))
  }
  const { drafts } = await api.call(listDrafts, { signal })
  const local = isOther && asked.claimId !== null ? null : found
  const id = asked.draftId ?? local?.clientMessageId
  if (drafts.some(({ draftId }) => draftId === id) && id !== undefined) {
    return { onServer: toDraft(await api.call(openDraft, { params: { draftId: id }, signal })), begun: null }
  }
  const holdsLocal = local !== null && local.server?.unsaved !== false
  return { onServer: null, begun: holdsLocal ? null : (drafts.find(({ threadId }) => threadId === null) ?? null) }
}
