import { startSimulation } from '@portico/contract/calls/simulation'
import type { PageState } from '@portico/contract/page'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, memberClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { testPortal } from '../../../test/portal.ts'
import { readPageState, setSettings } from '../../../test/settings.ts'
import { easternDay } from '../../platform/day.ts'

const portal = testPortal({ SCRIPT_ORIGINS: 'https://survey.example,https://feedback.example' })
afterEach(async () => {
  await portal.database.read.deleteFrom('app_config').where('application', '=', 'PORTAL').execute()
  await portal.database.read.deleteFrom('tag_count').execute()
})

async function set(values: Record<string, string | boolean>): Promise<void> {
  await setSettings(portal.database, 'ALL', values)
}

interface Shown {
  readonly analytics: PageState['analytics']
  readonly policy: string
}

async function pageAt(brand: string, headers: Record<string, string> = {}, client = new Client(portal.origin)) {
  client.host = `${headers.host ?? 'secure'}.${brand}.localhost:${new URL(portal.origin).port}`
  const answer = await client.get('/', { headers: { accept: 'text/html', ...headers, host: client.host } })
  const shown: Shown = {
    analytics: readPageState(answer).analytics,
    policy: answer.headers.get('content-security-policy') ?? '',
  }
  return shown
}

const listSources = ({ policy }: Shown, directive: string) =>
  (new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1] ?? '').split(' ').filter((one) => one.includes('example'))

describe('AN-1 what a page learns', () => {
  test("AN-1 BR-7 our own collector and the brand's id for the host, and no script", async () => {
    const secure = await pageAt('hmbcbs')
    expect(secure.analytics).toEqual({ address: '/tag', id: expect.stringMatching(/-T$/), script: null })
    expect(secure.policy).not.toContain('example')
    for (const host of ['www', 'm']) {
      expect((await pageAt('hmbcbs', { host })).analytics?.id).toMatch(/-P$/)
    }
    const ids = await Promise.all(
      ['ms', 'ndbcbs', 'wybcbs', 'idh'].map(async (code) => (await pageAt(code)).analytics?.id),
    )
    expect(new Set(ids).size).toBe(4)
  })

  test('AN-1 the configured tag host, by the kind of host, which is the only other source of pictures on the page', async () => {
    await set({ TAG_ADDRESS_PROD: 'https://tags.example/p.gif', TAG_ADDRESS_TEST: 'https://test-tags.example/t.gif' })
    const test = await pageAt('hmbcbs')
    expect(test.analytics?.address).toBe('https://test-tags.example/t.gif')
    expect(listSources(test, 'img-src')).toEqual(['https://test-tags.example'])
    expect(listSources(test, 'script-src')).toEqual([])
    const production = await pageAt('hmbcbs', { host: 'www' })
    expect(production.analytics?.address).toBe('https://tags.example/p.gif')
    expect(listSources(production, 'img-src')).toEqual(['https://tags.example'])
  })

  test('AN-1 the survey for West Virginia, feedback for North Dakota and Wyoming, nothing for others', async () => {
    await set({ SURVEY_SCRIPT: 'https://survey.example/a.js', FEEDBACK_SCRIPT: 'https://feedback.example/b.js' })
    const scripts = await Promise.all(
      ['ms', 'ndbcbs', 'wybcbs', 'hmbcbs'].map(async (code) => {
        const shown = await pageAt(code)
        return [shown.analytics?.script, listSources(shown, 'script-src')]
      }),
    )
    expect(scripts).toEqual([
      ['https://survey.example/a.js', ['https://survey.example']],
      ['https://feedback.example/b.js', ['https://feedback.example']],
      ['https://feedback.example/b.js', ['https://feedback.example']],
      [null, []],
    ])
  })

  test('AN-1 an address that is not allowed is ignored, with a warning that does not repeat it', async () => {
    await set({ SURVEY_SCRIPT: 'https://elsewhere.example/a.js', TAG_ADDRESS_TEST: 'http://tags.example/?x=' })
    const before = portal.log.length
    const shown = await pageAt('ms')
    expect(shown.analytics).toMatchObject({ address: '/tag', script: null })
    expect(shown.policy).not.toContain('example')
    const told = portal.log.slice(before).join('')
    expect(told).toContain('setting SURVEY_SCRIPT passed over')
    expect(told).toContain('setting TAG_ADDRESS_TEST passed over')
    expect(told).not.toContain('elsewhere')
  })

  test('AN-1 a browser that asks for privacy reports nothing, and so does everybody’s where analytics is off', async () => {
    await set({ SURVEY_SCRIPT: 'https://survey.example/a.js' })
    const quiet = await pageAt('ms', { 'sec-gpc': '1' })
    expect([quiet.analytics, quiet.policy.includes('example')]).toEqual([null, false])
    await set({ ANALYTICS: false })
    expect((await pageAt('ms')).analytics).toBeNull()
  })

  test('AN-1 CS-1 a page that a representative sees for a member reports nothing', async () => {
    const client = await memberClient(portal.origin, 'CSRREP01')
    expect((await pageAt('hmbcbs', {}, client.copy())).analytics).not.toBeNull()
    const body = { reason: 'Asked for help', ticket: 'T-1' }
    const answer = await make(client, startSimulation, { params: { storeID: '10151', logonID: 'MEMBER01' }, body })
    expect(answer.status).toBe(200)
    expect((await pageAt('hmbcbs', {}, client)).analytics).toBeNull()
  })
})

