import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countMutants, type JsonObject, mutate, mutationSeed } from '../../../test/fuzz/mutations.ts'
import { createRandom, type Random } from '../../../test/fuzz/random.ts'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

const resources = readFileSync(join(import.meta.dirname, '../../../test/fhir/seed.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as JsonObject)

/** A sound claim of a person whose Patient is among the resources. */
const last = { ...resources.find((one) => one.resourceType === 'ExplanationOfBenefit'), id: 'after-all-of-them' }

/** A resource with one oddity and its own id; odd ids stay. */
function mutateOne(random: Random, at: number): string {
  const resource = random.pick(resources)
  return mutate(random, { ...resource, ...(resource.resourceType !== 'Patient' && { id: `mutated-${at}` }) })
}

const many = countMutants(400)

test('IM-1 IM-5 a resource with an oddity anywhere costs no other one and no run, and each is counted', async () => {
  const random = createRandom(mutationSeed)
  const mutants = Array.from({ length: many }, (_, at) => mutateOne(random, at))
  // The sound ones come first and last.
  const sound = resources.map((one) => JSON.stringify(one))
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'mutated.ndjson': [...sound, ...mutants, JSON.stringify(last)].join('\n') },
    { kind: 'fhir', brand: 'ndbcbs' },
  )
  expect(counts.read + (counts.skipped ?? 0)).toBeGreaterThanOrEqual(many + sound.length + 1)
  expect(rejected.length).toBe(counts.rejected)
  const found = await portal.database.read
    .selectFrom('claim')
    .select('state')
    .where('resource_id', '=', 'after-all-of-them')
    .execute()
  expect(found).toHaveLength(1)
})
