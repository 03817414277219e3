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

test('IM-7 a directory counts what it removes, and refuses to lose more than a tenth unless it is told to', async () => {
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

test('IM-7 AD-5 one press goes back to the directory that a run has replaced', async () => {
  await directory(names, { allowRemovals: true })
  await directory(names.slice(0, 3), { allowRemovals: true })
  const { run, takeBack } = await lastRun('directory')
  expect(run).toMatchObject({ removed: 17, mayTakeBack: true })
  expect((await takeBack()).status).toBe(200)
  expect(await listShown()).toEqual(names)
  expect((await takeBack()).status).toBe(404)
})

test('IM-9 AD-5 a list of drugs counts, refuses and takes back in the same way', async () => {
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
  // The same list again is the one that it was.
  expect((await drugs(all)).counts).toMatchObject({ unchanged: 20, removed: 0 })
})
