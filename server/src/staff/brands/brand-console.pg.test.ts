import type { BodyOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/brand-console'
import type { ErrorEnvelope } from '@portico/contract/envelope'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleBrand } from '../../../test/brand-samples.ts'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { testClient } from '../../../test/signed-in.ts'
import { readKeptBrands } from '../../brands/brand/configured.ts'

const portal = testPortal()
beforeAll(async () => {
  await administrator('CSRREP01', 'ALL')
  await administrator('CSRREP02', 'ndbcbs')
})
beforeEach(() => sql`delete from brand_version`.execute(portal.database.read))
const first = testClient(portal, 'ADMIN001')
const second = testClient(portal, 'CSRREP01')
const northDakota = testClient(portal, 'CSRREP02')

async function administrator(loginId: string, brand: string): Promise<void> {
  const id = sql`(select account_id from account where login_id = ${loginId})`
  await sql`update account set entitlements = '["administer"]' where login_id = ${loginId}`.execute(
    portal.database.read,
  )
  await sql`delete from staff_brand where account_id = ${id}`.execute(portal.database.read)
  await sql`insert into staff_brand (account_id, brand) values (${id}, ${brand})`.execute(portal.database.read)
}

type Given = BodyOf<typeof calls.proposeBrand>
function proposeAs(client: Client, code: string, fields: Partial<Given['fields']> = {}, more: Partial<Given> = {}) {
  const body = { ...sampleBrand, ...more, fields: { ...sampleBrand.fields, ...fields } }
  return make(client, calls.proposeBrand, { params: { code }, body })
}
const decideAs = (client: Client, code: string, version: number, confirm = true) =>
  make(client, calls.decideBrand, { params: { code, version: String(version) }, body: { confirm } })
const list = async (client: Client) => (await make(client, calls.listOwnBrands, {})).body.payload
const find = async (client: Client, code: string) => (await list(client)).brands.find((one) => one.code === code)
/** The refusals, as `field code`. */
function listRefused({ status, body }: Awaited<ReturnType<typeof proposeAs>>): readonly string[] {
  expect(status).toBe(400)
  const { errors } = body as unknown as ErrorEnvelope
  return errors.map(({ field, errorKey }) => `${field} ${errorKey}`).sort()
}
const readFile = async (file: string) => {
  const [kept] = await readKeptBrands(portal.database.read)
  return JSON.parse(kept?.files[file] ?? 'null') as Record<string, unknown>
}

test('BR-7 BR-8 one administrator writes a brand in the console, and another confirms it', async () => {
  expect((await proposeAs(first, 'prairie', { counties: ['46065'] })).status).toBe(200)
  expect(await readKeptBrands(portal.database.read)).toEqual([])
  const waiting = (await find(second, 'prairie'))?.waiting
  expect(waiting).toMatchObject({ version: 1, madeBy: 'ADMIN001', own: false, reason: 'A plan of our own' })
  expect((await decideAs(first, 'prairie', 1)).status).toBe(409)
  expect((await decideAs(second, 'prairie', 1)).status).toBe(200)
  expect(await find(second, 'prairie')).toMatchObject({ origin: 'console', version: 1, waiting: null })
  expect(await readFile('brand.json')).toMatchObject({
    ...{ code: 'prairie', domain: 'prairieown.example', shopDomain: 'shop.prairieown.example' },
    ...{
      customerServicePhoneNumber: '1-800-555-0177',
      states: ['SD'],
      counties: ['46065'],
      postalAddress: ['PO Box 555-0177', 'Pierre, SD 57501'],
      nurseLine: null,
    },
    memberNumber: { form: 'letters-and-digits', min: 6, max: 12 },
  })
  const { rows } = await sql<{ action: string }>`
    select action from audit_event where action like 'brand.%' and record_id = 'prairie' order by at`.execute(
    portal.database.read,
  )
  expect(rows.map(({ action }) => action)).toEqual(['brand.ask', 'brand.confirm'])
})

test('BR-8 a version proposed several times at once waits once', async () => {
  const together = await Promise.all(Array.from({ length: 3 }, () => proposeAs(first, 'prairie')))
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await find(second, 'prairie'))?.waiting).toMatchObject({ version: 1 })
  expect((await proposeAs(first, 'prairie', {}, { reason: 'Another reason' })).status).toBe(200)
  expect((await find(second, 'prairie'))?.waiting).toMatchObject({ version: 2, reason: 'Another reason' })
})

