import type { Reader, Tx } from '../../platform/db/database.ts'
import { part, together } from '../../platform/db/together.ts'
import { lastLoaded, selectCounted } from '../claims/counted-statement.ts'
import { type Member, onContract } from '../member/contract.ts'
import { type ContractYear, kindOfProduct, toCoveredDays } from './plan-year.ts'
import { accumulatorsOnContract, type ContractProduct, ownPlanYears, productsOnContract } from './store.ts'

export interface KnownContract {
  readonly member: Member
  readonly others: readonly Member[]
  readonly products: readonly ContractProduct[]
  /** Everyone's claims that count toward limits; null: none was ever loaded. */
  readonly claims: ContractYear['claims']
  /** When the newest claim of anyone on the contract was loaded. */
  readonly countedAsOf: Date | null
  /** Claims that count toward a group's limits. */
  findYear(group: { readonly client_number: string; readonly group_number: string }): ContractYear
}

/**
 * Reads the data for the yearly limits and benefits of a member's contract, in the caller's transaction, which audits it. Undefined for
 * a deleted member.
 */
export async function readContract(tx: Tx, memberId: string, today: string): Promise<KnownContract | undefined> {
  return buildContract(memberId, await together(tx, contractParts(tx, memberId, firstOfYear(today))))
}

/** The queries whose results `buildContract` takes, from the first day of this year; callers may run them together with their own. */
export function contractParts(db: Reader, memberId: string, yearBegins: string) {
  return {
    people: part(onContract(db, memberId)),
    products: part(productsOnContract(db, memberId)),
    plans: part(ownPlanYears(db, memberId), { imported_at: true }),
    accumulators: part(accumulatorsOnContract(db, memberId), { imported_at: true }),
    loaded: part(lastLoaded(db, memberId), { at: true }),
    claims: part(selectCounted(db, memberId, yearBegins)),
  }
}

type ContractRows = Awaited<ReturnType<typeof together<ReturnType<typeof contractParts>>>>

export function buildContract(
  memberId: string,
  { people, products, plans, accumulators, loaded, claims: counted }: ContractRows,
): KnownContract | undefined {
  const member = people.find((one) => one.member_id === memberId)
  if (member === undefined) return undefined
  const loadedAt = loaded[0]?.at ?? null
  const claims = loadedAt === null ? null : counted
  return {
    member,
    products,
    claims,
    others: people.filter((one) => one !== member),
    countedAsOf: loadedAt,
    findYear: (group) => ({
      plans,
      accumulators,
      claims,
      covered: products
        .filter((one) => isSameGroup(one, group))
        .map((one) => ({ memberId: one.member_id, kind: kindOfProduct(one), ...toCoveredDays(one) })),
    }),
  }
}

interface GroupKey {
  readonly client_number: string
  readonly group_number: string
}

export function isSameGroup(row: GroupKey, group: GroupKey): boolean {
  return row.client_number === group.client_number && row.group_number === group.group_number
}

/** The first day of a day's year, both ISO. */
export function firstOfYear(day: string): string {
  return `${day.slice(0, 4)}-01-01`
}
