import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { hasFormulary } from '../../../member/medicines/formulary-store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { ImportStopped } from '../machine.ts'
import { GatheredLists, placeFirstRows } from './lists.ts'

const portal = testPortal()
const brand = 'wi'

/** A plan's list of `count` drugs in the exchange's JSON. */
const buildDrugs = (planId: string, count: number, tier = 'GENERIC') =>
  Array.from({ length: count }, (_, index) => ({
    rxnorm_id: String(100_000 + index),
    drug_name: `Drug${index} 10 MG Oral Tablet`,
    plans: [{ plan_id: planId, drug_tier: index === 0 ? tier : 'GENERIC', years: [2026] }],
  }))
const load = (drugs: readonly object[]) =>
  importFiles(portal.database, { 'drugs.json': JSON.stringify(drugs) }, { kind: 'formulary', brand })
const has = (planId: string) => hasFormulary(portal.database.read, brand, planId, '2026-06-01')
const readVersions = async (planId: string) => {
  const { rows } = await sql<{ name: string; tier: string; xmin: string }>`
    select name, tier, xmin::text as xmin from formulary_drug where brand = ${brand} and plan_id = ${planId}
    order by name`.execute(portal.database.read)
  return new Map(rows.map(({ name, tier, xmin }) => [name, { tier, xmin }]))
}

test('IM-9 IM-5 a first list is stored in parts that nobody sees before it is complete; an interrupted one starts over', async () => {
  const [key, gathered] = [{ brand, planId: 'PARTS' }, new GatheredLists()]
  for (const drug of buildDrugs('PARTS', 1_200))
    gathered.addDrug({ ...drug, drug_class: null, plans: drug.plans.map((one) => ({ ...one, ...noRules })) })
  const list = gathered.lists.get('PARTS')
  if (list === undefined) throw new Error('Nothing was gathered.')
  const stopping = new AbortController()
  const seen: boolean[] = []
  const inTransaction = async <T>(work: (tx: Tx) => Promise<T>) => {
    const done = await portal.database.transaction(work)
    seen.push(await has('PARTS'))
    if ((await readVersions('PARTS')).size >= 1_000) stopping.abort()
    return done
  }
  await expect(placeFirstRows(inTransaction, key, list, stopping.signal)).rejects.toThrow(ImportStopped)
  expect(new Set(seen)).toEqual(new Set([false]))
  expect((await readVersions('PARTS')).size).toBe(1_000)
  expect((await load(buildDrugs('PARTS', 700))).counts).toMatchObject({ created: 700, rejected: 0 })
  expect([await has('PARTS'), (await readVersions('PARTS')).size]).toEqual([true, 700])
})
const noRules = { prior_authorization: null, step_therapy: null, quantity_limit: null }

test('IM-9 IM-5 of a list that comes again, only changes are written', async () => {
  await load(buildDrugs('AGAIN', 40))
  const before = await readVersions('AGAIN')
  expect((await load(buildDrugs('AGAIN', 41, 'BRAND').filter((_, index) => index !== 5))).counts).toMatchObject({
    updated: 40,
  })
  const after = await readVersions('AGAIN')
  const kept = [...after].filter(([name, { xmin }]) => before.get(name)?.xmin === xmin)
  expect([after.size, kept.length, after.get('Drug0')?.tier, after.has('Drug5')]).toEqual([40, 38, 'BRAND', false])
})

test('IM-9 MP-17 a Da Vinci drug without a name is listed by its RxNorm code, and by no other code', async () => {
  const base = 'http://hl7.org/fhir/us/davinci-drug-formulary/StructureDefinition'
  const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm'
  const list = {
    resourceType: 'InsurancePlan',
    id: 'nameless',
    status: 'active',
    type: [{ coding: [{ code: 'formulary' }] }],
    name: 'List',
  }
  const drugs = {
    unnamed: { coding: [{ system: rxnorm, code: '2000' }] },
    elsewhere: {
      coding: [
        { system: rxnorm, code: '3000' },
        { system: 'http://hl7.org/fhir/sid/ndc', code: '00071015523', display: 'Lipitor' },
      ],
    },
    other: { coding: [{ system: 'http://hl7.org/fhir/sid/ndc', code: '00071015623', display: 'Other' }] },
  }
  const resources = Object.entries(drugs).flatMap(([id, code]) => [
    { resourceType: 'MedicationKnowledge', id, status: 'active', code },
    {
      ...{ resourceType: 'Basic', id: `item-${id}`, code: { coding: [{ code: 'formulary-item' }] } },
      subject: { reference: `MedicationKnowledge/${id}` },
      extension: [
        { url: `${base}/usdf-FormularyReference-extension`, valueReference: { reference: 'InsurancePlan/nameless' } },
        { url: `${base}/usdf-AvailabilityStatus-extension`, valueCode: 'active' },
      ],
    },
  ])
  const file = [list, ...resources].map((one) => JSON.stringify(one)).join('\n')
  const { rejected } = await importFiles(portal.database, { 'list.ndjson': file }, { kind: 'formulary', brand })
  expect(rejected).toEqual([])
  const { rows } = await sql<{ name: string; rxnorm: string | null }>`
    select name, rxnorm from formulary_drug where brand = ${brand} and plan_id = 'nameless' order by name`.execute(
    portal.database.read,
  )
  expect(rows).toEqual([
    { name: 'Lipitor', rxnorm: '3000' },
    { name: 'Other', rxnorm: null },
    { name: 'RxNorm 2000', rxnorm: '2000' },
  ])
})

