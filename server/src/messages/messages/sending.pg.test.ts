import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'
import { newMessage } from '../../../test/samples.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')
const second = testClient(portal, 'MEMBER02')

type Sending = Partial<BodyOf<typeof calls.addMessage>> & Record<string, unknown>

const message = (more: Sending = {}) => ({ ...newMessage(), ...more })
const send = (body: Sending, client = member) => make(client, calls.addMessage, { body: body as never })
const open = async (messageId: string, client = member) =>
  (await make(client, calls.openMessage, { params: { messageId } })).body.payload
const countSent = async (client = member) =>
  (await make(client, calls.listMessages, { query: { folder: 'sent' } })).body.payload.total

/** Sends again, as a page does, what a busy server has not taken. */
async function sendUntilTaken(body: Sending, client = member): ReturnType<typeof send> {
  const answer = await send(body, client)
  return answer.status === 503 ? sendUntilTaken(body, client) : answer
}

async function inboxId(subject: string, client = member): Promise<string> {
  const { body } = await make(client, calls.listMessages, { query: { pageSize: '100' } })
  return body.payload.messages.find((one) => one.subject === subject)?.messageId ?? ''
}

const readStored = (clientMessageId: string) =>
  portal.database.read
    .selectFrom('message')
    .innerJoin('member', 'member.member_id', 'message.member_id')
    .select(['message_id', 'thread_id', 'body', 'incoming', 'author_name', 'first_name'])
    .where('client_message_id', '=', clientMessageId)
    .execute()

describe('MC-5 a new message', () => {
  test('MC-5 is stored, answered with its ids, and stands first in the sent folder', async () => {
    const body = message({ subject: ' About my claim ', text: '  Line one\nLine two  ' })
    const before = Date.now()
    const answer = await send(body)
    expect(answer.status).toBe(201)
    const { messageId, threadId, sentAt, expectedReplyBy } = answer.body.payload
    const { from, onBehalf, attachments, repeated, differs } = answer.body.payload
    expect({ from, onBehalf, attachments }).toEqual({ from: 'Mayte Escobar', onBehalf: false, attachments: [] })
    expect({ repeated, differs }).toEqual({ repeated: false, differs: false })
    expect(Date.parse(sentAt)).toBeGreaterThanOrEqual(before - 5)
    expect(Date.parse(expectedReplyBy)).toBeGreaterThan(Date.now())
    const { body: list } = await make(member, calls.listMessages, { query: { folder: 'sent' } })
    expect(list.payload.messages[0]).toMatchObject({ messageId, threadId, subject: 'About my claim', sentAt })
    expect(list.payload.messages[0]?.excerpt).toBe('Line one Line two')
    expect(await open(messageId)).toMatchObject({ subject: 'About my claim', text: 'Line one\nLine two' })
    expect(await readStored(body.clientMessageId)).toMatchObject([
      {
        message_id: messageId,
        thread_id: threadId,
        incoming: false,
        author_name: 'Mayte Escobar',
        first_name: 'Mayte',
      },
    ])
  })

  test('MC-5 an answer is promised for closing time of a working day, before it is sent and after', async () => {
    const asked = await make(member, calls.messageCategories, {})
    const { body } = await send(message())
    expect(asked.body.payload.expectedReplyBy).toBe(body.payload.expectedReplyBy)
    const due = new Date(body.payload.expectedReplyBy)
    const eastern = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options }).format(due)
    expect(eastern({ hour: 'numeric', minute: '2-digit' })).toMatch(/^5:00\sPM$/)
    expect(['Sat', 'Sun']).not.toContain(eastern({ weekday: 'short' }))
    expect(due.getTime() - Date.now()).toBeLessThan(7 * 24 * 60 * 60 * 1000)
  })

  test('MC-5 comes back as it was written, whatever it holds', async () => {
    const texts = [
      `"quoted" 'single' \\back\\slash \t tab`,
      '<script>alert(1)</script> &amp; </textarea>',
      '¿Cómo está mi reclamación? 中文 العربية 👩‍⚕️',
      "'; drop table message; --",
      'line\r\nbreaks\n\n\nstay',
    ]
    for (const text of texts) {
      const { body } = await send(message({ text, subject: text.replace(/\s+/g, ' ').slice(0, 100) }))
      expect((await open(body.payload.messageId)).text).toBe(text)
    }
  })

  test('MC-2 the first words of a text are cut between letters, never within one', async () => {
    for (const lead of ['', 'x']) {
      const { body } = await send(message({ text: `${lead}${'😀'.repeat(150)}` }))
      const { excerpt } = await open(body.payload.messageId)
      expect(excerpt).toMatch(/^x?(😀){60,}$/u)
      const { body: list } = await make(member, calls.listMessages, { query: { folder: 'sent' } })
      expect(list.payload.messages[0]?.excerpt).toBe(excerpt)
    }
  })

  test('MC-5 the limits are 10,000 characters of text and 100 of subject, to the letter', async () => {
    const max = await send(message({ text: 'x'.repeat(10_000), subject: 's'.repeat(100) }))
    expect(max.status).toBe(201)
    expect((await open(max.body.payload.messageId)).text).toHaveLength(10_000)
    const padded = await send(message({ text: ` ${'x'.repeat(10_000)} `, subject: ` ${'s'.repeat(100)} ` }))
    expect(padded.status).toBe(201)
    for (const [field, length] of [
      ['text', 10_001],
      ['subject', 101],
    ] as const) {
      const answer = await send(message({ [field]: 'x'.repeat(length) }))
      expect([answer.status, answer.body.errors?.map((error) => error.field)]).toEqual([400, [field]])
    }
  })

  test.each([
    ['text', { text: '' }],
    ['text', { text: ' \n ' }],
    ['text', { text: undefined }],
    ['subject', { subject: '' }],
    ['subject', { subject: undefined }],
    ['categoryId', { categoryId: undefined }],
    ['subCategoryId', { subCategoryId: undefined }],
    ['subCategoryId', { subCategoryId: 'refill' }],
    ['subCategoryId', { categoryId: 'nothing' }],
    ['clientMessageId', { clientMessageId: 'not-a-uuid' }],
    ['clientMessageId', { clientMessageId: undefined }],
    ['inReplyTo', { inReplyTo: 'x' }],
  ])(
    'MC-5 VA-9 without a right %s (%j) it is refused, the field is named and nothing is stored',
    async (field, more) => {
      const before = await digestRows(portal.database)
      const answer = await send(message(more as Sending))
      expect([answer.status, answer.body.errors?.map((error) => error.field)]).toEqual([400, [field]])
      expect(answer.body.baseMessage.returnCodeDescription).toBe('FIELD-INVALID')
      expect(await digestRows(portal.database)).toEqual(before)
    },
  )

  test("MC-5 HD-5 a topic that the member's brand does not have is refused", async () => {
    const northDakota = await memberClient(portal.origin, 'MEMBERND')
    const topic = { categoryId: 'premium', subCategoryId: 'bill' }
    const refused = await send(message(topic), northDakota)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'subCategoryId'])
    expect((await send(message(topic))).status).toBe(201)
  })

  test('MC-4 MC-5 attachments that nobody sent us are refused', async () => {
    const before = await digestRows(portal.database)
    const answer = await send(message({ attachmentIds: [randomUUID()] }))
    expect([answer.status, listErrorCodes(answer)]).toEqual([400, ['ATTACHMENT-UNKNOWN']])
    expect(await digestRows(portal.database)).toEqual(before)
    expect((await send(message({ attachmentIds: [] }))).status).toBe(201)
  })
})

