import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { easternDay } from '../../../platform/day.ts'
import { always } from './periods.ts'
import { joinReceived } from './received-list.ts'

const portal = testPortal()
const [brand, planId] = ['de', 'ppo-blue-1500']
const thisYear = Number(easternDay(new Date()).slice(0, 4))
const nextYear = thisYear + 1
afterEach(async () => {
  for (const table of ['formulary_drug', 'formulary', 'formulary_before'])
    await sql`delete from ${sql.table(table)} where brand = ${brand}`.execute(portal.database.read)
})

const take = async (files: Readonly<Record<string, string>>) => {
  const { counts, rejected } = await importFiles(portal.database, files, { kind: 'formulary', brand })
  return { rejected, told: counts.warnings?.map(({ reason }) => reason) ?? [] }
}

/** The stored tier of a drug on a day, as pages and apps read it, and the tier's cost. */
async function readTier(day: string, id = planId) {
  const { rows } = await sql<{
    tier: string | null
    costs: { tier: string; copayCents: number; begins: string; ends: string }[]
  }>`
    select distinct on (d.drug_id) d.tier, f.costs from formulary_drug d join formulary f using (brand, plan_id)
    where d.brand = ${brand} and d.plan_id = ${id} and d.begins <= ${day}::date and d.ends >= ${day}::date
    order by d.drug_id, d.begins desc`.execute(portal.database.read)
  return rows.map(({ tier, costs }) => {
    const cost = costs.filter((one) => one.tier === tier && one.begins <= day && one.ends >= day)
    return [
      tier,
      ...cost
        .toSorted((a, b) => (a.begins < b.begins ? 1 : -1))
        .slice(0, 1)
        .map((one) => one.copayCents),
    ]
  })
}
const lastDay = `${thisYear}-12-31`
const firstDay = `${nextYear}-01-01`
const today = easternDay(new Date())

/** The exchange's files of a year. */
const exchange = (
  tier: string,
  copay_amount: number,
  years: Readonly<Partial<Record<'drug' | 'plan', number[]>>> = {},
) =>
  JSON.stringify({
    drugs: [
      {
        rxnorm_id: '1364430',
        drug_name: 'apixaban 5 MG Oral Tablet [Eliquis]',
        plans: [{ plan_id: planId, drug_tier: tier, ...(years.drug && { years: years.drug }) }],
      },
    ],
    plans: [
      {
        plan_id: planId,
        ...(years.plan && { years: years.plan }),
        formulary: [{ drug_tier: tier, cost_sharing: [{ pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount }] }],
      },
    ],
  })

const ig = 'http://hl7.org/fhir/us/davinci-drug-formulary'
const extension = (name: string, value: object) => ({
  url: `${ig}/StructureDefinition/usdf-${name}-extension`,
  ...value,
})
const concept = (code: string) => ({ coding: [{ system: `${ig}/CodeSystem/usdf-CS`, code }] })
const rxnorm = {
  coding: [
    {
      system: 'http://www.nlm.nih.gov/research/umls/rxnorm',
      code: '1364430',
      display: 'apixaban 5 MG Oral Tablet [Eliquis]',
    },
  ],
}
/** A list of the first edition: it has no dates, but a name may contain a year. */
const first = (tier: string, copay: number, { id = planId, list = `list-${planId}`, more = {} } = {}) =>
  ndjson([
    {
      ...{ resourceType: 'MedicationKnowledge', id: 'eliquis', status: 'active', code: rxnorm },
      extension: [
        extension('DrugTierID', { valueCodeableConcept: concept(tier) }),
        extension('PlanID', { valueString: id }),
      ],
    },
    {
      ...{ resourceType: 'List', id: list, status: 'current', mode: 'snapshot', title: 'Gold', ...more },
      identifier: [{ value: id }],
      extension: [
        extension('DrugTierDefinition', {
          extension: [
            { url: 'drugTierID', valueCodeableConcept: concept(tier) },
            {
              url: 'costSharing',
              extension: [
                { url: 'pharmacyType', valueCodeableConcept: concept('1-month-in-retail') },
                { url: 'copayAmount', valueMoney: { value: copay, currency: 'USD' } },
                { url: 'copayOption', valueCodeableConcept: concept('before-deductible') },
              ],
            },
          ],
        }),
      ],
    },
  ])

