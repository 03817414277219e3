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
  return client.send<PayloadOf<C>>(call.method, search === '' ? path : `${path}?${search}`, {
    headers: { ...(call.pageKey && { obssocookie: client.cookies.get('ObSSOCookie') }), ...headers },
    ...(call.form ? { form: body ?? {} } : body && { payload: body }),
  })
}

/** The fields that a call takes, by where they stand. */
export function fieldsOf(call: Call): string[] {
  return [call.params, call.query, call.body].flatMap((schema) =>
    schema && 'entries' in schema ? Object.keys(schema.entries as object) : [],
  )
}
