import type { PayloadOf } from '@portico/contract/call'
import type { spendingOutlook } from '@portico/contract/calls/spending'
import type { Balance } from '@portico/rules/coverage/balances'
import { isPastLimit, sumOutlook } from '@portico/rules/spending/outlook'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { ClaimPatient } from '../claims/people.ts'
import { isSameGroup, readContract } from '../coverage/contract-year.ts'
import { buildPlanYear, kindOfProduct, type PlanYear } from '../coverage/plan-year.ts'
import { readComing } from '../medicines/coming.ts'
import { coversDay, type Product } from '../member/contract.ts'
import { maySeeFamily } from '../member/readers.ts'
import { isOfYoungChild, readChildAdvice } from '../wellness/child.ts'
import type { WellnessContent } from '../wellness/content.ts'
import { readAdvisedCare } from '../wellness/read.ts'
import { accountName, computeBalance, computeDeadline } from './accounts.ts'
import { buildApproval, buildCheckups, buildRefill, type OutlookLine } from './outlook-lines.ts'
import { spendingScope } from './scope.ts'
import { listSpendingAccounts, type SpendingAccount } from './store.ts'

type Payload = PayloadOf<typeof spendingOutlook>

/** The member's medical plan on a day, and which of the visible people it covers. */
interface OutlookPlan {
  readonly product: Product
  readonly year: PlanYear
  readonly covered: readonly ClaimPatient[]
}

/** What is likely still to come this plan year, for everyone whose claims the caller may see (MP-10, MP-14). */
export const readOutlook =
  (wellness: WellnessContent): AuditedHandler<typeof spendingOutlook> =>
  async ({ principal }, { now, language }, tx) => {
    const scope = await spendingScope(tx, principal, now)
    const [own] = scope.claims.people
    const today = easternDay(now)
    const plan = await findOutlookPlan(tx, principal, scope.claims.people, today)
    const asked = { principal, language, now }
    const isAlone = principal.actor === null && principal.scopes === null
    const ofChild = await isOfYoungChild(tx, asked)
    const checkups = isAlone || ofChild ? 'shown' : 'private'
    if (plan === null || own === undefined) return noPlan(checkups)
    const { product, year } = plan
    const coming = await readComing(tx, scope.claims, now)
    const { memberId } = principal
    const advised = isAlone
      ? await readAdvisedCare(tx, wellness, { memberId, brand: scope.brand, language, now })
      : ofChild
        ? (await readChildAdvice(tx, wellness, asked)).care
        : []
    const days = { today, yearEnds: year.period.ends }
    const isCovered = ({ memberId }: ClaimPatient) => plan.covered.some((one) => one.memberId === memberId)
    const lines = [
      ...coming.medicines.flatMap((one) =>
        buildRefill(one, { ...days, counts: product.drug_coverage && !year.drugsApart && isCovered(one.person) }),
      ),
      ...coming.approvals.flatMap((one) =>
        buildApproval(one, { ...days, year, language, counts: isCovered(one.person) }),
      ),
      ...buildCheckups(advised, { person: own, year }),
    ]
    const accounts = (await listSpendingAccounts(tx, scope)).filter((row) => isUsable(row, today))
    return {
      plan: { name: product.product_name, ...year.period },
      ...sumUp(plan, lines, { accounts, seesFamily: await maySeeFamily(tx, principal, now) }),
      accounts: accounts.map((row) => toOutlookAccount(row, today)),
      loadedAt: coming.loadedAt,
      checkups,
    }
  }

function noPlan(checkups: Payload['checkups']): Payload {
  const none = { sumCents: null, likelyCents: null, fromAccountsCents: null, fromPocketCents: null, loadedAt: null }
  return { plan: null, lines: [], limits: [], family: 'none', accounts: [], ...none, checkups }
}

