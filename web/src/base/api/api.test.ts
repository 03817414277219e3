import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineCall } from '@portico/contract/call'
import { REQUEST_CACHE_TTL_MS, REQUEST_TIMEOUT_MS } from '@portico/rules/timing'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { allTexts } from '../texts/test-texts.ts'
import { api } from './api.ts'
import { forgetAnswers } from './cache.ts'
import { ApiError } from './error.ts'
import { loadingStore } from './loading.ts'
import { problemStore } from './problems.ts'
import { setCallSettings } from './settings.ts'
import { forgetToken } from './token.ts'

interface Asked {
  readonly method: string
  readonly url: string
  readonly host: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server that answers over HTTP as each test specifies. */
let answering: (asked: Asked, reply: ServerResponse) => void
const asked: Asked[] = []
const server = createServer(async (request, reply) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { method = '', url = '', headers } = request
  const one = { method, url, host: headers.host ?? '', headers, body: Buffer.concat(parts).toString() }
  asked.push(one)
  answering(one, reply)
})
let host = ''
const warned: string[] = []
const realTimeout = setTimeout
const realFetch = fetch

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('location', { protocol: 'http:' })
  // Without a page around it, fetch has no base address.
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => realFetch(new URL(address, `http://${host}`), init))
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warned.push(line))
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const services = { api: `localhost:${host.split(':')[1]}`, oauth: host, testBackend: 'tenv2' }
  setCallSettings({ appId: 'chmmbr', services, t: allTexts('en').t })
  answering = (_one, reply) => respond(reply, 200, { answer: asked.length })
})
afterEach(() => {
  vi.useRealTimers()
  forgetAnswers()
  forgetToken()
  asked.length = 0
  warned.length = 0
})

function respond(reply: ServerResponse, status: number, payload: unknown, headers: Record<string, string> = {}) {
  const errors = status < 400 ? undefined : [{ errorMessage: 'CODE', errorKey: 'CODE' }]
  reply.writeHead(status, { 'content-type': 'application/json', ...headers })
  reply.end(JSON.stringify({ baseMessage: {}, payload, errors }))
}

