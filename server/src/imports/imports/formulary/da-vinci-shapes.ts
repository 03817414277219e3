import * as v from 'valibot'
import { findTargetId } from '../fhir/codes.ts'
import { Decimal } from '../fhir/shapes.ts'
import { cutText } from '../text.ts'
import type { Period } from './periods.ts'
import { leastCopay, leastShare, nameParts } from './read.ts'

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(500))
/** Words for people, of any length: an empty text counts as missing, and a long one is cut. */
const Words = v.optional(
  v.pipe(
    v.string(),
    v.transform((said) => cutText(said.trim(), 500) || undefined),
  ),
)
/** An empty code counts as missing. */
const Code = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(500),
    v.transform((said) => said.trim() || undefined),
  ),
)
const Coding = v.object({ system: v.optional(v.string(), ''), code: Code, display: Words })
export const Concept = v.object({ coding: v.optional(v.array(Coding), []), text: Words })
/** A reference may also consist of a name or number: then it leads nowhere, and does no harm. */
const Reference = v.object({ reference: Code })
export const Days = v.optional(v.object({ start: v.optional(v.string()), end: v.optional(v.string()) }))
const Money = v.object({ value: v.optional(Decimal) })
const simple = {
  url: v.string(),
  valueReference: v.optional(Reference),
  valueCode: v.optional(v.string()),
  valueString: v.optional(v.string()),
  valueCodeableConcept: v.optional(Concept),
  valueBoolean: v.optional(v.boolean()),
  valueDecimal: v.optional(Decimal),
  valueMoney: v.optional(Money),
  valuePeriod: Days,
}
const Extensions = v.optional(v.array(v.object(simple)), [])

const Quantity = v.object({
  value: v.optional(Decimal),
  code: v.optional(v.string()),
  unit: v.optional(v.string()),
})

