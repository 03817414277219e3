import type { MessagePage, MessageRow, OpenedMessage } from '@portico/contract/calls/messages'
import type * as v from 'valibot'

/** One page of a folder (MC-2). */
export type MailPage = v.InferOutput<typeof MessagePage>
/** One line of it. */
export type MailRow = v.InferOutput<typeof MessageRow>
/** A message with its text and conversation. */
export type Message = v.InferOutput<typeof OpenedMessage>
export type ThreadEntry = Message['thread'][number]
