import { v7 as uuidv7 } from 'uuid'
import { CannotRun } from '../../platform/command-line.ts'
import type { Tx } from '../../platform/db/database.ts'
import { finishRun, startRun } from '../../platform/versions/run-store.ts'
import { lockNames } from '../imports/lock-names-statement.ts'
import { Refused } from '../imports/refused.ts'
import { importResources } from '../imports/resources.ts'
import { listClaimants, listClaims } from './request-store.ts'

/**
 * Removes a claim from what members and apps see, as if the plan had sent it as entered in error. Its versions stay in the history, and no
 * older file restores it. Returns the members who had the claim. Throws CannotRun.
 */
export async function withdrawClaim(
  tx: Tx,
  { brand, claimNumber }: { readonly brand: string; readonly claimNumber: string },
  now: Date,
): Promise<string[]> {
  await lockNames(tx, 'shared')
  const claims = await listClaims(tx, brand, claimNumber)
  const shown = claims.filter(({ state }) => state !== 'cancelled')
  if (shown.length === 0)
    throw new CannotRun(
      claims.length === 0
        ? `${brand} has no claim with the number ${claimNumber}.`
        : `The claim ${claimNumber} is withdrawn already.`,
    )
  const run = { brand, runId: uuidv7(), now, assignNumbers: false, warn: () => undefined }
  const file = 'withdrawals.ndjson'
  await startRun(tx, { ...run, kind: 'fhir', files: [file] })
  const deletions = shown.map(({ resource_id: resourceId }, index) => ({
    ...({ type: 'deletion', of: 'ExplanationOfBenefit', resourceId, deletedAt: null, text: '' } as const),
    at: { file, line: index + 1 },
  }))
  const refused = (await importResources(tx, deletions, run)).find((outcome) => outcome instanceof Refused)
  if (refused) throw new CannotRun(`The claim ${claimNumber} could not be withdrawn: ${refused.message}.`)
  if ((await listClaimants(tx, brand, claimNumber)).length > 0)
    throw new CannotRun(`The claim ${claimNumber} could not be withdrawn.`)
  const { length } = shown
  const counts = { read: length, created: 0, updated: length, unchanged: 0, rejected: 0, skipped: 0 }
  await finishRun(tx, run.runId, { state: 'done', counts })
  return shown.map(({ member_id }) => member_id)
}
