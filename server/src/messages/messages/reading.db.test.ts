import { calls } from '@portico/contract/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')

type Query = Partial<Record<'page' | 'pageSize' | 'sort' | 'order' | 'folder', string>>
const listPath = '/rbsmbl/account-settings/v3/ext/message/messageCenter'

async function list(query: Query = {}, client = member) {
  const { body, status } = await make(client, calls.listMessages, { query: query as object })
  expect(status).toBe(200)
  return body.payload
}
const subjects = async (query: Query) => (await list(query)).messages.map(({ subject }) => subject)
const open = async (messageId: string) =>
  (await make(member, calls.openMessage, { params: { messageId } })).body.payload
const readUnread = async () => (await make(member, calls.countUnread, {})).body.payload.unreadCount

async function findId(subject: string): Promise<string> {
  const found = (await list({ pageSize: '100' })).messages.find((message) => message.subject === subject)
  return found?.messageId ?? ''
}

async function readAudit(answer: Answer) {
  return portal.database.read
    .selectFrom('audit_event')
    .leftJoin('account', 'account.account_id', 'audit_event.actor_account_id')
    .leftJoin('member', 'member.member_id', 'audit_event.member_id')
    .select(['actor_login_id', 'account.login_id as account', 'member.first_name as member', 'action'])
    .select(['record_type', 'record_id', 'outcome', 'audit_event.address'])
    .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
    .orderBy('record_id')
    .execute()
}
const byMember01 = {
  actor_login_id: 'MEMBER01',
  account: 'MEMBER01',
  member: 'Mayte',
  outcome: 'done',
  address: '127.0.0.1',
}

const newestFirst = [
  'Your claim question',
  'Plan documents are ready',
  'Address change',
  'Referral needed?',
  'Home delivery of a refill',
  'Two bills this month?',
  'Is physical therapy covered?',
  'Lost ID card',
  'Your yearly check-up',
  'What does "allowed amount" mean?',
  'Dental cleaning',
  'Prior authorization approved',
  'Welcome to your message center',
]