/** Waits for a promise to settle, and makes any pauses pass quickly. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  let over = false
  promise
    .catch(() => {})
    .finally(() => {
      over = true
    })
  while (!over) {
    await vi.advanceTimersByTimeAsync(50)
    await new Promise((resolve) => realTimeout(resolve, 1))
  }
  return promise
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => realTimeout(resolve, 1))
}

const common = { summary: '', appid: false, changes: false, payload: v.unknown(), status: 200, errors: [] } as const
const anyone = { by: 'anyone' } as const
const read = defineCall({ ...common, method: 'GET', path: '/read', audience: anyone })
const record = defineCall({
  ...common,
  method: 'GET',
  path: '/record/{recordId}',
  audience: anyone,
  appid: true,
  params: v.object({ recordId: v.string() }),
})
const change = defineCall({
  ...common,
  method: 'POST',
  path: '/change',
  audience: anyone,
  body: v.object({ a: v.number() }),
})
const changeOnce = defineCall({ ...change, path: '/once', onceBy: 'a' })
const bearerRead = defineCall({
  ...common,
  method: 'GET',
  path: '/mail',
  audience: { by: 'bearer', roles: ['MEMBER'] },
})

test('HT-1 a body is sent as JSON in the envelope, and the result is the answer’s payload', async () => {
  expect(await api.call(change, { body: { a: 1 } })).toEqual({ answer: 1 })
  const [sent] = asked
  expect(sent?.headers['content-type']).toBe('application/json')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    baseMessage: { headerVersion: '1.0', payloadVersion: '2.0', additionalInfo: null },
    payload: { a: 1 },
  })
})

test('HT-1 a call is given up after 90 s', async () => {
  answering = () => {}
  const call = api.call(read)
  const outcome = expect(call).rejects.toMatchObject({ status: 0, code: 'TIMEOUT' })
  await until(() => asked.length === 1)
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1)
  expect(await Promise.race([call.catch(() => 'over'), Promise.resolve('waiting')])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  await outcome
  expect(asked).toHaveLength(1)
})

test('HT-1 an answer is kept for an hour, in memory, for reads that ask for it', async () => {
  expect(await api.call(read, { cache: true })).toEqual({ answer: 1 })
  await vi.advanceTimersByTimeAsync(REQUEST_CACHE_TTL_MS - 1)
  expect(await api.call(read, { cache: true })).toEqual({ answer: 1 })
  expect(await api.call(read)).toEqual({ answer: 2 })
  await vi.advanceTimersByTimeAsync(1)
  expect(await api.call(read, { cache: true })).toEqual({ answer: 3 })
})

test('HT-1 SO-1 cached answers are cleared at sign-out, including those on their way then', async () => {
  await api.call(read, { cache: true })
  forgetAnswers()
  expect(await api.call(read, { cache: true })).toEqual({ answer: 2 })
  let release = () => {}
  answering = (_one, reply) => {
    release = () => respond(reply, 200, 'before')
  }
  const late = api.call(record, { params: { recordId: '1' }, cache: true })
  await until(() => asked.length === 3)
  forgetAnswers()
  release()
  await late
  answering = (_one, reply) => respond(reply, 200, 'after')
  expect(await api.call(record, { params: { recordId: '1' }, cache: true })).toBe('after')
})

test('HT-4 a failure clears the call’s cached answer', async () => {
  await api.call(read, { cache: true })
  answering = (_one, reply) => respond(reply, 500, null)
  await expect(api.call(read)).rejects.toThrow(ApiError)
  answering = (_one, reply) => respond(reply, 200, 'anew')
  expect(await api.call(read, { cache: true })).toBe('anew')
})

test('CO-2 HT-3 concurrent callers of the same call share one request and its answer', async () => {
  const answers = await Promise.all([api.call(read), api.call(read), api.call(record, { params: { recordId: '1' } })])
  expect(answers.slice(0, 2)).toEqual([answers[0], answers[0]])
  expect(asked.map(({ url }) => url).sort()).toEqual(['/read', '/record/1'])
  await api.call(read)
  expect(asked).toHaveLength(3)
})

test('CO-2 after a change, nobody shares a request made before it', async () => {
  const replies: ServerResponse[] = []
  answering = ({ url }, reply) => (url === '/read' ? replies.push(reply) : respond(reply, 200, null))
  const before = api.call(read)
  await until(() => replies.length === 1)
  await api.call(change, { body: { a: 1 } })
  const after = api.call(read)
  await until(() => replies.length === 2)
  replies.forEach((reply, index) => {
    respond(reply, 200, index)
  })
  expect(await Promise.all([before, after])).toEqual([0, 1])
})

test('HT-1 leaving aborts a request once nobody waits for it any more', async () => {
  const replies: ServerResponse[] = []
  answering = (_one, reply) => replies.push(reply)
  const ask = () => {
    const leaving = new AbortController()
    return { leave: () => leaving.abort(), answer: api.call(read, { signal: leaving.signal }) }
  }
  const gone = { name: 'AbortError' }
  const [first, second] = [ask(), ask()]
  await until(() => replies.length === 1)
  first.leave()
  await expect(first.answer).rejects.toMatchObject(gone)
  for (const reply of replies) respond(reply, 200, 'for who stayed')
  expect(await second.answer).toBe('for who stayed')

  const [third, fourth] = [ask(), ask()]
  await until(() => replies.length === 2)
  third.leave()
  fourth.leave()
  for (const { answer } of [third, fourth]) await expect(answer).rejects.toMatchObject(gone)
  await until(() => replies[1]?.destroyed === true)
  expect(warned).toEqual([])
  await expect(api.call(read, { signal: AbortSignal.abort() })).rejects.toMatchObject(gone)
})

test('HT-1 reads are tried again if the failure may be temporary', async () => {
  answering = (_one, reply) => (asked.length < 3 ? respond(reply, 503, null) : respond(reply, 200, 'there'))
  expect(await soon(api.call(read))).toBe('there')
  answering = (_one, reply) => (asked.length < 5 ? reply.destroy() : respond(reply, 200, 'again'))
  expect(await soon(api.call(read))).toBe('again')
  answering = (_one, reply) => respond(reply, 503, null)
  await expect(soon(api.call(read))).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(8)
})

test('HT-1 a change is sent once, unless its id says that it is done once', async () => {
  answering = (_one, reply) => reply.destroy()
  await expect(soon(api.call(change, { body: { a: 1 } }))).rejects.toMatchObject({ code: 'NETWORK' })
  expect(asked).toHaveLength(1)
  answering = (_one, reply) => (asked.length < 3 ? reply.destroy() : respond(reply, 200, 'stored'))
  expect(await soon(api.call(changeOnce, { body: { a: 7 } }))).toBe('stored')
  expect(asked.slice(1).map(({ body }) => JSON.parse(body).payload)).toEqual([{ a: 7 }, { a: 7 }])
})

test('HT-1 leaving ends the pause before another try', async () => {
  answering = (_one, reply) => respond(reply, 503, null)
  const leaving = new AbortController()
  const call = api.call(read, { signal: leaving.signal })
  const outcome = expect(call).rejects.toMatchObject({ name: 'AbortError' })
  await until(() => asked.length === 1)
  leaving.abort()
  await outcome
  await soon(new Promise((resolve) => setTimeout(resolve, 2000)))
  expect(asked).toHaveLength(1)
})

test('HT-1 EN-2 a call across origins goes to that host and leaves session tokens and the user id behind', async () => {
  const headers = { LtpaToken2: 'secret', ObSSOCookie: 'secret', userId: '17', 'x-kept': 'yes' }
  await api.call(record, { params: { recordId: '1' }, headers, host: 'api' })
  await api.call(record, { params: { recordId: '1' }, headers, host: 'oauth' })
  expect(asked.map((one) => one.host)).toEqual([`localhost:${host.split(':')[1]}`, host])
  for (const one of asked) {
    expect(one.headers).toMatchObject({ appid: 'chmmbr', 'x-kept': 'yes' })
    expect(JSON.stringify(one.headers)).not.toMatch(/secret|"userid"|cookie/)
  }
})

test('MC-5 message calls carry their token and, on test environments, the test back end; others do not', async () => {
  answering = ({ url }, reply) => {
    if (url === '/api/oauth/token') reply.end(JSON.stringify({ access_token: 'a.b.c' }))
    else respond(reply, 200, null)
  }
  await api.call(bearerRead)
  await api.call(read)
  const [, mail, other] = asked
  expect(mail?.headers).toMatchObject({ authorization: 'Bearer a.b.c', 'x-test-backend': 'tenv2' })
  expect(other?.headers).not.toHaveProperty('x-test-backend')
  setCallSettings({ appId: '', services: { api: '', oauth: '', testBackend: null }, t: allTexts('en').t })
  await api.call(bearerRead)
  expect(asked.at(-1)?.headers).not.toHaveProperty('x-test-backend')
})

test('HT-2 HT-3 a non-critical failure is only a warning, without ids; the first critical one shows the modal', async () => {
  const texts: [number, string][] = [
    [400, 'Bad data.'],
    [401, 'User unauthenticated.'],
    [403, 'Authorization failed.'],
    [404, 'The requested page was not found'],
    [409, allTexts('en').t('http.409')],
    [500, 'The server reported an error.'],
  ]
  for (const [status, text] of texts) {
    answering = (_one, reply) => respond(reply, status, null)
    await expect(api.call(record, { params: { recordId: 'secret' } })).rejects.toMatchObject({ status, code: 'CODE' })
    expect(warned.splice(0)).toEqual([`GET /record/{recordId}: ${text} (${status} CODE)`])
  }
  answering = (_one, reply) => reply.end('<html>')
  await expect(api.call(read)).rejects.toMatchObject({ status: 200 })
  expect(warned.splice(0).join()).toContain(
    'Unexpected error (200 is a successful XHR request but something else went wrong. Usually javascript errors): NOT-JSON',
  )
  expect(problemStore.get().critical).toBeNull()

  answering = (_one, reply) => respond(reply, 500, null, { 'x-request-id': `request-${asked.length}` })
  const first = asked.length + 1
  await expect(api.call(read, { critical: true })).rejects.toThrow(ApiError)
  await expect(api.call(read, { critical: true })).rejects.toThrow(ApiError)
  expect(problemStore.get().critical?.requestId).toBe(`request-${first}`)
  expect(warned).toEqual([])
})

test('MN-6 the loading indicator shows while calls that ask for it are under way', async () => {
  const replies: ServerResponse[] = []
  answering = (_one, reply) => replies.push(reply)
  const quiet = api.call(read)
  expect(loadingStore.get()).toBe(false)
  const calls = ['1', '2'].map((recordId) => api.call(record, { params: { recordId }, loading: true }))
  expect(loadingStore.get()).toBe(true)
  await until(() => replies.length === 3)
  for (const reply of replies) respond(reply, reply === replies[1] ? 404 : 200, null)
  await Promise.allSettled([quiet, ...calls])
  expect(loadingStore.get()).toBe(false)
})
