import { computeFhirId } from '../../apis/fhir/shelf/place.ts'
import { shelve } from '../../apis/fhir/shelf/shelve.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type Job, type JobParts, startJob } from '../../platform/job.ts'
import {
  findShelvedCoverages,
  listCoverages,
  listMembersAfter,
  listReplaced,
  lockCatchUp,
  noteCatchUp,
  readClaims,
  readRecords,
} from './publish-store.ts'
import { relateClaims } from './relate-claims.ts'
import { buildPeople, shelveCoverage } from './shelve-people.ts'

/** How many members are published in one transaction. */
const atOnce = 20

/**
 * Publishes what was stored before apps were served (OS-25): claims and records from their newest versions, people and coverages as far as
 * they were kept, until the next files bring them whole. Any number of servers may run it; once it is done, it leaves nothing to look at.
 */
export async function publishStored(database: Database, signal?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal?.aborted; ) isMore = await database.transaction(publishSome)
}

async function publishSome(tx: Tx): Promise<boolean> {
  const after = await lockCatchUp(tx)
  if (after === undefined) return false
  const members = await listMembersAfter(tx, after, atOnce)
  for (const [brand, some] of Map.groupBy(members, (member) => member.brand)) {
    const ids = some.map(({ member_id }) => member_id)
    await buildPeople(tx, brand, ids)
    await publishCoverages(tx, brand, ids)
    await shelve(tx, brand, [...(await readClaims(tx, ids)), ...(await readRecords(tx, ids))])
    await relateClaims(tx, brand, await listReplaced(tx, ids), new Set())
  }
  const last = members.length < atOnce ? undefined : members.at(-1)?.member_id
  await noteCatchUp(tx, last)
  return last !== undefined
}

/** Publishes coverages that no file has brought whole since. */
async function publishCoverages(tx: Tx, brand: string, members: readonly string[]): Promise<void> {
  const there = await findShelvedCoverages(tx, members)
  for (const { memberId, coverage } of await listCoverages(tx, members))
    if (!there.has(computeFhirId(brand, 'Coverage', coverage.resourceId)))
      await shelveCoverage(tx, brand, memberId, coverage)
}

/** Looks at intervals for something left to publish. */
export function startPublishing({ database, logger }: JobParts): Job {
  return startJob({
    run: (signal) => publishStored(database, signal),
    firstMs: 5000,
    everyMs: 60_000,
    logger,
    failed: 'what was stored before could not be published for apps, tried again in a minute',
  })
}
