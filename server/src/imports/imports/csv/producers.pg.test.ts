import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { Client, signInClient } from '../../../../test/client.ts'
import { type Cells, csv, importFiles } from '../../../../test/importing.ts'
import { testMail } from '../../../../test/mail.ts'
import { dataKeyAt, testPortal } from '../../../../test/portal.ts'
import { digestRows } from '../../../../test/rows.ts'
import { loadBrands } from '../../../brands/brand/load.ts'
import { createEmailService } from '../../../mailing/email/service.ts'
import { inviteAgents } from '../../../sales/agencies/inviting.ts'

const portal = testPortal()
const mail = testMail(portal)
const brands = loadBrands(join(import.meta.dirname, '../../../../../brands'))

/** Returns the reasons of the rows that are rejected. */
async function take(kind: string, rows: readonly Cells[], brand = 'wi'): Promise<string[]> {
  const asked = { kind, brand, brands: ['wi', 'hmbcbs'] }
  const { rejected } = await importFiles(portal.database, { [`${kind}.csv`]: csv(...rows) }, asked)
  return rejected.map(({ path, reason }) => `${path}: ${reason}`)
}

const invite = () =>
  inviteAgents({ database: portal.database, emails: createEmailService(dataKeyAt(portal.origin)), brands }, new Date())

const agency = { agency_id: '9001', agency_name: 'Lakes Benefits', phone: '608-555-0130', region: 'DANE' }
const region = { region_name: 'Dane County', state: 'wi' }
const entitlements = 'leads;clients;quote;enroll;manage'
const agent = {
  npn: '7712345',
  login_id: 'LAKES01',
  first_name: 'Ana',
  last_name: 'Lakes',
  email: 'ana@lakes.example',
  phone: '6085550131',
  ffm_id: 'WI-77',
  role: 'agency_admin',
  agency_id: '9001',
  region: 'DANE',
  entitlements: 'clients;quote;manage',
  left: '',
}
const member = {
  member_number: '77000009001',
  first_name: 'Robin',
  last_name: 'Client',
  date_of_birth: '1980-02-29',
  group_number: 'G1',
}
const password = 'Lakes-of-Dane-7'

async function signIn(): Promise<Client> {
  const client = new Client(portal.origin)
  const answer = await client.signIn('LAKES01', password)
  expect(answer.status).toBe(200)
  await client.takeToken()
  return client
}

