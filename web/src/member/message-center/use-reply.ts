import { openMessage } from '@portico/contract/calls/messages'
import { useRef } from 'react'
import { track } from '../../base/analytics/track.ts'
import { api } from '../../base/api/api.ts'
import { expectOwnMessage } from '../../base/mail-news.ts'
import { draftPrefixes } from '../../base/storage/draft-keys.ts'
import { restoreDraft } from '../../shared/composing/draft.ts'
import { type SentMessage, sendMessage } from '../../shared/composing/send-message.ts'
import { type Composing, useComposing } from '../../shared/composing/use-composing.ts'
import type { Message } from '../../shared/conversation/types.ts'
import { memberDrafts } from '../../shared/drafts/member-drafts.ts'
import { withReply } from './mail-page.ts'

interface Fields {
  readonly text: string
}

/** Where the browser tab keeps the draft of a reply; the conversation's id follows. */
export const replyDraft = {
  prefix: draftPrefixes.reply,
  fieldsIn: ({ text }: Readonly<Record<string, unknown>>): Fields | null =>
    typeof text === 'string' ? { text } : null,
  isEmpty: ({ text }: Fields) => text.trim() === '',
}

/** The reply to a conversation (MC-2); `onSent` gets the conversation with the reply. */
export function useReply(
  message: Message,
  onSent: (message: Message) => void,
): Composing<Fields, SentMessage & { readonly text: string }> {
  const { messageId, threadId, draft } = message
  // Other messages may have arrived while the reply was being sent.
  const latest = useRef(message)
  latest.current = message
  return useComposing({
    ...replyDraft,
    within: threadId,
    empty: { text: '' },
    onServer: draft && restoreDraft(draft, { text: draft.text }),
    check: (fields) => (replyDraft.isEmpty(fields) ? { text: { code: 'field.required' } } : {}),
    calls: memberDrafts(threadId),
    toBody: ({ fields, attachmentIds }) => ({ ...fields, inReplyTo: messageId, attachmentIds: [...attachmentIds] }),
    toDraft: (other) => restoreDraft(other, { text: other.text }),
    deliver: async (sending) => {
      const { text } = sending.fields
      const forget = expectOwnMessage()
      const outcome = await sendMessage(sending, { text, inReplyTo: messageId }).catch((error: unknown) => {
        forget()
        throw error
      })
      if (outcome !== 'files') return { ...outcome, sent: { ...outcome.sent, text: text.trim() } }
      forget()
      return outcome
    },
    onSending: () => track({ event: 'reply', messageId }),
    onSent: async (sent) => {
      // Shows what the server has under this id: the text just sent, or that of an earlier attempt.
      const held = sent.differs && (await api.call(openMessage, { params: { messageId } }).catch(() => null))
      onSent(held || withReply(latest.current, sent))
    },
  })
}
