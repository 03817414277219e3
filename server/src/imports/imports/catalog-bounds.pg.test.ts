import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

/** Content beyond the bounds of a directory, a drug list or a price file costs only itself. */
const portal = testPortal()
const brand = 'hmbcbs'

const load = async (kind: string, name: string, content: string) => {
  const { counts, rejected } = await importFiles(portal.database, { [name]: content }, { kind, brand })
  return { counts, told: rejected.map(({ line, path, reason }) => `${line} ${path} ${reason}`) }
}
const lines = (all: readonly (object | string)[]) =>
  all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
const fill = <One>(count: number, one: One) => Array.from({ length: count }, () => one)
const nest = (depth: number) => `${'{"extension":['.repeat(depth)}${']}'.repeat(depth)}`
const to = (reference: string) => ({ reference })

const location = {
  ...{ resourceType: 'Location', id: 'l', status: 'active' },
  address: { line: ['1 Main St'], city: 'Pittsburgh', state: 'PA', postalCode: '15222' },
}
const person = { resourceType: 'Practitioner', id: 'p', name: [{ family: 'Bound', given: ['Ada'] }] }
const network = { resourceType: 'Organization', id: 'n', name: 'Net' }
const role = (id: string, more: object = {}) => ({
  ...{ resourceType: 'PractitionerRole', id, practitioner: to('Practitioner/p'), location: [to('Location/l')] },
  ...more,
})

test('IM-5 IM-7 a role with impossible amounts, nested too deep or not understandable costs only itself', async () => {
  const deep = nest(20_000)
  const { counts, told } = await load(
    'directory',
    'directory.ndjson',
    lines([
      ...[location, person, network, role('a')],
      role('b', { specialty: fill(5001, { text: 'x' }) }),
      role('c', { location: fill(2000, to('Location/l')), network: fill(2000, to('Organization/n')) }),
      JSON.stringify(role('d', { extension: 'DEEP' })).replace('"DEEP"', `[${deep}]`),
      JSON.stringify({ ...person, id: 'q', extension: 'DEEP' }).replace('"DEEP"', `[${deep}]`),
      role('g', { modifierExtension: [{ url: 'http://example.org/not', valueBoolean: true }] }),
      '{"resourceType":"PractitionerRole","id":"e","practitioner":{"ref',
    ]),
  )
  expect(told.sort()).toEqual(
    [
      '5 specialty has more entries than a resource may have',
      '6 location names more places in networks than a resource may have',
      '7  is nested more than 100 deep',
      '8  is nested more than 100 deep',
      '10  is not JSON: it may be cut short',
      '9 modifierExtension changes the meaning of what it stands in, and is not known here',
    ].sort(),
  )
  expect(counts.created).toBe(1)
})

test('IM-3 IM-7 a person without a role, and a resource with another one’s id, are counted', async () => {
  const other = { ...person, id: 'q', name: [{ family: 'Alone', given: ['Bea'] }] }
  const again = { ...person, name: [{ family: 'Later', given: ['Cyd'] }] }
  const { counts, told } = await load(
    'directory',
    'directory.ndjson',
    lines([location, person, person, again, other, role('a')]),
  )
  expect([told, counts.skips?.map(({ type, reason, count }) => `${count} ${type} ${reason}`).sort()]).toEqual([
    [],
    ['1 Practitioner has the id of a later one, which counts', '1 Practitioner is named by no role'],
  ])
})