export const Drug = v.object({
  id: Text,
  status: v.optional(v.string()),
  code: Concept,
  extension: Extensions,
  medicineClassification: v.optional(
    v.array(v.object({ type: v.optional(Concept), classification: v.optional(v.array(Concept), []) })),
    [],
  ),
})
export const Item = v.object({ id: v.optional(v.string()), extension: Extensions, subject: Reference })
/** Where a plan is sold: the portal does not show it, so a malformed list must not cost the plan. */
const Areas = v.fallback(v.optional(v.array(Reference), []), [])
/** A region in which a plan is sold. */
export const Area = v.object({ id: Text, partOf: v.fallback(v.optional(Reference), undefined) })
export const Plan = v.object({
  id: Text,
  status: v.optional(v.string()),
  name: Words,
  period: Days,
  identifier: v.optional(v.array(v.object({ value: v.optional(v.string()) })), []),
  coverage: v.optional(v.array(v.object({ extension: Extensions })), []),
  coverageArea: Areas,
  plan: v.optional(
    v.array(
      v.object({
        coverageArea: Areas,
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
                          applicability: v.optional(Concept),
                          qualifiers: v.optional(v.array(Concept), []),
                          value: v.optional(Quantity),
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

/** A plan in the first edition: its tiers, and what each costs at each kind of pharmacy. */
export const CoveragePlan = v.object({
  id: Text,
  status: v.optional(v.string()),
  title: Words,
  date: Code,
  identifier: v.optional(v.array(v.object({ value: v.optional(v.string()) })), []),
  extension: v.optional(
    v.array(
      v.object({
        url: v.string(),
        extension: v.optional(v.array(v.object({ ...simple, extension: Extensions })), []),
      }),
    ),
    [],
  ),
})

export type ReadDrug = v.InferOutput<typeof Drug>
export type ReadPlan = v.InferOutput<typeof Plan>
export type ReadArea = v.InferOutput<typeof Area>
export type ReadItem = v.InferOutput<typeof Item>
export type ReadCoveragePlan = v.InferOutput<typeof CoveragePlan>

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
    /** Codes of the kinds of pharmacies that have it; none: not stated. */
    readonly pharmacies: readonly string[]
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

/** RxNorm's name of the drug itself, not of its dose form group. A drug without a name is listed by its code. */
export function readName({ code: { coding, text } }: ReadDrug): { code: string | null; display: string } | null {
  // A drug's name contains its strength; that of a dose form group does not.
  const isDrug = ({ display = '' }: (typeof coding)[number]) => nameParts(display).strength !== null
  const all = coding.filter(({ system }) => /rxnorm/i.test(system))
  const rxnorm = all.find(isDrug) ?? all[0] ?? coding.find(({ system }) => system === '')
  const code = rxnorm?.code ?? null
  const names = [rxnorm?.display, text, ...coding.map((one) => one.display)]
  const display = names.find((name) => name !== undefined && name.trim() !== '')
  if (display !== undefined) return { code, display }
  return code === null ? null : { code, display: `RxNorm ${code}` }
}

/** The drug's first class; a later one would match unrelated drugs. */
export function findClass({ medicineClassification: classes }: ReadDrug): string | null {
  const [first] = classes.flatMap(({ classification }) => classification)
  return first?.text ?? first?.coding[0]?.display ?? first?.coding[0]?.code ?? null
}

/** The id under which a plan is stored; a long one is cut, in the same way everywhere. */
export function toPlanId(said: string | undefined): string | undefined {
  return cutText(said?.trim() ?? '', 200) || undefined
}

/** What is left out, and why. */
export interface Passed {
  readonly type: 'Basic' | 'MedicationKnowledge' | 'InsurancePlan' | 'List' | 'Location' | 'cost'
  readonly reason: string
}

/** Notes what is left out: an item, unless the type says otherwise. */
export type Pass = (reason: string, type?: Passed['type']) => void

export function isGone({ status }: ReadDrug): boolean {
  return status === 'inactive' || status === 'entered-in-error'
}

/** The tier and the requirements of an item, or of a drug of the first edition. */
export function toRules(said: { readonly extension: v.InferOutput<typeof Extensions> }) {
  const flag = (name: string) => findExtension(said, name)?.valueBoolean ?? null
  // The same code that the plan's costs use.
  const tier = findExtension(said, 'usdf-DrugTierID-extension')?.valueCodeableConcept
  return {
    drug_tier: tier === undefined ? null : toCode(tier),
    prior_authorization: flag('usdf-PriorAuthorization-extension'),
    step_therapy: flag('usdf-StepTherapyLimit-extension'),
    quantity_limit: flag('usdf-QuantityLimit-extension'),
    pharmacies: listExtensions(said, 'usdf-PharmacyBenefitType-extension').flatMap(
      ({ valueCodeableConcept: concept }) => (concept && toCode(concept)) ?? [],
    ),
  }
}

/** The highest plausible copay, in dollars. */
const maxCopay = 1_000_000

/**
 * Whether a tier's cost is one that somebody could be asked to pay: dollars from 0, and a share from 0 to 100%. A cost that rounds to zero
 * is not.
 */
export function isPayable(cost: { readonly copay_amount: number | null; readonly coinsurance_rate: number | null }) {
  const isWithin = (amount: number | null, least: number, max: number) =>
    amount === null || amount === 0 || (amount >= least && amount <= max)
  return isWithin(cost.copay_amount, leastCopay, maxCopay) && isWithin(cost.coinsurance_rate, leastShare, 100)
}

/** Other codes mean that the deductible does not apply first. */
export function toOption(code: string | null): string {
  return code === 'charge' || code === 'deductible-waived' ? 'before-deductible' : (code ?? '')
}

export function findExtension<One extends { readonly url: string }>(
  { extension }: { readonly extension: readonly One[] },
  name: string,
) {
  return listExtensions({ extension }, name)[0]
}

function listExtensions<One extends { readonly url: string }>(
  { extension }: { readonly extension: readonly One[] },
  name: string,
): readonly One[] {
  return extension.filter(({ url }) => url === name || url.endsWith(`/${name}`))
}

/** `InsurancePlan/A` and `https://…/InsurancePlan/A` both name `A`, with or without a version. */
export function toId(reference: v.InferOutput<typeof Reference> | undefined): string | null {
  return findTargetId(reference) ?? null
}

/** The guide's own code takes precedence over a payer's, and either over words. */
export function toCode({ coding, text }: v.InferOutput<typeof Concept>): string | null {
  const all = [...coding.filter(({ system }) => /\/usdf-/i.test(system)), ...coding]
  return all.find(({ code }) => code !== undefined)?.code ?? text ?? all.find(({ display }) => display)?.display ?? null
}
