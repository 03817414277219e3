import type { Tx } from '../../../../platform/db/database.ts'
import type { Outcome } from '../../../../platform/versions/outcome.ts'
import { Refused, Skipped } from '../../refused.ts'
import { type ClaimRun, makeClaims, unique } from './claim-store.ts'
import type { ClaimPart } from './part.ts'
import {
  computePartId,
  dropParts,
  findParts,
  findRelatedParts,
  keepParts,
  listFormerIds,
  type StoredPart,
} from './part-store.ts'
import { findPatientsSaid } from './patients.ts'
import { computeClaimId, findSame, isPartialDecision } from './same-claim.ts'

/** Stores what files say about claims (FD-2, FD-3) in the caller's transaction; returns the outcome of each part, in order. */
export async function importClaimParts(
  tx: Tx,
  parts: readonly ClaimPart[],
  run: ClaimRun,
): Promise<(Outcome | Refused | Skipped)[]> {
  const ids = parts.map(computePartId)
  const formerIds = parts.map(listFormerIds)
  const known = await findParts(tx, run.brand, unique([...ids, ...formerIds.flat()]))
  const people = await findPatientsSaid(
    tx,
    run,
    parts.map(({ patient }) => patient),
  )
  const added = new Map<string, StoredPart>()
  const outdated = new Set<string>()
  const outcomes = parts.map((part, index): 'known' | 'new' | Refused | Skipped => {
    const [partId = '', person] = [ids[index], people[index]]
    const stored = known.get(partId)
    if ((stored !== undefined && stored.memberId !== null) || added.has(partId)) return 'known'
    // A part that an earlier release read incompletely is the same part.
    const former = (formerIds[index] ?? []).flatMap((id) => (outdated.has(id) ? [] : (known.get(id) ?? [])))[0]
    const anew = former === undefined ? undefined : readAnew(part, partId, former)
    if (former !== undefined && anew !== undefined && former.memberId !== null) {
      outdated.add(former.partId)
      added.set(partId, anew)
      return 'new'
    }
    if (person === 'several')
      return new Refused(`Segment ${part.place}`, 'is of a patient who may be several people on the contract')
    const isUnknown = person === 'unknown' || person === undefined
    if (former !== undefined) outdated.add(former.partId)
    if (!isUnknown || stored === undefined)
      added.set(partId, {
        ...(anew ?? { part, partId, claim: null, runId: stored?.runId ?? null }),
        memberId: isUnknown ? null : person.memberId,
      })
    return isUnknown ? new Skipped('waits for its member') : 'new'
  })
  await dropParts(tx, run.brand, [...outdated])
  const placed = await placeParts(tx, [...added.values()], run)
  const first = new Set(placed.created)
  return outcomes.map((outcome, index) => {
    if (outcome instanceof Error) return outcome
    if (outcome === 'known') return 'unchanged'
    const claim = placed.claims.get(ids[index] ?? '') ?? ''
    return first.delete(claim) ? 'created' : 'updated'
  })
}

/** A stored part with everything that the present release reads. */
function readAnew(part: ClaimPart, partId: string, { part: { sentAt, place }, ...former }: StoredPart): StoredPart {
  return { ...former, partId, part: { ...part, sentAt, place } }
}

/** Assigns parts to claims, stores them, and rebuilds those claims. */
export async function placeParts(tx: Tx, added: readonly StoredPart[], run: ClaimRun) {
  const known = added.filter(({ memberId }) => memberId !== null)
  const related = await findRelatedParts(tx, {
    members: unique(known.map(({ memberId }) => memberId)),
    accounts: unique(known.map(({ part }) => part.account)),
    numbers: unique(known.flatMap(({ part }) => [part.payerNumber, part.formerNumber])),
  })
  const claims = new Map<string, string>()
  const created: string[] = []
  const settled = known.filter(({ claim }) => claim !== null)
  const assigned = Map.groupBy([...related, ...settled], ({ memberId }) => memberId)
  for (const one of known) {
    if (one.claim !== null) {
      claims.set(one.partId, one.claim)
      continue
    }
    const own = assigned.get(one.memberId) ?? []
    const same = findSame(one, own)
    const claim = same?.claim ?? computeClaimId(one, run.brand, new Set(own.map((other) => other.claim)))
    if (same === undefined) created.push(claim)
    claims.set(one.partId, claim)
    assigned.set(one.memberId, [...own, { ...one, claim }])
  }
  await keepParts(
    tx,
    run.brand,
    added.map((one) => ({ ...one, claim: claims.get(one.partId) ?? null })),
    run,
  )
  await makeClaims(
    tx,
    {
      members: unique(known.map(({ memberId }) => memberId)),
      claims: unique([...claims.values(), ...listBeside(added, claims, assigned)]),
      // A part that is only read again is not a new decision.
      added: new Set(known.filter(({ claim }) => claim === null).map(({ partId }) => partId)),
      fresh: takeFresh(assigned, new Set(created)),
      beside: [...assigned.values()].flat(),
    },
    run,
  )
  return { claims, created }
}

/** Other claims of the same visits: if a payer has split a bill, its lines and diagnoses belong to all of them. */
function listBeside(
  added: readonly StoredPart[],
  claims: ReadonlyMap<string, string>,
  assigned: ReadonlyMap<string | null, readonly StoredPart[]>,
): string[] {
  return added.flatMap(({ part, partId, memberId }) => {
    const own = claims.get(partId)
    if (own === undefined) return []
    const isBeside = (other: StoredPart) =>
      other.claim !== own && (isPartialDecision(part, other.part) || isPartialDecision(other.part, part))
    return (assigned.get(memberId) ?? []).filter(isBeside).flatMap(({ claim }) => claim ?? [])
  })
}

/** The parts of new claims, which have no others to read. */
function takeFresh(assigned: ReadonlyMap<string | null, readonly StoredPart[]>, created: ReadonlySet<string>) {
  return [...assigned.values()].flat().filter(({ claim }) => claim !== null && created.has(claim))
}
