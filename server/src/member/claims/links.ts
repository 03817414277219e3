import type { Tx } from '../../platform/db/database.ts'
import type { ClaimFactsData } from '../../platform/db/tables.ts'
import { computeClaimId } from '../../platform/versions/content.ts'
import { findTakenBack } from './counter-entries.ts'
import { listNamed, listNaming, saveLinks } from './link-store.ts'
import { findNamed, type Linkable } from './named.ts'

/** Identifies a stored claim. */
export interface ClaimKey {
  readonly memberId: string
  readonly claimId: string
}

/**
 * Links the members' claims to the stored claims that their `related` names by number or id, in whatever order they came, and to those
 * that reversals take back. Returns the claims whose links have changed.
 */
export async function linkClaims(tx: Tx, brand: string, memberIds: readonly string[]): Promise<readonly ClaimKey[]> {
  const naming = await listNaming(tx, [...new Set(memberIds)])
  if (naming.length === 0) return []
  const named = Map.groupBy(await listNamed(tx, naming), ({ memberId }) => memberId)
  const changed = [...Map.groupBy(naming, ({ memberId }) => memberId)].flatMap(([memberId, theirs]) => {
    const known = named.get(memberId) ?? []
    const speaking = theirs.filter(({ facts }) => facts.named !== undefined || facts.takesBack !== undefined)
    const links = new Map(speaking.map((one) => [one.claimId, findLinks(one, known, brand)]))
    const all = new Map([...known, ...theirs].map((one) => [one.claimId, one]))
    return listChanges([...all.values()], links, findTakenBack(known, speaking))
  })
  await saveLinks(tx, changed)
  return changed.map(({ memberId, claimId }) => ({ memberId, claimId }))
}

interface Links {
  readonly replaces: string | null
  readonly alsoReplaces: readonly string[]
  readonly replacedBy: string | null
}

function findLinks(one: Linkable, known: readonly Linkable[], brand: string): Links {
  const { replaces = [], replacedBy = [] } = one.facts.named ?? {}
  const listIds = (names: readonly string[], isLater: boolean) => {
    const meant = findNamed(one, names, known, isLater).map(({ claimId }) => claimId)
    if (meant.length > 0) return meant
    // The named claim may still come. If its id is already here but did not match, that claim belongs to another payer.
    const open = names.slice(0, 1).filter((name) => known.every(({ resourceId }) => resourceId !== name))
    return open.map((name) => computeClaimId(brand, name))
  }
  const [first = null, ...alsoReplaces] = new Set(replaces.flatMap((names) => listIds(names, false)))
  // A reversal replaces no claim.
  const isCounter = one.facts.takesBack !== undefined
  return {
    replaces: isCounter ? null : first,
    alsoReplaces: isCounter ? [] : alsoReplaces,
    replacedBy: replacedBy.flatMap((names) => listIds(names, true)).at(-1) ?? null,
  }
}

export interface Change extends ClaimKey {
  readonly replaces: string | null
  readonly facts: ClaimFactsData
}

function listChanges(
  all: readonly Linkable[],
  links: ReadonlyMap<string, Links>,
  takenBack: ReadonlyMap<string, string>,
): readonly Change[] {
  const taken = new Set(takenBack.values())
  return all.flatMap((one) => {
    const { alsoReplaces: _, takenBack: __, ...rest } = one.facts
    const link = links.get(one.claimId)
    const also = link?.alsoReplaces ?? one.facts.alsoReplaces ?? []
    const facts: ClaimFactsData = {
      ...rest,
      ...(link !== undefined && { replacedBy: link.replacedBy }),
      ...(also.length > 0 && { alsoReplaces: also }),
      ...(rest.takesBack && { takesBack: { ...rest.takesBack, claimId: takenBack.get(one.claimId) ?? null } }),
      ...(taken.has(one.claimId) && { takenBack: true }),
    }
    const replaces = link === undefined ? one.replaces : link.replaces
    const isSame = replaces === one.replaces && isEqual(facts, one.facts)
    return isSame ? [] : { memberId: one.memberId, claimId: one.claimId, replaces, facts }
  })
}

/** Whether two facts are equal, ignoring the order of their parts. */
function isEqual(one: ClaimFactsData, other: ClaimFactsData): boolean {
  const toSortedText = (facts: ClaimFactsData) =>
    JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return toSortedText(one) === toSortedText(other)
}
