import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { settingKeys } from '@portico/rules/settings/declared'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { readSettings } from '../../brands/config-lists/settings.ts'

const portal = testPortal()
beforeAll(async () => {
  await administrator('CSRREP01', 'ALL')
  await administrator('CSRREP02', 'ndbcbs')
})
/** An administrator for every brand, and one for North Dakota alone. */
const whole = testClient(portal, 'CSRREP01')
const northDakota = testClient(portal, 'CSRREP02')
/** Another administrator for every brand, who confirms. */
const second = testClient(portal, 'ADMIN001')

beforeEach(async () => {
  await sql`delete from setting_change`.execute(portal.database.read)
  await sql`delete from setting_request`.execute(portal.database.read)
  await sql`delete from app_config where application = 'PORTAL'`.execute(portal.database.read)
})

async function administrator(loginId: string, brand: string): Promise<void> {
  const { read } = portal.database
  await sql`update account set entitlements = '["administer"]' where login_id = ${loginId}`.execute(read)
  await sql`delete from staff_brand where account_id = (select account_id from account where login_id = ${loginId})`.execute(
    read,
  )
  await sql`insert into staff_brand (account_id, brand) select account_id, ${brand} from account where login_id = ${loginId}`.execute(
    read,
  )
}

const signIn = (loginId: string) => signInClient(portal.origin, loginId)

type Body = Parameters<typeof make<typeof calls.changeSetting>>[2]['body']
type Key = (typeof settingKeys)[number]

function change(client: Client, brand: string, key: Key, value: Body['value'], more: Partial<Body> = {}) {
  const body = { changeId: randomUUID(), basedOn: null, reason: 'As asked for', ...more, value }
  return make(client, calls.changeSetting, { params: { brand, key }, body })
}

function decide(client: Client, brand: string, key: Key, waitingId: string, confirm = true) {
  return make(client, calls.decideSetting, { params: { brand, key }, body: { waitingId, confirm } })
}

/** Makes a change that a second administrator must confirm, and has it confirmed. */
async function changeConfirmed(
  client: Client,
  brand: string,
  key: Key,
  value: Body['value'],
  more: Partial<Body> = {},
) {
  const asked = await change(client, brand, key, value, more)
  expect(asked.status).toBe(200)
  return decide(second, brand, key, asked.body.payload.setting.waiting?.changeId ?? '')
}

async function loadSettings(client: Client, brand: string) {
  const { status, body } = await make(client, calls.settings, { query: { brand } })
  expect(status).toBe(200)
  return new Map(body.payload.settings.map((one) => [one.key, one]))
}

