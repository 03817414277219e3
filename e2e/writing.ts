import type { Request } from '@playwright/test'
import { type Answer, ask, buildOrigin, expect, signInCookies } from './support.ts'

/** Signs in as a member over HTTP to write to customer service; the returned function sends one message and returns its id. */
export async function writerAs(
  loginId: string,
  origin = buildOrigin('hmbcbs'),
): Promise<(payload: object) => Promise<string>> {
  const cookie = (await signInCookies(loginId, origin)).join('; ')
  const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
  const grant = 'grant_type=refresh_token&client_id=portico-web'
  const token = await ask({ origin, path: '/api/oauth/token', method: 'POST', headers: form, body: grant })
  const headers = {
    authorization: `Bearer ${JSON.parse(token.body).access_token}`,
    'content-type': 'application/json',
  }
  const path = '/rbsmbl/account-settings/v3/ext/contactus/addMessage'
  return async (payload) => {
    const body = JSON.stringify({ payload: { clientMessageId: crypto.randomUUID(), ...payload } })
    const sent = await ask({ origin, path, method: 'POST', headers, body })
    expect(sent.status).toBe(201)
    return JSON.parse(sent.body).payload.messageId
  }
}

/** Sends a request to the server as the page made it, and leaves it to the caller when and whether the page sees the answer. */
export async function deliver(request: Request): Promise<Answer> {
  const { authorization = '', cookie = '', 'content-type': type = '' } = await request.allHeaders()
  const { origin, pathname } = new URL(request.url())
  const headers = { authorization, cookie, 'content-type': type }
  const [method, body] = [request.method(), request.postData() ?? '']
  const answer = await ask({ origin, path: pathname, method, headers, body })
  expect(answer.status).toBe(method === 'POST' ? 201 : 200)
  return answer
}