describe('MC-2 MC-5 the list', () => {
  test('MC-2 MC-5 starts with the ten newest of the inbox, and says how many there are in all', async () => {
    const page = await list()
    expect(page.messages.map(({ subject }) => subject)).toEqual(newestFirst.slice(0, 10))
    expect([page.total, page.unreadCount]).toEqual([13, 2])
  })

  test('MC-5 each row has its fields and no other', async () => {
    const { messages } = await list()
    expect(messages[0]).toEqual({
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      threadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subject: 'Your claim question',
      category: 'Claims',
      subCategory: 'A claim was denied',
      from: 'Dana, Customer Service',
      to: 'Mayte Escobar',
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      read: false,
      attachmentCount: 0,
      replyAllowed: true,
      replyBlockedReason: null,
      restorableUntil: null,
      excerpt: expect.stringMatching(/^\S.{20,138}\S$/),
    })
    expect(messages[1]).toMatchObject({ read: false, replyAllowed: false, replyBlockedReason: 'notice' })
    const { messages: rest } = await list({ page: '2' })
    expect(rest[1]).toMatchObject({ read: true, replyAllowed: false, replyBlockedReason: 'thread-closed' })
  })

  test('MN-5 MC-2 pages of 10, 50 and 100 hold everything once, in the same order', async () => {
    expect(await subjects({ page: '2', pageSize: '10' })).toEqual(newestFirst.slice(10))
    for (const pageSize of ['50', '100']) expect(await subjects({ pageSize })).toEqual(newestFirst)
    const beyond = await list({ page: '3' })
    expect([beyond.messages, beyond.total, beyond.unreadCount]).toEqual([[], 13, 2])
    expect((await list({ page: '100000', pageSize: '100' })).messages).toEqual([])
  })

  test('MC-2 sorts by date, subject and sender, both ways', async () => {
    const oldestFirst = [...newestFirst].reverse()
    expect(await subjects({ pageSize: '50', sort: 'date', order: 'asc' })).toEqual(oldestFirst)
    const bySubject = [...newestFirst].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    expect(await subjects({ pageSize: '50', sort: 'subject', order: 'asc' })).toEqual(bySubject)
    expect(await subjects({ pageSize: '50', sort: 'subject', order: 'desc' })).toEqual([...bySubject].reverse())
    for (const order of ['asc', 'desc']) {
      const { messages } = await list({ pageSize: '50', sort: 'from', order })
      const names = messages.map(({ from }) => from)
      const sorted = [...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en'))
      expect(names).toEqual(order === 'asc' ? sorted : sorted.reverse())
      // Messages from one sender are sorted newest first, in either direction.
      const ofDana = messages.filter(({ from }) => from === 'Dana, Customer Service').map(({ subject }) => subject)
      expect(ofDana).toEqual(newestFirst.filter((subject) => ofDana.includes(subject)))
    }
  })

  test('MC-2 sorts subjects as people read them, capitals or not', async () => {
    const second = await memberClient(portal.origin, 'MEMBERWV')
    for (const subject of ['banana', 'Apple', 'cherry', 'Date']) {
      await make(second, calls.addMessage, {
        body: {
          clientMessageId: crypto.randomUUID(),
          categoryId: 'other',
          subCategoryId: 'question',
          subject,
          text: 'x',
        },
      })
    }
    const { messages } = await list({ folder: 'sent', sort: 'subject', order: 'asc', pageSize: '50' }, second)
    const own = messages.map(({ subject }) => subject).filter((subject) => /^\w+$/.test(subject))
    expect(own).toEqual(['Apple', 'banana', 'cherry', 'Date'])
  })

  test('MC-2 the sent folder has what the member wrote, to the desk that answers', async () => {
    const { messages, total, unreadCount } = await list({ folder: 'sent' })
    expect(messages.map(({ subject }) => subject)).toEqual([
      'Your claim question',
      'Address change',
      'Referral needed?',
      'Home delivery of a refill',
      'Two bills this month?',
      'Is physical therapy covered?',
      'Lost ID card',
      'What does "allowed amount" mean?',
      'Dental cleaning',
    ])
    expect([total, unreadCount]).toEqual([9, 2])
    expect(messages[0]).toMatchObject({ from: 'Mayte Escobar', to: 'Customer Service', read: true })
    const wyoming = await memberClient(portal.origin, 'MEMBERWY')
    expect((await list({ folder: 'sent' }, wyoming)).messages[0]).toMatchObject({ to: 'Member Services' })
  })

  test('MC-5 HT-2 an unknown page, size, sort, order or folder is 400 and named', async () => {
    const wrong = { page: '0', pageSize: '20', sort: 'size', order: 'up', folder: 'trash' }
    for (const [field, value] of Object.entries(wrong)) {
      const answer = await member.get(`${listPath}?${field}=${value}`)
      expect([answer.status, answer.body.errors?.map((error) => error.field)]).toEqual([400, [field]])
    }
    for (const search of [
      'page=-1',
      'page=1.5',
      'page=1e3',
      'page=',
      'page=1&page=2',
      'order=desc;drop table message',
    ]) {
      expect((await member.get(`${listPath}?${search}`)).status).toBe(400)
    }
    const all = await member.get(`${listPath}?${new URLSearchParams(wrong)}`)
    expect(all.body.errors).toHaveLength(5)
  })

  test('LG-4 MC-5 topics and desks come in the language of the page', async () => {
    const spanish = await member.get<{ messages: { category: string; to: string }[] }>(`${listPath}?folder=sent`, {
      headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' },
    })
    expect(spanish.body.payload.messages[0]).toMatchObject({ category: 'Reclamaciones', to: 'Servicio al Cliente' })
  })

  test('RO-4 MC-5 every read of the list is in the audit log', async () => {
    const answer = await make(member, calls.listMessages, { query: { folder: 'sent' } })
    expect(await readAudit(answer)).toEqual([
      { ...byMember01, action: 'messages.list', record_type: 'folder', record_id: 'sent' },
    ])
  })
})

describe('MC-2 MC-5 one message', () => {
  test('MC-2 has its text and its thread, oldest first', async () => {
    const messageId = await findId('Your claim question')
    const message = await open(messageId)
    const row = (await list()).messages[0]
    expect(message).toEqual({
      ...row,
      text: expect.stringMatching(/\n/),
      attachments: [],
      thread: [
        {
          messageId: expect.any(String),
          direction: 'from-member',
          from: 'Mayte Escobar',
          onBehalf: false,
          sentAt: expect.any(String),
          read: true,
          text: expect.any(String),
          attachments: [],
        },
        {
          messageId,
          direction: 'to-member',
          from: 'Dana, Customer Service',
          onBehalf: false,
          sentAt: row?.sentAt,
          read: false,
          text: message.text,
          attachments: [],
        },
      ],
      claims: [],
      earlier: null,
      draft: null,
      expectedReplyBy: expect.any(String),
    })
    expect(message.thread.map(({ sentAt }) => sentAt)).toEqual(message.thread.map(({ sentAt }) => sentAt).sort())
    expect(Date.parse(message.expectedReplyBy)).toBeGreaterThan(Date.now())
  })

  test("MC-2 the member's own message opens as well, from either end of the thread", async () => {
    const { messages } = await list({ folder: 'sent' })
    const message = await open(messages[0]?.messageId ?? '')
    expect(message).toMatchObject({ from: 'Mayte Escobar', to: 'Customer Service', read: true })
    expect(message.thread).toHaveLength(2)
  })

  test('MC-2 opening changes nothing, the message stays unread, and the audit log tells of the reading', async () => {
    const messageId = await findId('Your claim question')
    const { audit_event: _, ...before } = await digestRows(portal.database)
    const answer = await make(member, calls.openMessage, { params: { messageId } })
    const { audit_event: __, ...after } = await digestRows(portal.database)
    expect(after).toEqual(before)
    expect(await readUnread()).toBe(2)
    expect(await readAudit(answer)).toEqual([
      { ...byMember01, action: 'message.read', record_type: 'message', record_id: messageId },
    ])
  })
})

test('AD-4 RO-4 an id typed in capitals is the same record in the answer and in the audit log', async () => {
  const messageId = await findId('Lost ID card')
  const params = { messageId: messageId.toUpperCase() }
  const answer = await make(member, calls.openMessage, { params })
  expect(answer.body.payload.messageId).toBe(messageId)
  expect((await readAudit(answer)).map((row) => row.record_id)).toEqual([messageId])
})

describe('MC-5 the read flag', () => {
  const flag = async (subjectsToFlag: readonly string[], read: boolean) => {
    const messageIds = await Promise.all(subjectsToFlag.map(findId))
    return make(member, calls.setReadFlag, { body: { messageIds, read } })
  }
  beforeEach(async () => {
    await flag(newestFirst, true)
    await flag(['Your claim question', 'Plan documents are ready'], false)
    expect(await readUnread()).toBe(2)
  })

  test('MC-5 marks messages read and unread, and every count follows', async () => {
    const answer = await flag(['Your claim question'], true)
    expect([answer.status, answer.body.payload]).toEqual([200, { updated: 1, unreadCount: 1 }])
    expect(await readUnread()).toBe(1)
    const { messages, unreadCount } = await list()
    expect([messages[0]?.read, messages[1]?.read, unreadCount]).toEqual([true, false, 1])
    const { body: landing } = await make(member, calls.overview, {})
    expect([landing.payload.unreadCount, landing.payload.newestMessages.slice(0, 3).map(({ read }) => read)]).toEqual([
      1,
      [true, false, true],
    ])
    expect((await open(await findId('Your claim question'))).read).toBe(true)
    expect((await flag(['Your claim question', 'Dental cleaning'], false)).body.payload).toEqual({
      updated: 2,
      unreadCount: 3,
    })
  })

  test('MC-5 setting what is set already changes nothing more, and one id named twice counts once', async () => {
    expect((await flag(['Your claim question'], true)).body.payload.updated).toBe(1)
    expect((await flag(['Your claim question'], true)).body.payload).toEqual({ updated: 0, unreadCount: 1 })
    const messageId = await findId('Plan documents are ready')
    const twice = await make(member, calls.setReadFlag, {
      body: { messageIds: [messageId, messageId, messageId.toUpperCase()], read: true },
    })
    expect([twice.status, twice.body.payload]).toEqual([200, { updated: 1, unreadCount: 0 }])
  })

  test('MC-5 all or none: with one unknown id, nothing is marked', async () => {
    const messageIds = [await findId('Your claim question'), crypto.randomUUID()]
    expect((await make(member, calls.setReadFlag, { body: { messageIds, read: true } })).status).toBe(404)
    expect(await readUnread()).toBe(2)
  })

  test("MC-5 a member's own message has no read flag", async () => {
    const { messages } = await list({ folder: 'sent' })
    const answer = await make(member, calls.setReadFlag, {
      body: { messageIds: [messages[0]?.messageId ?? ''], read: false },
    })
    expect(answer.status).toBe(404)
  })

  test('MC-5 takes 1 to 100 ids', async () => {
    const none = await make(member, calls.setReadFlag, { body: { messageIds: [], read: true } })
    const many = Array.from({ length: 101 }, () => crypto.randomUUID())
    const tooMany = await make(member, calls.setReadFlag, { body: { messageIds: many, read: true } })
    for (const answer of [none, tooMany]) {
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'messageIds'])
    }
  })

  test('MC-5 marked from many tabs at once, each count is right', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => flag(['Your claim question'], true)),
      ...Array.from({ length: 5 }, () => flag(['Plan documents are ready'], true)),
    ])
    const updated = answers.reduce((sum, { body }) => sum + body.payload.updated, 0)
    expect([updated, await readUnread()]).toEqual([2, 0])
  })

  test('RO-4 MC-5 the audit log has a row for each message', async () => {
    const named = ['Your claim question', 'Plan documents are ready']
    const ids = await Promise.all(named.map(findId))
    for (const [read, action] of [
      [true, 'message.mark-read'],
      [false, 'message.mark-unread'],
    ] as const) {
      const rows = await readAudit(await flag(named, read))
      const expected = [...ids].sort().map((id) => ({ ...byMember01, action, record_type: 'message', record_id: id }))
      expect(rows).toEqual(expected)
    }
  })
})