describe('IM-9 MP-17 lists of this year and the next (kind 6)', () => {
  test('IM-9 a list without a year counts now, and stays until next year’s begins', async () => {
    await take({ 'drugs.json': exchange('generic', 10) })
    expect([await readTier(today), await readTier(firstDay)]).toEqual([[['generic', 1000]], [['generic', 1000]]])
    await take({ 'drugs.json': exchange('specialty', 90, { drug: [nextYear], plan: [nextYear] }) })
    expect([await readTier(lastDay), await readTier(firstDay)]).toEqual([[['generic', 1000]], [['specialty', 9000]]])
    // This year's list comes again each night.
    await take({ 'drugs.json': exchange('brand', 20) })
    expect([await readTier(lastDay), await readTier(firstDay)]).toEqual([[['brand', 2000]], [['specialty', 9000]]])
    expect(await readTier(`${nextYear + 1}-02-01`)).toEqual([])
  })

  test('IM-9 a far year is no year of a list: it counts as if it named none, or by its other years', async () => {
    const far = exchange('GENERIC', 10, { drug: [9999], plan: [9999] })
    expect(await take({ 'drugs.json': far })).toMatchObject({ rejected: [] })
    expect(await readTier(today)).toEqual([['GENERIC', 1_000]])
    const both = exchange('SPECIALTY', 20, { drug: [nextYear, 9999], plan: [nextYear, 9999] })
    expect(await take({ 'drugs.json': both })).toMatchObject({ rejected: [] })
    expect([await readTier(today), await readTier(firstDay)]).toEqual([[['GENERIC', 1_000]], [['SPECIALTY', 2_000]]])
    const { rows } = await sql<{ last: string }>`
      select max(begins)::text as last from formulary_drug where brand = ${brand}`.execute(portal.database.read)
    expect(rows[0]?.last).toBe(firstDay)
  })

  test('IM-9 a file of last year’s drugs leaves a list without a year alone', async () => {
    await take({ 'drugs.json': exchange('generic', 10) })
    await take({ 'drugs.json': exchange('specialty', 90, { drug: [thisYear - 1], plan: [thisYear - 1] }) })
    expect([await readTier(today), await readTier(firstDay)]).toEqual([[['generic', 1000]], [['generic', 1000]]])
  })

  test('IM-9 the years of a plan apply to its drugs without years, and so does the year in a file’s name', async () => {
    await take({ 'drugs.json': exchange('generic', 10) })
    await take({ 'next.json': exchange('specialty', 90, { plan: [nextYear] }) })
    expect([await readTier(lastDay), await readTier(firstDay)]).toEqual([[['generic', 1000]], [['specialty', 9000]]])
    const { told } = await take({ [`drugs-PY${nextYear}.json`]: exchange('brand', 50) })
    expect(told).toEqual([`says no year, and counts in ${nextYear}, which its file is named after`])
    expect([await readTier(lastDay), await readTier(firstDay)]).toEqual([[['generic', 1000]], [['brand', 5000]]])
    // The day on which a file was made is not the year of its drugs.
    await take({ [`drugs_${today}.json`]: exchange('brand', 40) })
    expect([await readTier(lastDay), await readTier(firstDay)]).toEqual([[['brand', 4000]], [['brand', 5000]]])
  })

  test.each([
    ['its file', `list-${nextYear}.ndjson`, {}],
    ['the id of its list', 'list.ndjson', { list: `gold-${nextYear}` }],
    ['its title', 'list.ndjson', { more: { title: `Gold formulary ${nextYear}` } }],
    ['the day of its list', 'list.ndjson', { more: { date: `${nextYear}-01-01` } }],
  ])('IM-9 a list of the first edition is next year’s by %s', async (_, file, said) => {
    await take({ 'list.ndjson': first('generic', 10) })
    expect([await readTier(today), await readTier(firstDay)]).toEqual([[['generic', 1000]], [['generic', 1000]]])
    expect((await take({ [file]: first('specialty', 90, said) })).rejected).toEqual([])
    expect([await readTier(lastDay), await readTier(firstDay)]).toEqual([[['generic', 1000]], [['specialty', 9000]]])
  })

  test('IM-9 files of two years of the first edition in one run lose nothing, despite equal ids', async () => {
    await take({ [`l-${thisYear}.ndjson`]: first('generic', 10), [`l-${nextYear}.ndjson`]: first('specialty', 90) })
    expect([await readTier(lastDay), await readTier(firstDay)]).toEqual([[['generic', 1000]], [['specialty', 9000]]])
  })

  test('IM-9 OS-17 apps keep resources without days beside next year’s, until a list of this year replaces them', () => {
    const days = [[always.ends, always.begins]] as const
    const part = (number: number) => ({ part: number, hash: String(number), days, ...always })
    const find = (number: number) => part(number)
    const before = { days: [always], parts: [{ part: 1, ...always, without: [] }] }
    const ofYear = (year: number) => ({ begins: `${year}-01-01`, ends: `${year}-12-31` })
    const bring = (known: Parameters<typeof joinReceived>[0], year: number, number: number) =>
      joinReceived(known, { range: ofYear(year), parts: [{ ...part(number), ...ofYear(year) }], today }, find)
    const both = bring(before, nextYear, 2)
    expect(both.parts.map((one) => one.part)).toEqual([1, 2])
    expect(bring(both, thisYear, 3).parts.map((one) => one.part)).toEqual([2, 3])
  })
})
