import { randomUUID } from 'node:crypto'
import type { Call, PayloadOf, SentTo } from '@portico/contract/call'
import type { Answer, Client } from './client.ts'

type Headers = Record<string, string | undefined>

/** Makes a call of the contract as the page does. */
export function make<C extends Call>(
  client: Client,
  call: C,
  sent: SentTo<C>,
  headers: Headers = {},
): Promise<Answer<PayloadOf<C>>> {
  const {
    params = {},
    query = {},
    body,
  } = sent as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: Record<string, string>
  }
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  const file = call.upload ? fileBody() : null
  return client.send<PayloadOf<C>>(call.method, search === '' ? path : `${path}?${search}`, {
    headers: {
      ...(file && { 'content-type': file.type }),
      ...(call.pageKey && { obssocookie: client.cookies.get('ObSSOCookie') }),
      ...headers,
    },
    ...(file && { raw: file.body }),
    ...(call.form ? { form: body ?? {} } : body && { payload: body }),
  })
}

/** A multipart body with one file; a small text by default. */
export function fileBody(
  file: { readonly name?: string; readonly content?: string | Buffer; readonly field?: string } = {},
) {
  const { name = 'note.txt', content = 'A note.', field = 'file' } = file
  const boundary = `portico-${randomUUID()}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
