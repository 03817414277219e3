import { randomUUID } from 'node:crypto'
import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { type Answer, type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents, tablesHolding } from '../../../test/rows.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { countByRep } from './figure-store.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')
const supervisor = testClient(portal, 'INTERNAL1')
const carl = testClient(portal, 'CSRREP01')
const dana = testClient(portal, 'CSRREP02')
const ruth = testClient(portal, 'CSRREP03')

type Opened = PayloadOf<typeof calls.workspaceThread>

/** A member writes to customer service; returns the ids of what they wrote. */
async function write(client = member, more: Partial<BodyOf<typeof calls.addMessage>> = {}) {
  const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'A question of mine' }
  const answer = await make(client, calls.addMessage, {
    body: { clientMessageId: randomUUID(), text: 'How is my claim?', ...(more.inReplyTo ? {} : topic), ...more },
  })
  expect(answer.status).toBe(201)
  return answer.body.payload
}

async function look(client: Client, threadId: string): Promise<Opened> {
  const answer = await make(client, calls.workspaceThread, { params: { threadId } })
  expect(answer.status).toBe(200)
  return answer.body.payload
}

async function list(client: Client, query: Partial<QueryOf<typeof calls.workspaceThreads>> = {}) {
  const answer = await make(client, calls.workspaceThreads, { query })
  expect(answer.status).toBe(200)
  return answer.body.payload
}

const listIds = ({ threads }: { threads: { threadId: string }[] }) => threads.map(({ threadId }) => threadId)

async function everyPage(client: Client, query: Partial<QueryOf<typeof calls.workspaceThreads>> = {}) {
  const rows = []
  for (let after: string | undefined; ; ) {
    const page = await list(client, { ...query, ...(after && { after }) })
    rows.push(...page.threads)
    if (page.next === null) return rows
    after = page.next
  }
}

const reply = (
  client: Client,
  threadId: string,
  version: number,
  more: Partial<BodyOf<typeof calls.replyToThread>> = {},
) =>
  make(client, calls.replyToThread, {
    params: { threadId },
    body: { clientMessageId: randomUUID(), text: 'It has been paid.', language: 'en', version, ...more },
  })

const setState = (client: Client, threadId: string, state: 'open' | 'waiting' | 'resolved', version: number) =>
  make(client, calls.setThreadState, { params: { threadId }, body: { state, version } })

const assign = (client: Client, threadId: string, accountId: string | null, version: number) =>
  make(client, calls.assignThread, { params: { threadId }, body: { accountId, version } })

const readAccountId = async (client: Client) =>
  (await make(client, calls.workspaceQueues, {})).body.payload.me.accountId

describe('MC-6 queues', () => {
  test('MC-6 a member’s message becomes open work of their brand, due on a working day and never later than the member was told', async () => {
    const { threadId, expectedReplyBy } = await write()
    const row = (await everyPage(carl)).find((one) => one.threadId === threadId)
    expect(row).toMatchObject({
      subject: 'A question of mine',
      brand: 'hmbcbs',
      category: 'Claims',
      subCategory: 'Status of a claim',
      memberName: 'Mayte Escobar',
      state: 'open',
      assignee: null,
    })
    expect(Date.parse(row?.dueAt ?? '')).toBeLessThanOrEqual(Date.parse(expectedReplyBy))
    expect(Date.parse(row?.dueAt ?? '')).toBeGreaterThan(Date.now())
    const urgent = await write(member, { categoryId: 'prescriptions', subCategoryId: 'refill' })
    const sooner = (await everyPage(carl)).find((one) => one.threadId === urgent.threadId)
    expect(Date.parse(sooner?.dueAt ?? '')).toBeLessThan(Date.parse(row?.dueAt ?? ''))
  })

  test('MC-6 the earliest due comes first, page by page, each conversation once', async () => {
    for (let count = 0; count < 14; count += 1) await write(member, { subject: `Question ${count}` })
    const first = await list(supervisor)
    expect([first.threads.length, first.next === null]).toEqual([25, false])
    const all = await everyPage(supervisor)
    expect(new Set(all.map(({ threadId }) => threadId)).size).toBe(all.length)
    const due = all.map(({ dueAt }) => dueAt ?? '')
    expect(due).toEqual(due.toSorted())
    const done = await everyPage(supervisor, { view: 'resolved' })
    const changed = done.map(({ changedAt }) => changedAt)
    expect(changed).toEqual(changed.toSorted().toReversed())
    for (const after of ['x', '2026-01-01_x', `2026-01-01T00:00:00.000Z_${'9'.repeat(60)}`]) {
      const answer = await make(carl, calls.workspaceThreads, { query: { after } })
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'after'])
    }
  })

  test('MC-6 counts and filters agree, whoever looks', async () => {
    for (const client of [supervisor, carl, ruth]) {
      const { body } = await make(client, calls.workspaceQueues, {})
      const { queues, settled, brands, me, scanner } = body.payload
      // There is no scanner here, and staff must know that (MC-4).
      expect(scanner).toBe('none')
      const sum = (key: 'open' | 'mine' | 'unassigned' | 'overdue', some = queues) =>
        some.reduce((total, queue) => total + queue[key], 0)
      for (const view of ['open', 'mine', 'unassigned', 'overdue'] as const)
        expect(await everyPage(client, { view })).toHaveLength(sum(view))
      for (const view of ['waiting', 'resolved'] as const) {
        const all = await everyPage(client, { view })
        expect(all).toHaveLength(settled.reduce((total, one) => total + one[view], 0))
        for (const { brand, categoryId, [view]: count } of settled)
          expect(await everyPage(client, { view, brand, categoryId })).toHaveLength(count)
      }
      for (const { brand, categoryId, age, newestSince } of queues) {
        const since = (await everyPage(client, { brand, categoryId, age })).map((one) => one.waitingSince ?? '')
        expect(newestSince).toBe(since.sort().at(-1))
      }
      for (const { code } of brands) {
        const some = queues.filter(({ brand }) => brand === code)
        expect(await everyPage(client, { brand: code })).toHaveLength(sum('open', some))
      }
      for (const age of ['hours', 'half-day', 'day', 'days'] as const) {
        const some = queues.filter((queue) => queue.age === age)
        expect(await everyPage(client, { age })).toHaveLength(sum('open', some))
      }
      const claims = queues.filter(({ categoryId }) => categoryId === 'claims')
      expect(await everyPage(client, { categoryId: 'claims' })).toHaveLength(sum('open', claims))
      const mine = await everyPage(client, { view: 'mine' })
      expect(mine.every(({ assignee }) => assignee?.accountId === me.accountId)).toBe(true)
    }
  })

  test('MC-6 RO-4 everybody sees only their own brands; staff without brands see nothing', async () => {
    const listBrands = async (client: Client) =>
      [...new Set((await everyPage(client)).map(({ brand }) => brand))].sort()
    expect(await listBrands(carl)).toEqual(['de', 'hmbcbs', 'ms'])
    expect(await listBrands(ruth)).toEqual(['ndbcbs', 'wybcbs'])
    expect((await listBrands(supervisor)).length).toBeGreaterThan(5)
    expect((await list(carl, { brand: 'ndbcbs' })).threads).toEqual([])
    const [foreign] = (await everyPage(ruth)).map(({ threadId }) => threadId)
    await portal.database.read
      .deleteFrom('staff_brand')
      .where('account_id', '=', await readAccountId(ruth))
      .execute()
    try {
      expect((await list(ruth)).threads).toEqual([])
      expect((await make(ruth, calls.workspaceThread, { params: { threadId: foreign ?? '' } })).status).toBe(404)
    } finally {
      const brands = ['ndbcbs', 'wybcbs'].map(async (brand) => ({ account_id: await readAccountId(ruth), brand }))
      await portal.database.read
        .insertInto('staff_brand')
        .values(await Promise.all(brands))
        .execute()
    }
  })
})

