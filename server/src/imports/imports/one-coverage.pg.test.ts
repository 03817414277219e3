import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { openTestDatabase } from '../../../test/portal.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
})
afterAll(() => opened?.remove())

let people = 0
/** A person in both kinds of files, with functions that load their rows and coverages. */
function someone() {
  const id = `both-${++people}`
  const memberNumber = `5550000${String(people).padStart(4, '0')}`
  const about = { member_number: memberNumber, first_name: 'Robin', last_name: id, date_of_birth: '1980-01-01' }
  const person = {
    resourceType: 'Patient',
    id,
    identifier: [{ type: { coding: [{ code: 'MB' }] }, value: memberNumber }],
    name: [{ family: id, given: ['Robin'] }],
    birthDate: '1980-01-01',
  }
  const rows = (...some: Record<string, string>[]) =>
    importFiles(
      opened.database,
      { 'm.csv': csv(...some.map((row) => ({ ...about, ...row }))) },
      { kind: 'members', brand: 'wi' },
    )
  const resources = (...some: object[]) =>
    importFiles(opened.database, { 'r.ndjson': ndjson([person, ...some]) }, { kind: 'fhir', brand: 'wi' })
  const products = () =>
    opened.database.read
      .selectFrom('product')
      .innerJoin('member', 'member.member_id', 'product.member_id')
      .select(['product_name as plan', 'coverage_begin_date as from'])
      .innerJoin('coverage', (join) =>
        join
          .onRef('coverage.member_id', '=', 'product.member_id')
          .onRef('coverage.group_number', '=', 'product.group_number'),
      )
      .select(['coverage_end_date as to', 'rx_bin as bin', 'direct_pay_indicator as direct'])
      .select('product.group_number as group')
      .where('member_number', '=', memberNumber)
      .orderBy('product_name')
      .execute()
  return { id, memberNumber, rows, resources, products }
}

const row = { group_number: 'G7', group_name: 'Bakers', plan_name: 'PPO Blue', coverage_from: '2026-01-01' }
const coverage = (of: string, more: object = {}) => ({
  resourceType: 'Coverage',
  id: `cov-${of}`,
  status: 'active',
  beneficiary: { reference: `Patient/${of}` },
  subscriberId: '5550009',
  payor: [{ display: 'Sample Plan' }],
  class: [
    { type: { coding: [{ code: 'group' }] }, value: 'G7', name: 'Bakers' },
    { type: { coding: [{ code: 'plan' }] }, value: 'P-1', name: 'PPO blue' },
    { type: { coding: [{ code: 'rxbin' }] }, value: '610014' },
  ],
  period: { start: '2026-01-01' },
  ...more,
})

test('IM-1 IM-6 a coverage in both kinds of files is one, whichever comes first and whichever is corrected', async () => {
  for (const order of ['csv first', 'fhir first']) {
    const one = someone()
    const csvFile = () => one.rows({ ...row, direct_pay: 'yes', coverage_to: '2026-12-31' })
    const fhirFile = () => one.resources(coverage(one.id))
    for (const load of order === 'csv first' ? [csvFile, fhirFile] : [fhirFile, csvFile]) await load()
    // FHIR takes precedence, and the row fills in what it lacks.
    const whole = { group: 'G7', plan: 'PPO blue', from: '2026-01-01', to: '2026-12-31', bin: '610014', direct: true }
    expect(await one.products(), order).toEqual([whole])
    await one.rows({ ...row, direct_pay: 'yes', coverage_from: '2026-02-01', coverage_to: '2026-11-30' })
    expect(await one.products(), order).toEqual([{ ...whole, to: '2026-11-30' }])
    await one.rows({ ...row, plan_name: 'PPO Bleu' })
    expect(await one.products(), 'the plan misspelled').toHaveLength(1)
    await one.resources(coverage(one.id, { period: { start: '2026-03-01', end: '2026-10-31' } }))
    expect(await one.products(), order).toEqual([{ ...whole, from: '2026-03-01', to: '2026-10-31' }])
  }
})

test('IM-6 a new plan name with the same id leaves no second coverage', async () => {
  const one = someone()
  await one.rows({ ...row, plan_name: 'PPO Bleu', plan_id: 'P-1' })
  await one.rows({ ...row, plan_id: 'P-1' })
  expect(await one.products()).toEqual([expect.objectContaining({ plan: 'PPO Blue' })])
  // Plans are different unless an id says that they are the same.
  await one.rows({ ...row, plan_name: 'Vision', coverage_kind: 'vision' }, { ...row, plan_name: 'HMO', plan_id: 'P-2' })
  await one.rows({ ...row, plan_name: 'Gold', plan_id: 'P-1', coverage_id: 'apart' })
  expect((await one.products()).map(({ plan }) => plan)).toEqual(['Gold', 'HMO', 'PPO Blue', 'Vision'])
})

test('IM-1 IM-6 other plans, other groups and other days stay separate coverages', async () => {
  const one = someone()
  await one.rows(row)
  await one.resources(
    coverage(one.id, { period: { start: '2024-01-01', end: '2024-12-31' } }),
    coverage(one.id, {
      id: `hmo-${one.id}`,
      class: [{ type: { coding: [{ code: 'group' }] }, value: 'G8', name: 'Other' }],
    }),
  )
  expect(await one.products()).toHaveLength(3)
})

test('IM-1 IM-6 a claim finds the group of a coverage from the members file, whichever comes first', async () => {
  const claim = (of: string, id: string) => ({
    resourceType: 'ExplanationOfBenefit',
    id,
    status: 'active',
    use: 'claim',
    outcome: 'complete',
    type: { coding: [{ code: 'professional' }] },
    patient: { reference: `Patient/${of}` },
    insurance: [{ focal: true, coverage: { reference: `Coverage/row-of-${of}` } }],
    billablePeriod: { start: '2026-02-03', end: '2026-02-03' },
    created: '2026-02-10',
    total: [{ category: { coding: [{ code: 'submitted' }] }, amount: { value: 100 } }],
  })
  const one = someone()
  await one.resources(claim(one.id, `early-${one.id}`))
  await one.rows({ ...row, group_number: 'G9', coverage_id: `row-of-${one.id}` })
  await one.resources(claim(one.id, `late-${one.id}`))
  const claims = await opened.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select(['resource_id', 'group_number'])
    .where('member_number', '=', one.memberNumber)
    .orderBy('resource_id')
    .execute()
  expect(claims).toEqual([
    { resource_id: `early-${one.id}`, group_number: 'G9' },
    { resource_id: `late-${one.id}`, group_number: 'G9' },
  ])
})
