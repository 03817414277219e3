import { calls } from '@portico/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { addSystem, clinic } from '../../../test/systems.ts'

const portal = testPortal()
const admin = testClient(portal, 'ADMIN002')
const auditor = testClient(portal, 'ADMIN001')
const rep = testClient(portal, 'CSRREP01')
const northRep = testClient(portal, 'CSRREP03')
const member = testClient(portal, 'MEMBER01')

/** The numbers on MEMBER01's own card, on a dental card, and on a card for glasses that a coverage names. */
const cards = ['99406232200', '88800977701', '88800977702']
/** Of a coverage that names no plan, as another insurer's. */
const foreign = '88800977703'

beforeAll(async () => {
  const code = (text: string) => ({ coding: [{ code: text }] })
  const patient = {
    ...{ resourceType: 'Patient', id: 'of-cards', birthDate: '1965-09-12' },
    name: [{ family: 'Escobar', given: ['Mayte'] }],
    identifier: cards.slice(0, 2).map((value) => ({ type: code('MB'), value })),
  }
  const coverage = {
    ...{ resourceType: 'Coverage', id: 'of-glasses', status: 'active', subscriberId: cards[2] },
    ...{ beneficiary: { reference: 'Patient/of-cards' }, relationship: code('self'), type: code('VISPOL') },
    ...{ payor: [{ display: 'Test Plan' }], class: [{ type: code('group'), value: 'GLASSES' }] },
    period: { start: '2020-01-01' },
  }
  const { class: _, type: __, ...ofAnother } = { ...coverage, id: 'of-another', subscriberId: foreign }
  const { rejected } = await importFiles(
    portal.database,
    { 'cards.ndjson': ndjson([patient, coverage, ofAnother]) },
    { kind: 'fhir', brand: 'hmbcbs' },
  )
  expect(rejected).toEqual([])
  await make(member, calls.overview, {})
})

test.each(cards)(
  'MP-12 AD-3 AD-4 MC-6 staff find a member by the number %s, as any of their cards prints it',
  async (number) => {
    const printed = number.replace(/(\d{3})(\d{3})(\d{3})/, '$1 $2 $3 ')
    for (const text of [number, printed, ` ${number} `]) {
      const { accounts } = (await make(admin, calls.findAccounts, { body: { by: 'member-number', text } })).body.payload
      expect(accounts.map(({ loginId }) => loginId)).toEqual(['MEMBER01'])
      const { threads } = (await make(rep, calls.searchThreads, { body: { text } })).body.payload
      expect(threads.length).toBeGreaterThan(0)
      expect(new Set(threads.map(({ memberName }) => memberName))).toEqual(new Set(['Mayte Escobar']))
      const { events } = (await make(auditor, calls.searchAudit, { body: { member: text, action: 'overview' } })).body
        .payload
      expect(events[0]?.by).toBe('MEMBER01')
    }
    expect((await make(northRep, calls.searchThreads, { body: { text: number } })).body.payload.threads).toEqual([])
  },
)

test('MP-12 AD-3 MC-6 the number of another insurer finds nobody', async () => {
  const stored = await portal.database.read
    .selectFrom('coverage_source')
    .select('coverage')
    .where('resource_id', 'like', '%of-another')
    .execute()
  expect(stored).toEqual([{ coverage: expect.objectContaining({ contractNumber: foreign, namesPlan: false }) }])
  const body = { by: 'member-number' as const, text: foreign }
  expect((await make(admin, calls.findAccounts, { body })).body.payload.accounts).toEqual([])
  expect((await make(rep, calls.searchThreads, { body: { text: foreign } })).body.payload.threads).toEqual([])
})

test.each(cards)('OS-56 MP-12 a clinic’s inquiry finds a member by the number %s of any card', async (number) => {
  const row = { member_number: cards[0] ?? '', decision: 'approved', decided_at: '2026-03-09' }
  const of = { authorization_number: 'CARDS-1', service: 'Knee MRI', provider_npi: clinic.npis[0] ?? '' }
  const files = { 'a.csv': `${Object.keys({ ...row, ...of }).join()}\n${Object.values({ ...row, ...of }).join()}\n` }
  await importFiles(portal.database, files, { kind: 'authorizations', brand: 'hmbcbs' })
  const system = await addSystem(portal.database, `asking-${number}`, clinic)
  const inquiry = [
    { resourceType: 'Claim', id: 'c', status: 'active', use: 'preauthorization', patient: { reference: 'Patient/p' } },
    { resourceType: 'Patient', id: 'p', identifier: [{ value: number }], birthDate: '1965-09-12' },
    { resourceType: 'Organization', id: 'o', identifier: [{ system: npi, value: clinic.npis[0] }] },
  ]
  Object.assign(inquiry[0] ?? {}, { provider: { reference: 'Organization/o' } })
  Object.assign(inquiry[1] ?? {}, { name: [{ family: 'Escobar', given: ['Mayte'] }] })
  const entry = inquiry.map((resource) => ({
    fullUrl: `https://clinic.example/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  const answer = await fetch(`${portal.origin}/fhir/hmbcbs/r4/Claim/$inquire`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await system.token(portal.origin, 'hmbcbs')}`,
      'content-type': 'application/fhir+json',
    },
    body: JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }),
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Knee MRI')
})

const npi = 'http://hl7.org/fhir/sid/us-npi'