describe('MC-6 a conversation', () => {
  test('MC-6 shows the messages, the member and their other conversations, and stays unread', async () => {
    const { threadId } = await write(member, { phoneNumber: '412-555-0134', bestTime: 'morning', text: 'Call me.' })
    const before = await make(member, calls.countUnread, {})
    const opened = await look(carl, threadId)
    expect(opened.entries).toMatchObject([
      { kind: 'from-member', from: 'Mayte Escobar', text: 'Call me.', callBack: { phoneNumber: '412-555-0134' } },
    ])
    expect(opened.member).toMatchObject({ name: 'Mayte Escobar', dateOfBirth: '1965-09-12' })
    expect(opened.member.groups[0]).toMatchObject({ groupNumber: '1005512', planName: 'PPO Blue 1500' })
    expect(opened.member.threads.length).toBeGreaterThan(0)
    expect(listIds(opened.member)).not.toContain(threadId)
    expect(opened.colleagues.map(({ name }) => name)).toEqual(['Carl Repp', 'Ines Ternes', 'Dana Whitfield'])
    const { threads } = await make(carl, calls.searchThreads, { body: { text: 'Your claim question' } }).then(
      ({ body }) => body.payload,
    )
    const answered = threads.find(({ subject }) => subject === 'Your claim question')
    const shown = await look(carl, answered?.threadId ?? '')
    expect(shown.entries.at(-1)).toMatchObject({ kind: 'to-member', read: false })
    const after = await make(member, calls.countUnread, {})
    expect(after.body.payload).toEqual(before.body.payload)
  })

  test('MC-6 SI-13 each look is in the log with its author, and the member sees that staff looked, once a visit', async () => {
    const delaware = await memberClient(portal.origin, 'MEMBERDE')
    const { threadId } = await write(delaware)
    const answer = await make(carl, calls.workspaceThread, { params: { threadId } })
    const [event] = await listEvents(portal.database, answer)
    expect(event).toMatchObject({
      actor_login_id: 'CSRREP01',
      as_login_id: null,
      action: 'workspace.read',
      record_type: 'thread',
      record_id: threadId,
      outcome: 'done',
    })
    expect(event?.member_id).not.toBeNull()
    const { version } = await look(carl, threadId)
    await make(carl, calls.addThreadNote, {
      params: { threadId },
      body: { clientMessageId: randomUUID(), text: 'Hm.' },
    })
    await reply(carl, threadId, version)
    const { body } = await make(delaware, calls.accessHistory, {})
    const kinds = body.payload.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('staff'))
    expect(kinds).toEqual(['staff-answered', 'staff-viewed-messages'])
    const { body: other } = await make(member, calls.accessHistory, {})
    expect(other.payload.events.map(({ kind }) => kind)).not.toContain('staff-answered')
  })

  test('MC-6 SI-13 every other look and change is in the log too', async () => {
    const { threadId } = await write()
    const { version } = await look(carl, threadId)
    const answers: [string, Answer][] = [
      ['workspace.list', await make(carl, calls.workspaceThreads, { query: { view: 'mine' } })],
      ['workspace.search', await make(carl, calls.searchThreads, { body: { text: 'claim' } })],
      ['workspace.assign', await assign(carl, threadId, await readAccountId(carl), version)],
      ['workspace.release', await assign(carl, threadId, null, version + 1)],
      ['workspace.wait', await setState(carl, threadId, 'waiting', version + 2)],
      ['workspace.resolve', await setState(carl, threadId, 'resolved', version + 3)],
      ['workspace.reopen', await setState(carl, threadId, 'open', version + 4)],
      ['workspace.reply', await reply(carl, threadId, version + 5)],
    ]
    for (const [action, answer] of answers) {
      expect([action, answer.status]).toEqual([action, action === 'workspace.reply' ? 201 : 200])
      const events = await listEvents(portal.database, answer)
      expect(events.map((event) => event.action)).toContain(action)
      expect(events.every((event) => event.actor_login_id === 'CSRREP01' && event.outcome === 'done')).toBe(true)
    }
  })
})

