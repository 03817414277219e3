import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { withoutOwnDigits } from '../../../tools/leaks.ts'
import { make } from '../../test/call.ts'
import { basic, Client, memberClient } from '../../test/client.ts'
import { testPortal } from '../../test/portal.ts'
import { everyCall, readRecords } from '../../test/samples.ts'
import { createLogger } from './logger.ts'

const marker = 'zq-marked-text'
const password = 'Welcome1!'

const portal = testPortal()
/** Texts that no log line may contain, by their kind. */
const secrets: Record<string, string> = {}
beforeAll(async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  const own = await readRecords(client)
  const { body: info } = await make(client, calls.getUserInfo, {})
  Object.assign(secrets, {
    password,
    'wrong password': `Wrong-${marker}`,
    'basic credentials': basic('MEMBER01', password).slice(6),
    'session cookie': client.cookies.get('LtpaToken2'),
    'refresh cookie': client.cookies.get('oAuthToken'),
    'readable cookie': client.cookies.get('ObSSOCookie'),
    'access token': client.bearer,
    'signature of the access token': client.bearer?.split('.')[2],
    'login ID': 'MEMBER01',
    'first name': info.payload.firstName,
    'last name': info.payload.lastName,
    'e-mail': info.payload.email1,
    street: info.payload.address,
    phone: info.payload.phone,
    'message id': own.message,
    'group number': own.groupNumber,
    'marked text': marker,
    'unknown login ID': 'NOBODY99',
    'zip code': '15222',
    'query string': 'pageSize=',
    'account id': info.payload.userId,
  })

  // Every call: correctly, without a session, with a wrong body and from a foreign page.
  for (const { call, sample } of everyCall) {
    const caller = call.method === 'DELETE' ? await memberClient(portal.origin, 'MEMBER01') : client
    const right = sample.right(own)
    await make(caller, call, right, sample.headers)
    await make(new Client(portal.origin), call, right)
    if (call.body) await make(client, call, { ...right, body: { text: marker } } as never, sample.headers)
    await make(client, call, right, { ...sample.headers, origin: `https://${marker}.example` })
    for (const foreign of sample.foreign?.(own, { ...own, message: randomUUID() }) ?? [])
      await make(client, call, foreign)
    await sample.undo?.(portal.database)
  }
  // Failing sign-ins, one of them because of our own failure.
  await client.signIn('MEMBER01', `Wrong-${marker}`)
  await client.signIn('NOBODY99')
  expect((await client.signIn('BROKEN01')).status).toBe(500)
  // Pages, with everything that a browser sends along, and impossible addresses.
  const html = { headers: { accept: 'text/html', 'user-agent': marker, referer: `https://${marker}.example/?a=1` } }
  for (const path of ['/', `/?loginId=MEMBER01&zipCode=15222&defBrand=${marker}`, `/?q=${btoa(`{"a":"${marker}"`)}`]) {
    await client.get(path, html)
    await new Client(portal.origin).get(path, html)
  }
  const odd = new Client(portal.origin)
  for (const name of ['brand', 'umsBrand', 'ddToken', 'language', 'LtpaToken2']) odd.cookies.set(name, marker)
  await odd.get('/', html)
  await client.get(`/${marker}?pageSize=15222`, html)
  await client.get(`/rbsmbl/${marker}?pageSize=15222`)
  await client.get(`/%E0%A4%A/${marker}?pageSize=1`)
  await client.send('POST', '/api/oauth/token', { raw: `{"password":"${marker}"` })
})

describe('BR-2 the log', () => {
  test('SI-14 no line in a whole run of calls and pages contains a secret, a person or a requested value', () => {
    expect(portal.log.length).toBeGreaterThan(100)
    const found = Object.entries(secrets).flatMap(([what, secret]) => {
      expect([what, secret?.length > 3]).toEqual([what, true])
      return portal.log.filter((line) => withoutOwnDigits(line).includes(secret)).map((line) => `${what}: ${line}`)
    })
    expect(found).toEqual([])
  })

  test('BR-2 every line has its level and time, and names its request', () => {
    const known = ['level', 'time', 'reqId', 'method', 'route', 'status', 'ms', 'msg', 'err']
    let listening = false
    for (const line of portal.log) {
      const entry = JSON.parse(line) as Record<string, unknown>
      expect(Object.keys(entry).filter((key) => !known.includes(key))).toEqual([])
      expect(entry).toMatchObject({ level: expect.any(Number), time: expect.any(Number) })
      if (listening) expect(entry.reqId ?? line).toMatch(/^[0-9a-f-]{36}$/)
      // Lines about the start precede any request.
      listening ||= /^Server listening/.test(String(entry.msg))
    }
  })

  test('BR-2 each answer has one line, with the pattern of its route and the status', async () => {
    const answer = await new Client(portal.origin).get('/rbsmbl/x-services/zipToBrand/getBrandInfo?zipCode=15222')
    const requestId = answer.headers.get('x-request-id') ?? ''
    const lines = portal.log.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line))
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        reqId: requestId,
        method: 'GET',
        route: '/rbsmbl/x-services/zipToBrand/getBrandInfo',
        status: 200,
        ms: expect.any(Number),
      }),
    ])
    const pattern = '/rbsmbl/account-settings/v3/ext/message/messageCenter/:messageId'
    expect(portal.log.some((line) => JSON.parse(line).route === pattern)).toBe(true)
  })

  test('HT-2 a failure of ours is an error with its cause; the caller gets none of it', async () => {
    const answer = await new Client(portal.origin).signIn('BROKEN01')
    const requestId = answer.headers.get('x-request-id') ?? ''
    const errors = portal.log
      .map((line) => JSON.parse(line))
      .filter(({ reqId, level }) => reqId === requestId && level >= 50)
    expect(errors).toEqual([expect.objectContaining({ err: expect.objectContaining({ stack: expect.any(String) }) })])
    expect(JSON.stringify(answer.body)).not.toContain(errors[0].err.message)
  })
})

test('SI-14 what a careless line would reveal is removed on writing', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const headers = { authorization: marker, cookie: marker }
  logger.info({ password: marker, token: marker, user: { password: marker, token: marker }, headers })
  logger.info({ req: { url: `/?${marker}`, headers }, res: { headers } }, 'request')
  logger.error({ err: Object.assign(new Error('broken'), { detail: marker, parameters: [marker] }) })
  const refused = new Error(`invalid input syntax for type uuid: "${marker}"`)
  logger.error({ err: Object.assign(refused, { code: '22P02', severity: 'ERROR' }) })
  expect(lines).toHaveLength(4)
  expect(lines.filter((line) => line.includes(marker))).toEqual([])
})
