import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { readWhole } from '../../../test/language-samples.ts'
import { testPortal } from '../../../test/portal.ts'
import { readPageState, setSettings } from '../../../test/settings.ts'
import { testClient } from '../../../test/signed-in.ts'
import { readLanguageTexts } from '../../brands/languages/texts.ts'

const portal = testPortal()
/** Reads languages for North Dakota alone, and administers nothing. */
const reader = testClient(portal, 'CSRREP02')
/** Two administrators, who confirm. */
const second = testClient(portal, 'ADMIN001')
const member = testClient(portal, 'CSRREP01')

const which = { brand: 'ndbcbs', language: 'ar' } as const
const { all: texts, version } = readLanguageTexts('ar')
/** Untranslated texts are not read. */
const all = texts.filter(({ translated }) => translated !== null)

beforeAll(async () => {
  const { read } = portal.database
  await sql`update account set entitlements = '["author"]' where login_id = 'CSRREP02'`.execute(read)
  await sql`update account set entitlements = '["answer"]' where login_id = 'CSRREP01'`.execute(read)
  await sql`delete from staff_brand where account_id = (select account_id from account where login_id = 'CSRREP02')`.execute(
    read,
  )
  await sql`insert into staff_brand (account_id, brand) select account_id, 'ndbcbs' from account where login_id = 'CSRREP02'`.execute(
    read,
  )
})

beforeEach(async () => {
  const { read } = portal.database
  await sql`delete from language_mark`.execute(read)
  await sql`delete from setting_change`.execute(read)
  await sql`delete from setting_request`.execute(read)
  await sql`delete from app_config where application = 'PORTAL'`.execute(read)
  await setSettings(portal.database, 'ndbcbs', { LANGUAGES: 'ar' })
})

const mark = (client: Client, more: Partial<BodyOf<typeof calls.markLanguageTexts>>) =>
  make(client, calls.markLanguageTexts, {
    body: { ...which, version, area: 'map', ids: null, state: 'read', note: '', ...more },
  })
const approve = (client: Client, more: Partial<BodyOf<typeof calls.approveLanguage>> = {}) =>
  make(client, calls.approveLanguage, {
    body: { ...which, changeId: randomUUID(), version, reason: 'Read in full', ...more },
  })
const withdraw = (client: Client, language: 'ar' | 'zh' = 'ar') =>
  make(client, calls.withdrawLanguage, { body: { ...which, language, reason: 'Not well said' } })
const decide = (client: Client, waitingId: string, confirm = true) =>
  make(client, calls.decideSetting, {
    params: { brand: 'ndbcbs', key: 'APPROVED_LANGUAGES' },
    body: { waitingId, confirm },
  })
async function read(client: Client) {
  const { body } = await make(client, calls.listLanguageReadings, { query: { brand: 'ndbcbs' } })
  const found = body.payload.languages.find(({ language }) => language === 'ar')
  if (found === undefined) throw new Error('no Arabic')
  return found
}
async function open(brand = 'ndbcbs') {
  const answer = await new Client(portal.origin).get(`/login/?defBrand=${brand}&language=ar`, {
    headers: { accept: 'text/html' },
  })
  return { html: String(answer.body.payload), languages: readPageState(answer).languages }
}

test('LG-4 a reader sees how many texts there are, reads them beside English by area, and marks a single text or an area', async () => {
  const before = await read(reader)
  expect(before).toMatchObject({
    total: all.length,
    read: 0,
    missing: texts.length - all.length,
    offered: true,
    approval: null,
    waiting: null,
  })
  const show = (more: object) =>
    make(reader, calls.readLanguageTexts, { body: { ...which, area: 'map', words: '', show: 'all', ...more } })
  const { body } = await show({})
  const [first] = body.payload.texts
  if (first === undefined) throw new Error('no text')
  expect(first).toMatchObject({ area: 'map', state: 'unread', by: null })
  expect(all.find(({ id }) => id === first.id)).toMatchObject({ english: first.english, translated: first.translated })
  expect((await show({ area: null, words: first.translated ?? '' })).body.payload.texts).toContainEqual(first)
  expect((await show({ words: 'no such words at all' })).body.payload).toMatchObject({ texts: [], total: 0 })
  await mark(reader, { ids: [first.id] })
  expect((await show({ show: 'read' })).body.payload.texts).toMatchObject([{ id: first.id, by: expect.any(String) }])
  expect((await read(reader)).read).toBe(1)
  await mark(reader, {})
  const area = (await read(reader)).areas.find((one) => one.area === 'map')
  expect(area?.read).toBe(area?.total)
  await mark(reader, { state: 'unread' })
  expect((await read(reader)).read).toBe(0)
})