describe('MC-5 what a member can write about', () => {
  const categories = async (loginId: string, headers: Record<string, string> = {}) => {
    const client = await memberClient(portal.origin, loginId)
    const { body } = await make(client, calls.messageCategories, {}, headers)
    return body.payload.categories
  }

  test('MC-5 is categories with sub-categories, with ids and labels', async () => {
    const all = await categories('MEMBER01')
    expect(all.map(({ categoryId }) => categoryId)).toEqual([
      ...['claims', 'benefits', 'id-card', 'premium', 'prescriptions', 'doctors', 'account', 'other'],
    ])
    expect(all[0]).toEqual({
      categoryId: 'claims',
      label: 'Claims',
      subCategories: expect.arrayContaining([{ subCategoryId: 'claim-status', label: 'Status of a claim' }]),
    })
  })

  test('MC-5 HD-5 goes by brand: premiums are no topic in North Dakota', async () => {
    const ids = (list: Awaited<ReturnType<typeof categories>>) => list.map(({ categoryId }) => categoryId)
    expect(ids(await categories('MEMBERND'))).not.toContain('premium')
    expect(ids(await categories('MEMBERMN'))).toContain('premium')
  })

  test('LG-4 MC-5 goes by language: the choice of the person, else of their browser', async () => {
    const label = async (headers: Record<string, string>) => (await categories('MEMBER02', headers))[0]?.label
    expect(await label({ 'accept-language': 'es' })).toBe('Reclamaciones')
    expect(await label({ 'accept-language': 'es', cookie: 'language=en' })).toBe('Claims')
    expect(await label({ 'accept-language': 'en', cookie: 'language=es' })).toBe('Reclamaciones')
    expect(await label({ 'accept-language': 'fr,de;q=0.5' })).toBe('Claims')
  })
})
