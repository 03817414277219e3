import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { signInClient } from '../../../test/client.ts'
import { csv, importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { countAuthorizations } from './figures.ts'

const portal = testPortal()
const brand = 'neb'

/** Decision, hours from request to decision, and other columns. */
type Example = readonly [decision: string, hours: number, more?: Record<string, string>]

/** A plan's year, spelled out: 24 standard requests and 5 urgent ones. */
const year: readonly Example[] = [
  // Standard, approved: 13, of which one partly and two after an extension. 13 x 48 h = 624 h.
  ...Array.from({ length: 10 }, (): Example => ['approved', 48]),
  ['partly', 48],
  ['approved', 48, { extended_at: '2025-03-02' }],
  ['approved', 48, { extended_at: '2025-03-02' }],
  // Standard, denied: 11, of which two were approved after an appeal, and one appeal was lost. 11 x 120 h = 1,320 h.
  ...Array.from({ length: 8 }, (): Example => ['denied', 120]),
  ['approved', 120, { appealed_at: '2025-04-01', appeal_outcome: 'approved' }],
  ['partly', 120, { appealed_at: '2025-04-01', appeal_outcome: 'partly', extended_at: '2025-03-02' }],
  ['denied', 120, { appealed_at: '2025-04-01', appeal_outcome: 'denied' }],
  // Urgent: 3 approved, 2 denied. 4 + 8 + 30 + 10 + 20 = 72 h.
  ['approved', 4, { expedited: 'yes' }],
  ['approved', 8, { expedited: 'yes', extended_at: '2025-03-02' }],
  ['approved', 30, { expedited: 'yes' }],
  ['denied', 10, { expedited: 'yes' }],
  ['denied', 20, { expedited: 'yes' }],
]

/** None of these counts: a drug, a pending one, a canceled one, a withdrawn one, one without a known outcome. */
const beside: readonly Example[] = [
  ['denied', 48, { ndc: '00006027731' }],
  ['pending', 48, { decided_at: '' }],
  ['cancelled', 48],
  ['denied', 48, { withdrawn: 'yes' }],
  ['', 48],
]

const asked = '2025-03-01T15:00:00Z'
const toRow = ([decision, hours, more = {}]: Example, index: number) => ({
  member_number: '90000000801',
  authorization_number: `Y-${index}`,
  service: 'A service',
  requested_at: asked,
  decided_at: new Date(Date.parse(asked) + hours * 3_600_000).toISOString(),
  expedited: 'no',
  decision,
  ...more,
})

async function loadYear(): Promise<void> {
  const person = { first_name: 'Robin', last_name: 'Counted', date_of_birth: '1980-02-29' }
  const member = csv({ member_number: '90000000801', ...person })
  await importFiles(portal.database, { 'm.csv': member }, { kind: 'members', brand })
  const rows = [...year, ...beside].map(toRow)
  const older = { ...toRow(['denied', 48], 900), requested_at: '2024-12-01', decided_at: '2024-12-05' }
  const { rejected } = await importFiles(
    portal.database,
    { 'a.csv': csv(...rows, older) },
    { kind: 'authorizations', brand },
  )
  expect(rejected).toEqual([])
  await countAuthorizations(portal.database, new Date('2026-02-01T12:00:00Z'))
}

test('OS-80 a year’s figures equal a calculation by hand, on the public page, in its CSV and in Administration', async () => {
  await loadYear()
  // 13/24, 11/24, 2/24; (2 + 1)/29; 3/5, 2/5. (624 + 1,320)/24 = 81; the twelfth and thirteenth of 24 are 48 h; 72/5; 4 8 10 20 30.
  const byHand = {
    'standard-approved': ['54.2', '13', '24', ''],
    'standard-denied': ['45.8', '11', '24', ''],
    // Two are few enough to identify somebody, as are three of 29 and all of five.
    'standard-approved-on-appeal': ['8.3', '', '', ''],
    'extended-approved': ['10.3', '', '', ''],
    'expedited-approved': ['60', '', '', ''],
    'expedited-denied': ['40', '', '', ''],
    'standard-average': ['', '', '', '81'],
    'standard-median': ['', '', '', '48'],
    'expedited-average': ['', '', '', '14.4'],
    'expedited-median': ['', '', '', '10'],
  }
  const table = await fetch(`${portal.origin}/prior-authorization/${brand}.csv`)
  expect(table.headers.get('content-type')).toContain('text/csv')
  const lines = (await table.text()).replace('\uFEFF', '').trim().split('\r\n').slice(1)
  const told = lines.map((line) => line.split(',')).map(([, , name = '', ...values]) => [name, values])
  expect(Object.fromEntries(told)).toEqual(byHand)

  const page = await fetch(`${portal.origin}/prior-authorization/${brand}`, { headers: { 'accept-language': 'es' } })
  const html = await page.text()
  for (const text of ['<html lang="es">', 'Decisiones en 2025', '54.2%', '13 de 24', 'No se muestra', '14.4'])
    expect(html).toContain(text)
  expect(html).not.toContain('2024')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")

  const answer = await make(await signInClient(portal.origin, 'ADMIN001'), calls.yearReports, {})
  const [own] = answer.body.payload.authorizations.filter((one) => one.brand === brand && one.year === 2025)
  expect(own?.shares.map(({ count, of }) => [count, of])).toEqual([
    [13, 24],
    [11, 24],
    [2, 24],
    [3, 29],
    [3, 5],
    [2, 5],
  ])
  expect(own).toMatchObject({ unsaid: 0, newest: expect.any(String), countedAt: '2026-02-01T12:00:00.000Z' })
  expect(await listAuditedActions(portal.database, answer)).toEqual(['reports.read done'])
})

test('OS-80 members whose data went to an app are counted once, and those whose data went more than once', async () => {
  const people = await portal.database.read.selectFrom('member').select('member_id').limit(3).execute()
  const [one = '', two = '', three = ''] = people.map(({ member_id }) => member_id)
  const went = (member_id: string, client_id: string, day: string, grant: number) => ({
    ...{ brand, member_id, client_id, day },
    grant_id: `00000000-0000-7000-8000-00000000000${grant}`,
  })
  await portal.database.read
    .insertInto('app_transfer')
    .values([
      went(one, 'a', '2025-05-01', 1),
      went(one, 'a', '2025-05-02', 1),
      went(two, 'a', '2025-05-01', 2),
      went(two, 'b', '2025-05-01', 3),
      // The same app on the same day through a new grant still counts once.
      went(three, 'a', '2025-05-01', 4),
      went(three, 'a', '2025-05-01', 5),
      went(three, 'a', '2026-05-01', 5),
    ])
    .execute()
  const { transfers } = (await make(await signInClient(portal.origin, 'ADMIN001'), calls.yearReports, {})).body.payload
  expect(transfers.filter((row) => row.brand === brand).map(({ name: _, ...row }) => row)).toEqual([
    { brand, year: 2026, members: 1, again: 0, apps: 1 },
    { brand, year: 2025, members: 3, again: 2, apps: 2 },
  ])
})

test('OS-80 the list of endpoints names each brand’s APIs with documentation and versions; an unknown brand has no page', async () => {
  const text = await (await fetch(`${portal.origin}/fhir/endpoints.csv`)).text()
  expect(text.split('\r\n')[0]).toContain('organization,api,address,statement,documentation,fhir,guides')
  expect(text).toContain(`/fhir/${brand}/r4/metadata`)
  expect(text).toContain(`/fhir/${brand}/directory`)
  expect((await fetch(`${portal.origin}/prior-authorization/nobody`)).status).toBe(404)
  expect((await fetch(`${portal.origin}/prior-authorization/nobody.csv`)).status).toBe(404)
})

test('OS-80 staff who do not administer are refused', async () => {
  expect((await make(await signInClient(portal.origin, 'CSRREP01'), calls.yearReports, {})).status).toBe(403)
})
