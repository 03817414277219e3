import { setImmediate } from 'node:timers/promises'
import { toBasis } from '@portico/rules/fhir/basis'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { type Job, type JobParts, startJob } from '../../../platform/job.ts'
import { listWithoutBasis, putBasis } from './basis-store.ts'

const atOnce = 200

/**
 * Creates missing Basis forms, of resources shelved before there was one or changed on the shelf (OS-54). Any number of servers may do
 * this.
 */
export async function makeBasisForms(database: Database, signal?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal?.aborted; ) isMore = await database.transaction(makeSome)
}

async function makeSome(tx: Tx): Promise<boolean> {
  const rows = await listWithoutBasis(tx, atOnce)
  const made = []
  for (const row of rows) {
    made.push({ ...row, basis: toBasis(row.body) })
    // Lets requests in between.
    if (made.length % 40 === 0) await setImmediate()
  }
  if (made.length > 0) await putBasis(tx, made)
  return rows.length === atOnce
}

export function startMakingBasisForms({ database, logger }: JobParts): Job {
  return startJob({
    run: (signal) => makeBasisForms(database, signal),
    firstMs: 20_000,
    everyMs: 10_000,
    logger,
    failed: 'the form that providers and plans get is not made now, tried again soon',
  })
}
