import * as v from 'valibot'
import { findTargetId } from '../fhir/codes.ts'
import { Refused } from '../refused.ts'
import type { Place } from '../source/found.ts'
import { parseClean } from '../text.ts'
import { daysInAll, type Period } from './periods.ts'

/**
 * The resources of HL7's US Drug Formulary (Da Vinci, 2.0): an item says how a formulary covers a drug, and a plan says which formulary it
 * uses and what its tiers cost. They come in any order and in any number of files, so they are put together at the end.
 */

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(500))
const Coding = v.object({ system: v.optional(v.string(), ''), code: v.optional(Text), display: v.optional(Text) })
const Concept = v.object({ coding: v.optional(v.array(Coding), []), text: v.optional(Text) })
const Reference = v.object({ reference: Text })
const Days = v.optional(v.object({ start: v.optional(v.string()), end: v.optional(v.string()) }))
const Extension = v.object({
  url: v.string(),
  valueReference: v.optional(Reference),
  valueCode: v.optional(v.string()),
  valueCodeableConcept: v.optional(Concept),
  valueBoolean: v.optional(v.boolean()),
  valuePeriod: Days,
})
const Extensions = v.optional(v.array(Extension), [])

const Drug = v.object({
  id: Text,
  status: v.optional(v.string()),
  code: Concept,
  medicineClassification: v.optional(
    v.array(v.object({ type: v.optional(Concept), classification: v.optional(v.array(Concept), []) })),
    [],
  ),
})
const Item = v.object({ extension: Extensions, subject: Reference })
const Plan = v.object({
  id: Text,
  status: v.optional(v.string()),
  period: Days,
  identifier: v.optional(v.array(v.object({ value: v.optional(v.string()) })), []),
  coverage: v.optional(v.array(v.object({ extension: Extensions })), []),
  plan: v.optional(
    v.array(
      v.object({
        identifier: v.optional(v.array(v.object({ value: v.optional(v.string()) })), []),
        specificCost: v.optional(
          v.array(
            v.object({
              category: Concept,
              benefit: v.optional(
                v.array(
                  v.object({
                    type: Concept,
                    cost: v.optional(
                      v.array(
                        v.object({
                          type: Concept,
                          qualifiers: v.optional(v.array(Concept), []),
                          value: v.optional(v.object({ value: v.optional(v.number()), code: v.optional(v.string()) })),
                        }),
                      ),
                      [],
                    ),
                  }),
                ),
                [],
              ),
            }),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
})

type ReadDrug = v.InferOutput<typeof Drug>
type ReadPlan = v.InferOutput<typeof Plan>

/** How a formulary covers a drug, in the exchange's layout, with the drug's class. */
export interface DaVinciDrug {
  readonly rxnorm_id: string | null
  readonly drug_name: string
  readonly drug_class: string | null
  readonly plans: readonly {
    readonly plan_id: string
    readonly drug_tier: string | null
    readonly prior_authorization: boolean | null
    readonly step_therapy: boolean | null
    readonly quantity_limit: boolean | null
    readonly period: Period
  }[]
}

export interface DaVinciPlan {
  readonly plan_id: string
  readonly period: Period
  readonly formulary: readonly {
    readonly drug_tier: string
    readonly cost_sharing: readonly {
      readonly pharmacy_type: string
      readonly copay_amount: number | null
      readonly copay_opt: string | null
      readonly coinsurance_rate: number | null
      readonly coinsurance_opt: string | null
    }[]
  }[]
}

/** An item that could not be assembled, and why. */
interface Lost {
  readonly at: Place
  readonly text: string
  readonly reason: string
}

const types = { MedicationKnowledge: Drug, Basic: Item, InsurancePlan: Plan }

/** Whether a resource belongs to a formulary; the rest of a file is ignored. */
export function isOfFormulary(type: string): type is keyof typeof types {
  return Object.hasOwn(types, type)
}

/** The most characters that the resources of a run may have together: they are all held in memory. */
const maxLength = 128 * 1024 * 1024

/** Resources that are more than can be put together at once. */
export class TooMuchDaVinci extends Refused {
  constructor() {
    super(
      '',
      'is more than 128 MB of covered drugs together with the files before it: give fewer formularies in one run',
    )
  }
}

/** Gathers the resources of a run. */
export function gatherDaVinci() {
  let length = 0
  const drugs = new Map<string, ReadDrug>()
  const items: { readonly at: Place; readonly text: string; readonly item: v.InferOutput<typeof Item> }[] = []
  const plans: ReadPlan[] = []
  return {
    /** Adds a resource; returns what is wrong with it, if anything. Throws TooMuchDaVinci. */
    add(type: keyof typeof types, at: Place, text: string): readonly [path: string, reason: string] | null {
      length += text.length
      if (length > maxLength) throw new TooMuchDaVinci()
      const read = v.safeParse(types[type], parseClean(text))
      if (!read.success) return [v.getDotPath(read.issues[0]) ?? '', read.issues[0].message]
      if (type === 'MedicationKnowledge') drugs.set((read.output as ReadDrug).id, read.output as ReadDrug)
      else if (type === 'Basic') items.push({ at, text, item: read.output as v.InferOutput<typeof Item> })
      else plans.push(read.output as ReadPlan)
      return null
    },
    /** Returns everything in the exchange's layout. */
    finish(): {
      readonly drugs: readonly DaVinciDrug[]
      readonly plans: readonly DaVinciPlan[]
      readonly lost: Lost[]
      /** Why items are passed over. */
      readonly passed: readonly string[]
    } {
      const inForce = plans.filter(({ status }) => status === undefined || status === 'active')
      const byId = new Map(inForce.map((plan) => [plan.id, plan]))
      const gone = new Set(plans.filter(({ id }) => !byId.has(id)).map(({ id }) => id))
      const users = usersOfFormularies(inForce, byId)
      const passed: string[] = []
      const lost: Lost[] = []
      const covered = items.flatMap(({ at, text, item }) => {
        const formulary = toId(findExtension(item, 'usdf-FormularyReference-extension')?.valueReference)
        const drug = drugs.get(toId(item.subject) ?? '')
        // Inactive: no longer in the formulary, or not yet.
        const isInactive = findExtension(item, 'usdf-AvailabilityStatus-extension')?.valueCode === 'inactive'
        if (isInactive || formulary === null || gone.has(formulary)) {
          passed.push(
            isInactive ? 'is not available' : formulary === null ? 'names no formulary' : 'its formulary is not active',
          )
          return []
        }
        if (drug === undefined) {
          lost.push({ at, text, reason: 'names a drug that these files do not have' })
          return []
        }
        const named = readName(drug)
        if (named === null) {
          passed.push('its drug has no name')
          return []
        }
        const own = byId.get(formulary)
        return [
          toCoveredDrug(item, drug, named, users.get(formulary) ?? [{ planId: formulary, periods: [own?.period] }]),
        ]
      })
      return { drugs: covered, plans: inForce.flatMap(listCosts), lost, passed }
    },
  }
}

/** A plan that uses a formulary, with the days on which both are in force. */
interface User {
  readonly planId: string
  /** Of the plan and of the formulary. */
  readonly periods: readonly v.InferOutput<typeof Days>[]
}

/** The plans that use each formulary; if no plan names it, it is stored under its own id. */
function usersOfFormularies(plans: readonly ReadPlan[], byId: ReadonlyMap<string, ReadPlan>): Map<string, User[]> {
  const found = new Map<string, User[]>()
  for (const plan of plans)
    for (const coverage of plan.coverage) {
      const formulary = toId(findExtension(coverage, 'usdf-FormularyReference-extension')?.valueReference)
      if (formulary === null) continue
      const periods = [plan.period, byId.get(formulary)?.period]
      const users = found.get(formulary) ?? []
      users.push(...listPlanIds(plan).map((planId) => ({ planId, periods })))
      found.set(formulary, users)
    }
  return found
}

/** The ids that plans are stored under: each part's own, or else the product's. */
function listPlanIds({ id, identifier, plan }: ReadPlan): string[] {
  const own = plan.flatMap((part) => part.identifier.find(({ value }) => value?.trim())?.value?.trim() ?? [])
  return own.length > 0 ? own : [identifier.find(({ value }) => value?.trim())?.value?.trim() ?? id]
}

function toCoveredDrug(
  item: v.InferOutput<typeof Item>,
  drug: ReadDrug,
  { code, display }: { readonly code: string | null; readonly display: string },
  users: readonly User[],
): DaVinciDrug {
  const flag = (name: string) => findExtension(item, name)?.valueBoolean ?? null
  // The same code that the plan's costs use.
  const tier = findExtension(item, 'usdf-DrugTierID-extension')?.valueCodeableConcept
  const rules = {
    drug_tier: tier === undefined ? null : toCode(tier),
    prior_authorization: flag('usdf-PriorAuthorization-extension'),
    step_therapy: flag('usdf-StepTherapyLimit-extension'),
    quantity_limit: flag('usdf-QuantityLimit-extension'),
  }
  const available = findExtension(item, 'usdf-AvailabilityPeriod-extension')?.valuePeriod
  const plans = users.flatMap(({ planId: plan_id, periods }) => {
    const period = daysInAll([available, ...periods])
    return period === null ? [] : [{ plan_id, ...rules, period }]
  })
  return { rxnorm_id: code, drug_name: display, drug_class: findClass(drug), plans }
}

/** RxNorm's name of the drug itself; the name of its group of forms comes after it. */
function readName({ code: { coding, text } }: ReadDrug): { code: string | null; display: string } | null {
  const rxnorm = coding.find(({ system }) => system.includes('rxnorm')) ?? coding[0]
  const display = rxnorm?.display ?? text
  return display === undefined ? null : { code: rxnorm?.code ?? null, display }
}

/** The drug's first class; a later one would match unrelated drugs. */
function findClass({ medicineClassification: classes }: ReadDrug): string | null {
  const [first] = classes.flatMap(({ classification }) => classification)
  return first?.text ?? first?.coding[0]?.display ?? first?.coding[0]?.code ?? null
}

function listCosts(product: ReadPlan): DaVinciPlan[] {
  const formulary = product.plan.flatMap(({ specificCost }) =>
    specificCost.flatMap(({ category, benefit }) =>
      benefit.flatMap(({ type, cost }) => {
        const [tier, pharmacy] = [toCode(type), toCode(category)]
        if (tier === null || pharmacy === null) return []
        const of = (kind: string) => cost.find((one) => toCode(one.type) === kind)
        const [copay, coinsurance] = [of('copay'), of('coinsurance')]
        const amount = copay?.value?.value ?? null
        const joinOptions = (one: typeof copay) =>
          one?.qualifiers.map((concept) => toOption(toCode(concept))).join(' ') || null
        const fixed = { copay_amount: amount, copay_opt: joinOptions(copay) }
        const { value: share = null, code } = coinsurance?.value ?? {}
        // In the exchange's layout, rates are fractions of one.
        const rate = share !== null && code === '%' ? share / 100 : share
        const sharing = { ...fixed, coinsurance_rate: rate, coinsurance_opt: joinOptions(coinsurance) }
        return [{ drug_tier: tier, cost_sharing: [{ pharmacy_type: pharmacy, ...sharing }] }]
      }),
    ),
  )
  const period = daysInAll([product.period])
  return formulary.length === 0 || period === null
    ? []
    : listPlanIds(product).map((plan_id) => ({ plan_id, formulary, period }))
}

/** Other codes mean that the deductible does not come first. */
function toOption(code: string | null): string {
  return code === 'charge' || code === 'deductible-waived' ? 'before-deductible' : (code ?? '')
}

function findExtension({ extension }: { readonly extension: v.InferOutput<typeof Extensions> }, name: string) {
  return extension.find(({ url }) => url.endsWith(`/${name}`))
}

/** `InsurancePlan/A` and `https://…/InsurancePlan/A` both name `A`, with or without a version. */
function toId(reference: v.InferOutput<typeof Reference> | undefined): string | null {
  return findTargetId(reference) ?? null
}

function toCode({ coding, text }: v.InferOutput<typeof Concept>): string | null {
  return coding[0]?.code ?? text ?? null
}