test('BR-8 a second version replaces the first, other fields stay, and someone who worked from an older version gets a conflict', async () => {
  await proposeAs(first, 'idh', (await find(first, 'idh'))?.fields ?? {}, { drawings: noDrawings })
  await decideAs(second, 'idh', 1)
  const fields = (await find(first, 'idh'))?.fields ?? sampleBrand.fields
  const changed = { ...fields, primary: '#335577' }
  expect((await proposeAs(first, 'idh', changed, { drawings: noDrawings })).status).toBe(409)
  expect((await proposeAs(first, 'idh', changed, { basedOn: 1, drawings: noDrawings })).status).toBe(200)
  expect((await find(second, 'idh'))?.waiting?.changed).toEqual(['primary'])
  await decideAs(second, 'idh', 2)
  expect(await readFile('brand.json')).toMatchObject({ uracID: 'URAC-2561', look: { primary: '#335577', radius: 8 } })
  const [kept] = await readKeptBrands(portal.database.read)
  expect(kept?.files['mark.svg']).toContain('fill="#6b3fa0"')
})

const revertAs = (client: Client, code: string, basedOn: number) =>
  make(client, calls.revertBrand, { params: { code }, body: { basedOn, reason: 'As it was' } })

test('BR-8 one press proposes the previous version to a second administrator, who puts it in force again', async () => {
  const readPrimary = async () => ((await readFile('brand.json')) as { look: { primary: string } }).look.primary
  await proposeAs(first, 'prairie')
  await decideAs(second, 'prairie', 1)
  expect((await find(first, 'prairie'))?.before).toBeNull()
  expect((await revertAs(first, 'prairie', 1)).status).toBe(409)
  await proposeAs(first, 'prairie', { primary: '#335577' }, { basedOn: 1, drawings: noDrawings })
  await decideAs(second, 'prairie', 2)
  expect([(await find(first, 'prairie'))?.before, await readPrimary()]).toEqual([1, '#335577'])
  expect((await revertAs(first, 'prairie', 1)).status).toBe(409)
  expect((await revertAs(northDakota, 'prairie', 2)).status).toBe(404)
  const answer = await revertAs(first, 'prairie', 2)
  expect(await listAuditedActions(portal.database, answer)).toEqual(['brand.revert done'])
  expect((await find(second, 'prairie'))?.waiting).toMatchObject({ version: 3, reason: 'As it was' })
  expect((await find(second, 'prairie'))?.waiting?.changed).toContain('primary')
  expect((await decideAs(first, 'prairie', 3)).status).toBe(409)
  expect((await decideAs(second, 'prairie', 3)).status).toBe(200)
  expect([await readPrimary(), (await find(first, 'prairie'))?.before]).toEqual(['#225588', 2])
})

test('BR-8 a version that now conflicts with the other brands cannot come back', async () => {
  await proposeAs(first, 'prairie')
  await decideAs(second, 'prairie', 1)
  await proposeAs(first, 'prairie', { states: [], phone: '' }, { basedOn: 1, drawings: noDrawings })
  await decideAs(second, 'prairie', 2)
  await proposeAs(first, 'steppe', { name: 'Steppe', domain: 'steppe.example', phone: '' })
  await decideAs(second, 'steppe', 1)
  expect((await revertAs(first, 'prairie', 2)).status).toBe(409)
})

test('BR-8 VA-8 a brand gets a nurse line with its hours in the console, and loses it there', async () => {
  const nurses = { nursePhone: '1-800-555-0187', nurseHoursEn: 'Every day', nurseHoursEs: 'Todos los días' }
  for (const [given, refused] of [
    [{ nursePhone: '1-800-555-0187' }, ['nurseHoursEn brand.invalid']],
    [{ ...nurses, nurseHoursEs: '' }, ['nurseHoursEs brand.invalid']],
    [{ ...nurses, nursePhone: '' }, ['nursePhone brand.invalid']],
    [{ nurseHoursEs: 'Todos los días' }, ['nurseHoursEs brand.invalid']],
  ] as const)
    expect(listRefused(await proposeAs(first, 'prairie', given))).toEqual(refused)
  await proposeAs(first, 'prairie', nurses)
  expect((await find(second, 'prairie'))?.waiting?.fields).toMatchObject(nurses)
  await decideAs(second, 'prairie', 1)
  expect((await readFile('brand.json')).nurseLine).toEqual({ number: '1-800-555-0187', hours: 'Every day' })
  expect((await readFile('texts.es.json')).nurseLineHours).toBe('Todos los días')
  const none = { nursePhone: '', nurseHoursEn: '', nurseHoursEs: '' }
  await proposeAs(first, 'prairie', none, { basedOn: 1, drawings: noDrawings })
  expect((await find(second, 'prairie'))?.waiting?.changed.toSorted()).toEqual(Object.keys(none).toSorted())
  await decideAs(second, 'prairie', 2)
  expect((await readFile('brand.json')).nurseLine).toBeNull()
  expect(await readFile('texts.es.json')).not.toHaveProperty('nurseLineHours')
})