describe('MC-6 CS-1 answering', () => {
  test('MC-6 MC-5 a reply reaches the inbox unread, under the brand’s name and signed, and the work is set aside', async () => {
    const { threadId, messageId } = await write()
    const { version } = await look(carl, threadId)
    const before = await make(member, calls.countUnread, {})
    const answer = await reply(carl, threadId, version, { text: '  It has been paid.  ' })
    expect(answer.status).toBe(201)
    const { body: unread } = await make(member, calls.countUnread, {})
    expect(unread.payload.unreadCount).toBe(before.body.payload.unreadCount + 1)
    const { body } = await make(member, calls.openMessage, { params: { messageId: answer.body.payload.messageId } })
    expect(body.payload).toMatchObject({
      threadId,
      from: 'Carl, Customer Service',
      read: false,
      replyAllowed: true,
      text: 'It has been paid.\n\nCarl\nCustomer Service, Blue Plan West\n1-800-555-0101, Monday - Friday 8 AM - 8 PM ET',
    })
    expect(body.payload.thread.map((entry) => entry.messageId)).toEqual([messageId, answer.body.payload.messageId])
    expect(await look(carl, threadId)).toMatchObject({
      state: 'waiting',
      waitingSince: null,
      dueAt: null,
      assignee: { name: 'Carl Repp' },
    })
    const emails = await portal.database.read.selectFrom('outbox').select(['template', 'brand']).execute()
    expect(emails).toContainEqual({ template: 'new-message', brand: 'hmbcbs' })
    const again = await write(member, { inReplyTo: answer.body.payload.messageId, text: 'Thank you!' })
    expect(again.threadId).toBe(threadId)
    const reopened = await look(carl, threadId)
    expect(reopened).toMatchObject({ state: 'open', assignee: { name: 'Carl Repp' } })
    expect(reopened.dueAt).not.toBeNull()
  })

  test('MC-6 BR-10 each brand signs in its own way, in the language of the reply', async () => {
    const medicaid = await memberClient(portal.origin, 'MEDICAIDND')
    const { threadId } = await write(medicaid)
    const { version, writing } = await look(ruth, threadId)
    expect(writing.values.en).toMatchObject({
      brandName: 'Blue Plan of North Dakota',
      phone: '1-800-555-0176',
      hours: 'Monday - Friday 8 AM - 8 PM CT',
    })
    const hours = 'Lunes a viernes, de 8 a. m. a 8 p. m., hora del Centro'
    expect(writing.values.es).toMatchObject({ phone: '1-800-555-0176', hours })
    const answer = await reply(ruth, threadId, version, { language: 'es', leaves: 'resolved' })
    const { body } = await make(medicaid, calls.openMessage, { params: { messageId: answer.body.payload.messageId } })
    expect(body.payload.from).toBe('Ruth, Servicio al Cliente')
    expect(body.payload.text).toBe(`It has been paid.\n\n${writing.signature.es}`)
    expect(writing.signature.es).toMatch(/^Su equipo de .+: Ruth\n1-800-555-0176/)
    expect(writing.signature.es).toContain(hours)
    expect((await look(ruth, threadId)).state).toBe('resolved')
  })

  test('MC-6 of two people who answer at once, one gets a conflict, and nothing of theirs is stored', async () => {
    const { threadId } = await write()
    const { version } = await look(carl, threadId)
    const answers = await Promise.all([
      reply(carl, threadId, version, { text: 'From Carl.' }),
      reply(dana, threadId, version, { text: 'From Dana.' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const loser = answers.find(({ status }) => status === 409)
    expect(loser && listErrorCodes(loser)).toEqual(['THREAD-CHANGED'])
    const opened = await look(dana, threadId)
    expect(opened.entries.filter(({ kind }) => kind === 'to-member')).toHaveLength(1)
    expect((await reply(dana, threadId, opened.version)).status).toBe(201)
  })

  test('MC-6 a message of the member that crosses the reply is reported, too, and so is anything a colleague did', async () => {
    const { threadId, messageId } = await write()
    const { version } = await look(carl, threadId)
    await write(member, { inReplyTo: messageId, text: 'One more thing.' })
    for (const attempt of [
      reply(carl, threadId, version),
      setState(carl, threadId, 'resolved', version),
      assign(carl, threadId, null, version),
    ])
      expect(listErrorCodes(await attempt)).toEqual(['THREAD-CHANGED'])
    const opened = await look(carl, threadId)
    expect(opened.entries.at(-1)?.text).toBe('One more thing.')
    expect((await assign(dana, threadId, await readAccountId(dana), opened.version)).status).toBe(200)
    expect(listErrorCodes(await reply(carl, threadId, opened.version))).toEqual(['THREAD-CHANGED'])
  })

  test('MC-6 MC-5 a reply or note sent twice is stored once and gets the same answer', async () => {
    const { threadId } = await write()
    const { version } = await look(carl, threadId)
    const clientMessageId = randomUUID()
    const [first, second] = [
      await reply(carl, threadId, version, { clientMessageId }),
      await reply(carl, threadId, version, { clientMessageId }),
    ]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body.payload).toMatchObject({ repeated: false, differs: false })
    expect(second.body.payload).toEqual({ ...first.body.payload, repeated: true })
    const other = await reply(carl, threadId, version, { clientMessageId, text: 'It has not been paid.' })
    expect(other.body.payload).toEqual({ ...first.body.payload, repeated: true, differs: true })
    const note = { params: { threadId }, body: { clientMessageId, text: 'Paid on Friday.' } }
    const notes = [await make(carl, calls.addThreadNote, note), await make(carl, calls.addThreadNote, note)]
    expect(notes[0]?.body.payload).toMatchObject({ repeated: false, differs: false })
    expect(notes[1]?.body.payload).toEqual({ ...notes[0]?.body.payload, repeated: true })
    const changed = { ...note, body: { ...note.body, text: 'Not paid.' } }
    const differs = (await make(carl, calls.addThreadNote, changed)).body.payload
    expect(differs).toEqual({ ...notes[0]?.body.payload, repeated: true, differs: true })
    const { entries } = await look(carl, threadId)
    expect(entries.map(({ kind }) => kind)).toEqual(['from-member', 'to-member', 'note'])
  })

  test('MC-5 MC-6 a reply or note under an id used in another conversation is refused and stored nowhere', async () => {
    const [one, other] = [await write(), await write()]
    const clientMessageId = randomUUID()
    const note = (threadId: string) =>
      make(carl, calls.addThreadNote, { params: { threadId }, body: { clientMessageId, text: 'Paid on Friday.' } })
    const { version } = await look(carl, one.threadId)
    expect((await reply(carl, one.threadId, version, { clientMessageId })).status).toBe(201)
    expect((await note(one.threadId)).status).toBe(201)
    const before = await look(carl, other.threadId)
    const refused = await reply(carl, other.threadId, before.version, { clientMessageId })
    expect([refused.status, listErrorCodes(refused)]).toEqual([409, ['CONFLICT']])
    expect(listErrorCodes(await note(other.threadId))).toEqual(['CONFLICT'])
    const { state, version: since, entries } = await look(carl, other.threadId)
    expect({ state, since, count: entries.length }).toEqual({ state: 'open', since: before.version, count: 1 })
  })

  test('MC-6 MC-4 a reply that is not ready to send is refused and stored nowhere', async () => {
    const { threadId } = await write()
    const { version } = await look(carl, threadId)
    const open = await reply(carl, threadId, version, { text: 'Hello {firstName}, here we are.' })
    expect([open.status, open.body.errors?.[0]?.field]).toEqual([400, 'text'])
    const attachment = await reply(carl, threadId, version, { attachmentIds: [randomUUID()] })
    expect(listErrorCodes(attachment)).toEqual(['ATTACHMENT-UNKNOWN'])
    for (const text of ['', ' \n ', 'x'.repeat(10_001)])
      expect((await reply(carl, threadId, version, { text })).status).toBe(400)
    expect((await look(carl, threadId)).entries).toHaveLength(1)
  })

  test('MC-6 an internal note is in nothing that the member gets', async () => {
    const { threadId, messageId } = await write()
    const secret = `Kestrel ${randomUUID()}`
    const answer = await make(carl, calls.addThreadNote, {
      params: { threadId },
      body: { clientMessageId: randomUUID(), text: secret },
    })
    expect(answer.status).toBe(201)
    expect((await look(dana, threadId)).entries.at(-1)).toMatchObject({
      kind: 'note',
      from: 'Carl Repp',
      text: secret,
    })
    const { version } = await look(carl, threadId)
    await reply(carl, threadId, version)
    const asked = await Promise.all([
      make(member, calls.openMessage, { params: { messageId } }),
      make(member, calls.listMessages, { query: { pageSize: '100' } }),
      make(member, calls.listMessages, { query: { pageSize: '100', folder: 'sent' } }),
      make(member, calls.overview, {}),
      make(member, calls.accessHistory, {}),
      member.get('/msg/', { headers: { accept: 'text/html' } }),
      member.get('/', { headers: { accept: 'text/html' } }),
    ])
    for (const { status, body } of asked) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    expect(await tablesHolding(portal.database, secret)).toEqual(['thread_note'])
  })

  test('MC-6 work is handed from one person to another, within the brand', async () => {
    const { threadId } = await write()
    const { version } = await look(carl, threadId)
    expect((await assign(carl, threadId, await readAccountId(dana), version)).body.payload).toEqual({
      version: version + 1,
    })
    expect((await look(carl, threadId)).assignee).toMatchObject({ name: 'Dana Whitfield' })
    expect(listIds({ threads: await everyPage(dana, { view: 'mine' }) })).toContain(threadId)
    expect((await assign(carl, threadId, await readAccountId(ruth), version + 1)).status).toBe(404)
    expect((await assign(dana, threadId, null, version + 1)).status).toBe(200)
    expect((await look(carl, threadId)).assignee).toBeNull()
  })

  test('MC-6 a conversation moves to another topic, with a reason that its member never sees, and then no one has it', async () => {
    const { threadId } = await write()
    const { version, topics } = await look(carl, threadId)
    expect(topics.map(({ categoryId }) => categoryId)).toContain('benefits')
    await assign(carl, threadId, await readAccountId(dana), version)
    const move = (more: object) =>
      make(dana, calls.transferThread, {
        params: { threadId },
        body: {
          categoryId: 'benefits',
          subCategoryId: 'covered',
          reason: 'It asks what is covered.',
          version,
          ...more,
        },
      })
    expect(listErrorCodes(await move({}))).toEqual(['THREAD-CHANGED'])
    const wrong = await move({ version: version + 1, subCategoryId: 'claim-status' })
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'categoryId'])
    expect((await move({ version: version + 1, reason: ' ' })).status).toBe(400)
    const moved = await move({ version: version + 1 })
    expect(moved.body.payload).toEqual({ version: version + 2 })
    const seen = await look(carl, threadId)
    expect(seen).toMatchObject({ assignee: null, state: 'open' })
    expect(seen.category).toBe(topics.find(({ categoryId }) => categoryId === 'benefits')?.label)
    expect(seen.entries.at(-1)).toMatchObject({ kind: 'note', from: 'Dana Whitfield' })
    expect(seen.entries.at(-1)?.text).toMatch(/^Claims.* → .+\nIt asks what is covered\.$/)
    expect(listIds({ threads: await everyPage(carl, { categoryId: 'benefits' }) })).toContain(threadId)
    expect(listIds({ threads: await everyPage(carl, { categoryId: 'claims' }) })).not.toContain(threadId)
    const mine = await make(member, calls.listMessages, { query: { threads: 'true' } })
    expect(JSON.stringify(mine.body)).not.toContain('It asks what is covered.')
    expect(
      listErrorCodes(
        await make(ruth, calls.transferThread, {
          params: { threadId },
          body: { categoryId: 'benefits', subCategoryId: 'covered', reason: 'No.', version: version + 2 },
        }),
      ),
    ).toEqual(['NOT-FOUND'])
  })

  test('MC-6 setting work aside and undoing that leaves it as it was', async () => {
    const { threadId } = await write()
    const before = await look(carl, threadId)
    expect((await setState(carl, threadId, 'resolved', before.version)).status).toBe(200)
    expect(listIds({ threads: await everyPage(carl, { view: 'resolved' }) })).toContain(threadId)
    expect((await setState(carl, threadId, 'open', before.version + 1)).status).toBe(200)
    const { state, dueAt, waitingSince } = await look(carl, threadId)
    expect({ state, dueAt, waitingSince }).toEqual({
      state: 'open',
      dueAt: before.dueAt,
      waitingSince: before.waitingSince,
    })
  })

  test('MC-6 anyone with the conversation open learns who else has, until those leave or go silent', async () => {
    const { threadId } = await write()
    const at = (client: Client, presence: 'here' | 'typing' | 'gone') =>
      make(client, calls.noteThreadPresence, { params: { threadId }, body: { presence } }).then(
        ({ body }) => body.payload,
      )
    expect(await at(carl, 'here')).toMatchObject({ others: [], version: 1 })
    expect((await at(dana, 'typing')).others).toMatchObject([{ name: 'Carl Repp', typing: false }])
    expect((await at(carl, 'here')).others).toMatchObject([{ name: 'Dana Whitfield', typing: true }])
    // A sent message is no longer being written, whatever the page reports next.
    const note = { params: { threadId }, body: { clientMessageId: randomUUID(), text: 'Called back.' } }
    expect((await make(dana, calls.addThreadNote, note)).status).toBe(201)
    expect((await at(carl, 'here')).others).toMatchObject([{ name: 'Dana Whitfield', typing: false }])
    await at(dana, 'typing')
    expect((await reply(dana, threadId, 1)).status).toBe(201)
    expect((await at(carl, 'here')).others).toMatchObject([{ name: 'Dana Whitfield', typing: false }])
    await at(dana, 'gone')
    expect((await at(carl, 'here')).others).toEqual([])
    await at(dana, 'here')
    await portal.database.read
      .updateTable('thread_presence')
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .where('account_id', '=', await readAccountId(dana))
      .execute()
    expect((await at(carl, 'here')).others).toEqual([])
    expect(
      (await make(ruth, calls.noteThreadPresence, { params: { threadId }, body: { presence: 'here' } })).status,
    ).toBe(404)
  })
})

describe('MC-6 search', () => {
  const searchThreads = async (client: Client, text: string) =>
    (await make(client, calls.searchThreads, { body: { text } })).body.payload.threads

  test('MC-6 finds words of a message or subject, numbers and names, only in the caller’s brands', async () => {
    const word = 'xylophonist'
    const { threadId } = await write(member, {
      text: `The ${word} asked about my & his claim.`,
      subject: 'Odd matter',
    })
    const north = await memberClient(portal.origin, 'MEMBERND')
    const foreign = await write(north, { text: `Another ${word}.` })
    const [hit, ...others] = await searchThreads(carl, `${word} CLAIM`)
    expect([hit?.threadId, others]).toEqual([threadId, []])
    expect(hit?.excerpt.filter((part) => part.hit).map(({ text }) => text)).toEqual([word, 'claim'])
    expect(hit?.excerpt.map(({ text }) => text).join('')).toContain('my & his')
    expect((await searchThreads(ruth, word)).map((one) => one.threadId)).toEqual([foreign.threadId])
    expect((await searchThreads(supervisor, word)).map((one) => one.threadId).sort()).toEqual(
      [threadId, foreign.threadId].sort(),
    )
    for (const text of ['odd matter', 'mayte escobar', 'Escobar', '99406232200'])
      expect((await searchThreads(carl, text)).map((one) => one.threadId)).toContain(threadId)
    expect(await searchThreads(ruth, '99406232200')).toEqual([])
    for (const text of ["'; drop table message; --", '%%', 'zqx & | !('])
      expect(await searchThreads(carl, text)).toEqual([])
  })

  test('MC-6 no log contains the words of a search', () => {
    expect(portal.log.join('\n')).not.toContain('xylophonist')
  })
})

describe('MC-6 canned replies', () => {
  const all = async (client: Client) => (await make(client, calls.cannedReplies, {})).body.payload.replies

  test('MC-6 RO-4 everybody reads those for their brands and those for every brand', async () => {
    expect(new Set((await all(carl)).map(({ brand }) => brand))).toEqual(new Set(['ALL', 'hmbcbs']))
    expect(new Set((await all(ruth)).map(({ brand }) => brand))).toEqual(new Set(['ALL', 'wybcbs', 'ndbcbs']))
    expect(await all(carl)).toContainEqual({
      replyId: expect.any(String),
      brand: 'ALL',
      language: 'en',
      title: 'Greeting',
      text: 'Hello {firstName},\n\nThank you for writing to us.',
    })
  })
})

describe('MC-6 figures', () => {
  test('MC-6 every message and answer counts once, on its day and for its brand', async () => {
    const west = await memberClient(portal.origin, 'MEMBERWV')
    const today = async (client: Client) => {
      const { body } = await make(client, calls.workspaceFigures, { query: { days: '7' } })
      const { days, figures } = body.payload
      expect(days).toHaveLength(7)
      const at = (brand: string) => figures.find((one) => one.brand === brand && one.day === days.at(-1))
      return { ms: at('ms'), all: at('ALL'), brands: new Set(figures.map(({ brand }) => brand)) }
    }
    const before = await today(carl)
    const { threadId } = await write(west)
    const { version } = await look(carl, threadId)
    await reply(carl, threadId, version)
    const after = await today(carl)
    expect(after.ms?.received).toBe((before.ms?.received ?? 0) + 1)
    expect(after.ms?.answered).toBe((before.ms?.answered ?? 0) + 1)
    expect(after.all?.answered).toBe((before.all?.answered ?? 0) + 1)
    expect(after.all?.medianMinutes).toEqual(expect.any(Number))
    expect(after.brands).toEqual(new Set(['ALL', 'hmbcbs', 'ms', 'de']))
    expect((await today(ruth)).ms).toBeUndefined()
  })
})

describe('MC-6 several conversations at once', () => {
  const assignAll = (client: Client, accountId: string | null, threads: readonly Opened[]) =>
    make(client, calls.assignThreads, {
      body: { accountId, threads: threads.map(({ threadId, version }) => ({ threadId, version })) },
    })
  const begin = async (client = member) => look(carl, (await write(client)).threadId)

  test('MC-6 several are handed over to one colleague, except those that have changed since; each is an event of its own', async () => {
    const [one, two, moved] = [await begin(), await begin(), await begin()]
    await setState(carl, moved.threadId, 'waiting', moved.version)
    const answer = await assignAll(carl, await readAccountId(dana), [one, two, moved])
    const { payload } = answer.body
    expect(payload.changed).toEqual([moved.threadId])
    expect(new Set(payload.assigned.map(({ threadId }) => threadId))).toEqual(new Set([one.threadId, two.threadId]))
    for (const { threadId } of [one, two])
      expect(await look(dana, threadId)).toMatchObject({
        assignee: { name: 'Dana Whitfield' },
        version: one.version + 1,
      })
    expect((await look(dana, moved.threadId)).assignee).toBeNull()
    const events = await listEvents(portal.database, answer)
    expect(new Set(events.map(({ record_id: id }) => id))).toEqual(new Set([one.threadId, two.threadId]))
    expect(events.every(({ action, member_id: of }) => action === 'workspace.assign' && of !== null)).toBe(true)
    const back = await assignAll(carl, null, [await look(carl, one.threadId)])
    expect(back.body.payload.assigned).toEqual([{ threadId: one.threadId, version: one.version + 2 }])
    expect((await look(carl, one.threadId)).assignee).toBeNull()
  })

  test('MC-6 if one belongs to another brand, or the colleague does not answer all of their brands, none is handed over', async () => {
    const own = await begin()
    const other = await begin(await memberClient(portal.origin, 'MEMBERWV'))
    const expectNone = async (client: Client, accountId: string, threads: readonly Opened[]) => {
      expect(listErrorCodes(await assignAll(client, accountId, threads))).toEqual(['NOT-FOUND'])
      expect((await look(carl, own.threadId)).assignee).toBeNull()
    }
    await expectNone(dana, await readAccountId(dana), [own, other])
    await expectNone(carl, await readAccountId(dana), [own, other])
    const more = Array.from({ length: 51 }, () => ({ threadId: randomUUID(), version: 1 }))
    const tooMany = await make(carl, calls.assignThreads, { body: { accountId: null, threads: more } })
    expect(tooMany.status).toBe(400)
  })

  test('MC-6 the people who can take over are listed with the brands they answer, only those of the caller', async () => {
    const { colleagues } = (await make(dana, calls.workspaceColleagues, {})).body.payload
    const own = colleagues.find(({ name }) => name === 'Dana Whitfield')
    const all = (await make(supervisor, calls.workspaceColleagues, {})).body.payload.colleagues
    expect(all.find(({ name }) => name === 'Dana Whitfield')?.brands).toEqual(own?.brands)
    const carls = (list: typeof all) => list.find(({ name }) => name.startsWith('Carl'))?.brands ?? []
    expect(carls(all)).toEqual(expect.arrayContaining(['hmbcbs', 'ms']))
    expect(carls(colleagues).every((code) => own?.brands.includes(code))).toBe(true)
    expect(colleagues.map(({ brands }) => brands.length).includes(0)).toBe(false)
  })
})

test('MC-6 supervisors see who answered, how often and how late, and what they have now; others do not', async () => {
  const readReps = async (client: Client) =>
    (await make(client, calls.workspaceFigures, { query: { days: '7' } })).body.payload.reps
  const findDana = async () => (await readReps(supervisor))?.find(({ name }) => name === 'Dana Whitfield')
  const before = await findDana()
  const { threadId } = await write()
  const { version } = await look(dana, threadId)
  await reply(dana, threadId, version)
  await assign(dana, (await write()).threadId, await readAccountId(dana), 1)
  const after = await findDana()
  expect(after?.answered).toBe((before?.answered ?? 0) + 1)
  expect(after?.open).toBe((before?.open ?? 0) + 1)
  expect(await readReps(carl)).toBeNull()
  // Work for one brand does not count in another's figures.
  const listNames = async (brands: readonly string[]) =>
    (await countByRep(portal.database.read, { brands, from: '2020-01-01' })).map(({ name }) => name)
  expect(await listNames(['hmbcbs'])).toContain('Dana Whitfield')
  expect(await listNames(['de'])).not.toContain('Dana Whitfield')
})

test('MC-6 CS-1 a message that a rep writes for a member is work for colleagues, and the rep has no workspace meanwhile', async () => {
  const acting = await actForMember(portal.origin, 'MEMBER02')
  const { threadId } = await write(acting, { text: 'Written on the phone.' })
  expect(listErrorCodes(await make(acting, calls.workspaceQueues, {}))).toEqual(['WRONG-ROLE'])
  const { entries } = await look(dana, threadId)
  expect(entries).toMatchObject([{ kind: 'from-member', onBehalf: true }])

  // The conversation's language is the one that the member used last, not the rep's.
  const second = await memberClient(portal.origin, 'MEMBER02')
  const inSpanish = { 'accept-language': 'es' }
  const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'Una pregunta' }
  const asked = { clientMessageId: randomUUID(), ...topic, text: '¿Qué pasó?' }
  const spanish = (await make(second, calls.addMessage, { body: asked }, inSpanish)).body.payload
  await write(acting, { inReplyTo: spanish.messageId, text: 'Added on the phone.' })
  expect((await look(dana, spanish.threadId)).language).toBe('es')
  await write(second, { inReplyTo: spanish.messageId, text: 'Thank you.' })
  expect((await look(dana, spanish.threadId)).language).toBe('en')
})