describe('MC-2 MC-5 a reply', () => {
  test('MC-5 goes into the thread it answers, to either side of it', async () => {
    const inReplyTo = await inboxId('Referral needed?')
    const thread = (await open(inReplyTo)).threadId
    const first = await send({ clientMessageId: randomUUID(), text: 'Thank you.', inReplyTo })
    expect([first.status, first.body.payload.threadId]).toEqual([201, thread])
    const own = await send({
      clientMessageId: randomUUID(),
      text: 'One more.',
      inReplyTo: first.body.payload.messageId,
    })
    expect(own.body.payload.threadId).toBe(thread)
    const { thread: entries, subject } = await open(inReplyTo)
    expect(entries.map(({ direction }) => direction)).toEqual([
      'from-member',
      'to-member',
      'from-member',
      'from-member',
    ])
    expect(entries.slice(2).map(({ text }) => text)).toEqual(['Thank you.', 'One more.'])
    expect(subject).toBe('Referral needed?')
  })

  test.each(['Plan documents are ready', 'Prior authorization approved'])(
    'MC-5 to "%s", which allows none, is refused and nothing is stored',
    async (subject) => {
      const inReplyTo = await inboxId(subject)
      const before = await digestRows(portal.database)
      const answer = await send({ clientMessageId: randomUUID(), text: 'But why?', inReplyTo })
      expect([answer.status, listErrorCodes(answer)]).toEqual([409, ['REPLY-NOT-ALLOWED']])
      expect(await digestRows(portal.database)).toEqual(before)
    },
  )
})

