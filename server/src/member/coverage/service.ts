import type { PayloadOf } from '@portico/contract/call'
import type { benefits } from '@portico/contract/calls/coverage'
import type { Language } from '@portico/contract/page'
import type { Period } from '@portico/rules/claims/accumulators'
import type { Balance } from '@portico/rules/coverage/balances'
import { standings } from '@portico/rules/coverage/standing'
import { findRelationship, maySeeOnContract } from '@portico/rules/member/family'
import { type AccessScope, accessScopes, lastDayOfChildhood, scopesOfDependent } from '@portico/rules/people/access'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { type Coverage, listCoverages, type Member, type Product, toContractPerson } from '../member/contract.ts'
import { maySeeFamily } from '../member/readers.ts'
import { benefitIn, benefitRows } from './benefit-rows.ts'
import { buildCards, type IdCard } from './cards.ts'
import { isSameGroup, type KnownContract, readContract } from './contract-year.ts'
import { readKeepDays } from './keep-days.ts'
import { buildPlanYear, isIn, kindOfProduct, type PlanYear, toCoveredDays } from './plan-year.ts'
import { computeStanding, findEffectuation, toDays } from './standing-of.ts'
import { listOtherInsurance } from './store.ts'

type Payload = PayloadOf<typeof benefits>
type PlanPayload = Payload['plans'][number]

/** The wallets for which a brand can make passes. */
export type ListWallets = (brand: string, now: Date) => Payload['wallets']

/** Reads everything known about a member's coverage. It throws NOT-FOUND for a deleted member. */
export function makeReadingBenefits(listWallets: ListWallets): AuditedHandler<typeof benefits> {
  return ({ principal }, { now, language }, tx) => readBenefits(tx, principal, { now, language, listWallets })
}

async function readBenefits(
  tx: Tx,
  principal: MemberPrincipal,
  {
    now,
    language,
    listWallets,
  }: { readonly now: Date; readonly language: Language; readonly listWallets: ListWallets },
): Promise<Payload> {
  const seen = await readSeen(tx, principal, now)
  const isOwn = principal.actor === null && seen.isThemselves
  const plans = seen.sources.map((source) => buildPlan(seen, source, language))
  return {
    plans: plans.toSorted(
      (a, b) =>
        standings.indexOf(a.standing) - standings.indexOf(b.standing) || newestDay(b).localeCompare(newestDay(a)),
    ),
    cards: cardsSeen(seen),
    keepDays: isOwn ? await readKeepDays(tx, principal.brand) : 0,
    wallets: isOwn ? listWallets(principal.brand, now) : [],
    otherInsurance: (await listOtherInsurance(tx, principal.memberId)).map((one) => ({
      payerName: one.payer_name,
      planName: one.plan_name,
      policyNumber: one.policy_number,
      kind: one.kind,
      paysOrder: one.pays_order,
      begins: one.begins,
      ends: one.ends,
    })),
  }
}

/** A card that the member may show. Throws NOT-FOUND for any other card. */
export async function readCard(
  tx: Tx,
  principal: MemberPrincipal,
  cardId: string,
  now: Date,
): Promise<{ readonly card: IdCard; readonly isNDMedicaid: boolean }> {
  const seen = await readSeen(tx, principal, now)
  const card = cardsSeen(seen).find((one) => one.cardId === cardId)
  if (card === undefined) throw new CallError('NOT-FOUND')
  return { card, isNDMedicaid: isNDMedicaid(seen) }
}

/** A card with the last day of its plan, if known, or of a childhood: from then on the card is the child's alone (MP-14). */
export interface DatedCard {
  readonly card: IdCard
  readonly ends: string | null
}

/** All cards that the member may show. */
export async function readCards(
  tx: Tx,
  principal: MemberPrincipal,
  now: Date,
): Promise<{ readonly cards: DatedCard[]; readonly isNDMedicaid: boolean }> {
  const seen = await readSeen(tx, principal, now)
  return { cards: listDatedCards(seen), isNDMedicaid: isNDMedicaid(seen) }
}

function isNDMedicaid({ sources }: Seen): boolean {
  return sources.some(({ coverage }) => coverage.is_nd_medicaid)
}

interface Source {
  readonly coverage: Coverage
  readonly product: Product
  readonly year: PlanYear
}

/** A member's coverage, and what the caller may know about others on the contract. */
interface Seen {
  readonly contract: KnownContract
  readonly sources: readonly Source[]
  readonly today: string
  /** Whether amounts may be shown, the family's included. */
  readonly amounts: boolean
  readonly isThemselves: boolean
  readonly seesFamily: boolean
  /** The people on the contract who may be named, and those whose cards and amounts may be shown, with their scopes (MP-14). */
  readonly named: readonly Member[]
  readonly shown: readonly { readonly member: Member; readonly scopes: readonly AccessScope[] }[]
  readonly coverages: ReadonlyMap<string, readonly Coverage[]>
}

async function readSeen(tx: Tx, principal: MemberPrincipal, now: Date): Promise<Seen> {
  const { memberId, scopes } = principal
  const day = easternDay(now)
  const today = isoDate(day)
  const contract = await readContract(tx, memberId, day)
  if (contract === undefined) throw new CallError('NOT-FOUND')
  const { member } = contract
  const isThemselves = scopes === null
  const others = isThemselves ? contract.others : []
  const shown = [
    { member, scopes: scopes ?? accessScopes },
    ...others.map((other) => ({
      member: other,
      scopes: scopesOfDependent(toContractPerson(member), toContractPerson(other), today),
    })),
  ].filter((one) => one.scopes.includes('coverage'))
  const coverages = new Map<string, Coverage[]>()
  for (const one of shown) coverages.set(one.member.member_id, await listCoverages(tx, one.member.member_id))
  return {
    contract,
    shown,
    coverages,
    isThemselves,
    seesFamily: await maySeeFamily(tx, principal, now),
    sources: listSources(contract, member, coverages.get(memberId) ?? [], day),
    today: day,
    amounts: scopes === null || scopes.includes('claims'),
    named: [
      member,
      ...others.filter((other) => maySeeOnContract(toContractPerson(member), toContractPerson(other), today)),
    ],
  }
}