test('BR-8 every invalid field, by itself or beside the other brands, is reported at once', async () => {
  const wrong = { domain: 'idahoplan.example', phone: '12', numberMin: 9, numberMax: 3, hoursEs: '', taglineEn: '' }
  const answer = await proposeAs(
    first,
    'prairie',
    { ...wrong, states: ['S'], counties: ['4606'] },
    { drawings: script },
  )
  expect(listRefused(answer)).toEqual([
    'counties brand.invalid',
    'hoursEs brand.invalid',
    'logo brand.drawing',
    'logoOnDark brand.drawing',
    'mark brand.drawing',
    'numberMax brand.invalid',
    'phone brand.invalid',
    'states brand.invalid',
    'taglineEn brand.invalid',
  ])
  const shared = await proposeAs(first, 'prairie', { phone: '1-800-555-0123', name: 'Blue Plan of Idaho' })
  expect(listRefused(shared)).toEqual(['name brand.taken', 'phone brand.taken'])
})

test.each<[string, Partial<Given['fields']>, string]>([
  ['idahoplan', {}, 'code brand.taken'],
  ['pbs', {}, 'code brand.taken'],
  ['staff', {}, 'code brand.taken'],
  ['salesplatform', {}, 'code brand.taken'],
  ['prairie', { domain: 'idahoplan.org', shopDomain: 'shop.prairieown.example' }, 'domain brand.taken'],
  ['prairie', { domain: 'highmark.org', shopDomain: 'shop.prairieown.example' }, 'domain brand.taken'],
  ['prairie', { furtherDomains: ['www.prairieown.example'] }, 'furtherDomains brand.taken'],
  ['prairie', { furtherDomains: ['idahoplan.org'] }, 'furtherDomains brand.taken'],
  ['prairie', { shopDomain: 'shop.idahoplan.example' }, 'shopDomain brand.taken'],
])('BR-8 BR-1 %s with %o would show on another brand’s hosts, and is refused', async (code, fields, refused) => {
  const emailSender = fields.domain === undefined ? '' : `service@${fields.domain}`
  expect(listRefused(await proposeAs(first, code, { ...fields, emailSender }))).toContain(refused)
})

test('BR-8 the word for all brands cannot be a brand’s code', async () => {
  expect(listRefused(await proposeAs(first, 'all'))).toContain('code brand.taken')
  expect(listRefused(await proposeAs(first, '../idh'))).toContain('code brand.invalid')
})

test.each([
  [{ domain: 'staff.prairie.example' }, 'domain brand.taken'],
  [{ furtherDomains: ['Shop.idahoplan.example'] }, 'furtherDomains brand.taken'],
  [{ shopDomain: 'idahoplan.example' }, 'shopDomain brand.taken'],
  [{ medicareDomain: 'medicare.idh.example' }, 'medicareDomain brand.taken'],
  [{ phone: '800-555-0123' }, 'phone brand.taken'],
  [{ memberPhone: '1-800-555-0123' }, 'phone brand.taken'],
  [{ nursePhone: '800-555-0184', nurseHoursEn: 'Every day', nurseHoursEs: 'Todos los días' }, 'nursePhone brand.taken'],
  [{ emailSender: 'service@idahoplan.example' }, 'emailSender brand.invalid'],
  [{ name: 'Blue  Plan\u200b of Idaho' }, 'name brand.taken'],
])('BR-8 a brand cannot claim anything that belongs to another: %j', async (fields, refused) => {
  const answer = await proposeAs(first, 'prairie', fields)
  expect(listRefused(answer)).toContain(refused)
})