describe('CT-9 settings', () => {
  test('CT-5 CT-9 every setting that the portal reads is listed, for a brand and for all, with who set it and why', async () => {
    expect([...(await loadSettings(whole, 'ALL')).keys()]).toEqual(settingKeys)
    const { status, body } = await change(whole, 'ALL', 'MESSAGES_PER_HOUR', 40, { reason: 'A busy autumn' })
    expect([status, body.payload.setting.value]).toEqual([200, 40])
    await change(whole, 'ndbcbs', 'MESSAGES_PER_HOUR', 20)
    expect((await loadSettings(whole, 'ALL')).get('MESSAGES_PER_HOUR')).toMatchObject({
      value: 40,
      everywhere: null,
      changed: { by: expect.stringContaining(' '), reason: 'A busy autumn' },
      brandsWithOwn: ['ndbcbs'],
    })
    expect((await loadSettings(whole, 'ndbcbs')).get('MESSAGES_PER_HOUR')).toMatchObject({ value: 20, everywhere: 40 })
    expect((await loadSettings(whole, 'idh')).get('MESSAGES_PER_HOUR')).toMatchObject({ value: null, everywhere: 40 })
    expect((await readSettings(portal.database.read, 'ndbcbs')).number('MESSAGES_PER_HOUR')).toBe(20)
    expect((await readSettings(portal.database.read, 'idh')).number('MESSAGES_PER_HOUR')).toBe(40)
  })

  test('IM-1 CT-9 RO-5 a payer that belongs to one brand is refused to another', async () => {
    expect((await change(whole, 'idh', 'IMPORT_PAYERS', 'Acme Health Plan; 54771')).status).toBe(200)
    const { status, body } = await change(northDakota, 'ndbcbs', 'IMPORT_PAYERS', 'Other;  acme  HEALTH plan ')
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('settings.problem.payer')])
    expect((await change(northDakota, 'ndbcbs', 'IMPORT_PAYERS', 'Other')).status).toBe(200)
  })

  test('CT-9 after a setting is removed, the value for all brands applies again', async () => {
    const { body } = await changeConfirmed(whole, 'ndbcbs', 'KEEP_ALIVE', false)
    const basedOn = body.payload.setting.changed?.changeId ?? null
    expect((await changeConfirmed(whole, 'ndbcbs', 'KEEP_ALIVE', null, { basedOn })).status).toBe(200)
    expect((await readSettings(portal.database.read, 'ndbcbs')).isOn('KEEP_ALIVE', true)).toBe(true)
    const { body: told } = await make(whole, calls.settingHistory, { params: { brand: 'ndbcbs', key: 'KEEP_ALIVE' } })
    expect(told.payload.changes.map(({ value, before }) => [before, value])).toEqual([
      [false, null],
      [null, false],
    ])
  })

  test.each<[Key, Body['value'], string]>([
    ['SESSION_EXPIRY_MS', 5, 'settings.problem.range'],
    ['SESSION_EXPIRY_MS', 12_000, 'settings.problem.range'],
    ['SESSION_EXPIRY_MS', 'soon', 'settings.problem.number'],
    ['SURVEY_SCRIPT', 'https://unknown.example/x.js', 'settings.problem.address.script'],
    ['ATTACHMENT_TYPES', ['exe'], 'settings.problem.list'],
    ['SESSION_WARNING_MS', 900_000, 'settings.problem.warning'],
  ])('CT-9 %s is not set to %j: %s', async (key, value, code) => {
    const { status, body } = await change(whole, 'ndbcbs', key, value)
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'value', errorMessage: code })]])
    expect((await loadSettings(whole, 'ndbcbs')).get(key)?.value).toBeNull()
  })

  test('CT-9 a value that would lock people out of a single brand is refused for all brands, too', async () => {
    expect((await changeConfirmed(whole, 'ndbcbs', 'KEEP_ALIVE', false)).status).toBe(200)
    const { status, body } = await change(whole, 'ALL', 'SESSION_EXPIRY_MS', 3_600_000)
    expect([status, body.errors?.[0]?.errorMessage]).toEqual([400, 'settings.problem.otherBrand'])
    expect((await change(whole, 'idh', 'SESSION_EXPIRY_MS', 3_600_000)).status).toBe(200)
  })

  test('CT-6 CT-9 someone who has not seen the last change is told, and overwrites nothing; the same change twice is one', async () => {
    const changeId = randomUUID()
    expect((await change(whole, 'ndbcbs', 'MESSAGES_PER_HOUR', 20, { changeId })).status).toBe(200)
    const again = await change(whole, 'ndbcbs', 'MESSAGES_PER_HOUR', 20, { changeId })
    expect([again.status, again.body.payload.repeated, again.body.payload.differs]).toEqual([200, true, false])
    const other = await change(northDakota, 'ndbcbs', 'MESSAGES_PER_HOUR', 30)
    expect([other.status, other.body.errors?.[0]?.errorMessage]).toEqual([409, 'CONFLICT'])
    expect((await change(northDakota, 'ndbcbs', 'MESSAGES_PER_HOUR', 30, { basedOn: changeId })).status).toBe(200)
    expect((await change(whole, 'idh', 'MESSAGES_PER_HOUR', 20, { changeId })).status).toBe(409)
  })

  test('CT-6 CT-9 of two simultaneous changes, one is made, and the other gets a conflict', async () => {
    const answers = await Promise.all([
      change(whole, 'ndbcbs', 'MESSAGES_PER_HOUR', 20),
      change(northDakota, 'ndbcbs', 'MESSAGES_PER_HOUR', 30),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('CT-6 RO-4 an administrator of one brand sees and changes only its settings; other staff see none', async () => {
    expect((await change(northDakota, 'ndbcbs', 'MESSAGES_PER_HOUR', 60)).status).toBe(200)
    expect((await make(northDakota, calls.settings, { query: { brand: 'ndbcbs' } })).body.payload).toMatchObject({
      editable: true,
      brands: [{ code: 'ndbcbs', name: expect.any(String) }],
    })
    expect((await make(northDakota, calls.settings, { query: { brand: 'ALL' } })).body.payload.editable).toBe(false)
    for (const brand of ['idh', 'ALL', 'nobrand']) {
      expect((await change(northDakota, brand, 'MESSAGES_PER_HOUR', 60)).status).toBe(404)
    }
    expect((await make(northDakota, calls.settings, { query: { brand: 'idh' } })).status).toBe(404)
    const params = { brand: 'idh', key: 'KEEP_ALIVE' } as const
    expect((await make(northDakota, calls.settingHistory, { params })).status).toBe(404)
    const rep = await signIn('CSRREP03')
    expect((await make(rep, calls.settings, { query: { brand: 'ndbcbs' } })).status).toBe(403)
    expect((await change(rep, 'ndbcbs', 'MESSAGES_PER_HOUR', 60)).status).toBe(403)
  })

  test('CT-9 AD-2 a request of someone who no longer administers the brand cannot be confirmed', async () => {
    const asked = await change(northDakota, 'ndbcbs', 'SESSION_EXPIRY_MS', 600_000)
    const waitingId = asked.body.payload.setting.waiting?.changeId ?? ''
    await administrator('CSRREP02', 'idh')
    try {
      expect((await decide(second, 'ndbcbs', 'SESSION_EXPIRY_MS', waitingId)).status).toBe(409)
    } finally {
      await administrator('CSRREP02', 'ndbcbs')
    }
    expect((await decide(second, 'ndbcbs', 'SESSION_EXPIRY_MS', waitingId)).status).toBe(200)
  })

  test('CT-9 a change to everybody’s sessions or passwords counts once a second administrator confirms it', async () => {
    const asked = await change(whole, 'ndbcbs', 'SESSION_EXPIRY_MS', 1_200_000)
    const { waiting, value } = asked.body.payload.setting
    expect([asked.status, value, waiting]).toMatchObject([200, null, { value: 1_200_000, isOwn: true }])
    const waitingId = waiting?.changeId ?? ''
    expect((await loadSettings(second, 'ndbcbs')).get('SESSION_EXPIRY_MS')).toMatchObject({
      value: null,
      waiting: { changeId: waitingId, value: 1_200_000, isOwn: false, reason: 'As asked for' },
    })
    expect((await decide(whole, 'ndbcbs', 'SESSION_EXPIRY_MS', waitingId)).status).toBe(409)
    expect((await decide(northDakota, 'idh', 'SESSION_EXPIRY_MS', waitingId)).status).toBe(404)
    expect((await decide(whole, 'ndbcbs', 'KEEP_ALIVE', waitingId, false)).status).toBe(404)
    expect((await readSettings(portal.database.read, 'ndbcbs')).number('SESSION_EXPIRY_MS')).toBeNull()
    const made = await decide(northDakota, 'ndbcbs', 'SESSION_EXPIRY_MS', waitingId)
    expect(made.body.payload.setting).toMatchObject({
      value: 1_200_000,
      waiting: null,
      changed: { changeId: waitingId, confirmedBy: expect.stringContaining(' ') },
    })
    expect((await readSettings(portal.database.read, 'ndbcbs')).number('SESSION_EXPIRY_MS')).toBe(1_200_000)
    expect((await decide(second, 'ndbcbs', 'SESSION_EXPIRY_MS', waitingId)).status).toBe(404)
  })

  test('CT-9 a waiting change can be withdrawn by its requester, is replaced by a newer one, and is checked again when confirmed', async () => {
    const first = await change(whole, 'ndbcbs', 'PASSWORD_MIN_LENGTH', 10)
    const newer = await change(northDakota, 'ndbcbs', 'PASSWORD_MIN_LENGTH', 12)
    const ids = [first, newer].map(({ body }) => body.payload.setting.waiting?.changeId ?? '')
    expect((await decide(second, 'ndbcbs', 'PASSWORD_MIN_LENGTH', ids[0] ?? '')).status).toBe(404)
    const dropped = await decide(northDakota, 'ndbcbs', 'PASSWORD_MIN_LENGTH', ids[1] ?? '', false)
    expect(dropped.body.payload.setting).toMatchObject({ value: null, waiting: null })

    const long = await change(whole, 'ndbcbs', 'SESSION_EXPIRY_MS', 3_600_000)
    await changeConfirmed(whole, 'ndbcbs', 'KEEP_ALIVE', false)
    const late = await decide(second, 'ndbcbs', 'SESSION_EXPIRY_MS', long.body.payload.setting.waiting?.changeId ?? '')
    expect([late.status, late.body.errors?.[0]?.errorMessage]).toEqual([400, 'settings.problem.outlives'])
  })

  test('CT-9 every change is in the audit log, with its author', async () => {
    const { body } = await change(northDakota, 'ndbcbs', 'ANALYTICS', false)
    const { rows } = await sql<{ actor_login_id: string }>`
      select actor_login_id from audit_event
      where action = 'setting.change' and record_id = ${body.payload.setting.changed?.changeId}`.execute(
      portal.database.read,
    )
    expect(rows).toEqual([{ actor_login_id: 'CSRREP02' }])
  })
})
