import * as v from 'valibot'
import { Refused } from '../refused.ts'
import { cutText, saysNothing } from '../text.ts'
import { leastCopay, leastShare } from './read.ts'

const Text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))
/** Words for people; long ones are cut. */
const Words = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.transform((said) => cutText(said, 500)),
)

/** A requirement before a drug is covered: the standard has true and false, and files have words. `unread`: an unknown word. */
type Flag = boolean | null | 'unread'

function readFlag(said: unknown): Flag {
  if (typeof said === 'boolean') return said
  const text = typeof said === 'string' || typeof said === 'number' ? String(said).trim() : said == null ? '' : null
  if (text === null) return 'unread'
  if (/^(?:true|yes|y|1|required)$/i.test(text)) return true
  if (/^(?:false|no|n|0|none|not required)$/i.test(text)) return false
  return text === '' || saysNothing(text) ? null : 'unread'
}

const maybeFlag = v.pipe(v.optional(v.unknown()), v.transform(readFlag))
/** A limit in words, such as `30 per 30 days`, counts as true. */
const maybeLimit = v.pipe(
  v.optional(v.unknown()),
  v.transform((said): Flag => (typeof said === 'string' && /\d+\D+\d/.test(said) ? true : readFlag(said))),
)
/** An empty text counts as missing. */
const maybeText = v.nullish(
  v.pipe(
    v.string(),
    v.trim(),
    v.transform((said) => cutText(said, 500) || null),
  ),
  null,
)

/** The years in which an entry counts; none: the file does not say. */
export const years = v.nullish(
  v.pipe(
    v.union([
      v.array(v.unknown()),
      v.pipe(
        v.unknown(),
        v.transform((one) => [one]),
      ),
    ]),
    v.array(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
        v.integer(),
        v.minValue(0),
        v.maxValue(9999),
      ),
    ),
    v.maxLength(20),
    // A placeholder (9999, 1900) is no year of anything.
    v.transform((all) => all.filter((year) => year >= 2000 && year < 2099)),
  ),
  [],
)

/** Ids of the exchange are written in capitals, and without the suffixes -00 and -01, which mean the plan itself. */
export const PlanId = v.pipe(
  Text,
  v.transform((said) =>
    /^\d{5}[a-z]{2}\d{7}(?:-\d{2})?$/i.test(said) ? said.toUpperCase().replace(/-0[01]$/, '') : said,
  ),
)

/** A list, also a single entry without one, as in CMS's own example; nothing means an empty list. */
const Entries = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((said) => (Array.isArray(said) ? said : said == null ? [] : [said])),
  v.array(v.unknown()),
)

const Drug = v.object({
  rxnorm_id: v.nullish(v.union([maybeText, v.pipe(v.number(), v.transform(String))]), null),
  drug_name: Words,
  drug_class: maybeText,
  plans: v.pipe(Entries, v.maxLength(5000)),
})
const Covering = v.object({
  plan_id: PlanId,
  drug_tier: maybeText,
  prior_authorization: maybeFlag,
  step_therapy: maybeFlag,
  quantity_limit: maybeLimit,
  years,
})

const flags = ['prior_authorization', 'step_therapy', 'quantity_limit'] as const
type FlagName = (typeof flags)[number]

/** A drug with the plans that cover it. */
export type ExchangeDrug = Omit<v.InferOutput<typeof Drug>, 'plans'> & {
  readonly plans: readonly (Omit<v.InferOutput<typeof Covering>, FlagName> & Record<FlagName, boolean | null>)[]
}

/**
 * Zero, or at least the smallest amount that can be shown: a smaller one would appear as free. An empty text, or one that means "none",
 * counts as null.
 */
const amount = (least: number, max: number) =>
  v.pipe(
    v.optional(v.unknown(), null),
    v.transform((said) => (typeof said === 'string' && (said.trim() === '' || saysNothing(said)) ? null : said)),
    v.nullable(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.maxValue(max),
        v.check((said) => said === 0 || said >= least, `comes to nothing: the least is ${least}`),
      ),
    ),
  )

const Tier = v.object({ drug_tier: Text, cost_sharing: Entries })
const Sharing = v.object({
  pharmacy_type: Text,
  copay_amount: amount(leastCopay, 1_000_000),
  copay_opt: maybeText,
  coinsurance_rate: amount(leastShare, 100),
  coinsurance_opt: maybeText,
})
const Plan = v.object({
  plan_id: PlanId,
  formulary: Entries,
  years,
})

/** A plan with the costs of its tiers. */
export type ExchangePlan = Omit<v.InferOutput<typeof Plan>, 'formulary'> & {
  readonly formulary: readonly {
    readonly drug_tier: string
    readonly cost_sharing: readonly v.InferOutput<typeof Sharing>[]
  }[]
}

/** An entry of a file without its wrong parts; null if it is wrong as a whole. */
interface ReadEntry<T> {
  readonly read: T | null
  readonly wrong: readonly Refused[]
}

