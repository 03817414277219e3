import * as v from 'valibot'
import { Refused } from '../refused.ts'

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(500))
const maybeFlag = v.nullish(v.boolean(), null)
const maybeText = v.nullish(Text, null)

/** The years in which an entry counts; none: the file does not say. */
const years = v.nullish(
  v.pipe(
    v.array(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
        v.integer(),
        v.minValue(2000),
        v.maxValue(2199),
      ),
    ),
    v.maxLength(20),
  ),
  [],
)

/** A drug with the plans that cover it. */
export const ExchangeDrug = v.object({
  rxnorm_id: v.nullish(v.union([Text, v.pipe(v.number(), v.transform(String))]), null),
  drug_name: Text,
  drug_class: maybeText,
  plans: v.pipe(
    v.array(
      v.object({
        plan_id: Text,
        drug_tier: maybeText,
        prior_authorization: maybeFlag,
        step_therapy: maybeFlag,
        quantity_limit: maybeFlag,
        years,
      }),
    ),
    v.maxLength(5000),
  ),
})
export type ExchangeDrug = v.InferOutput<typeof ExchangeDrug>

const amount = (max: number) => v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(max)), null)

const Tier = v.object({
  drug_tier: Text,
  cost_sharing: v.nullish(
    v.array(
      v.object({
        pharmacy_type: Text,
        copay_amount: amount(1_000_000),
        copay_opt: maybeText,
        coinsurance_rate: amount(100),
        coinsurance_opt: maybeText,
      }),
    ),
    [],
  ),
})

/** A plan with the costs of its tiers. */
export const ExchangePlan = v.object({
  plan_id: Text,
  // CMS's own example has a single tier without a list.
  formulary: v.pipe(
    v.optional(v.unknown()),
    v.transform((said) => (Array.isArray(said) ? said : said == null ? [] : [said])),
    v.array(Tier),
  ),
  years,
})
export type ExchangePlan = v.InferOutput<typeof ExchangePlan>

export interface ExchangeParts {
  readonly drugs: readonly unknown[]
  readonly plans: readonly unknown[]
  /** How many entries other parts of the file have. */
  readonly others: readonly (readonly [part: string, count: number])[]
}

const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null && !Array.isArray(one)

/** The entries of a file, which is a list of drugs, a list of plans, or both. Throws Refused for anything else. */
export function splitEntries(json: unknown): ExchangeParts {
  if (Array.isArray(json)) {
    if (json.length === 0) throw new Refused('', 'is an empty list')
    if (json.every((one) => isObject(one) && 'npi' in one))
      throw new Refused('', 'is a list of providers, which is not read')
    const isDrug = (one: unknown) => isObject(one) && 'drug_name' in one
    return { drugs: json.filter(isDrug), plans: json.filter((one) => !isDrug(one)), others: [] }
  }
  if (isObject(json)) {
    if ('formulary_urls' in json || 'plan_urls' in json || 'provider_urls' in json)
      throw new Refused('', 'is the index, which only has addresses: import the files that are there')
    const { drugs = [], plans = [], ...rest } = json as { drugs?: unknown; plans?: unknown }
    const others = Object.entries(rest).flatMap(([part, all]) =>
      Array.isArray(all) ? [[part, all.length] as const] : [],
    )
    if (Array.isArray(drugs) && Array.isArray(plans) && drugs.length + plans.length > 0) return { drugs, plans, others }
  }
  throw new Refused('', 'holds neither drugs nor plans')
}

export function toRefused(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Refused {
  return new Refused(v.getDotPath(issues[0]) ?? '', issues[0].message)
}
