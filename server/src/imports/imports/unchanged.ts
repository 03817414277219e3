import type { Database } from '../../platform/db/database.ts'
import { computeClaimId } from '../../platform/versions/content.ts'
import { findKnown } from './unchanged-store.ts'

/** The beginning of a resource in most files: enough to look it up before parsing it. */
const beginning = /^\s*\{\s*"resourceType"\s*:\s*"ExplanationOfBenefit"\s*,\s*"id"\s*:\s*"([\w.-]{1,64})"/

/**
 * Finds the claims of one batch after another that are already stored in this version (IM-2), so that most of a file that is loaded again
 * needs no parsing. Excludes a claim if another line has another version of it, in this batch or in the previous one, which may still be in
 * progress: such lines count in their order.
 */
export function createUnchangedFinder<One extends { readonly text: string; readonly hash: Buffer }>(
  database: Database,
  brand: string,
): (batch: readonly One[]) => Promise<ReadonlySet<One>> {
  /** The versions of claims in the previous batch, without those that it left out. */
  let before: Digests = new Map()
  return async (batch) => {
    const claims = batch.flatMap((one) => {
      const id = beginning.exec(one.text.slice(0, 200))?.[1]
      return id === undefined ? [] : { one, claimId: computeClaimId(brand, id), hash: one.hash.toString('hex') }
    })
    const known = await findKnown(
      database.read,
      claims.map(({ claimId }) => claimId),
    )
    const said = digestClaims(claims)
    const isUnchanged = (line: Line) =>
      known.has(`${line.claimId} ${line.hash}`) && !saysOther(said, line) && !saysOther(before, line)
    const unchanged = claims.filter(isUnchanged).map(({ one }) => one)
    before = digestClaims(claims.filter((line) => !isUnchanged(line)))
    return new Set(unchanged)
  }
}

interface Line {
  readonly claimId: string
  readonly hash: string
}

/** The digests of the lines about each claim. */
type Digests = ReadonlyMap<string, ReadonlySet<string>>

function digestClaims(lines: readonly Line[]): Digests {
  const byClaim = Map.groupBy(lines, ({ claimId }) => claimId)
  return new Map([...byClaim].map(([claimId, some]) => [claimId, new Set(some.map(({ hash }) => hash))]))
}

function saysOther(digests: Digests, { claimId, hash }: Line): boolean {
  const said = digests.get(claimId)
  return said !== undefined && (said.size > 1 || !said.has(hash))
}
