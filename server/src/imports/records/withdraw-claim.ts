import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotRun } from '../../platform/command-line.ts'
import type { Database } from '../../platform/db/database.ts'
import { runJob } from '../imports/job.ts'

/**
 * Takes a claim from what members and apps see, as if the plan had sent that it was entered in error; its versions stay in the history, and
 * no older file brings it back. Returns the members whose claim it was. Throws CannotRun.
 */
export async function withdrawClaim(
  database: Database,
  brands: ReadonlySet<string>,
  { brand, claimNumber }: { readonly brand: string; readonly claimNumber: string },
): Promise<string[]> {
  const claims = await database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select(['claim.member_id', 'claim.resource_id', 'claim.state'])
    .where('member.brand', '=', brand)
    .where('claim.claim_number', '=', claimNumber)
    .execute()
  const shown = claims.filter(({ state }) => state !== 'cancelled')
  if (shown.length === 0)
    throw new CannotRun(
      claims.length === 0
        ? `${brand} has no claim with the number ${claimNumber}.`
        : `The claim ${claimNumber} is withdrawn already.`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'portico-withdrawal-'))
  try {
    const file = join(folder, 'withdrawals.ndjson')
    const lines = shown.map(({ resource_id }) => JSON.stringify(describeDeletion(resource_id)))
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
    const job = { kind: 'fhir', files: [file], brand, dryRun: false, assignNumbers: false }
    const counts = await runJob(database, brands, job, {
      bytes: () => {},
      progress: () => {},
      reject: ({ reason }) => {
        throw new CannotRun(`The claim ${claimNumber} could not be withdrawn: ${reason}.`)
      },
    })
    if (counts.rejected > 0) throw new CannotRun(`The claim ${claimNumber} could not be withdrawn.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return shown.map(({ member_id }) => member_id)
}

function describeDeletion(resourceId: string) {
  const request = { method: 'DELETE', url: `ExplanationOfBenefit/${resourceId}` }
  return { resourceType: 'Bundle', type: 'transaction', entry: [{ request }] }
}