test('AD-2 MC-6 SH-8 MP-25 staff who may not answer see nothing of the desk, and cannot have a conversation', async () => {
  const { threadId } = await write()
  const { version } = await look(carl, threadId)
  const params = { threadId }
  const ids = { clientMessageId: randomUUID() }
  const [admin, author] = [await memberClient(portal.origin, 'ADMIN001'), await memberClient(portal.origin, 'AUTHOR01')]
  for (const client of [admin, author]) {
    const answers = [
      await make(client, calls.workspaceQueues, {}),
      await make(client, calls.workspaceThreads, { query: {} }),
      await make(client, calls.searchThreads, { body: { text: 'claim' } }),
      await make(client, calls.workspaceThread, { params }),
      await make(client, calls.workspaceClaim, { params: { threadId, claimId: randomUUID() } }),
      await make(client, calls.workspaceFigures, {}),
      await make(client, calls.cannedReplies, {}),
      await make(client, calls.listThreadFiles, { params }),
      await make(client, calls.workspaceForm, { params }),
      await make(client, calls.assignThread, { params, body: { accountId: null, version } }),
      await setState(client, threadId, 'resolved', version),
      await reply(client, threadId, version),
      await make(client, calls.addThreadNote, { params, body: { ...ids, text: 'A note' } }),
      await make(client, calls.saveThreadDraft, {
        params,
        body: { ...ids, baseVersion: 0, mode: 'note', text: 'A note', attachmentIds: [] },
      }),
      await make(client, calls.discardThreadDraft, { params }),
      await make(client, calls.noteThreadPresence, { params, body: { presence: 'here' } }),
      await make(client, calls.staffLeads, {}),
      await make(client, calls.directoryReports, {}),
    ]
    for (const answer of answers) expect([answer.status, listErrorCodes(answer)]).toEqual([403, ['WRONG-ROLE']])
  }
  const { account_id: authorId } = await readByLogin(portal.database.read, 'AUTHOR01')
  expect((await assign(carl, threadId, authorId, version)).status).toBe(404)
  expect(await look(carl, threadId)).toMatchObject({ version, state: 'open', assignee: null })
})

