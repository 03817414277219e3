import { rankCoverages, type SayingCoverage } from '@portico/rules/coverage/contract'
import { findByNumber } from '../../member/member/importing.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { chooseNumbers } from './fhir/member-numbers.ts'
import { hasNumberForm } from './number-forms.ts'
import { listOthersWithNumbers, listSeveralNumbers } from './number-store.ts'

/**
 * Of several numbers of a person that count today, such as those of a medical and a dental card, chooses the one that their coverages name,
 * first the medical coverage in force (MP-12, IM-1). A number that the family shares is the subscriber's: a dependent's is another one.
 * Null: nothing decides.
 */
export function chooseByCoverages(
  current: readonly string[],
  coverages: readonly SayingCoverage[],
  today: string,
): string | null {
  if (current.length < 2) return null
  const ranked = rankCoverages(coverages, today)
  for (const { memberNumber, contractNumber, relationshipCode } of ranked) {
    const isSubscriber = relationshipCode === '18' || relationshipCode === null
    const said = isSubscriber ? [memberNumber, contractNumber] : [memberNumber === contractNumber ? null : memberNumber]
    const found = said.find((one) => one !== null && current.includes(one))
    if (found != null) return found
  }
  const shared = ranked.filter(({ relationshipCode: code }) => code === '01' || code === '05')
  const isShared = (number: string) => shared.some(({ contractNumber }) => contractNumber === number)
  return current.some(isShared) ? (current.find((one) => !isShared(one)) ?? null) : null
}

/** The numbers that count today of members for whom files have several, by member. */
export async function listCurrentNumbers(
  tx: Tx,
  memberIds: readonly string[],
  { brand, today }: { readonly brand: string; readonly today: string },
): Promise<ReadonlyMap<string, readonly (readonly string[])[]>> {
  const several = await listSeveralNumbers(tx, memberIds)
  const choose = (numbers: Parameters<typeof chooseNumbers>[0]) =>
    chooseNumbers(numbers, today, (number) => hasNumberForm(brand, number)).current
  return new Map([...several].map(([id, some]) => [id, some.map(choose)]))
}

/**
 * The members of a brand by number: their own, else one of several that count today, such as that of a dental card, if nobody else has it.
 */
export async function findByAnyNumber(
  tx: Tx,
  { brand, now }: { readonly brand: string; readonly now: Date },
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const found = await findByNumber(tx, brand, numbers)
  const missing = numbers.filter((number) => !found.has(number))
  if (missing.length === 0) return found
  const today = easternDay(now)
  const others = (await listOthersWithNumbers(tx, brand, missing)).map(({ memberId, numbers: all }) => {
    const { current } = chooseNumbers(all, today, (number) => hasNumberForm(brand, number))
    return { memberId, current }
  })
  for (const number of missing) {
    const having = others.filter(({ current }) => current.includes(number)).map(({ memberId }) => memberId)
    const [memberId, ...more] = new Set(having)
    if (memberId !== undefined && more.length === 0) found.set(number, memberId)
  }
  return found
}