describe('AN-1 the collector', () => {
  const right = { brand: 'hmbcbs', page: 'MEMBER:LANDING', category: 'MEMBER:LANDING' }
  const send = (
    tag: Record<string, string>,
    headers: Record<string, string> = {},
    client = new Client(portal.origin),
  ) => client.get(`/tag?${new URLSearchParams(tag)}`, { headers })
  const readCounts = () =>
    portal.database.read.selectFrom('tag_count').selectAll().orderBy('page').orderBy('event').execute()

  test('AN-1 answers a picture that is not cached, and counts by day, brand, page and event, without persons', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    client.cookies.set('UnicaID', 'someone')
    const answer = await send({ ...right, visitor: 'someone', id: 'PRT-1' }, {}, client)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/gif')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(String(answer.body.payload)).toMatch(/^GIF89a/)
    await send(right)
    await send({ ...right, event: 'sort' })
    const row = { day: easternDay(new Date()), ...right }
    await eventually(async () =>
      expect(await readCounts()).toEqual([
        { ...row, event: '', count: 2 },
        { ...row, event: 'sort', count: 1 },
      ]),
    )
    await send(right)
    await eventually(async () => expect(await readCounts()).toMatchObject([{ count: 3 }, { count: 1 }]))
  })

  test('AN-1 counts nothing else: no unknown name, nobody who asks for privacy, no other site', async () => {
    for (const tag of [
      {},
      { ...right, brand: 'nobody' },
      { ...right, page: 'MEMBER:99406232200' },
      { ...right, page: 'Mayte' },
      { ...right, page: 'MEMBER:MADE UP', category: 'MEMBER:MADE UP' },
      { ...right, category: 'MEMBER:SERVICE' },
      { ...right, category: "'; drop table tag_count" },
      { ...right, event: 'opened' },
    ]) {
      expect((await send(tag as Record<string, string>)).status).toBe(200)
    }
    expect((await portal.database.read.selectFrom('tag_count').select('page').execute()).length).toBe(0)
    await send(right, { 'sec-gpc': '1' })
    await send(right, { 'sec-fetch-site': 'cross-site' })
    const twice = await new Client(portal.origin).get('/tag?brand=hmbcbs&brand=ms&page=A:B&category=A:B')
    expect(twice.status).toBe(200)
    await send({ ...right, event: 'back' })
    await eventually(async () => expect(await readCounts()).toMatchObject([{ event: 'back', count: 1 }]))
  })
})