test('IM-5 IM-9 a drug nested too deep, too large or cut short costs only itself; a truncated file changes no list', async () => {
  const guide = 'http://hl7.org/fhir/us/davinci-drug-formulary/StructureDefinition'
  const drug = (id: string, more: object = {}) => ({
    ...{ resourceType: 'MedicationKnowledge', id, code: { text: `Bounded${id} 5 MG Oral Tablet` } },
    extension: [{ url: `${guide}/usdf-PlanID-extension`, valueString: 'bounds' }],
    ...more,
  })
  const all = [
    drug('1'),
    JSON.stringify(drug('2', { contained: 'DEEP' })).replace('"DEEP"', `[${nest(20_000)}]`),
    drug('3', { medicineClassification: fill(5001, { classification: [{ text: 'x' }] }) }),
    '{"resourceType":"MedicationKnowledge","id":"4","co',
    drug('5'),
    drug('7', { modifierExtension: [{ url: 'http://example.org/not', valueBoolean: true }] }),
  ]
  const { counts, told } = await load('formulary', 'drugs.ndjson', lines(all))
  expect([counts.created, told]).toEqual([
    2,
    [
      '2  is nested more than 100 deep',
      '3 medicineClassification has more entries than a resource may have',
      '4  is not JSON: it may be cut short',
      '6 modifierExtension changes the meaning of what it stands in, and is not known here',
    ],
  ])
  const cut = await load('formulary', 'drugs.ndjson', lines([drug('6'), all[3] ?? '']))
  expect([cut.counts.created, cut.told]).toEqual([
    0,
    ['2  is not JSON: it may be cut short', '0  is cut short: no list was changed'],
  ])
  const deep = `[{"rxnorm_id":"1","drug_name":7,"plans":${'['.repeat(50_000)}${']'.repeat(50_000)}},
    {"rxnorm_id":"2","drug_name":"Sound 5 MG Oral Tablet","plans":[{"plan_id":"bounds-2"}]}]`
  const exchange = await load('formulary', 'drugs.json', deep)
  expect([exchange.counts.created, exchange.told.length]).toEqual([1, 1])
})

test('IM-5 IM-8 an oversized price costs only itself, and a long text is cut', async () => {
  const price = (more: object = {}) => ({
    ...{ setting: 'outpatient', negotiated_type: 'negotiated', negotiated_rate: 5, billing_class: 'institutional' },
    ...{ expiration_date: '2099-12-31', ...more },
  })
  const service = (code: string, rates: object, more: object = {}) => ({
    ...{
      negotiation_arrangement: 'ffs',
      name: code,
      description: code,
      billing_code_type: 'HCPCS',
      billing_code: code,
    },
    ...{ billing_code_type_version: '1', negotiated_rates: [rates], ...more },
  })
  const one = { provider_references: [1], negotiated_prices: [price()] }
  const group = (id: number, npis: readonly number[]) => ({
    provider_group_id: id,
    network_name: ['Net'],
    provider_groups: [{ npi: npis, tin: { type: 'ein', value: '11-1111111', business_name: 'Clinic '.repeat(5000) } }],
  })
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  const many = {
    provider_references: numbers(1200),
    negotiated_prices: numbers(1200).map((at) => price({ negotiated_rate: at })),
  }
  const file = {
    ...{
      reporting_entity_name: 'Bounds payer',
      reporting_entity_type: 'x',
      last_updated_on: '2026-10-01',
      version: '2.0.0',
    },
    provider_references: [
      group(1, [1000000001]),
      group(
        2,
        numbers(600_000).map((at) => 1000000000 + at),
      ),
    ],
    in_network: [
      service('Q1', one, { description: 'Words '.repeat(100_000) }),
      service('Q2', many),
      service('Q3', one, { billing_code: 'Q'.repeat(101) }),
      service('Q4', one, { ignored: numbers(600_000) }),
      service('Q5', one),
    ],
  }
  const { told } = await load('rates', 'bounds.json', JSON.stringify(file))
  expect(told.filter((reason) => !reason.includes('is not in the file'))).toEqual([
    '2 /provider_references/1 has more than 500000 values: no such piece is read',
    '2 /in_network/1/negotiated_rates/0 has more than 1000000 pairs of providers and prices',
    '3 /in_network/2/billing_code is longer than 100 characters',
    '4 /in_network/3 has more than 500000 values: no such piece is read',
  ])
  const { rows } = await sql<{
    code: string
    words: number
    name: number
  }>`select s.code, length(s.description) as words,
    length(g.name) as name from rates_file f join rates_service s using (file_id) join rates_price p using (file_id, item)
    join rates_provider g using (file_id) where f.entity = 'Bounds payer' order by 1`.execute(portal.database.read)
  expect(rows).toEqual([
    { code: 'Q1', words: 4000, name: 500 },
    { code: 'Q5', words: 2, name: 500 },
  ])
  const deep = JSON.stringify({
    ...file,
    provider_references: [group(1, [1000000001])],
    in_network: [service('Q6', one), 'DEEP'],
  })
  const nested = await load('rates', 'deep.json', deep.replace('"DEEP"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`))
  expect(nested.told).toEqual([expect.stringContaining('2 ')])
})
