import type { FamilyRule, Holder, LimitKind, Network, YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import type { ReadPlan } from '../../../member/coverage/incoming.ts'
import { isoDayAfter, isoYearsAfter } from '../../../platform/day.ts'
import type { PlanBenefitData, PlanDocumentData } from '../../../platform/db/tables.ts'
import { roundToCents } from '../cents.ts'
import { findFirstDay, findLastDay } from '../days.ts'
import { findNamedYear } from '../formulary/named-years.ts'
import { type PayerRef, payerRef } from '../payers.ts'
import { Refused, Skipped } from '../refused.ts'
import { findWords, hasCode, listCodes } from './codes.ts'
import { findCostKind, findLimitKind, findNetwork, findQualities } from './plan-codes.ts'
import type { Concept, InsurancePlan, PlanCost, PlanCosts, Quantity } from './shapes.ts'

/** A product with its plans, which arrive and change together. */
export interface ReadProduct {
  readonly plans: readonly ReadPlan[]
  readonly payer: PayerRef
}

/** Throws Refused, or Skipped for a product that its payer has not published yet, or never meant to. */
export function readProduct(resource: InsurancePlan, today: string): ReadProduct {
  if (resource.status === 'draft' || resource.status === 'entered-in-error') throw new Skipped('is not in use')
  return { plans: readPlans(resource, today), payer: payerRef(resource.ownedBy ?? resource.administeredBy) }
}

/** The plans of a product: one for each plan with its own identifier, or else a single one. */
function readPlans(resource: InsurancePlan, today: string): ReadPlan[] {
  const name = resource.name?.trim() ?? ''
  if (name === '') throw new Refused('name', 'there is no name')
  const year = readYear(resource, today)
  const shared = resource.plan.filter((plan) => findIdentifier(plan.identifier) === undefined)
  const named = resource.plan.filter((plan) => findIdentifier(plan.identifier) !== undefined)
  const productId = findIdentifier(resource.identifier) ?? resource.id
  const one = (planId: string, costs: readonly PlanCosts[]): ReadPlan => ({
    resourceId: resource.id,
    planId,
    ...year,
    name,
    kind: planKindNamed(resource.type),
    ...readCosts(resource, costs),
    documents: listDocuments(resource),
  })
  if (named.length === 0) return [one(productId, shared)]
  return named.map((plan) => one(findIdentifier(plan.identifier) ?? productId, [...shared, plan]))
}

function findIdentifier(identifiers: InsurancePlan['identifier']): string | undefined {
  return identifiers.map(({ value }) => value?.trim()).find((value) => value !== undefined && value !== '')
}

/** The year of the period, else the one in the number, name or id, else that of the last change. */
function readYear(resource: InsurancePlan, today: string) {
  const { period, meta, identifier, name, id } = resource
  const [from, to] = [findFirstDay(period?.start), findLastDay(period?.end)]
  const thisYear = Number(today.slice(0, 4))
  const said = [findIdentifier(identifier), name, id].map((text) => findNamedYear(text, thisYear))
  const named = said.find((one) => one !== null)
  const year = named ?? Number((meta?.lastUpdated ?? '').slice(0, 4))
  if (from === null && to === null && year === 0) throw new Refused('period.start', 'says no year')
  const begins = from ?? (to === null ? `${year}-01-01` : isoYearsAfter(isoDayAfter(to, 1), -1))
  // A product without a last day is still sold, unless it is one of a certain year.
  const isOfYear = from === null || named === Number(from.slice(0, 4))
  const ends = to ?? (isOfYear ? isoDayAfter(isoYearsAfter(begins, 1), -1) : '9999-12-31')
  if (ends < begins) throw new Refused('period', 'ends before it begins')
  return { planYear: Number(begins.slice(0, 4)), begins, ends }
}

/** What a plan covers besides its own kind of care: `HMO with dental`, `PPO + Rx drugs`, `Health and vision`. */
const additions = /(?<!^)(?:\b(?:with|incl\w*|plus|and)\b|[+&]).*$/

/** The kind of a plan, by the codes and words of its types. */
export function planKindNamed(types: readonly Concept[]): PlanKind {
  const said = types
    .map((type) => `${listCodes(type).join(' ')} ${findWords(type)?.toLowerCase().replace(additions, '') ?? ''}`)
    .join(' ')
  if (/medical/.test(said)) return 'medical'
  // “Accidental” is not dental, and “division” is not vision.
  if (/(?<!acci)dental|dentprg/.test(said)) return 'dental'
  if (/vispol|(?<![a-z])vision/.test(said)) return 'vision'
  return /drug|pharm/.test(said) ? 'drug' : 'medical'
}

/** A benefit while its costs are being read. */
type Draft = { -readonly [Key in keyof PlanBenefitData]: PlanBenefitData[Key] }

function readCosts(resource: InsurancePlan, costs: readonly PlanCosts[]) {
  const limits = new Map<string, YearLimit>()
  const rules: Partial<Record<LimitKind, FamilyRule>> = {}
  const drafts = new Map<string, Draft>()
  const addLimit = (kind: LimitKind, network: Network, holder: Holder, limitCents: number, rule?: FamilyRule) => {
    limits.set(`${kind} ${network} ${holder}`, { kind, network, holder, limitCents })
    if (rule !== undefined) rules[kind] = rule
  }
  const findDraft = (service: string, section: string | null, network: Network): Draft => {
    const key = `${section} ${service} ${network}`
    const draft = drafts.get(key) ?? { ...unsaid, service, section, network }
    drafts.set(key, draft)
    return draft
  }

  for (const { type, groupSize, cost, comment } of costs.flatMap(({ generalCost }) => generalCost)) {
    const kind = findLimitKind(type)
    if (kind === null || cost === undefined || cost < 0) continue
    const said: Concept = { coding: [], text: comment }
    const holder = (groupSize ?? 1) > 1 || /family/i.test(comment ?? '') ? 'family' : 'person'
    addLimit(kind, findNetwork(said) ?? 'in', holder, cost, ruleIn(comment))
  }
  for (const { category, benefit } of costs.flatMap(({ specificCost }) => specificCost)) {
    for (const { type, cost } of benefit) {
      const service = findWords(type) ?? listCodes(type)[0] ?? findWords(category) ?? ''
      if (service === '') continue
      for (const one of cost) {
        const network = findNetwork(one.applicability) ?? findNetwork(category) ?? 'in'
        const limit = findLimitKind(one.type) ?? findLimitKind(type) ?? findLimitKind(category)
        const cents = toCents(one.value)
        if (limit !== null && cents !== null) {
          const { holder, rule } = findQualities(one.qualifiers)
          addLimit(limit, network, holder ?? 'person', cents, rule)
        } else if (limit === null) {
          addCost(findDraft(service, findWords(category) ?? null, network), one)
        }
      }
    }
  }
  for (const { benefit } of resource.coverage) {
    for (const { type, requirement, limit } of benefit) {
      const service = findWords(type) ?? listCodes(type)[0]
      if (service === undefined || (requirement === undefined && limit.length === 0)) continue
      const known = [...drafts.values()].filter((draft) => draft.service === service)
      for (const draft of known.length > 0 ? known : [findDraft(service, null, 'in')]) {
        if (requirement !== undefined) {
          draft.words ??= requirement.trim()
          if (/prior auth|pre-?auth|pre-?cert/i.test(requirement)) draft.priorAuthorization = true
        }
        draft.limit ??= limitText(limit)
      }
    }
  }
  return { familyRules: rules, limits: [...limits.values()], benefits: [...drafts.values()] }
}

const unsaid = {
  covered: null,
  copayCents: null,
  coinsurance: null,
  deductibleApplies: null,
  limit: null,
  priorAuthorization: null,
  words: null,
} as const

function addCost(draft: Draft, { type, qualifiers, value }: PlanCost): void {
  const { free, deductibleApplies, covered, priorAuthorization } = findQualities(qualifiers)
  const kind = findCostKind(type)
  const isPaid = (value?.value ?? 0) > 0
  const isShared = Boolean(draft.coinsurance || draft.copayCents)
  // `no-charge` is about this cost only: beside a coinsurance, nothing is free.
  if (isPaid && draft.copayCents === 0) {
    draft.copayCents = null
    draft.deductibleApplies = null
  }
  if (deductibleApplies !== undefined && (isPaid || !isShared)) {
    // If it comes before one part alone, neither answer is true of both.
    const isOfOne = isShared && draft.deductibleApplies === !deductibleApplies
    draft.deductibleApplies = isOfOne ? null : deductibleApplies
  }
  if (covered !== undefined) draft.covered = covered
  if (priorAuthorization !== undefined) draft.priorAuthorization = priorAuthorization
  if (free && !isPaid) draft.copayCents ??= isShared ? null : 0
  else if (value?.value !== undefined && (kind === 'coinsurance' || isPercent(value)) && isShare(value.value))
    draft.coinsurance = toPercent(value)
  else if (kind === 'copay') draft.copayCents = toCents(value) ?? draft.copayCents
  if (draft.covered === null && (draft.copayCents !== null || draft.coinsurance !== null)) draft.covered = true
  const text = [findWords(type), ...qualifiers.map(({ text: words }) => words?.trim())]
  const said = text.filter((words) => words !== undefined && words !== '')
  if (kind === null && said.length > 0) draft.words ??= said.join('. ')
}

/** Percent; a number up to 1 without that unit is a fraction, such as 0.2. */
function toPercent(quantity: Quantity): number {
  const { value = 0 } = quantity
  return isPercent(quantity) || value > 1 ? value : Math.round(value * 1e6) / 1e4
}

function isPercent({ unit, code }: Quantity): boolean {
  return [unit, code].some((one) => /^\s*(?:%|percent|pct\b)/i.test(one ?? ''))
}

/** Whether a number may be dollars by its unit: not visits, days or another currency. */
function isDollars({ unit, code }: Quantity): boolean {
  return [unit, code].every((one) => /^\s*(?:$|usd\b|us ?\$|\$|(?:us )?dollars?\b)/i.test(one ?? ''))
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 100
}

/** Null if it is not an amount of money that somebody could be asked to pay. */
export function toCents(value: Quantity | undefined): number | null {
  return value?.value === undefined || value.value < 0 || !isDollars(value) ? null : roundToCents(value.value)
}

function ruleIn(comment: string | undefined): FamilyRule | undefined {
  if (/aggregate|non-?embedded/i.test(comment ?? '')) return 'aggregate'
  return /embedded/i.test(comment ?? '') ? 'embedded' : undefined
}

function limitText(limits: readonly { readonly value?: Quantity | undefined; readonly code?: Concept | undefined }[]) {
  const texts = limits.map(({ value, code }) =>
    [value?.value, value?.unit ?? findWords(code)].filter(Boolean).join(' '),
  )
  return texts.filter((text) => text !== '').join(', ') || null
}

/** Links to a plan's own documents; only https links are used. */
function listDocuments({ contact, language }: InsurancePlan): PlanDocumentData[] {
  return contact.flatMap(({ purpose, name, telecom }) => {
    const link = telecom.find(({ system }) => system === 'url')?.value
    const title = name?.text?.trim() || findWords(purpose)
    const isPaper = hasCode(purpose, 'summary', 'formulary', 'marketing') || title !== undefined
    if (link === undefined || !URL.canParse(link) || !link.startsWith('https://') || !isPaper) return []
    return { title: title ?? link, language: language?.slice(0, 2).toLowerCase() ?? null, link }
  })
}
