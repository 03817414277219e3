import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { calls } from '@portico/contract/calls'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { signInClient } from '../../../../test/client.ts'
import { importFiles, testFolder } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { buildPrice, buildProvider, buildService } from '../../../../test/price-file.ts'
import { findPricedService, listPricedServices, listPrices, type PriceScope } from '../../../care/rates/price-store.ts'
import { importFiles as runCommand } from '../import-command.ts'

const portal = testPortal()
const folder = testFolder()
const brand = 'de'
const today = '2026-11-30'

const group = (id: number) => buildProvider(id, 1000000000 + id, `Clinic ${id}`)
interface Said {
  readonly code: string
  readonly provider: number
  readonly cents: number
  readonly more?: object
}
const write = ({ code, provider, cents, more }: Said) =>
  buildService(code, [{ provider_references: [provider], negotiated_prices: [buildPrice(cents / 100)] }], more)
/** A file of one plan; without a plan, of every plan of the brand. */
const file = (plan: string | null, prices: readonly Said[], more: object = {}) =>
  JSON.stringify({
    reporting_entity_name: 'Payer of many files',
    reporting_entity_type: 'issuer',
    ...(plan !== null && {
      ...{ plan_name: `Plan ${plan}`, plan_id_type: 'hios', plan_id: plan },
      ...{ plan_market_type: 'individual', issuer_name: 'Issuer' },
    }),
    last_updated_on: '2026-11-01',
    version: '2.0.0',
    provider_references: [...new Set(prices.map(({ provider }) => provider))].map(group),
    in_network: prices.map(write),
    ...more,
  })

async function take(files: Readonly<Record<string, string>>, more: object = {}) {
  const { counts, rejected } = await importFiles(portal.database, files, {
    kind: 'rates',
    brand,
    allowRemovals: false,
    ...more,
  })
  return { counts, rejected: rejected.map(({ file: at, path, reason }) => `${basename(at)} ${path} ${reason}`) }
}
const buildScope = (plan: string): PriceScope => ({ brand, planIds: [plan], planName: null })
/** Everything that members of a plan see: services, parts and prices. */
async function readShown(scope: PriceScope) {
  const services = await listPricedServices(portal.database.read, scope)
  return await Promise.all(
    services.map(async (service) => ({
      service,
      facts: await findPricedService(portal.database.read, scope, service),
      prices: (await listPrices(portal.database.read, scope, { ...service, today, provider: null })).rows,
    })),
  )
}
/** A short form of the shown prices of a plan. */
const listShown = async (plan: string) =>
  (await readShown(buildScope(plan))).flatMap(({ service, prices }) =>
    prices.map(({ npi, low, high }) => `${service.code} ${npi} ${low}${low === high ? '' : `-${high}`}`),
  )
const forget = () => sql`update rates_file set state = 'old' where brand = ${brand}`.execute(portal.database.read)
/** Gives each test its own plan number. */
let plans = 0
const namePlan = () => `10000DE${String(++plans).padStart(7, '0')}`

const medical = { code: 'G8001', provider: 1, cents: 1_000 }
const mental = { code: 'G8002', provider: 2, cents: 2_000 }

test('IM-8 a plan’s files of one run and of several add up, in whatever order and however often they come', async () => {
  const plan = namePlan()
  const files = {
    '2026-11-01_payer_medical_in-network-rates.json': file(plan, [medical]),
    '2026-11-01_payer_behavioral_in-network-rates.json': file(plan, [mental]),
  }
  expect((await take(files)).rejected).toEqual([])
  const all = ['G8001 1000000001 1000', 'G8002 1000000002 2000']
  expect(await listShown(plan)).toEqual(all)
  const [first, last] = Object.entries(files) as [[string, string], [string, string]]
  for (const some of [Object.fromEntries([last, first]), Object.fromEntries([first]), Object.fromEntries([last])]) {
    const { counts, rejected } = await take(some)
    expect([counts.created, rejected]).toEqual([0, []])
    expect(await listShown(plan)).toEqual(all)
  }
})

