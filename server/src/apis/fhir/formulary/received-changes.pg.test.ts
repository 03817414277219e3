import { valuesAt } from '@portico/rules/fhir/json'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { seed, seedDrug, seedItem, thisYear, year } from '../../../../test/formulary/da-vinci-seed.ts'
import { findSeed, openDrugs, without } from '../../../../test/formulary/received.ts'
import type { Json } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'
import { deleteBrand } from '../../../imports/records/brand-store.ts'
import { showListsBefore } from '../../../staff/oversight/take-back-store.ts'

/** Lists that came as resources are replaced plan by plan and year by year, and can be undone with one button. */
const portal = testPortal()
const { load, loadTexts, read, all, listIds } = openDrugs(portal)

const tables = ['formulary', 'formulary_drug', 'formulary_before', 'fhir_formulary', 'fhir_formulary_value'] as const
beforeEach(async () => {
  for (const table of [...tables, 'fhir_formulary_part'])
    await sql`delete from ${sql.table(table)}`.execute(portal.database.read)
})
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(portal.database.read)).rows[0]
    ?.n
const readUpdated = async () =>
  new Map(
    (
      await Promise.all(['InsurancePlan', 'Basic', 'MedicationKnowledge', 'Location'].map((type) => all(`/${type}`)))
    ).flatMap((some) => some.map((one) => [one.id, valuesAt(one, 'meta.lastUpdated')[0]] as const)),
  )

/** A plan beside the seed's own, with its own list. */
const other: readonly Json[] = JSON.parse(
  JSON.stringify(seed.filter(({ id }) => id !== 'seed-area' && id !== 'seed-state')).replaceAll('seed-', 'other-'),
  (key, value) => (key === 'value' && value === 'SEED-1' ? 'OTHER-1' : value),
)
const exchange = (planId: string, ...years: readonly number[]) =>
  JSON.stringify([
    {
      ...{ rxnorm_id: '7', drug_name: 'Builtin 5 MG Oral Tablet' },
      plans: [{ plan_id: planId, drug_tier: 'GENERIC', prior_authorization: false, step_therapy: false, years }],
    },
  ])

test('OS-17 OS-22 the same list again changes nothing, and writes nothing', async () => {
  const first = await load(seed)
  const updated = await readUpdated()
  const parts = await sql`select part, run_id from fhir_formulary_part`.execute(portal.database.read)
  const again = await load(seed)
  expect([first.counts.created, again.counts.unchanged, again.counts.updated]).toEqual([2, 2, 0])
  expect(await readUpdated()).toEqual(updated)
  const sent = seed.map((one) => ({ ...one, meta: { ...(one.meta as object), lastUpdated: '2026-09-09T09:00:00Z' } }))
  expect((await load(sent)).counts.unchanged).toBe(2)
  expect(await sql`select part, run_id from fhir_formulary_part`.execute(portal.database.read)).toEqual(parts)
})

test('OS-17 OS-22 a change that no page shows is a change, too, and counts alone', async () => {
  await load(seed)
  const before = await readUpdated()
  const area = { ...findSeed('seed-area'), name: 'Eastern Pennsylvania' }
  const { counts } = await load([...without('seed-area'), area])
  expect(counts.updated).toBe(2)
  const after = await readUpdated()
  expect([...after].filter(([id, at]) => before.get(id) !== at).map(([id]) => id)).toEqual(['seed-area'])
  expect((await read('Location/seed-area')).body.name).toBe('Eastern Pennsylvania')
  expect(await listIds('/Location?address-city=pitts')).toEqual(['seed-area'])
})

test('OS-17 a plan’s replaced list goes with everything it said, and other plans’ lists stay', async () => {
  await load([...seed, ...other])
  const gone = [
    ...without('seed-item', 'seed-area', 'seed-state'),
    seedDrug('seed-new', '99', 'Newdrug 5 MG Oral Tablet'),
  ]
  await load([...gone, seedItem('seed-new-item', 'seed-new')])
  expect(await listIds('/Basic')).toEqual(['other-item', 'other-other-item', 'seed-new-item', 'seed-other-item'])
  expect(await listIds('/Location')).toEqual([])
  expect((await read('Basic/seed-item')).status).toBe(404)
  expect(await listIds('/Basic?subject.code=209459')).toEqual(['other-item'])
  expect(await listIds('/Basic?subject.drug-name=newdrug')).toEqual(['seed-new-item'])
})