describe('AG-1 AG-3 AG-5 IM-6 a plan’s agencies and agents come in files', () => {
  test('AG-1 AG-3 AD-1 an agent is invited once, chooses a password, and works with what the files say', async () => {
    expect(await take('agencies', [{ ...agency, entitlements, ...region }])).toEqual([])
    expect(await take('agents', [agent])).toEqual([])
    await Promise.all([invite(), invite()])
    const letters = () => mail.received.filter(({ envelope }) => envelope.to.includes('ana@lakes.example'))
    await expect.poll(() => letters().length).toBe(1)
    const [, ticket = ''] = /new-password\?ticket=([\w-]+)/.exec(letters()[0]?.text ?? '') ?? []
    const chosen = await make(new Client(portal.origin), calls.resetPassword, {
      body: { ticket, newPassword: password },
    })
    expect(chosen.status).toBe(200)
    const ana = await signIn()
    const { choices } = (await make(ana, calls.agencyChoices, {})).body.payload
    expect(choices).toMatchObject([
      { agencyId: '9001', agencyName: 'Lakes Benefits', region: 'DANE', entitlements: ['clients', 'quote', 'manage'] },
    ])
    const held = { npn: agent.npn, line: 'dental' }
    expect(await take('appointments', [{ ...held, state: 'WI', appointed_on: '2026-01-01', ends_on: '' }])).toEqual([])
    const course = { ...held, line: 'aca', kind: 'course', name: 'Marketplace basics', plan_year: '2027' }
    expect(await take('trainings', [{ ...course, completed_on: '2026-08-01', ends_on: '' }])).toEqual([])
    const { payload } = (await make(ana, calls.partyAppointmentsAndCourses, { query: {} })).body
    expect(payload).toMatchObject({
      npnNo: '7712345',
      ffmId: 'WI-77',
      appointments: [{ state: 'WI', line: 'dental' }],
      courses: [{ name: 'Marketplace basics', planYear: 2027 }],
    })
    expect(payload.selling?.lines.find(({ line }) => line === 'dental')?.missing).toEqual([])
  })

  test('AG-5 RO-4 a client comes with their consent, and a withdrawn consent stays withdrawn', async () => {
    expect(await take('members', [member])).toEqual([])
    const client = { member_number: member.member_number, agency_id: '9001', region: 'DANE', npn: agent.npn }
    const listNames = async () => {
      const listed = await make(await signIn(), calls.agencyClients, {})
      return listed.body.payload.clients.map(({ lastName }) => lastName)
    }
    expect(await take('clients', [{ ...client, consented_on: '', consent_ended_on: '' }])).toEqual([])
    expect(await listNames()).toEqual([])
    const consenting = { ...client, consented_on: '2026-03-01', consent_ended_on: '' }
    expect(await take('clients', [consenting])).toEqual([])
    expect(await listNames()).toEqual(['Client'])
    await portal.database.read
      .updateTable('agency_client')
      .set({ consent_ended_on: '2026-04-01' })
      .where('agency_id', '=', '9001')
      .execute()
    expect(await take('clients', [{ ...consenting, npn: '' }])).toEqual([])
    expect(await listNames()).toEqual([])
    expect(await take('clients', [{ ...consenting, consented_on: '2026-05-01' }])).toEqual([])
    expect(await listNames()).toEqual(['Client'])
  })

  test('IM-2 IM-6 the same files again change nothing; a row without a cell keeps the stored value', async () => {
    const before = await digestRows(portal.database)
    await take('agencies', [{ ...agency, entitlements, ...region }])
    await take('agents', [agent])
    const { import_run: _, ...rest } = await digestRows(portal.database)
    expect(before).toMatchObject(rest)
    // Her e-mail address is hers to change since she chose a password.
    const changed = { ...agent, last_name: 'Rivers', email: 'else@lakes.example', entitlements: '', login_id: '' }
    expect(await take('agents', [changed])).toEqual([])
    const account = await portal.database.read
      .selectFrom('account')
      .select(['last_name', 'email', 'preferred_store', 'invitation_due'])
      .where('npn', '=', agent.npn)
      .executeTakeFirstOrThrow()
    const { storeID: preferred_store } = brands.get('wi')?.brand ?? {}
    const own = { last_name: 'Rivers', email: 'ana@lakes.example', preferred_store, invitation_due: false }
    expect(account).toEqual(own)
    const { choices } = (await make(await signIn(), calls.agencyChoices, {})).body.payload
    expect(choices[0]?.entitlements).toEqual(['clients', 'quote', 'manage'])
  })

  test('AG-1 IM-3 RO-4 a row that does not match is refused with advice, and nothing of it is stored', async () => {
    const before = await digestRows(portal.database)
    const elsewhere = { ...agent, npn: '7712346', login_id: 'LAKES02', email: 'bo@lakes.example' }
    expect(await take('agents', [elsewhere], 'hmbcbs')).toEqual(['region: sells the plans of another brand'])
    expect(await take('agencies', [{ ...agency, ...region }], 'hmbcbs')).toEqual([
      'region: sells the plans of another brand',
    ])
    expect(
      await take('agents', [
        { ...elsewhere, region: 'NONE' },
        { ...elsewhere, npn: '7712347', login_id: 'MEMBER01' },
        { ...elsewhere, npn: '7712348', login_id: '' },
        { ...elsewhere, npn: '7712349', login_id: 'x' },
        { ...elsewhere, npn: '0', login_id: 'LAKES03' },
        { ...elsewhere, entitlements: 'everything' },
      ]),
    ).toEqual([
      expect.stringMatching(/^npn: is no National Producer Number/),
      expect.stringMatching(/^entitlements: names what is none of/),
      'region: the agency has no such region; import `agencies` first',
      'login_id: belongs to someone else',
      'login_id: is empty, and no agent has the number yet',
      'login_id: is not 6 to 10 letters and digits',
    ])
    const appointment = { npn: '7712399', line: 'dental', state: 'WI', appointed_on: '2026-01-01' }
    expect(await take('appointments', [appointment])).toEqual(['npn: no agent has this number; import `agents` first'])
    const { import_run: _, ...rest } = await digestRows(portal.database)
    expect(before).toMatchObject(rest)
  })

  test('AG-3 RO-4 an agent who left no longer works for the agency, at once', async () => {
    const ana = await signIn()
    expect(await take('agents', [{ ...agent, left: 'yes' }])).toEqual([])
    expect((await make(ana, calls.agencyChoices, {})).body.payload.choices).toEqual([])
    expect((await make(ana, calls.agencyClients, {})).status).not.toBe(200)
    // The demo's agents are as before.
    const other = await signInClient(portal.origin, 'AGENT001')
    expect((await make(other, calls.agencyChoices, {})).body.payload.choices).toHaveLength(2)
  })
})