test("MC-6 staff see the member's phone number, or that there is none", async () => {
  const { threadId } = await write()
  await make(member, calls.updateProfile, { body: { phone: '(412) 555-0142', phoneType: 'CELL' } })
  expect((await look(carl, threadId)).member.phone).toBe('(412) 555-0142')
  await make(member, calls.updateProfile, { body: { phone: '' } })
  expect((await look(carl, threadId)).member.phone).toBeNull()
})

describe('MP-8 MC-6 appeals at the desk', () => {
  test('MP-8 MC-6 staff see by when appeals must be decided, the earliest due first, even after a reply', async () => {
    const { claims } = (await make(member, calls.listClaims, { query: { pageSize: '100', state: 'denied' } })).body
      .payload
    const sent: string[] = []
    for (const { claimId } of claims.slice(0, 2)) {
      const topic = { categoryId: 'claims', subCategoryId: 'claim-appeal', subject: 'I appeal' }
      sent.push((await write(member, { ...topic, claimId, appeal: true })).threadId)
    }
    expect(sent.length).toBeGreaterThan(0)
    const [threadId = ''] = sent
    await sql`update message_claim set sent_at = sent_at - interval '30 days' where thread_id = ${sent.at(-1)}`.execute(
      portal.database.read,
    )
    const { version } = await look(supervisor, threadId)
    expect((await reply(supervisor, threadId, version, { leaves: 'resolved' })).status).toBe(201)
    const rows = (await everyPage(supervisor, { view: 'appeals' })).filter((row) => sent.includes(row.threadId))
    expect(rows.map((row) => row.threadId)).toEqual(sent.toReversed())
    const days = rows.map(({ decideBy }) => decideBy ?? '')
    expect(days).toEqual(days.toSorted())
    expect(rows.find((row) => row.threadId === threadId)?.state).toBe('resolved')

    const claimId = claims[0]?.claimId ?? ''
    const card = await make(supervisor, calls.workspaceClaim, { params: { threadId, claimId } })
    expect(card.body.payload.appeal?.sent).toMatchObject({ answerBy: rows.at(-1)?.decideBy, messageId: null })
    expect((await everyPage(supervisor, { view: 'open' })).every((row) => row.state === 'open')).toBe(true)

    // A decision after the appeal ends it.
    await sql`update claim set processed_on = current_date + 2 where claim_id = ${claimId}`.execute(
      portal.database.read,
    )
    expect((await everyPage(supervisor, { view: 'appeals' })).map((row) => row.threadId)).not.toContain(threadId)
  })

  test('MP-8 MC-6 an appeal of a Medicaid patient comes before an earlier one that has more days', async () => {
    const query = { pageSize: '100', kind: 'office' } as const
    const { claims, people } = (await make(member, calls.listClaims, { query })).body.payload
    const [first, second] = claims.filter(({ patient }) => patient.memberId === people[0]?.memberId)
    const { read } = portal.database
    await sql`update claim set state = 'denied', processed_on = current_date - 60 where claim_id in (${first?.claimId}, ${second?.claimId})`.execute(
      read,
    )
    const topic = { categoryId: 'claims', subCategoryId: 'claim-appeal', subject: 'I appeal' }
    const sent: string[] = []
    for (const one of [first, second])
      sent.push((await write(member, { ...topic, claimId: one?.claimId ?? '', appeal: true })).threadId)
    await sql`update message_claim set sent_at = sent_at - interval '20 days' where thread_id = ${sent[0]}`.execute(
      read,
    )
    const listSent = async () =>
      (await everyPage(supervisor, { view: 'appeals' })).filter((row) => sent.includes(row.threadId))
    expect((await listSent()).map((row) => row.threadId)).toEqual(sent)

    await sql`update claim set group_number = (select group_number from coverage where coverage.member_id = claim.member_id)
      where claim_id = ${first?.claimId}`.execute(read)
    await sql`insert into coverage select (jsonb_populate_record(own, '{"group_number":"MEDICAID1","is_nd_medicaid":true}')).*
      from coverage own where own.member_id = (select member_id from claim where claim_id = ${second?.claimId}) limit 1`.execute(
      read,
    )
    await sql`update claim set group_number = 'MEDICAID1' where claim_id = ${second?.claimId}`.execute(read)
    const rows = await listSent()
    expect(rows.map((row) => row.threadId)).toEqual(sent.toReversed())
    const [soon = 0, later = 0] = rows.map(({ decideBy }) => Date.parse(decideBy ?? '') / 86_400_000)
    // 30 days from today, and 60 from twenty days ago.
    expect(later - soon).toBe(10)
  })
})