test('IM-8 next month’s edition of a file replaces only that file, wherever its name has the day or the number of parts', async () => {
  const plan = namePlan()
  const later = { last_updated_on: '2026-12-01' }
  const other = { code: 'G8003', provider: 3, cents: 3_000 }
  await take({
    '2026-11-01_payer_rates_1_of_3.json': file(plan, [medical]),
    '2026-11-01_payer_rates_2_of_3.json': file(plan, [mental]),
    'other_20261101.json': file(plan, [other]),
  })
  expect(await listShown(plan)).toHaveLength(3)
  await take({ '2026-12-01_Payer_rates_02_of_04.json': file(plan, [{ ...mental, cents: 2_500 }], later) })
  expect(await listShown(plan)).toEqual(['G8001 1000000001 1000', 'G8002 1000000002 2500', 'G8003 1000000003 3000'])
  await take({ 'other_20261201.json': file(plan, [{ ...other, cents: 3_500 }], later) })
  expect(await listShown(plan)).toEqual(['G8001 1000000001 1000', 'G8002 1000000002 2500', 'G8003 1000000003 3500'])
  // An older edition changes nothing.
  expect((await take({ '2026-10-01_payer_rates_2_of_3.json': file(plan, [mental]) })).rejected).toEqual([
    expect.stringContaining('is older than what is here, which is of 2026-12-01'),
  ])
})

test('IM-8 of two editions of one file in one run, only the newer counts, and a roll-back restores the state before the run', async () => {
  const plan = namePlan()
  await take({ '2026-10-01_a.json': file(plan, [medical], { last_updated_on: '2026-10-01' }) })
  const editions = {
    '2026-12-01_a.json': file(plan, [{ ...medical, cents: 1_200 }], { last_updated_on: '2026-12-01' }),
    '2026-11-01_a.json': file(plan, [{ ...medical, cents: 1_100 }]),
  }
  expect((await take(editions)).rejected).toEqual([])
  expect(await listShown(plan)).toEqual(['G8001 1000000001 1200'])
  expect((await (await lastRun()).takeBack()).status).toBe(200)
  expect(await listShown(plan)).toEqual(['G8001 1000000001 1000'])
})

test('IM-8 two files of one run that neither name nor day distinguishes do not replace each other silently', async () => {
  const plan = namePlan()
  const [one, two] = [join(folder, 'x'), join(folder, 'y')]
  for (const [at, said] of [
    [one, medical],
    [two, mental],
  ] as const) {
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'in-network-rates.json'), file(plan, [said]))
  }
  const paths = [one, two].map((at) => join(at, 'in-network-rates.json'))
  for (const files of [paths, [...paths].reverse()]) {
    await forget()
    const { rejected } = await importFiles(portal.database, files, { kind: 'rates', brand })
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(
        /^has the payer, plan, name and day of .*x.in-network-rates.json in this run: name them apart/,
      ),
    ])
    expect(await listShown(plan)).toEqual(['G8001 1000000001 1000'])
  }
})

test('IM-8 files of two plans, or of two payers of a plan, with the same name are two', async () => {
  const [one, two] = [namePlan(), namePlan()]
  await take({ 'in-network-rates.json': file(one, [medical]) })
  await take({ 'in-network-rates.json': file(two, [mental]) })
  await take({ 'in-network-rates.json': file(one, [mental], { reporting_entity_name: 'Behavioral payer' }) })
  expect(await listShown(one)).toEqual(['G8001 1000000001 1000', 'G8002 1000000002 2000'])
  expect(await listShown(two)).toEqual(['G8002 1000000002 2000'])
})

