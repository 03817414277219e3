import { calls } from '@portico/contract/calls'
import type { PageState } from '@portico/contract/page'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { readPageState } from '../../../test/settings.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const client = testClient(portal, 'MEMBER01')

const put = (key: string, value: unknown, by = client) => make(by, calls.setSessionValue, { body: { key, value } })
const get = async (key: string, by = client) =>
  (await make(by, calls.getSessionValue, { query: { key } })).body.payload?.value

describe('ST-2 small state on the server', () => {
  test('ST-2 a value is available on every device of the person, changed and removed', async () => {
    expect(await get('finder.radius')).toBeNull()
    for (const value of [25, 'near', true, ['a', { b: null }], { nested: { deep: [1, 2] } }]) {
      expect((await put('finder.radius', value)).status).toBe(200)
      expect(await get('finder.radius', await memberClient(portal.origin, 'MEMBER01'))).toEqual(value)
    }
    expect((await put('finder.radius', null)).status).toBe(200)
    expect(await get('finder.radius')).toBeNull()
  })

  test("ST-2 nobody sees another person's", async () => {
    const other = await memberClient(portal.origin, 'MEMBER02')
    await put('finder.view', 'list')
    expect(await get('finder.view', other)).toBeNull()
    await put('finder.view', 'map', other)
    expect(await get('finder.view')).toBe('list')
    await put('finder.view', null, other)
    expect(await get('finder.view')).toBe('list')
  })

  test.each(['', 'Upper', 'with space', '../x', 'a..b', '.a', 'a.', 'x'.repeat(65), '__proto__'])(
    'ST-2 the key %j is refused',
    async (key) => {
      const answer = await put(key, 1)
      expect([answer.status, listErrorCodes(answer)]).toEqual([400, ['FIELD-INVALID']])
      expect((await make(client, calls.getSessionValue, { query: { key } })).status).toBe(400)
    },
  )

  test('ST-2 a value has at most 8 kB of JSON', async () => {
    expect((await put('size', 'x'.repeat(8190))).status).toBe(200)
    expect((await put('size', 'x'.repeat(8191))).status).toBe(400)
    expect((await put('size', 'é'.repeat(4096))).status).toBe(400)
    await put('size', null)
  })

  test('ST-2 what the database cannot hold is refused, and is no failure of ours', async () => {
    for (const value of ['\0', { '\0': 1 }, '\ud800', ['\udfff x']]) expect((await put('odd', value)).status).toBe(400)
    const tricky = ['\\u0000', '\\', '😀', '"']
    expect((await put('odd', tricky)).status).toBe(200)
    expect(await get('odd')).toEqual(tricky)
    await put('odd', null)
  })

  test('ST-2 a person has at most 50 values, even if they arrive at once', async () => {
    const other = await memberClient(portal.origin, 'MEMBERWV')
    const answers = await Promise.all(Array.from({ length: 55 }, (_, index) => put(`many.n${index}`, index, other)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(50).fill(200), ...Array(5).fill(409)])
    const kept = answers.findIndex(({ status }) => status === 200)
    expect((await put(`many.n${kept}`, 'changed', other)).status).toBe(200)
    await put(`many.n${kept}`, null, other)
    expect((await put('one-more', 1, other)).status).toBe(200)
  })

  test('ST-2 each change is in the audit log, without the value', async () => {
    const answer = await put('finder.sort', 'secret-word')
    const rows = await listEvents(portal.database, answer)
    expect(rows).toMatchObject([
      { actor_login_id: 'MEMBER01', action: 'person-state.change', record_id: 'finder.sort', outcome: 'done' },
    ])
    expect(JSON.stringify(rows)).not.toContain('secret-word')
  })
})

describe('ST-2 MC-2 how a person likes their message list', () => {
  async function readPage(by: Client): Promise<PageState> {
    const answer = await by.get('/msg/', { headers: { accept: 'text/html' } })
    return readPageState(answer)
  }

  test('ST-2 MC-2 the page has the order and size chosen on another device', async () => {
    const before = await readPage(client)
    expect(before.session?.messageList).toBeNull()
    await put('message-center.list', { pageSize: 50, sorting: 'oldest' })
    const { session, view } = await readPage(await memberClient(portal.origin, 'MEMBER01'))
    expect(session?.messageList).toEqual({ pageSize: 50, sorting: 'oldest' })
    if (view.name !== 'message-center' || before.view.name !== 'message-center') throw new Error('no list')
    const dates = view.page.messages.map(({ sentAt }) => sentAt)
    expect(dates).toEqual([...dates].sort())
    expect(dates.length).toBe(Math.min(50, before.view.page.total))
    await put('message-center.list', null)
  })

  test('ST-2 a stored value that is no such preference is ignored', async () => {
    await put('message-center.list', { pageSize: 7 })
    expect((await readPage(client)).session?.messageList).toBeNull()
    await put('message-center.list', null)
  })
})
