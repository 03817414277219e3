import type { ListedMessage, MessagePage, OpenedMessage } from '@portico/contract/calls/messages'
import type * as v from 'valibot'

/** One page of a folder (MC-2). */
export type MailPage = v.InferOutput<typeof MessagePage>
/** One line of it: a conversation. */
export type MailRow = v.InferOutput<typeof ListedMessage>
/** A message with its text and conversation. */
export type Message = v.InferOutput<typeof OpenedMessage>
export type ThreadEntry = Message['thread'][number]