test('BR-8 a drawing with characters that no database stores is refused, and is not a server error', async () => {
  for (const odd of ['\u0000', '\ud800']) {
    const logo = sampleBrand.drawings.logo.replace('</svg>', `<title>a${odd}b</title></svg>`)
    expect((await proposeAs(first, 'prairie', {}, { drawings: { ...noDrawings, logo } })).status).toBe(400)
  }
})

test('BR-8 someone who proposed a brand cannot confirm it with another login of theirs, and one of two simultaneous decisions counts', async () => {
  const { read } = portal.database
  const setEmail = (email: string) => sql`update account set email = ${email} where login_id = 'CSRREP01'`.execute(read)
  const { rows } = await sql<{ login: string; email: string }>`
    select login_id as login, email from account where login_id in ('ADMIN001', 'CSRREP01') order by login_id`.execute(
    read,
  )
  const [theirs = '', other = ''] = rows.map(({ email }) => email)
  await setEmail(theirs.toUpperCase())
  await proposeAs(first, 'prairie')
  expect((await decideAs(second, 'prairie', 1)).status).toBe(409)
  await setEmail(other)
  const both = await Promise.all([decideAs(second, 'prairie', 1), decideAs(second, 'prairie', 1, false)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('BR-8 a proposal of someone who no longer administers, or no longer that brand, cannot be confirmed', async () => {
  await proposeAs(northDakota, 'prairie')
  await administrator('CSRREP02', 'wybcbs')
  expect((await decideAs(first, 'prairie', 1)).status).toBe(200)
  await administrator('CSRREP02', 'prairie')
  await proposeAs(northDakota, 'prairie', { primary: '#882255' }, { basedOn: 1 })
  await administrator('CSRREP02', 'ndbcbs')
  expect((await decideAs(first, 'prairie', 2)).status).toBe(409)
  await administrator('CSRREP02', 'prairie')
  await sql`update account set entitlements = '[]' where login_id = 'CSRREP02'`.execute(portal.database.read)
  expect((await decideAs(first, 'prairie', 2)).status).toBe(409)
  await administrator('CSRREP02', 'ndbcbs')
  expect((await decideAs(first, 'prairie', 2, false)).status).toBe(200)
})

test('BR-8 a proposal that changed since the confirmer saw it is not confirmed', async () => {
  await proposeAs(first, 'prairie')
  await proposeAs(first, 'prairie', { name: 'Prairie Own Plan, renamed' })
  expect((await decideAs(second, 'prairie', 1)).status).toBe(404)
  expect(await readKeptBrands(portal.database.read)).toEqual([])
  expect((await decideAs(second, 'prairie', 2)).status).toBe(200)
})

test('BR-8 two waiting brands that claim the same thing are not both confirmed', async () => {
  await proposeAs(first, 'prairie')
  await proposeAs(first, 'steppe', { name: 'Steppe', domain: 'steppe.example', phone: '' })
  expect((await decideAs(second, 'prairie', 1)).status).toBe(200)
  // Both would serve South Dakota.
  expect((await decideAs(second, 'steppe', 1)).status).toBe(409)
  expect((await decideAs(second, 'steppe', 1, false)).status).toBe(200)
})

test('BR-8 an administrator of some brands changes only those; a new one is confirmed by an administrator of all', async () => {
  expect(await list(northDakota)).toMatchObject({ brands: [{ code: 'ndbcbs', origin: 'program' }] })
  expect((await proposeAs(northDakota, 'idh')).status).toBe(404)
  expect((await proposeAs(northDakota, 'prairie')).status).toBe(200)
  expect((await decideAs(northDakota, 'prairie', 1)).status).toBe(409)
  expect((await decideAs(first, 'prairie', 1)).status).toBe(200)
  // From then on, it is not theirs.
  expect(await find(northDakota, 'prairie')).toBeUndefined()
  await proposeAs(first, 'steppe', { name: 'Steppe', domain: 'steppe.example', phone: '', states: [] })
  expect((await proposeAs(northDakota, 'steppe')).status).toBe(409)
  expect((await decideAs(northDakota, 'steppe', 1)).status).toBe(404)
})

test('BR-8 the drawings beside the logo are derived from it, and what editors write around it is removed', async () => {
  const logo = `<?xml version="1.0"?><!-- Made with an editor -->\n${sampleBrand.drawings.logo}`
  await proposeAs(first, 'prairie', {}, { drawings: { ...noDrawings, logo } })
  const drawings = (await find(second, 'prairie'))?.waiting?.drawings
  expect(drawings).toMatchObject({ logo: sampleBrand.drawings.logo, logoOnDark: sampleBrand.drawings.logo })
  expect(drawings?.mark).toContain('fill="#225588"')
  // Its mark follows its color.
  await decideAs(second, 'prairie', 1)
  await proposeAs(first, 'prairie', { primary: '#882255' }, { basedOn: 1, drawings: noDrawings })
  expect((await find(second, 'prairie'))?.waiting).toMatchObject({ changed: ['primary', 'mark'] })
})

const withdrawAs = (client: Client, code: string, basedOn: number) =>
  make(client, calls.withdrawBrand, { params: { code }, body: { basedOn, reason: 'Its plan has ended' } })

test('BR-8 withdrawing a brand of the console takes two people, and so does restoring it', async () => {
  await proposeAs(first, 'prairie')
  expect((await withdrawAs(first, 'prairie', 0)).status).toBe(404)
  await decideAs(second, 'prairie', 1)
  expect(await find(first, 'prairie')).toMatchObject({ withdrawn: false, withdrawable: true })
  expect((await withdrawAs(northDakota, 'prairie', 1)).status).toBe(404)
  expect((await withdrawAs(first, 'prairie', 2)).status).toBe(409)
  const asked = await withdrawAs(first, 'prairie', 1)
  expect(await listAuditedActions(portal.database, asked)).toEqual(['brand.withdraw done'])
  expect((await find(second, 'prairie'))?.waiting).toMatchObject({ version: 2, withdraws: true, changed: [] })
  expect(await find(second, 'prairie')).toMatchObject({ withdrawn: false })
  expect((await decideAs(first, 'prairie', 2)).status).toBe(409)
  expect((await decideAs(second, 'prairie', 2)).status).toBe(200)
  expect(await find(second, 'prairie')).toMatchObject({
    ...{ version: 2, withdrawn: true, withdrawable: false, before: 1, waiting: null },
  })
  // The portal still knows its identity.
  expect(await readKeptBrands(portal.database.read)).toMatchObject([{ code: 'prairie', withdrawn: true }])
  expect((await proposeAs(first, 'prairie', {}, { basedOn: 2 })).status).toBe(409)
  expect((await withdrawAs(first, 'prairie', 2)).status).toBe(409)
  expect(listRefused(await proposeAs(first, 'steppe'))).toContain('domain brand.taken')
  expect((await revertAs(first, 'prairie', 2)).status).toBe(200)
  expect((await find(second, 'prairie'))?.waiting).toMatchObject({ version: 3, withdraws: false })
  await decideAs(second, 'prairie', 3)
  // Reverting from there does not withdraw it again.
  expect(await find(second, 'prairie')).toMatchObject({ withdrawn: false, version: 3, before: null })
})

test('BR-8 brands that ship with the program, and those that every portal needs, cannot be withdrawn', async () => {
  expect((await withdrawAs(first, 'idh', 0)).status).toBe(409)
  await proposeAs(first, 'default', (await find(first, 'default'))?.fields ?? {}, { drawings: noDrawings })
  expect((await decideAs(second, 'default', 1)).status).toBe(200)
  expect((await withdrawAs(first, 'default', 1)).status).toBe(409)
})

test('BR-8 nobody can withdraw the brand whose host they are on', async () => {
  await proposeAs(first, 'idh', (await find(first, 'idh'))?.fields ?? {}, { drawings: noDrawings })
  await decideAs(second, 'idh', 1)
  const own = (host: string) => `${host}:${new URL(portal.origin).port}`
  const at = async (host: string, run: (client: Client) => Promise<{ readonly status: number }>) => {
    const client = new Client(portal.origin)
    client.host = own(host)
    await client.signIn(host.startsWith('staff.idh') ? 'ADMIN001' : 'CSRREP01')
    return (await run(client)).status
  }
  expect(await at('staff.idh.localhost', (client) => withdrawAs(client, 'idh', 1))).toBe(409)
  await withdrawAs(second, 'idh', 1)
  expect(await at('staff.idh.localhost', (client) => decideAs(client, 'idh', 2))).toBe(409)
  expect((await decideAs(first, 'idh', 2)).status).toBe(200)
})

const noDrawings = { logo: '', logoOnDark: '', mark: '' }
const script = { ...noDrawings, logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>' }