test('IM-8 each file’s losses are judged separately, and the plan’s other files are stored', async () => {
  const plan = namePlan()
  const many = Array.from({ length: 20 }, (_, at) => ({ ...medical, code: `G81${at + 10}` }))
  await take({ 'a.json': file(plan, many), 'b.json': file(plan, [mental]) })
  const later = { last_updated_on: '2026-12-01' }
  const { rejected, counts } = await take({
    'a.json': file(plan, many.slice(0, 4), later),
    'b.json': file(plan, [{ ...mental, cents: 2_100 }], later),
  })
  expect(counts.removed).toBe(16)
  expect(rejected).toEqual([expect.stringMatching(/^a.json \/in_network 16 of 20 services/)])
  const shown = await listShown(plan)
  expect([shown.length, shown[0]]).toEqual([21, 'G8002 1000000002 2100'])
})

async function lastRun() {
  const admin = await signInClient(portal.origin, 'ADMIN001')
  const { imports, prices } = (await make(admin, calls.whatRuns, {})).body.payload
  const run = imports.find((one) => one.kind === 'rates')
  const takeBack = () => make(admin, calls.takeBackImport, { body: { runId: run?.runId ?? '' } })
  const remove = (fileId: string) => make(admin, calls.removePrices, { body: { fileId } })
  return { run, takeBack, prices, remove }
}

test('IM-8 AD-5 one press restores a plan’s files as they were before a run: replaced and new ones alike', async () => {
  const plan = namePlan()
  await take({ 'a.json': file(plan, [medical]) })
  const later = { last_updated_on: '2026-12-01' }
  await take({ 'a.json': file(plan, [{ ...medical, cents: 1_100 }], later), 'b.json': file(plan, [mental], later) })
  expect(await listShown(plan)).toEqual(['G8001 1000000001 1100', 'G8002 1000000002 2000'])
  const { run, takeBack } = await lastRun()
  expect(run?.mayTakeBack).toBe(true)
  expect((await takeBack()).status).toBe(200)
  expect(await listShown(plan)).toEqual(['G8001 1000000001 1000'])
  expect((await takeBack()).status).toBe(404)
})

test('IM-8 AD-5 staff see which files a plan’s prices come from and which of them are outdated, and remove one', async () => {
  const plan = namePlan()
  const later = { last_updated_on: '2026-12-01' }
  await take({ '2026-11-01_a.json': file(plan, [medical]), '2026-11-01_gone.json': file(plan, [mental]) })
  const { counts } = await take({ '2026-12-01_a.json': file(plan, [{ ...medical, cents: 1_100 }], later) })
  expect(counts.warnings).toEqual([
    { type: 'prices', reason: expect.stringContaining('of 2026-11-01 are still shown beside newer ones'), count: 1 },
  ])
  const own = async () => (await lastRun()).prices.filter(({ planId }) => planId === plan)
  const shown = await own()
  expect(shown.map(({ name, day, behind, planName }) => [name, day, behind, planName])).toEqual([
    ['2026-11-01_gone.json', '2026-11-01', true, `Plan ${plan}`],
    ['2026-12-01_a.json', '2026-12-01', false, `Plan ${plan}`],
  ])
  const { remove } = await lastRun()
  const fileId = shown[0]?.fileId ?? ''
  expect((await remove(fileId)).status).toBe(200)
  expect(await listShown(plan)).toEqual(['G8001 1000000001 1100'])
  expect((await own()).map(({ name }) => name)).toEqual(['2026-12-01_a.json'])
  expect((await remove(fileId)).status).toBe(404)
  // The file is shown again when it is loaded again.
  await take({ '2026-11-01_gone.json': file(plan, [mental]) })
  expect(await listShown(plan)).toEqual(['G8001 1000000001 1100', 'G8002 1000000002 2000'])
  // An administrator of other brands neither sees nor removes it.
  const stranger = await signInClient(portal.origin, 'ADMIN002')
  const theirs = (await make(stranger, calls.whatRuns, {})).body.payload.prices
  if (theirs.length === 0)
    expect(
      (await make(stranger, calls.removePrices, { body: { fileId: (await own())[0]?.fileId ?? '' } })).status,
    ).toBe(404)
})