test('IM-9 MP-17 a newer run’s cost for a tier counts, also for a year without drugs in it; contradictory costs in one run are reported', async () => {
  const buildPlans = (planId: string, years: Readonly<Record<number, number>>) =>
    Object.entries(years).map(([year, copay_amount]) => ({
      ...{ plan_id: planId, years: [Number(year)] },
      formulary: [{ drug_tier: 'GENERIC', cost_sharing: [{ pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount }] }],
    }))
  const buildDrugsIn = (year: number) =>
    buildDrugs('YEARS', 3).map((drug) => ({ ...drug, plans: drug.plans.map((one) => ({ ...one, years: [year] })) }))
  const load = (drugs: readonly object[], plans: readonly object[]) =>
    importFiles(portal.database, { 'all.json': JSON.stringify({ drugs, plans }) }, { kind: 'formulary', brand })
  await load(buildDrugsIn(2027), buildPlans('YEARS', { 2027: 5 }))
  await load(buildDrugsIn(2026), buildPlans('YEARS', { 2026: 10, 2027: 15 }))
  const readCosts = async () => {
    const { costs } = await portal.database.read
      .selectFrom('formulary')
      .select('costs')
      .where('brand', '=', brand)
      .where('plan_id', '=', 'YEARS')
      .executeTakeFirstOrThrow()
    return Object.fromEntries(costs.map(({ begins, copayCents }) => [begins?.slice(0, 4), copayCents]))
  }
  expect(await readCosts()).toEqual({ 2026: 1_000, 2027: 1_500 })
  const { counts } = await load(buildDrugsIn(2026), [
    ...buildPlans('YEARS', { 2026: 10 }),
    ...buildPlans('YEARS', { 2026: 11 }),
  ])
  expect(await readCosts()).toEqual({ 2026: null, 2027: 1_500 })
  expect(counts.skips).toEqual([{ type: 'cost', reason: 'the files give it in two ways: it is not known', count: 1 }])
})

test('IM-9 IM-3 a drug in a tier that no plan has is on the list, and its tier is reported', async () => {
  const plan = { plan_id: 'TIERS', formulary: [{ drug_tier: 'GENERIC', cost_sharing: [cost] }] }
  const { counts, rejected } = await importFiles(
    portal.database,
    {
      'drugs.json': JSON.stringify(buildDrugs('TIERS', 3, 'TIER-SEVEN')),
      'plans.json': JSON.stringify({ drugs: null, plans: [plan] }),
    },
    { kind: 'formulary', brand },
  )
  expect([rejected, counts.created, counts.warnings]).toEqual([
    [],
    3,
    [{ type: 'tier', reason: '"TIER-SEVEN" has drugs, and no file says what it costs', count: 1 }],
  ])
})
const cost = { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 10 }

test('IM-3 IM-9 what says nothing of a plan’s drugs is counted, and an index in a list is refused by name', async () => {
  const take = async (content: unknown) => {
    const files = { 'drugs.json': JSON.stringify(content) }
    const { counts, rejected } = await importFiles(portal.database, files, { kind: 'formulary', brand })
    return [counts.read, counts.skips ?? [], rejected.map(({ reason }) => reason)]
  }
  const drug = { rxnorm_id: '1', drug_name: 'Drug 10 MG Oral Tablet' }
  expect(await take([{ ...drug, plans: [] }])).toEqual([
    0,
    [{ type: 'drug', reason: 'no plan of the file has it', count: 1 }],
    [],
  ])
  const costless = [{ type: 'plan', reason: 'its entry has no costs of drugs', count: 1 }]
  expect(await take([{ plan_id: 'EMPTY', years: [2026], formulary: [] }])).toEqual([0, costless, []])
  expect(await take([{ plan_id: 'EMPTY', formulary: [{ drug_tier: 'BRAND' }] }])).toEqual([0, costless, []])
  expect(await take([{ provider_urls: [], formulary_urls: ['https://example.org/drugs.json'] }])).toEqual([
    1,
    [],
    [expect.stringMatching(/is the index/)],
  ])
})
