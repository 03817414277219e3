import type { PayloadOf } from '@portico/contract/call'
import type { spendingOutlook } from '@portico/contract/calls/spending'
import type { Language } from '@portico/contract/page'
import { findServiceKind, type ServiceKind } from '@portico/rules/coverage/service-kind'
import { computeCost, refillsToCome, type UncountedReason } from '@portico/rules/spending/outlook'
import type { CareState } from '@portico/rules/wellness/preventive'
import type { ClaimPatient } from '../claims/people.ts'
import { chooseSpokenName } from '../coverage/care-names.ts'
import type { PlanYear } from '../coverage/plan-year.ts'
import type { ComingApproval, ComingMedicine } from '../medicines/coming.ts'

/** A line by itself, before we check whether a limit makes it free. */
export type OutlookLine = Omit<PayloadOf<typeof spendingOutlook>['lines'][number], 'pastLimit'>

interface Days {
  readonly today: string
  readonly yearEnds: string
}

/** Fields that only some kinds of lines have. */
const blank = { firstDay: null, daysSupply: null, pricedOn: null, refillsLeft: null, endsOn: null } as const

/** A medicine's refills through the year's end at the price of the last fill of that size; none if the supply lasts that long. */
export function buildRefill(
  one: ComingMedicine,
  { counts, ...days }: Days & { readonly counts: boolean },
): OutlookLine[] {
  const { person, name, supply, daysSupply, refillsLeft, price } = one
  const coming = refillsToCome(supply, daysSupply, days)
  if (coming?.times === 0) return []
  const why = whyNotRefilled(one, coming !== null)
  const times = why === 'as-needed' || why === 'once' ? null : (coming?.times ?? null)
  const eachCents = price?.cents ?? null
  const shown = { firstDay: coming?.first ?? null, daysSupply, pricedOn: price?.day ?? null, refillsLeft }
  const cents = computeCost({ times, eachCents, why })
  const line = { lineId: one.medicineId, kind: 'refill', person, name: name || null, times, eachCents, cents } as const
  return [{ ...blank, ...line, names: [], why, counts, ...shown }]
}

function whyNotRefilled(one: ComingMedicine, isTimed: boolean): UncountedReason | null {
  if (one.asNeeded) return 'as-needed'
  if (one.refillsAllowed === 0) return 'once'
  if (!isTimed) return 'times'
  return one.price === null ? 'price' : null
}

/** Care with the same cost at each visit: for other kinds, a copay may cover several days, or only one of several bills. */
const visits: readonly ServiceKind[] = [
  'primary',
  'specialist',
  'telehealth',
  'mental',
  'therapy',
  'laboratory',
  'imaging',
]

/** Approved care not yet used, or not fully, at the plan's copay if the copay is the whole share. */
export function buildApproval(
  { approvalId, person, service, unitsLeft, endsOn }: ComingApproval,
  { year, language, counts }: Days & { readonly year: PlanYear; readonly language: Language; readonly counts: boolean },
): OutlookLine[] {
  const kind = service === null ? null : findServiceKind(service)
  const eachCents = kind !== null && visits.includes(kind) ? findCopay(year, kind) : null
  const why = eachCents === null ? 'price' : unitsLeft === null ? 'times' : null
  const cents = computeCost({ times: unitsLeft, eachCents, why })
  const line = {
    lineId: approvalId,
    kind: 'approval',
    person,
    name: service && chooseSpokenName(service, language).name,
    times: unitsLeft,
    eachCents,
    cents,
  } as const
  return [{ ...blank, ...line, names: [], why, counts, endsOn }]
}

interface AdvisedCare {
  readonly title: string
  readonly state: CareState
  readonly ifApplies: boolean
}

/** The member's own check-ups and shots that are due, as a single line: a plan that pays for them in full says so for all of them. */
export function buildCheckups(
  advised: readonly AdvisedCare[],
  { person, year }: { readonly person: ClaimPatient; readonly year: PlanYear },
): OutlookLine[] {
  const due = advised.filter(({ state, ifApplies }) => (state === 'no-claim' || state === 'again') && !ifApplies)
  if (due.length === 0) return []
  const times = due.length
  const eachCents = isFreePreventive(year) ? 0 : null
  const why = eachCents === null ? 'price' : null
  const cents = computeCost({ times, eachCents, why })
  const names = due.map(({ title }) => title)
  return [
    {
      ...blank,
      lineId: 'checkups',
      kind: 'checkup',
      person,
      name: null,
      names,
      times,
      eachCents,
      cents,
      why,
      counts: true,
    },
  ]
}

function findBenefit({ plan }: PlanYear, kind: ServiceKind) {
  return plan?.benefits.find(({ service, network }) => network === 'in' && findServiceKind(service) === kind)
}

/** What each visit costs, if the plan states a copay and nothing else; null: not known. */
function findCopay(year: PlanYear, kind: ServiceKind): number | null {
  const benefit = findBenefit(year, kind)
  const isCopay = benefit?.covered !== false && benefit?.deductibleApplies === false && !benefit.coinsurance
  return isCopay ? (benefit?.copayCents ?? null) : null
}

function isFreePreventive(year: PlanYear): boolean {
  const benefit = findBenefit(year, 'preventive')
  if (benefit === undefined || benefit.covered === false || benefit.deductibleApplies === true) return false
  return (benefit.copayCents === 0 || benefit.coinsurance === 0) && !benefit.copayCents && !benefit.coinsurance
}
