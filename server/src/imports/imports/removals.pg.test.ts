import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { signInClient } from '../../../test/client.ts'
import { csv, importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

const provider = (name: string) => ({ type: 'facility', name, zip: '19103' })
const directory = (names: readonly string[], more: object = {}) =>
  importFiles(
    portal.database,
    { 'd.csv': csv(...names.map(provider)) },
    { kind: 'directory', brand: 'ibc', allowRemovals: false, ...more },
  )
const listShown = async () => {
  const rows = await portal.database.read
    .selectFrom('directory_entry')
    .innerJoin('directory_generation', 'directory_generation.generation', 'directory_entry.generation')
    .select('name')
    .where('directory_generation.state', '=', 'live')
    .where('source', '=', 'ibc')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
const names = Array.from({ length: 20 }, (_, index) => `Clinic ${String.fromCharCode(65 + index)}`)
const drug = (id: number) => ({
  rxnorm_id: String(900000 + id),
  drug_name: `Drug${id} 5 MG Oral Tablet`,
  plans: [{ plan_id: 'removing', drug_tier: 'GENERIC' }],
})
const drugs = (ids: readonly number[], more: object = {}) =>
  importFiles(
    portal.database,
    { 'f.json': JSON.stringify(ids.map(drug)) },
    { kind: 'formulary', brand: 'ibc', allowRemovals: false, ...more },
  )
const buildListed = async () => {
  const rows = await portal.database.read
    .selectFrom('formulary_drug')
    .select('rxnorm')
    .where('plan_id', '=', 'removing')
    .execute()
  return rows.length
}
const lastRun = async (kind: string) => {
  const admin = await signInClient(portal.origin, 'ADMIN001')
  const { imports } = (await make(admin, calls.whatRuns, {})).body.payload
  const run = imports.find((one) => one.kind === kind && one.state === 'done')
  const takeBack = () => make(admin, calls.takeBackImport, { body: { runId: run?.runId ?? '' } })
  return { run, takeBack }
}

test('IM-7 a directory counts its removals, and refuses to lose more than a tenth without permission', async () => {
  await directory(names)
  expect((await directory(names)).counts).toMatchObject({ unchanged: 20, removed: 0 })
  expect(
    (await directory(names.slice(0, 1), { dryRun: true }).catch((error: Error) => error.message)).toString(),
  ).toMatch(/^19 of 20 providers at their places are in none of these files .*--allow-removals/)
  await expect(directory(names.slice(0, 1))).rejects.toThrow(/Nothing was changed/)
  expect(await listShown()).toEqual(names)
  expect((await directory(names.slice(1), { dryRun: true })).counts).toMatchObject({ removed: 1 })
  expect((await directory(names.slice(1))).counts).toMatchObject({ unchanged: 19, removed: 1 })
  expect((await directory(names.slice(0, 2), { allowRemovals: true })).counts).toMatchObject({
    created: 1,
    removed: 18,
  })
  expect(await listShown()).toEqual(names.slice(0, 2))
})

test('IM-7 AD-5 one press restores the directory that a run has replaced', async () => {
  await directory(names, { allowRemovals: true })
  await directory(names.slice(0, 3), { allowRemovals: true })
  const { run, takeBack } = await lastRun('directory')
  expect(run).toMatchObject({ removed: 17, mayTakeBack: true })
  expect((await takeBack()).status).toBe(200)
  expect(await listShown()).toEqual(names)
  expect((await takeBack()).status).toBe(404)
})

test('IM-9 AD-5 a drug list counts, refuses and restores in the same way', async () => {
  const all = names.map((_, index) => index)
  await drugs(all)
  const { counts, rejected } = await drugs(all.slice(0, 10))
  expect(counts).toMatchObject({ rejected: 1, removed: 10 })
  expect(rejected[0]?.reason).toMatch(/^10 of 20 drugs of the plan removing are in none of these files/)
  expect(await buildListed()).toBe(20)
  await drugs(all.slice(0, 10), { dryRun: true, allowRemovals: true })
  expect(await buildListed()).toBe(20)
  expect((await drugs(all.slice(0, 10), { allowRemovals: true })).counts).toMatchObject({ removed: 10, rejected: 0 })
  expect(await buildListed()).toBe(10)
  const { run, takeBack } = await lastRun('formulary')
  expect(run).toMatchObject({ removed: 10, mayTakeBack: true })
  expect((await takeBack()).status).toBe(200)
  expect(await buildListed()).toBe(20)
  // The same list again changes nothing.
  expect((await drugs(all)).counts).toMatchObject({ unchanged: 20, removed: 0 })
})

const offered = names.map((_, index) => `1DE00100${String(index + 10)}`)
const sell = (ids: readonly string[], more: object = {}) =>
  importFiles(
    portal.database,
    {
      'plans.csv': `BusinessYear,MarketCoverage,PlanMarketingName,ServiceAreaId,PlanId\n${ids
        .map((id) => `2031,Individual,Plan ${id},DES001,${id}-00`)
        .join('\n')}\n`,
      'service.csv':
        'BusinessYear,StateCode,ServiceAreaId,ServiceAreaName,CoverEntireState,County\n2031,DE,DES001,All,Yes,\n',
    },
    { kind: 'plans', brand: 'de', allowRemovals: false, ...more },
  )
const listSold = async () =>
  (
    await portal.database.read
      .selectFrom('shop_plan')
      .select('plan_id')
      .where('brand', '=', 'de')
      .where('plan_year', '=', 2031)
      .execute()
  ).length

test('IM-9 AD-5 a year of plans counts its removals, refuses above a tenth, and is restored with one press', async () => {
  expect((await sell(offered)).rejected).toEqual([])
  await expect(sell(offered.slice(0, 5))).rejects.toThrow(/^15 of 20 plans of 2031 are in none of these files/)
  await expect(sell(offered.slice(0, 5), { dryRun: true })).rejects.toThrow(/^15 of 20 plans of 2031/)
  expect(await listSold()).toBe(20)
  expect((await sell(offered.slice(1), { dryRun: true })).counts).toMatchObject({ removed: 1 })
  expect((await sell(offered.slice(0, 5), { allowRemovals: true })).counts).toMatchObject({ removed: 15 })
  expect(await listSold()).toBe(5)
  const { run, takeBack } = await lastRun('plans')
  expect(run).toMatchObject({ removed: 15, mayTakeBack: true })
  expect((await takeBack()).status).toBe(200)
  expect(await listSold()).toBe(20)
  expect((await takeBack()).status).toBe(404)
  // The same files again match the stored data.
  expect((await sell(offered)).counts).toMatchObject({ removed: 0, updated: 0, created: 0 })
})

const takePrices = (codes: readonly string[], more: object = {}) =>
  importFiles(
    portal.database,
    {
      'rates.json': JSON.stringify({
        reporting_entity_name: 'Removing payer',
        reporting_entity_type: 'issuer',
        last_updated_on: '2026-10-01',
        version: '2.0.0',
        provider_references: [
          {
            provider_group_id: 1,
            network_name: ['Net'],
            provider_groups: [{ npi: [1000000001], tin: { type: 'ein', value: '11-1111111', business_name: 'One' } }],
          },
        ],
        in_network: codes.map((code) => ({
          negotiation_arrangement: 'ffs',
          name: code,
          billing_code_type: 'HCPCS',
          billing_code_type_version: '2026',
          billing_code: code,
          description: code,
          negotiated_rates: [
            {
              provider_references: [1],
              negotiated_prices: [
                {
                  setting: 'outpatient',
                  negotiated_type: 'negotiated',
                  negotiated_rate: 5,
                  expiration_date: '2099-12-31',
                  billing_class: 'professional',
                  service_code: ['11'],
                },
              ],
            },
          ],
        })),
      }),
    },
    { kind: 'rates', brand: 'de', allowRemovals: false, ...more },
  )
const countPriced = async () => {
  const rows = await portal.database.read
    .selectFrom('rates_service')
    .innerJoin('rates_file', 'rates_file.file_id', 'rates_service.file_id')
    .select('code')
    .where('state', '=', 'current')
    .where('entity', '=', 'Removing payer')
    .execute()
  return rows.length
}

test('IM-8 AD-5 a price file counts, refuses and is restored in the same way', async () => {
  const codes = names.map((_, index) => `G${1000 + index}`)
  await takePrices(codes)
  for (const dryRun of [true, false]) {
    const { counts, rejected } = await takePrices(codes.slice(0, 4), { dryRun })
    expect(counts).toMatchObject({ removed: 16 })
    expect(rejected[0]?.reason).toMatch(/^16 of 20 services with prices are in none of these files/)
  }
  expect(await countPriced()).toBe(20)
  expect((await takePrices(codes.slice(2))).counts).toMatchObject({ removed: 2, rejected: 0 })
  expect(await countPriced()).toBe(18)
  const { run, takeBack } = await lastRun('rates')
  expect(run).toMatchObject({ removed: 2, mayTakeBack: true })
  expect((await takeBack()).status).toBe(200)
  expect(await countPriced()).toBe(20)
  expect((await takeBack()).status).toBe(404)
})

test('IM-7 IM-9 of one or two, any change is a large share: a run goes on', async () => {
  await directory(names.slice(0, 2), { allowRemovals: true })
  expect((await directory(names.slice(1, 3))).counts).toMatchObject({ created: 1, removed: 1 })
  expect(await listShown()).toEqual(names.slice(1, 3))
  await sell(offered.slice(0, 2), { allowRemovals: true })
  expect((await sell(offered.slice(1, 3))).counts).toMatchObject({ removed: 1, rejected: 0 })
})

test('IM-7 one removed of six is reported, and the others stay', async () => {
  await directory(names.slice(0, 6), { allowRemovals: true })
  await expect(directory(names.slice(0, 1))).rejects.toThrow('5 of 6')
  expect(await listShown()).toEqual(names.slice(0, 6))
})
