import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { Call, SentTo } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, basic, Client, listErrorCodes, listErrors, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { everyCall, type Records, readRecords } from '../../../test/samples.ts'

const portal = testPortal()
let client: Client
let own: Records
beforeAll(async () => {
  client = await memberClient(portal.origin, 'MEMBER01')
  own = await readRecords(client)
})

const login = '/rbsmbl/x-services/userauth/v1/login'
const zipCounties = '/cmcrst/x-services/zipCode/countyList'
const attachment = '/mhsimb/x-services/secureMessage/attachment'
const addMessage = '/rbsmbl/account-settings/v3/ext/contactus/addMessage'

describe('HT-1 the envelope', () => {
  test('HT-1 a body may come in the envelope or as payload alone', async () => {
    const payload = { zipCode: '15222' }
    const baseMessage = { headerVersion: '1.0', payloadVersion: '2.0', additionalInfo: null }
    const wrapped = await client.send('POST', zipCounties, { raw: JSON.stringify({ baseMessage, payload }) })
    const bare = await client.send('POST', zipCounties, { payload })
    expect([wrapped.status, bare.status]).toEqual([200, 200])
    expect(wrapped.body).toEqual(bare.body)
  })

  test('HT-1 any other body is refused, not treated as empty', async () => {
    for (const raw of ['{"nickName":"May"}', '[]', '"payload"', '1']) {
      const path = '/wcs/x-services/resources/store/10151/person/@self'
      expectRefusal(await client.send('PUT', path, { raw }), 400, 'BAD-REQUEST')
    }
  })

  test('HT-1 a validation failure has one entry per field', async () => {
    const answer = await client.send('POST', addMessage, {
      payload: { clientMessageId: 'x', text: '', inReplyTo: 7, subject: 'ok' },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.baseMessage).toMatchObject({ returnCode: '400', returnCodeDescription: 'FIELD-INVALID' })
    expect(answer.body.errors).toEqual(
      ['clientMessageId', 'text', 'inReplyTo'].map((field) => ({
        errorMessage: 'FIELD-INVALID',
        errorKey: 'FIELD-INVALID',
        field,
      })),
    )
  })

  test('HT-2 unreadable input fails in the envelope, too', async () => {
    expectRefusal(await client.get('/rbsmbl/x-services/nothing/here'), 404, 'NOT-FOUND')
    expectRefusal(await client.send('PUT', login), 404, 'NOT-FOUND')
    expectRefusal(await client.send('POST', zipCounties, { raw: '{"payload":' }), 400, 'BAD-REQUEST')
    expectRefusal(await client.send('POST', zipCounties, { raw: '{"__proto__":{"a":1}}' }), 400, 'BAD-REQUEST')
    expectRefusal(await client.get('/wcs/x-services/resources/store/%E0%A4%A/ratingInfo'), 400, 'BAD-REQUEST')
    const xml = { raw: '<a/>', headers: { 'content-type': 'application/xml' } }
    expectRefusal(await client.send('POST', zipCounties, xml), 400, 'BAD-REQUEST')
    const large = await client.send('POST', zipCounties, { payload: { zipCode: 'x'.repeat(300 * 1024) } })
    expectRefusal(large, 413, 'TOO-LARGE')
  })

  test('HT-1 every incoming text is well-formed Unicode, or the answer is 400, and nothing of it is in any log', async () => {
    const drafts = '/rbsmbl/account-settings/v3/ext/message/drafts'
    const draft = { clientMessageId: randomUUID(), baseVersion: 0, text: 'zq-told-to-nobody' }
    for (const field of ['text', 'subject', 'categoryId', 'phoneNumber'])
      expectRefusal(
        await client.send('PUT', drafts, { payload: { ...draft, [field]: 'Half \ud800' } }),
        400,
        'FIELD-INVALID',
      )
    const bytes = (start: string, end: string) => ({
      raw: Buffer.concat([Buffer.from(start), Buffer.from([0xc3, 0x28]), Buffer.from(end)]),
    })
    expectRefusal(await client.send('POST', zipCounties, bytes('{"payload":{"zipCode":"', '"}}')), 400, 'BAD-REQUEST')
    const chunked = { ...bytes('{"payload":{"zipCode":"', '"}}'), headers: { 'transfer-encoding': 'chunked' } }
    expectRefusal(
      await client.send('POST', zipCounties, {
        ...chunked,
        headers: { ...chunked.headers, 'content-length': undefined },
      }),
      400,
      'BAD-REQUEST',
    )
    for (const half of ['%ED%A0%80', '%C3%28', '%zz'])
      expectRefusal(await client.get(`/rbsmbl/x-services/zipToBrand/getBrandInfo?zipCode=${half}`), 400, 'BAD-REQUEST')
    const form = { raw: 'grant_type=%C3%28&client_id=portico-test' }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await client.send('POST', '/api/oauth/token', { ...form, headers: type })).status).toBe(400)
    for (const name of ["filename*=utf-8''a%00.txt", "filename*=utf-8''a%ED%A0%80.txt"]) {
      const { status } = await client.send('POST', attachment, {
        raw: `--b\r\ncontent-disposition: form-data; name="file"; ${name}\r\n\r\nzq-told-to-nobody\r\n--b--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
      expect([name, status]).toEqual([name, 400])
    }
    const odd = client.copy()
    for (const cookie of ['memberClientNumber', 'memberGroupNumber', 'language']) odd.cookies.set(cookie, 'a%00b')
    expect((await make(odd, calls.overview, {})).status).toBe(200)
    expect(portal.log.filter((line) => line.includes('zq-told-to-nobody'))).toEqual([])
  })

  test('MC-3 RG-3 invisible text is no subject or message, and invisible characters are left out of others; a copied phone number is accepted', async () => {
    const topic = { clientMessageId: randomUUID(), categoryId: 'claims', subCategoryId: 'claim-status' }
    for (const [problem, sent] of [
      ['subject field.required', { ...topic, subject: '\u200b\u202e\x07', text: 'x' }],
      ['text FIELD-INVALID', { ...topic, subject: 'x', text: '\u202e\ufeff\x1b' }],
    ] as const)
      expect(listErrors(await make(client, calls.addMessage, { body: sent }))).toEqual([400, problem])
    const body = { ...topic, subject: 'Bill\nof\u202e May', text: 'One\r\n\ttwo\u202e\x07' }
    const { payload } = (await make(client, calls.addMessage, { body })).body
    const sent = await make(client, calls.openMessage, { params: { messageId: payload.messageId } })
    expect(sent.body.payload).toMatchObject({ subject: 'Bill of May', text: 'One\r\n\ttwo' })
    const contact = { nickName: '\u202eMay', phone: '\u202a555-609-6292\u202c' }
    expect(listErrorCodes(await make(client, calls.updateProfile, { body: contact }))).toEqual([])
    const { body: profile } = await make(client, calls.consumerProfile, {})
    expect(profile.payload).toMatchObject({ nickName: 'May', phone: '555-609-6292' })
  })

  test('HT-1 JSON deeper than 20 levels is refused before anything traverses it', async () => {
    const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const put = (levels: number) =>
      client.send('PUT', '/rbsmbl/x-services/sessionStorage', {
        raw: `{"payload":{"key":"deep","value":${nest(levels)}}}`,
      })
    expect((await put(18)).status).toBe(200)
    for (const levels of [19, 1_900, 10_000, 100_000]) expectRefusal(await put(levels), 400, 'BAD-REQUEST')
    await client.send('PUT', '/rbsmbl/x-services/sessionStorage', { payload: { key: 'deep', value: null } })
  })

  test('MC-6 RG-4 MC-2 an invented place in a list is refused', async () => {
    const staff = await memberClient(portal.origin, 'CSRREP01')
    const at = (day: string) => `${day}T00:00:00.000Z_${randomUUID()}`
    for (const place of [
      at('2026-02-31'),
      at('2026-13-01'),
      at('0000-00-00'),
      'x',
      '_',
      at('2026-02-01').slice(0, -1),
    ]) {
      expect([place, listErrors(await make(staff, calls.workspaceThreads, { query: { after: place } }))]).toEqual([
        place,
        [400, 'after FIELD-INVALID'],
      ])
      expect(listErrors(await make(client, calls.accessHistory, { query: { before: place } }))).toEqual([
        400,
        'before FIELD-INVALID',
      ])
      expect(
        listErrors(await make(client, calls.searchMessages, { body: { search: 'claim', before: place } })),
      ).toEqual([400, 'before FIELD-INVALID'])
    }
    const known = await make(staff, calls.workspaceThreads, { query: { after: at('2026-02-01') } })
    expect(known.status).toBe(200)
  })

  test('HT-2 what is no request at all fails in the envelope, too, and its connection is closed', async () => {
    const sendText = async (text: string) => {
      const socket = connect(Number(new URL(portal.origin).port), '127.0.0.1')
      socket.end(text)
      let answer = ''
      for await (const part of socket) answer += part
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head).toContain('\r\nconnection: close\r\n')
      expect(JSON.parse(body)).toMatchObject({ payload: null, errors: [{ errorMessage: 'BAD-REQUEST' }] })
      return head.split('\r\n')[0]
    }
    expect(await sendText('nonsense\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request')
    const large = `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(await sendText(large)).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  })

  test('SI-11 the token endpoints alone answer in the shape of RFC 6749', async () => {
    const path = '/api/oauth/token'
    const json = (raw: string) => client.send('POST', path, { raw })
    const answers = [
      await client.send('POST', path, { form: { grant_type: 'x'.repeat(101), client_id: 'portico-test' } }),
      await client.send('POST', path, { form: {} }),
      await json('{'),
      await json('[1]'),
      await client.send('POST', path, { raw: '<a/>', headers: { 'content-type': 'application/xml' } }),
    ]
    for (const { status, body, headers } of answers) {
      expect([400, 401]).toContain(status)
      expect(Object.keys(body).sort()).toEqual(['error', 'error_description'])
      expect(headers.get('x-request-id')).not.toBeNull()
    }
  })
})

const hostile: readonly (readonly [string, unknown])[] = [
  ['a zero character', 'a\0b'],
  ['half a character', '\ud800'],
  ['a quote', "' or 1=1 --"],
  ['a long text', 'x'.repeat(50_000)],
  ['a path', '../../../etc/passwd'],
  ['an empty text', ''],
  ['nothing', null],
  ['a number', -1],
  ['a list', ['a', ['b']]],
  ['a record', { constructor: { prototype: {} } }],
]

describe.each(everyCall)('$name', ({ call, sample }) => {
  test('RO-4 HT-2 no input makes the server fail', async () => {
    const failures: string[] = []
    for (const [what, value] of hostile) {
      // All at once: some calls answer only at even intervals.
      const tries = [...spoilFields(call, sample.right(own), value)].map(async ({ field, sent }) => {
        const caller = call.path.includes('logout') || call.method === 'DELETE' ? new Client(portal.origin) : client
        const answer = await make(caller, call, sent, sample.headers)
        if (answer.status >= 500) failures.push(`${field} with ${what}: ${answer.status}`)
      })
      await Promise.all(tries)
    }
    expect(failures).toEqual([])
  })
})

test('SI-2 no credentials make the server fail', async () => {
  // Resets limits, which this test is not about.
  await sql`delete from sign_in_limit`.execute(portal.database.read)
  const tries = ['MEMBER01:\0', '\0:x', `${'x'.repeat(5000)}:y`, 'ſ:ı', ':', 'MEMBER01', '\ud800:\udfff']
  for (const credentials of tries) {
    const [user = '', password = ''] = credentials.split(':')
    const answer = await new Client(portal.origin).signIn(user, password)
    expectRefusal(answer, 401, 'GEN-NOMATCH')
  }
  for (const authorization of ['Basic', 'Basic ', 'Basic %%%', 'Basic QQ==', 'Bearer x', 'Digest a=b', basic('', '')]) {
    const answer = await new Client(portal.origin).send('POST', login, { payload: {}, headers: { authorization } })
    expectRefusal(answer, 401, 'GEN-NOMATCH')
  }
})

/** The same call with one field spoiled, for each field in turn. */
function* spoilFields(
  call: Call,
  right: SentTo<Call>,
  value: unknown,
): Generator<{ field: string; sent: SentTo<Call> }> {
  for (const place of ['params', 'query', 'body'] as const) {
    const schema = call[place]
    const whole = (right as Record<string, Record<string, unknown> | undefined>)[place] ?? {}
    if (!schema || !('entries' in schema)) continue
    for (const field of Object.keys(schema.entries as object)) {
      const isText = place !== 'body' || call.form
      // An address has less room than a body.
      const spoiltValue = isText ? String(value ?? '').slice(0, 5_000) : value
      // An empty or dot segment makes another path.
      if (place === 'params' && (spoiltValue === '' || String(spoiltValue).startsWith('..'))) continue
      const sent = { ...right, [place]: { ...whole, [field]: well(spoiltValue) } } as SentTo<Call>
      yield { field: `${place}.${field}`, sent }
    }
  }
}

/** A value that an address or a form can carry: no unpaired surrogates. */
function well(value: unknown): unknown {
  return typeof value === 'string' && !value.isWellFormed() ? value.toWellFormed() : value
}

function expectRefusal(answer: Answer, status: number, code: string): void {
  expect([answer.status, listErrorCodes(answer)]).toEqual([status, [code]])
  expect(answer.body.baseMessage).toMatchObject({ returnCode: String(status), returnCodeDescription: code })
  expect(answer.body.payload).toBeNull()
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
}