/** Throws NOT-FOUND for a deleted member. */
async function findOutlookPlan(
  tx: Tx,
  { memberId }: MemberPrincipal,
  people: readonly ClaimPatient[],
  today: string,
): Promise<OutlookPlan | null> {
  const contract = await readContract(tx, memberId, today)
  if (contract === undefined) throw new CallError('NOT-FOUND')
  const isMedical = (one: Product) => kindOfProduct(one) === 'medical' && coversDay(one, today)
  const product = contract.products.find((one) => one.member_id === memberId && isMedical(one))
  if (product === undefined) return null
  const covered = people.filter((person) =>
    contract.products.some((one) => one.member_id === person.memberId && isMedical(one) && isSameGroup(one, product)),
  )
  return { product, year: buildPlanYear(product, contract.findYear(product), today), covered }
}

function sumUp(
  { product, year, covered }: OutlookPlan,
  lines: readonly OutlookLine[],
  { accounts, seesFamily }: { readonly accounts: readonly SpendingAccount[]; readonly seesFamily: boolean },
): Pick<Payload, 'lines' | 'limits' | 'family' | 'sumCents' | 'likelyCents' | 'fromAccountsCents' | 'fromPocketCents'> {
  const inNetwork = (memberId: string, holder: Balance['holder']) =>
    year.listBalances(memberId).filter((one) => one.network === 'in' && one.holder === holder)
  const family = inNetwork(product.member_id, 'family')
  const limits = [
    ...covered.flatMap((person) => inNetwork(person.memberId, 'person').map((one) => toLimit(one, person))),
    ...(seesFamily ? family.map((one) => toLimit(one, null)) : []),
  ]
  const caps = limits
    .filter(({ kind }) => kind === 'out-of-pocket')
    .map(({ person, leftCents }) => ({ memberId: person?.memberId ?? null, leftCents }))
  const items = lines.map(({ person, ...line }) => ({ ...line, memberId: person.memberId }))
  const sums = sumOutlook(items, caps, accounts.map(computeBalance))
  const { sumCents, likelyCents, fromAccountsCents, fromPocketCents } = sums
  const computeToCome = ({ kind, person }: Payload['limits'][number]) => {
    if (kind === 'deductible' || sumCents === null) return null
    return person === null ? sums.towardFamilyCents : (sums.byPerson.get(person.memberId) ?? 0)
  }
  return {
    lines: lines.map((line) => {
      const pastLimit = isPastLimit({ memberId: line.person.memberId, counts: line.counts }, caps)
      return { ...line, pastLimit, cents: line.cents ?? (pastLimit ? 0 : null) }
    }),
    limits: limits.map((one) => ({ ...one, toComeCents: computeToCome(one) })),
    family: family.length === 0 ? 'none' : seesFamily ? 'shown' : 'withheld',
    sumCents,
    likelyCents,
    fromAccountsCents,
    fromPocketCents,
  }
}

function toLimit({ kind, limitCents, usedCents }: Balance, person: ClaimPatient | null): Payload['limits'][number] {
  const leftCents = usedCents === null ? null : Math.max(0, limitCents - usedCents)
  return { kind, person, limitCents, usedCents, leftCents, toComeCents: null }
}

/** Whether an account can pay for future medical care. */
function isUsable(row: SpendingAccount, today: string): boolean {
  const { stage } = computeDeadline(row, today)
  const isForCare = row.account_type === 'HSA' || row.account_type === 'FSA' || row.account_type === 'HRA'
  return isForCare && row.state === 'open' && isCurrent(row, today) && stage !== 'claim' && stage !== 'over'
}

/** An account has a row for each year; its money is in this year's row. */
function isCurrent(row: SpendingAccount, today: string): boolean {
  const { begin_date: begins, account_type: type, plan_year: year } = row
  if (type === 'HSA') return year === Number(today.slice(0, 4))
  return begins === null || begins <= today
}

function toOutlookAccount(row: SpendingAccount, today: string): Payload['accounts'][number] {
  const deadline = computeDeadline(row, today)
  return {
    ...accountName(row),
    balanceCents: computeBalance(row),
    lastDay: deadline.stage === 'spend' ? deadline.lastDay : null,
  }
}