test('LG-4 a reported text stays reported until somebody reads it, and blocks the approval of its language', async () => {
  await readWhole(portal.database)
  const id = all.find(({ area }) => area === 'map')?.id ?? ''
  expect((await mark(reader, { ids: [id], state: 'reported', note: '' })).status).toBe(400)
  expect((await mark(reader, { ids: [id], state: 'reported', note: 'Says the opposite' })).status).toBe(200)
  await mark(reader, {})
  expect(await read(reader)).toMatchObject({ reported: 1, read: all.length - 1 })
  expect((await approve(reader)).status).toBe(409)
  await mark(reader, { ids: [id] })
  expect((await approve(reader)).status).toBe(200)
})

test('LG-4 AD-2 an approval takes a second person; then that brand’s pages, and no other’s, lose the warning', async () => {
  await setSettings(portal.database, 'wybcbs', { LANGUAGES: 'ar' })
  expect((await open()).html.includes('checked by no one yet')).toBe(true)
  expect((await approve(reader)).status).toBe(409)
  await readWhole(portal.database)
  const changeId = randomUUID()
  expect((await approve(reader, { changeId })).body.payload.reading.waiting).toMatchObject({ changeId, isOwn: true })
  expect((await approve(reader, { changeId })).body.payload).toMatchObject({ repeated: true, differs: false })
  expect((await open()).languages.isProvisional).toBe(true)
  expect((await decide(reader, changeId)).status).toBe(403)
  expect((await decide(second, changeId)).status).toBe(200)
  expect(await read(second)).toMatchObject({
    approval: { isWhole: true, confirmedBy: expect.any(String) },
    waiting: null,
  })
  const { html, languages } = await open()
  expect(languages).not.toHaveProperty('hasChanged')
  expect([languages.isProvisional, html.includes('checked by no one yet')]).toEqual([false, false])
  expect((await open('wybcbs')).languages.isProvisional).toBe(true)
  expect((await withdraw(reader)).body.payload.reading).toMatchObject({ approval: null })
  expect((await open()).html.includes('checked by no one yet')).toBe(true)
  const { rows } = await sql<{ action: string }>`
    select distinct action from audit_event where action like 'language.%' order by action`.execute(
    portal.database.read,
  )
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['language.mark-read', 'language.submit', 'language.withdraw']),
  )
})

test('LG-4 a text that has changed since must be read again, and pages say that some have changed', async () => {
  await readWhole(portal.database)
  const older = 'x'.repeat(22)
  await setSettings(portal.database, 'ndbcbs', { APPROVED_LANGUAGES: `ar=${older}` })
  await sql`update language_mark set hash = 'as it was before' where area = 'map'`.execute(portal.database.read)
  const inMap = all.filter(({ area }) => area === 'map').length
  expect(await read(reader)).toMatchObject({ changed: inMap, read: all.length - inMap, approval: { isWhole: false } })
  const { html, languages } = await open()
  expect(languages).toMatchObject({ isProvisional: true, hasChanged: true })
  expect(html.includes('except for what has changed since')).toBe(true)
  expect((await approve(reader)).status).toBe(409)
  await mark(reader, {})
  const asked = await approve(reader)
  expect((await decide(second, asked.body.payload.reading.waiting?.changeId ?? '')).status).toBe(200)
  expect((await open()).languages.isProvisional).toBe(false)
})

test('LG-4 only texts of this release count as read, only for the reader’s own brands', async () => {
  expect((await mark(reader, { version: 'y'.repeat(22) })).status).toBe(409)
  await readWhole(portal.database)
  expect((await approve(reader, { version: 'y'.repeat(22) })).status).toBe(409)
  expect((await mark(reader, { brand: 'wybcbs' })).status).toBe(404)
  expect((await mark(reader, { area: 'nowhere' })).status).toBe(404)
  expect((await mark(reader, { ids: ['no.such.text'] })).status).toBe(404)
  expect((await make(member, calls.listLanguageReadings, { query: {} })).status).toBe(403)
})