/** A person's products with their group and year, in stored order. */
function listSources(
  contract: KnownContract,
  { member_id: memberId }: Member,
  coverages: readonly Coverage[],
  today: string,
): Source[] {
  return coverages.flatMap((coverage) =>
    contract.products
      .filter((product) => product.member_id === memberId && isSameGroup(product, coverage))
      .map((product) => ({ coverage, product, year: buildPlanYear(product, contract.findYear(coverage), today) })),
  )
}

function buildPlan(seen: Seen, { coverage, product, year }: Source, language: Language): PlanPayload {
  const { plan, period } = year
  const isCounted = year.limits.length > 0
  return {
    kind: kindOfProduct(product),
    planName: product.product_name,
    clientName: coverage.client_name,
    groupNumber: coverage.group_number,
    groupName: coverage.group_name,
    coversDrugs: product.drug_coverage,
    ...toDays(product),
    standing: computeStanding(coverage, product, seen.today),
    effectuatedOn: findEffectuation(coverage, product),
    covered: listCovered(seen, product),
    year: plan !== null || isCounted ? period : null,
    familyRules: {
      deductible: year.familyRules.deductible ?? null,
      'out-of-pocket': year.familyRules['out-of-pocket'] ?? null,
    },
    drugsApart: year.drugsApart,
    ...buildAmounts(seen, product, year),
    benefits: benefitRows(plan?.benefits ?? []).map((row) => benefitIn(row, language)),
    documents: (plan?.documents ?? []).map((document) => ({ ...document })),
    loadedAt: plan?.imported_at.toISOString() ?? null,
  }
}

/** When the year on screen began, or else the coverage; plans of the same year keep their order. */
function newestDay({ year, begins }: PlanPayload): string {
  return year?.begins ?? begins ?? ''
}

/** The people covered by the same product of the same group at the same time, if they may be named. */
function listCovered({ contract, named }: Seen, product: Product): PlanPayload['covered'] {
  const isSame = (other: Product) =>
    isSameGroup(other, product) &&
    other.product_name === product.product_name &&
    isIn(toCoveredDays(product), toCoveredDays(other))
  return named.flatMap((person, index) => {
    const theirs = contract.products.find((other) => other.member_id === person.member_id && isSame(other))
    if (theirs === undefined) return []
    return {
      firstName: person.first_name,
      lastName: person.last_name,
      relationship: index === 0 ? 'self' : (findRelationship(person.relationship_code) ?? 'dependent'),
      ...toDays(theirs),
    }
  })
}

/** Amounts of the member, and of children whose claims the caller may see, each separately; for everyone else only the family's total. */
function buildAmounts(
  { amounts, seesFamily, contract, shown }: Seen,
  product: Product,
  year: PlanYear,
): Pick<PlanPayload, 'people' | 'family' | 'countedAsOf'> {
  const countedAsOf = contract.countedAsOf?.toISOString() ?? null
  const of = (holder: Balance['holder'], memberId: string) =>
    year.listBalances(memberId).filter((one) => one.holder === holder)
  const family = of('family', product.member_id)
  if (!amounts) return { people: [], family: 'withheld', countedAsOf: null }
  const people = shown
    .filter(({ member, scopes }) => scopes.includes('claims') && isCovered(contract, member, product, year.period))
    .map(({ member }) => ({
      firstName: member.first_name,
      own: member.member_id === product.member_id,
      balances: of('person', member.member_id),
    }))
  if (family.length === 0) return { people, family: null, countedAsOf }
  return { people, family: seesFamily ? family : 'withheld', countedAsOf }
}

/** Whether someone has such a plan in the group, in the same year. */
function isCovered({ products }: KnownContract, { member_id: id }: Member, product: Product, period: Period): boolean {
  const kind = kindOfProduct(product)
  return products.some(
    (one) =>
      one.member_id === id &&
      isSameGroup(one, product) &&
      kindOfProduct(one) === kind &&
      isIn(period, toCoveredDays(one)),
  )
}

function cardsSeen(seen: Seen): IdCard[] {
  return listDatedCards(seen).map(({ card }) => card)
}

/** Cards of plans that have not ended: the member's first, then the children's. */
function listDatedCards({ contract, shown, coverages, today }: Seen): DatedCard[] {
  return shown.flatMap(({ member }, index) => {
    const sources = listSources(contract, member, coverages.get(member.member_id) ?? [], today)
    const valid = sources.filter(({ coverage, product }) => computeStanding(coverage, product, today) !== 'ended')
    const cards = valid.flatMap(({ coverage, product, year }) => {
      const ends = findLastCardDay(member, index === 0, toDays(product))
      const source = { coverage, product, plan: year.plan, limits: year.limits }
      return buildCards(member, index === 0, [source]).map((card) => ({ card, ends }))
    })
    // The same plan in the next year has the same card.
    return [...new Map(cards.toReversed().map((one) => [one.card.cardId, one])).values()].toReversed()
  })
}

function findLastCardDay({ date_of_birth }: Member, isOwn: boolean, { ends }: Pick<DatedCard, 'ends'>): string | null {
  const childhood = isOwn ? null : lastDayOfChildhood(isoDate(date_of_birth))
  return [ends, childhood].flatMap((day) => day ?? []).sort()[0] ?? null
}