test('IM-8 IM-3 --report writes which files the prices of plans come from', async () => {
  const plan = namePlan()
  const [path, report] = [join(folder, '2026-11-01_reported.json'), join(folder, 'report.json')]
  writeFileSync(path, file(plan, [medical]))
  const around = { progress: { write: () => true, isTTY: false }, createStopSignal: () => new AbortController().signal }
  const asked = ['rates', path, '--brand', brand, '--report', report]
  expect((await runCommand(asked, portal.environment, around)).code).toBe(0)
  const { files, counts } = JSON.parse(readFileSync(report, 'utf8'))
  expect(counts.created).toBe(3)
  expect(files.filter((one: { planId: string }) => one.planId === plan)).toMatchObject([
    { brand, name: '2026-11-01_reported.json', entity: 'Payer of many files', day: '2026-11-01', behind: false },
  ])
})

test('IM-8 a file from before files had names is replaced by its next edition, and by no other file of the plan', async () => {
  const plan = namePlan()
  await take({ 'a.json': file(plan, [medical]) })
  const unname = () =>
    sql`update rates_file set source = ${`plan ${plan}`}, name = '' where plan_id = ${plan} and state = 'current'`.execute(
      portal.database.read,
    )
  await unname()
  const many = ['G8201', 'G8202', 'G8203'].map((code) => ({ ...medical, code }))
  await take({ 'b.json': file(plan, many) })
  expect(await listShown(plan)).toHaveLength(4)
  await take({ 'a.json': file(plan, [{ ...medical, cents: 1_100 }], { last_updated_on: '2026-12-01' }) })
  expect((await listShown(plan))[0]).toBe('G8001 1000000001 1100')
  expect(await listShown(plan)).toHaveLength(4)
})

test('IM-8 a file from before files had names gets its name when it comes again', async () => {
  const plan = namePlan()
  await take({ 'a.json': file(plan, [medical]) })
  await sql`update rates_file set source = ${`plan ${plan}`}, name = '' where plan_id = ${plan}`.execute(
    portal.database.read,
  )
  await take({ 'a.json': file(plan, [medical]), 'b.json': file(plan, [medical, mental]) })
  expect((await lastRun()).prices.filter(({ planId }) => planId === plan).map(({ name }) => name)).toEqual([
    'a.json',
    'b.json',
  ])
})

test('IM-8 MP-26 prices split into any number of files are the same', async () => {
  const part = { billing_code_type: 'CPT', billing_code_type_version: '2026', billing_code: '00100', description: 'A' }
  const said = fc.record({
    code: fc.constantFrom('G8301', 'G8302', 'G8303'),
    provider: fc.integer({ min: 1, max: 3 }),
    cents: fc.integer({ min: 1, max: 500 }),
    more: fc.constantFrom({}, { negotiation_arrangement: 'bundle', bundled_codes: [part] }),
    at: fc.integer({ min: 0, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 12 }), fc.boolean(), async (all, isReversed) => {
      const [whole, split] = [namePlan(), namePlan()]
      await take({ 'whole.json': file(whole, all) })
      const parts = [0, 1, 2, 3].flatMap((at): [string, string][] => {
        const own = all.filter((one) => one.at === at)
        return own.length === 0 ? [] : [[`part_${at + 1}_of_4.json`, file(split, own)]]
      })
      const inOrder = isReversed ? [...parts].reverse() : parts
      for (const one of inOrder) expect((await take(Object.fromEntries([one]))).rejected).toEqual([])
      expect((await take(Object.fromEntries(parts))).counts.created).toBe(0)
      expect(await readShown(buildScope(split))).toEqual(await readShown(buildScope(whole)))
    }),
    { numRuns: 12 },
  )
})