test('LG-4 CT-9 an administrator cannot approve unread texts through the settings, and the requester cannot confirm', async () => {
  const change = (value: string) =>
    make(second, calls.changeSetting, {
      params: { brand: 'ndbcbs', key: 'APPROVED_LANGUAGES' },
      body: { changeId: randomUUID(), basedOn: null, value, reason: 'By hand' },
    })
  expect((await change(`ar=${version}`)).status).toBe(400)
  await readWhole(portal.database)
  const asked = await approve(second)
  const { waiting } = asked.body.payload.reading
  expect(waiting).toMatchObject({ isOwn: true, mayConfirm: false })
  expect((await decide(second, waiting?.changeId ?? '')).status).toBe(409)
  await mark(reader, { state: 'unread' })
  // A waiting request is checked again.
  await sql`update setting_request set asked_by = (select account_id from account where login_id = 'CSRREP02')`.execute(
    portal.database.read,
  )
  expect((await decide(second, waiting?.changeId ?? '')).status).toBe(400)
})

test('LG-4 AD-2 withdrawing one language leaves a request for another waiting, for somebody else to confirm', async () => {
  await readWhole(portal.database)
  await readWhole(portal.database, 'ndbcbs', 'zh')
  const chinese = { language: 'zh', version: readLanguageTexts('zh').version } as const
  const readings = async () => {
    const { body } = await make(second, calls.listLanguageReadings, { query: { brand: 'ndbcbs' } })
    return Object.fromEntries(
      body.payload.languages.map(({ language, approval, waiting }) => [language, { approval, waiting }]),
    )
  }
  const arabic = await approve(reader)
  expect((await decide(second, arabic.body.payload.reading.waiting?.changeId ?? '')).status).toBe(200)
  const asked = (await approve(reader, { ...chinese, reason: 'Every word' })).body.payload.reading.waiting
  expect((await withdraw(second)).status).toBe(200)
  const { ar, zh } = await readings()
  expect(ar).toEqual({ approval: null, waiting: null })
  expect(zh).toMatchObject({ approval: null, waiting: { by: asked?.by, at: asked?.at, reason: 'Every word' } })
  // An earlier request cannot restore what was withdrawn.
  expect((await decide(second, asked?.changeId ?? '')).status).toBe(404)
  expect((await decide(second, zh?.waiting?.changeId ?? '')).status).toBe(200)
  expect(await readings()).toMatchObject({ ar: { approval: null }, zh: { approval: { isWhole: true }, waiting: null } })

  // Withdrawing a request that only waits leaves the other language alone.
  await approve(reader)
  await withdraw(reader, 'zh')
  expect(await readings()).toMatchObject({ ar: { waiting: { isOwn: false } }, zh: { approval: null, waiting: null } })
  await approve(reader, chinese)
  await withdraw(reader)
  const left = await readings()
  expect(left).toMatchObject({ ar: { approval: null, waiting: null }, zh: { waiting: { reason: 'Read in full' } } })
  expect((await decide(second, left.zh?.waiting?.changeId ?? '')).status).toBe(200)
  expect(await readings()).toMatchObject({ ar: { approval: null }, zh: { approval: { isWhole: true } } })
})

test('LG-4 AD-2 while one person’s request waits, nobody else can ask for another language in their place', async () => {
  await readWhole(portal.database)
  await readWhole(portal.database, 'ndbcbs', 'zh')
  const chinese = { language: 'zh', version: readLanguageTexts('zh').version } as const
  const { waiting } = (await approve(second)).body.payload.reading
  expect((await approve(reader, chinese)).status).toBe(409)
  // Another's request must not confirm what the first asker asked for.
  expect((await decide(second, waiting?.changeId ?? '')).status).toBe(409)
  expect((await approve(second, chinese)).status).toBe(200)
})

test('LG-4 the pages for kept cards, sign-on and developers show the warning, too, until the brand has approved the language', async () => {
  const { brand } = readPageState(await new Client(portal.origin).get('/login/', { headers: { accept: 'text/html' } }))
  const read = async (path: string) => {
    const client = new Client(portal.origin)
    client.cookies.set('language', 'ar')
    return String((await client.get(path, { headers: { accept: 'text/html' } })).body.payload)
  }
  const paths = ['/pocket/', '/developers/', '/acting', '/sso/code']
  for (const path of paths) expect(await read(path), path).toContain('checked by no one yet')
  await setSettings(portal.database, brand.code, { APPROVED_LANGUAGES: `ar=${version}` })
  for (const path of paths) expect(await read(path), path).not.toMatch(/checked by no one|<!--line/)
})