test('OS-17 OS-22 a drug on two lists is the newest one’s, once, and is found by none of its earlier values', async () => {
  await load([...seed, ...other])
  const buildShared = (name: string, resources: readonly object[]) =>
    JSON.parse(
      JSON.stringify([...resources, seedDrug('shared', '5', name)]).replaceAll('other-other"', 'shared"'),
    ) as Json[]
  await load(buildShared('Olddrug 5 MG Oral Tablet', other))
  const item = { ...seedItem('seed-shared-item', 'shared') }
  await load([...seed, seedDrug('shared', '5', 'Renamed 5 MG Oral Tablet'), item])
  for (const [path, ids] of [
    ['/MedicationKnowledge?_id=shared', ['shared']],
    ['/MedicationKnowledge?drug-name=renamed', ['shared']],
    ['/MedicationKnowledge?drug-name=olddrug', []],
    ['/Basic?subject.drug-name=olddrug', []],
    ['/Basic?subject.drug-name=renamed', ['other-other-item', 'seed-shared-item']],
    ['/Basic?subject=shared', ['other-other-item', 'seed-shared-item']],
  ] as const)
    expect([path, await listIds(path)]).toEqual([path, ids])
})

/** The seed a year later: the same plan's next list. */
const next: readonly Json[] = JSON.parse(
  JSON.stringify(without('seed-area', 'seed-state'))
    .replaceAll(`${thisYear}-`, `${thisYear + 1}-`)
    .replace(/"(seed-(?:formulary|item|other-item|drug|plan))"/g, '"$1-next"')
    .replace(/\/(seed-(?:formulary|drug))"/g, '/$1-next"'),
)

test('OS-17 next year’s list stands beside this year’s, in either order, and each is replaced separately', async () => {
  for (const files of [
    [seed, next],
    [next, seed],
  ] as const) {
    for (const one of files) await load(one)
    expect(await listIds('/InsurancePlan?identifier=SEED-1')).toEqual(['seed-plan', 'seed-plan-next'])
    expect(await listIds(`/Basic?period=ge${thisYear + 1}-01-01`)).toEqual(['seed-item-next'])
    expect(await listIds('/Basic?formulary.identifier=SEED-F')).toEqual([
      ...['seed-item', 'seed-item-next', 'seed-other-item', 'seed-other-item-next'],
    ])
    expect(await listIds('/MedicationKnowledge')).toEqual(['seed-drug', 'seed-drug-next', 'seed-other'])
    for (const one of files) expect((await load(one)).counts.updated).toBe(0)
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(portal.database.read)
  }
  await load(seed)
  await load(next)
  await load(next.filter(({ id }) => id !== 'seed-item-next'))
  expect(await listIds('/Basic')).toEqual(['seed-item', 'seed-other-item', 'seed-other-item-next'])
  const everything = await Promise.all(
    ['Basic', 'InsurancePlan', 'MedicationKnowledge', 'Location'].map((t) => all(`/${t}`)),
  )
  const known = new Set(everything.flat().map(({ resourceType, id }) => `${resourceType}/${id}`))
  const targets = [...JSON.stringify(everything).matchAll(/"reference":"([^"#]+)"/g)].map(([, target = '']) => target)
  expect(targets.filter((target) => !known.has(target))).toEqual([])
})

test('OS-17 AD-5 one button restores the previous list’s resources, and for a first list none', async () => {
  const takeBack = async () => {
    const { rows } = await sql<{ run_id: string }>`select run_id from formulary limit 1`.execute(portal.database.read)
    return portal.database.transaction((tx) => showListsBefore(tx, rows[0]?.run_id ?? ''))
  }
  await load(seed)
  const before = await readUpdated()
  await load([...without('seed-item', 'seed-area'), { ...findSeed('seed-area'), name: 'Elsewhere' }])
  expect((await read('Basic/seed-item')).status).toBe(404)
  expect(await takeBack()).toBe(true)
  expect(await readUpdated()).toEqual(before)
  expect((await read('Location/seed-area')).body.name).toBe('Western Pennsylvania')
  expect((await load(seed)).counts.unchanged).toBe(2)
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(portal.database.read)
  await load(seed)
  expect(await takeBack()).toBe(true)
  expect(await readUpdated()).toEqual(new Map())
})

test('OS-17 a list that would lose too much stays as it is, with its resources', async () => {
  const drugs = Array.from({ length: 10 }, (_, at) => seedDrug(`many-${at}`, `7${at}`, `Many${at} 5 MG Oral Tablet`))
  await load([...seed, ...drugs, ...drugs.map(({ id }) => seedItem(`item-${id}`, id))])
  const before = await readUpdated()
  const { rejected } = await load(seed, { allowRemovals: false })
  expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining('Nothing was changed')])
  expect(await readUpdated()).toEqual(before)
  const stored = await count('fhir_formulary')
  await load(seed, { dryRun: true })
  expect([await readUpdated(), await count('fhir_formulary')]).toEqual([before, stored])
})

test('OS-22 parts that no list uses any longer are kept for one undo, and then deleted', async () => {
  await load(seed)
  const [one, values] = [await count('fhir_formulary'), await count('fhir_formulary_value')]
  const next = (name: string) => [...without('seed-area'), { ...findSeed('seed-area'), name }]
  await load(next('Second'))
  await load(next('Third'))
  await load(next('Fourth'))
  expect([await count('fhir_formulary'), await count('fhir_formulary_value')]).toEqual([
    2 * (one ?? 0),
    2 * (values ?? 0),
  ])
})

test('OS-17 tables become resources beside received ones, and take their place for the same days', async () => {
  await load(seed)
  await loadTexts([exchange('TABLE', thisYear)])
  expect(await listIds('/InsurancePlan?identifier=TABLE&coverage-type=DRUGPOL')).toHaveLength(1)
  expect(await listIds('/MedicationKnowledge?drug-name=builtin')).toHaveLength(1)
  for (const size of [1, 2, 200]) expect(await listIds(`/Basic?_count=${size}`)).toHaveLength(3)
  await loadTexts([exchange('SEED-1', thisYear + 1)])
  const later = await all(`/Basic?period=ge${thisYear + 1}-01-01`)
  expect(later.map(({ id }) => id)).toEqual([expect.stringMatching(/^[0-9a-f]{20}-/)])
  expect(await listIds('/Basic')).toEqual(expect.arrayContaining(['seed-item', 'seed-other-item']))
  await loadTexts([exchange('SEED-1', thisYear)])
  expect((await read('Basic/seed-item')).status).toBe(404)
  expect(await listIds('/Basic')).toHaveLength(3)
  await load(seed)
  expect((await listIds('/Basic')).filter((id) => id.startsWith('seed-'))).toEqual(['seed-item', 'seed-other-item'])
})

test('OS-17 a plan that tables describe in the same run is built from its rows', async () => {
  await loadTexts([seed.map((one) => JSON.stringify(one)).join('\n'), exchange('SEED-1', thisYear)])
  expect((await listIds('/Basic')).some((id) => id.startsWith('seed-'))).toBe(false)
  expect(await listIds('/Basic')).toHaveLength(3)
})

test('OS-17 each brand has its own: no id or page of another works', async () => {
  await load(seed)
  await load(other, { brand: 'hmbcbs' })
  expect((await read('Basic/other-item')).status).toBe(404)
  expect((await read('Basic/seed-item', 'hmbcbs')).status).toBe(404)
  expect(await listIds('/Basic', 'hmbcbs')).toEqual(['other-item', 'other-other-item'])
  expect(await listIds('/Basic?_page=other-item', 'neb')).toEqual(['seed-item', 'seed-other-item'])
  expect(await listIds('/Basic?subject=other-drug')).toEqual([])
  await load(without('seed-item'), { brand: 'hmbcbs' })
  expect((await read('Basic/seed-item')).status).toBe(200)
  await portal.database.transaction((tx) => deleteBrand(tx, 'hmbcbs'))
  expect([await listIds('/Basic', 'hmbcbs'), await listIds('/Basic')]).toEqual([[], ['seed-item', 'seed-other-item']])
  const { rows } = await sql`select from fhir_formulary_part where brand = 'hmbcbs'`.execute(portal.database.read)
  expect(rows).toEqual([])
})

test('OS-17 of several versions of a resource the newest is served, and drafts are absent', async () => {
  const older = { ...findSeed('seed-drug'), status: 'inactive', meta: { lastUpdated: '2020-01-01T00:00:00Z' } }
  const draft = { ...findSeed('seed-formulary'), id: 'draft', status: 'draft' }
  const over = { ...findSeed('seed-plan'), id: 'over', status: 'retired', period: year(2020) }
  const wrong = { ...seedDrug('wrong', '3', 'Wrong 5 MG Oral Tablet'), status: 'entered-in-error' }
  await load([...seed, older, draft, over, wrong])
  expect((await read('MedicationKnowledge/seed-drug')).body.status).toBe('active')
  expect((await read('InsurancePlan/draft')).status).toBe(404)
  expect((await read('MedicationKnowledge/wrong')).status).toBe(404)
  expect((await read('InsurancePlan/over')).body.status).toBe('retired')
  expect(await listIds('/InsurancePlan?status=retired')).toEqual(['over'])
})
