import { isNorthDakota } from '@portico/rules/brand/families'
import {
  type ContractPlace,
  contractPlace,
  findTime,
  numberInstead,
  rankCoverages,
} from '@portico/rules/coverage/contract'
import { findPlaces, renumber, setPlace } from '../../member/member/importing.ts'
import { type ImportedGroup, importGroups } from '../../member/member/importing-groups.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type CoverageSource, lockCoverages } from './coverage-store.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import { eachOnce } from './one-coverage.ts'
import { chooseByCoverages, listCurrentNumbers } from './several-numbers.ts'

/** A member whose data is derived from coverages. */
export interface DerivedMember {
  readonly memberId: string
  /** Whether the member's number is their own, not taken from a coverage. */
  readonly numbered: boolean
}

/**
 * Derives members' groups and places on contracts from all their coverages in files, as of a day: coverages in force come first. Returns
 * other insurers' coverages, by member.
 */
export async function deriveCoverages(
  tx: Tx,
  members: readonly DerivedMember[],
  { brand, today }: { readonly brand: string; readonly today: string },
  /** All coverages of members who are new, and so cannot have any others stored. */
  given: ReadonlyMap<string, readonly CoverageSource[]> = new Map(),
): Promise<ReadonlyMap<string, readonly ReadCoverage[]>> {
  const ids = members.map(({ memberId }) => memberId)
  const asked = ids.filter((id) => !given.has(id))
  const byMember = new Map([...given, ...(asked.length === 0 ? [] : await lockCoverages(tx, asked))])
  const places = await findPlaces(tx, ids)
  const numbers = await listCurrentNumbers(tx, ids, { brand, today })
  const said = members.map(({ memberId, numbered }) => {
    const coverages = (byMember.get(memberId) ?? []).map(({ coverage, run_id }) => ({
      ...fieldDefaults,
      ...(coverage as ReadCoverage),
      runId: run_id,
    }))
    return { memberId, numbered, coverages, ...ownAndOthers(eachOnce(coverages)) }
  })
  for (const one of said) {
    const stored = places.get(one.memberId)
    const current = numbers.get(one.memberId) ?? []
    if (stored !== undefined) await storePlace(tx, one, { stored, today, current })
  }
  await importGroups(
    tx,
    said.map(({ memberId, coverages, own }) => ({
      memberId,
      groups: buildGroups(own, brand, today),
      named: new Set(coverages.map(({ groupNumber }) => groupNumber)),
    })),
    today,
  )
  return new Map(said.map(({ memberId, others }) => [memberId, others]))
}

/** Stores a member's number, contract and relationship. */
async function storePlace(
  tx: Tx,
  { memberId, numbered, ...coverages }: DerivedMember & ReturnType<typeof ownAndOthers>,
  {
    stored: { memberNumber: before, ...stored },
    today,
    current,
  }: {
    readonly stored: ContractPlace & { readonly memberNumber: string }
    readonly today: string
    /** The numbers that count today, for each Patient with several. */
    readonly current: readonly (readonly string[])[]
  },
): Promise<void> {
  const own = current.find((some) => some.includes(before)) ?? []
  const chosen = chooseByCoverages(own, coverages.own, today)
  const instead = numbered ? (chosen === before ? null : chosen) : numberInstead(coverages, before, today)
  const isChanged = instead !== null && (await renumber(tx, memberId, instead))
  const place = contractPlace(coverages, { memberNumber: isChanged ? instead : before, stored }, today)
  if (place.contractNumber !== stored.contractNumber || place.relationshipCode !== stored.relationshipCode)
    await setPlace(tx, memberId, place)
}

/** Defaults for coverages that were stored before these fields existed. */
const fieldDefaults = {
  pending: false,
  payerName: null,
  namesPlan: true,
  order: null,
  copays: {},
  limits: [],
} as const

/**
 * Separates a plan's own coverages from other insurers'. Payers name group and plan only in their own coverages: if a member has one of
 * those, a coverage of another payer that names neither is another insurer's. Withdrawn coverages are neither.
 */
function ownAndOthers(coverages: readonly ReadCoverage[]) {
  const [valid, withdrawn] = [
    coverages.filter(({ cancelled }) => !cancelled),
    coverages.filter(({ cancelled }) => cancelled),
  ]
  const payers = new Set(valid.filter(({ namesPlan }) => namesPlan).map(({ payerName }) => payerName))
  const isOther = ({ namesPlan, payerName }: ReadCoverage) =>
    payers.size > 0 && !namesPlan && payerName !== null && !payers.has(payerName)
  return { own: valid.filter((one) => !isOther(one)), withdrawn, others: valid.filter(isOther) }
}

/** Builds groups, those with coverage in force first. Only North Dakota distinguishes Medicaid (BR-10, HD-5). */
function buildGroups(coverages: readonly ReadCoverage[], brand: string, today: string): ImportedGroup[] {
  const groups = Map.groupBy(rankCoverages(coverages, today), ({ groupNumber }) => groupNumber)
  return [...groups.values()].flatMap((group) => {
    const [main] = group
    if (main === undefined) return []
    // After a renewal, a group has coverages of several years: only those of the same time as the main one say anything about the present.
    const current = group.filter((one) => findTime(one, today) === findTime(main, today))
    return {
      groupNumber: main.groupNumber,
      groupName: main.groupName,
      planName: main.planName,
      isMedicare: group.some(({ isMedicare }) => isMedicare),
      isNDMedicaid: isNorthDakota({ code: brand }) ? ifSaid(group.map(({ isMedicaid }) => isMedicaid)) : false,
      directPay: ifSaid(group.map(({ directPay }) => directPay)),
      effectuatedOn: findEffectuation(group, today),
      pharmacy: group.find(({ pharmacy }) => pharmacy?.bin)?.pharmacy ?? main.pharmacy,
      copays: Object.assign({}, ...current.toReversed().map(({ copays }) => copays)),
      products: group.map(({ planName: name, kind, begins, ends, planCode, pending, pharmacy, limits, ...more }) => ({
        name,
        kind,
        begins,
        ends,
        limits,
        pending,
        planId: planCode ?? null,
        // A medical plan with pharmacy numbers on its card covers drugs as well.
        coversDrugs: kind === 'drug' || (kind === 'medical' && Boolean(pharmacy?.bin)),
        blueExtra: more.blueExtra ?? null,
        isIndividualDental: more.isIndividualDental ?? null,
        contractBegins: more.contractBegins ?? null,
      })),
    }
  })
}

/** The first effective day of a group's present or future coverage; null while all of it waits for its first premium. */
function findEffectuation(group: readonly ReadCoverage[], today: string): string | null {
  const valid = group.filter((one) => findTime(one, today) !== 'over')
  const paid = (valid.length > 0 ? valid : group).filter(({ pending }) => !pending)
  return paid.flatMap(({ begins }) => begins ?? []).sort()[0] ?? null
}

/** Whether any coverage of a group says yes; null if none says anything. */
function ifSaid(answers: readonly (boolean | null | undefined)[]): boolean | null {
  return answers.includes(true) || (answers.includes(false) ? false : null)
}