describe('MC-5 the same clientMessageId', () => {
  test('MC-5 again answers the first result and stores nothing', async () => {
    const body = message()
    const first = await send(body)
    const before = await digestRows(portal.database)
    const { payload } = first.body
    const changes: [Sending, boolean][] = [
      [{}, false],
      [{ text: ` ${body.text}\r\n` }, false],
      [{ text: 'Something else' }, true],
      [{ subject: '' }, true],
      [{ subCategoryId: 'claim-denied' }, true],
      [{ phoneNumber: '555-555-5555' }, true],
      [{ bestTime: 'morning' }, true],
      [{ attachmentIds: [randomUUID()] }, true],
    ]
    for (const [change, differs] of changes) {
      const answer = await send({ ...body, ...change })
      expect([answer.status, answer.body.payload]).toEqual([201, { ...payload, repeated: true, differs }])
    }
    expect(await digestRows(portal.database)).toEqual(before)
    expect(await readStored(body.clientMessageId)).toMatchObject([{ body: 'How is my claim?' }])
  })

  test('MC-5 ten times at once, from two sessions, stores one', async () => {
    const elsewhere = await memberClient(portal.origin, 'MEMBER01')
    for (const body of [
      message(),
      { clientMessageId: randomUUID(), text: 'Hi', inReplyTo: await inboxId('Dental cleaning') },
    ]) {
      const total = await countSent()
      const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => send(body, i % 2 ? member : elsewhere)))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
      expect(new Set(answers.map(({ body: { payload } }) => payload.messageId)).size).toBe(1)
      const repeats = answers.map(({ body: { payload } }) => payload.repeated)
      expect(repeats.filter((repeated) => !repeated)).toHaveLength(1)
      expect(answers.some(({ body: { payload } }) => payload.differs)).toBe(false)
      expect(await readStored(body.clientMessageId)).toHaveLength(1)
      expect(await countSent()).toBe(total + 1)
    }
  })

  test('MC-5 after a refusal is free still', async () => {
    const body = message({ text: '' })
    expect((await send(body)).status).toBe(400)
    expect((await send({ ...body, text: 'Now with text' })).status).toBe(201)
  })

  test('RO-4 MC-5 of a second member is their own message, and reveals nothing about the first', async () => {
    const body = message({ text: 'Of the first' })
    const first = await send(body)
    const theirs = await send({ ...body, text: 'Of the second' }, second)
    expect(theirs.status).toBe(201)
    expect(theirs.body.payload.messageId).not.toBe(first.body.payload.messageId)
    expect((await open(theirs.body.payload.messageId, second)).text).toBe('Of the second')
    expect(await readStored(body.clientMessageId)).toHaveLength(2)
  })
})

describe('MC-5 senders at the same time', () => {
  test('MC-5 each of sixty messages of three members is stored once, with its own member', async () => {
    const third = await memberClient(portal.origin, 'MEMBERWV')
    const clients = [member, second, third]
    const before = await Promise.all(clients.map((client) => countSent(client)))
    const bodies = Array.from({ length: 60 }, (_, index) => message({ text: `Number ${index}` }))
    const answers = await Promise.all(bodies.map((body, index) => sendUntilTaken(body, clients[index % 3])))
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(201))
    expect(new Set(answers.map(({ body }) => body.payload.messageId)).size).toBe(60)
    const names = ['Mayte', 'Chung', 'Elmo']
    for (const [index, { clientMessageId, text }] of bodies.entries()) {
      expect(await readStored(clientMessageId)).toMatchObject([{ body: text, first_name: names[index % 3] }])
    }
    const after = await Promise.all(clients.map((client) => countSent(client)))
    expect(after).toEqual(before.map((total) => total + 20))
  })
})

test('RO-4 MC-5 the audit log names who sent which message for whom, once', async () => {
  const body = message()
  const answer = await send(body)
  const again = await send(body)
  const audit = (requestId: string | null) =>
    portal.database.read
      .selectFrom('audit_event')
      .innerJoin('member', 'member.member_id', 'audit_event.member_id')
      .select(['actor_login_id', 'first_name', 'action', 'record_type', 'record_id', 'outcome'])
      .where('request_id', '=', requestId ?? '')
      .execute()
  expect(await audit(answer.headers.get('x-request-id'))).toEqual([
    {
      actor_login_id: 'MEMBER01',
      first_name: 'Mayte',
      action: 'message.send',
      record_type: 'message',
      record_id: answer.body.payload.messageId,
      outcome: 'done',
    },
  ])
  expect(await audit(again.headers.get('x-request-id'))).toEqual([])
})

test('RO-4 MC-5 who sends a message, a reply, and either once more, is not told to have read anything', async () => {
  const reads = async () => {
    const rows = portal.database.read.selectFrom('audit_event').select('event_id').where('action', '=', 'message.read')
    return (await rows.execute()).length
  }
  const inReplyTo = await inboxId('Dental cleaning')
  const before = await reads()
  for (const body of [message(), { clientMessageId: randomUUID(), text: 'Thank you', inReplyTo }]) {
    for (const _ of ['first', 'again']) expect((await send(body)).status).toBe(201)
  }
  expect(await reads()).toBe(before)
  await open((await send(message())).body.payload.messageId)
  expect(await reads()).toBe(before + 1)
})
