import type { PayloadOf, SentTo } from '@portico/contract/call'
import { discardDraft, listDrafts, openDraft, saveDraft } from '@portico/contract/calls/drafts'
import { api } from '../../base/api/api.ts'
import type { DraftCalls } from '../composing/use-draft-saver.ts'

export type OpenedDraft = PayloadOf<typeof openDraft>
type Body = Omit<SentTo<typeof saveDraft>['body'], 'clientMessageId' | 'baseVersion'>

/** A member's drafts (MC-3): of new messages or, with a conversation's id, of its single reply. */
export function memberDrafts(threadId: string | null): DraftCalls<Body, OpenedDraft> {
  return {
    save: (clientMessageId, baseVersion, body) =>
      api.call(saveDraft, { body: { ...body, clientMessageId, baseVersion }, mayBeOver: true }),
    discard: (draftId) => api.call(discardDraft, { params: { draftId }, mayBeOver: true }),
    findOther: async (mine) => {
      const { drafts } = await api.call(listDrafts)
      const other =
        drafts.find(({ draftId }) => draftId === mine) ??
        drafts.find((one) => threadId !== null && one.threadId === threadId)
      return other ? api.call(openDraft, { params: { draftId: other.draftId } }) : null
    },
  }
}
