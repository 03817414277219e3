import { isMirrored, isTakenBack } from '@portico/rules/claims/counter-entry'
import { findNamed, type Linkable } from './named.ts'

/**
 * Which claim of a person each counter-entry takes back: one that it names, else one of the same number, else one for the same care on the
 * same days with the same amounts. Their amounts must agree, and each claim is taken back once.
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
  return found
}

function isNamed(counter: Linkable, claim: Linkable): boolean {
  const named = counter.facts.named?.replaces ?? []
  return named.some((names) => findNamed(counter, names, [claim], false).length > 0)
}

function hasSameNumber(counter: Linkable, { claimNumber, facts }: Linkable): boolean {
  const [own, theirs] = [
    [counter.claimNumber, ...(counter.facts.names ?? [])],
    [claimNumber, ...(facts.names ?? [])],
  ]
  return own.some((name) => theirs.includes(name))
}

function isSameCare(counter: Linkable, claim: Linkable): boolean {
  const isSame = (field: 'serviceFrom' | 'serviceTo' | 'providerId' | 'providerName') => counter[field] === claim[field]
  return (
    isSame('serviceFrom') &&
    isSame('serviceTo') &&
    isSame('providerId') &&
    isSame('providerName') &&
    counter.facts.takesBack !== undefined &&
    isMirrored(claim, counter.facts.takesBack)
  )
}
