import type { PayloadOf, SentTo } from '@portico/contract/call'
import { addMessage } from '@portico/contract/calls/messages'
import { api } from '../../base/api/api.ts'
import { submitFiles } from '../attachments/submit-files.ts'
import type { Draft } from './draft.ts'
import type { Delivered } from './use-composing.ts'

export type SentMessage = PayloadOf<typeof addMessage>

type Body = Omit<SentTo<typeof addMessage>['body'], 'clientMessageId' | 'attachmentIds'>

/** Sends a member's message or reply with its files (MC-5). Throws ApiError. */
export async function sendMessage(
  { clientMessageId, attachmentIds }: Draft<unknown>,
  body: Body,
): Promise<Delivered<SentMessage> | 'files'> {
  if (!(await submitFiles(attachmentIds))) return 'files'
  const files = attachmentIds.length > 0 && { attachmentIds: [...attachmentIds] }
  const sent = await api.call(addMessage, { body: { ...body, clientMessageId, ...files } })
  return { sent, differs: sent.differs }
}
