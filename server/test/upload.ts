import { randomUUID } from 'node:crypto'
import type { PayloadOf, QueryOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { fileBody, make } from './call.ts'
import type { Answer, Client } from './client.ts'

type Uploaded = PayloadOf<typeof calls.addAttachment>

/** Uploads a file as the page does, for a new message by default. */
export function upload(
  client: Client,
  file: { readonly name: string; readonly content: string | Buffer; readonly field?: string },
  ids: QueryOf<typeof calls.addAttachment> = { clientMessageId: randomUUID() },
  path: string = calls.addAttachment.path,
): Promise<Answer<Uploaded>> {
  const { type, body } = fileBody(file)
  const search = new URLSearchParams(ids as Record<string, string>).toString()
  return client.send<Uploaded>('POST', `${path}?${search}`, {
    raw: body,
    headers: { 'content-type': type },
  })
}

/** Sends a message with uploaded files. */
export async function sendWith(
  client: Client,
  attachmentIds: readonly string[],
  more: { readonly inReplyTo?: string } = {},
): Promise<Answer<PayloadOf<typeof calls.addMessage>>> {
  await make(client, calls.submitAttachments, { body: { attachmentIds: [...attachmentIds] } })
  const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'With files' }
  const message = { clientMessageId: randomUUID(), text: 'See what I attach.', attachmentIds: [...attachmentIds] }
  return make(client, calls.addMessage, { body: { ...message, ...(more.inReplyTo ? more : topic) } })
}