/** Reads a drug: an unreadable plan costs only the drug of that plan. `unread`: how many requirements are unknown words. */
export function readDrug(entry: unknown): ReadEntry<ExchangeDrug> & { readonly unread: number } {
  const drug = v.safeParse(Drug, entry)
  if (!drug.success) return { read: null, wrong: [toRefused('', drug.issues)], unread: 0 }
  const { read, wrong } = readParts(Covering, drug.output.plans, 'plans')
  const unread = read.flatMap((one) => flags.filter((name) => one[name] === 'unread')).length
  const toKnown = (flag: Flag | undefined) => (flag === 'unread' ? null : (flag ?? null))
  const plans = read.map(({ prior_authorization, step_therapy, quantity_limit, ...one }) => ({
    ...one,
    prior_authorization: toKnown(prior_authorization),
    step_therapy: toKnown(step_therapy),
    quantity_limit: toKnown(quantity_limit),
  }))
  return { read: { ...drug.output, plans }, wrong, unread }
}

/** Reads a plan: an unreadable cost costs only itself. */
export function readPlan(entry: unknown): ReadEntry<ExchangePlan> {
  const plan = v.safeParse(Plan, entry)
  if (!plan.success) return { read: null, wrong: [toRefused('', plan.issues)] }
  const wrong: Refused[] = []
  const formulary = plan.output.formulary.flatMap((one, at) => {
    const tier = readParts(Tier, [one], 'formulary', at)
    wrong.push(...tier.wrong)
    return tier.read.map(({ drug_tier, cost_sharing }) => {
      const sharing = readParts(Sharing, cost_sharing, `formulary.${at}.cost_sharing`)
      wrong.push(...sharing.wrong)
      return { drug_tier, cost_sharing: sharing.read }
    })
  })
  return { read: { ...plan.output, formulary }, wrong }
}

/** The readable parts among some, and why the others are unreadable. */
export function readParts<Schema extends v.GenericSchema>(
  schema: Schema,
  parts: readonly unknown[],
  path: string,
  first = 0,
): { readonly read: v.InferOutput<Schema>[]; readonly wrong: readonly Refused[] } {
  const read: v.InferOutput<Schema>[] = []
  const wrong: Refused[] = []
  for (const [at, one] of parts.entries()) {
    const part = v.safeParse(schema, one)
    if (part.success) read.push(part.output)
    else wrong.push(toRefused(`${path}.${first + at}`, part.issues))
  }
  return { read, wrong }
}

function toRefused(path: string, issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Refused {
  return new Refused([path, v.getDotPath(issues[0]) ?? ''].filter(Boolean).join('.'), issues[0].message)
}

export interface ExchangeParts {
  readonly drugs: readonly unknown[]
  readonly plans: readonly unknown[]
  /** How many entries the other parts of the file have. */
  readonly others: readonly (readonly [part: string, count: number])[]
}

const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null && !Array.isArray(one)

function isIndex(one: unknown): boolean {
  if (!isObject(one)) return typeof one === 'string' && /^https?:/.test(one)
  return ['formulary_urls', 'plan_urls', 'provider_urls'].some((name) => name in one)
}

function refuseIndex(): Refused {
  return new Refused('', 'is the index, which only has addresses: import the files that are there')
}

/** The entries of a part of a file: a single entry may come without a list, and null means none. Throws Refused for anything else. */
function listEntries(part: string, said: unknown): readonly unknown[] {
  if (said == null) return []
  if (Array.isArray(said)) return said
  if (isObject(said)) return [said]
  throw new Refused('', `${part} is neither a list nor an entry`)
}

/** The entries of a file, which is a list of drugs, a list of plans, or both. Throws Refused for anything else. */
export function splitEntries(json: unknown): ExchangeParts {
  if (Array.isArray(json)) {
    if (json.length === 0) throw new Refused('', 'is an empty list')
    if (json.every((one) => isObject(one) && 'npi' in one))
      throw new Refused('', 'is a list of providers: import it as directory')
    if (json.every(isIndex)) throw refuseIndex()
    const isDrug = (one: unknown) => isObject(one) && 'drug_name' in one
    return { drugs: json.filter(isDrug), plans: json.filter((one) => !isDrug(one)), others: [] }
  }
  if (isObject(json)) {
    // A single entry without a list.
    if (['drug_name', 'plan_id', 'npi'].some((name) => name in json)) return splitEntries([json])
    if (isIndex(json)) throw refuseIndex()
    if ('providers' in json && Array.isArray(json.providers)) return splitEntries(json.providers)
    const { drugs: ofDrugs, plans: ofPlans, ...rest } = json as { drugs?: unknown; plans?: unknown }
    const [drugs, plans] = [listEntries('drugs', ofDrugs), listEntries('plans', ofPlans)]
    const others = Object.entries(rest).flatMap(([part, all]) =>
      Array.isArray(all) ? [[part, all.length] as const] : [],
    )
    if (drugs.length + plans.length > 0) return { drugs, plans, others }
  }
  throw new Refused('', 'holds neither drugs nor plans')
}
