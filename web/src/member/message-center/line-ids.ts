/** Id of the list's heading: where reading continues if the list does not have the conversation that is closed. */
export const listHeadingId = 'mail-list'

/** Id of a conversation's line, where reading continues when the conversation is closed. */
export function rowId(threadId: string): string {
  return `thread-${threadId}`
}

/** Id of the line of a message that was found, in the same way. */
export function toFoundId(messageId: string): string {
  return `found-${messageId}`
}
