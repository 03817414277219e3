import { addTakenBack, isMirrored, isTakenBack } from '@portico/rules/claims/counter-entry'
import { findNamed, type Linkable, mayBeOfOneKind, mayBeOfOnePayer, mayBeOfOneSystem } from './named.ts'

/**
 * Which claim of a person each reversal takes back: the claim that it names, else one with the same number, else one for the same care
 * on the same days with the same amounts. Their amounts must agree, and each claim is taken back once; several reversals may share a
 * claim if their sum takes back all of it.
 */
export function findTakenBack(known: readonly Linkable[], counters: readonly Linkable[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const free = new Map(
    known
      .filter(({ facts }) => facts.takesBack === undefined && !facts.withdrawn)
      .map((claim) => [claim.claimId, claim]),
  )
  for (const way of [isNamed, hasSameNumber, isSameCare]) {
    for (const counter of counters) {
      const { takesBack, withdrawn } = counter.facts
      if (takesBack === undefined || withdrawn || found.has(counter.claimId)) continue
      const claim = [...free.values()].find((one) => isTakenBack(one, takesBack) && way(counter, one))
      if (claim === undefined) continue
      found.set(counter.claimId, claim.claimId)
      free.delete(claim.claimId)
    }
  }
  const left = counters.filter(({ claimId, facts }) => facts.takesBack && !facts.withdrawn && !found.has(claimId))
  if (left.length < 2) return found
  for (const way of [isNamed, hasSameNumber]) {
    for (const claim of free.values()) {
      const parts = left.filter((one) => !found.has(one.claimId) && way(one, claim))
      const all = addTakenBack(parts.flatMap(({ facts }) => facts.takesBack ?? []))
      if (parts.length < 2 || !isMirrored(claim, all)) continue
      for (const one of parts) found.set(one.claimId, claim.claimId)
      free.delete(claim.claimId)
    }
  }
  return found
}

function isNamed(counter: Linkable, claim: Linkable): boolean {
  const named = counter.facts.named?.replaces ?? []
  return named.some((names) => findNamed(counter, names, [claim], false).length > 0)
}

function hasSameNumber(counter: Linkable, claim: Linkable): boolean {
  const { claimNumber, facts } = claim
  const [own, theirs] = [
    [counter.claimNumber, ...(counter.facts.names ?? [])],
    [claimNumber, ...(facts.names ?? [])],
  ]
  const isOfOneSystem = (name: string) => mayBeOfOneSystem(name, counter.facts.systems, facts.systems)
  return mayBeOfOneKind(counter, claim) && own.some((name) => theirs.includes(name) && isOfOneSystem(name))
}

function isSameCare(counter: Linkable, claim: Linkable): boolean {
  const isSame = (field: 'serviceFrom' | 'serviceTo' | 'providerId' | 'providerName') => counter[field] === claim[field]
  return (
    mayBeOfOnePayer(counter, claim) &&
    isSame('serviceFrom') &&
    isSame('serviceTo') &&
    isSame('providerId') &&
    isSame('providerName') &&
    counter.facts.takesBack !== undefined &&
    isMirrored(claim, counter.facts.takesBack)
  )
}
