import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@portico/contract/page'
import { toAuthored } from '@portico/rules/languages/authored'
import { sexes } from '@portico/rules/wellness/assessment'
import * as v from 'valibot'
import type { HeldTexts } from '../../brands/content/held.ts'

const Day = v.pipe(v.string(), v.isoDate())
const Age = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(120))
const Text = v.strictObject({ title: v.string(), about: v.string() })
const Texts = v.strictObject({ en: Text, es: Text })

const Count = v.pipe(v.number(), v.integer(), v.minValue(1))
const Proof = v.strictObject({
  codes: v.array(v.string()),
  months: v.nullable(v.number()),
  doses: v.optional(Count),
  apart: v.optional(Count),
  begunBefore: v.optional(Age),
})

const Care = v.strictObject({
  note: v.string(),
  checked: Day,
  items: v.array(
    v.strictObject({
      id: v.string(),
      kind: v.picklist(['test', 'shot']),
      source: v.strictObject({
        by: v.picklist(['USPSTF', 'ACIP', 'HRSA']),
        grade: v.nullable(v.string()),
        url: v.pipe(v.string(), v.url()),
        date: Day,
      }),
      from: Age,
      to: v.nullable(Age),
      sex: v.nullable(v.picklist(sexes)),
      smoked: v.boolean(),
      everyMonths: v.nullable(v.number()),
      shownBy: v.array(Proof),
      texts: Texts,
    }),
  ),
})

const Offer = v.strictObject({ id: v.string(), brands: v.optional(v.array(v.string())), texts: Texts })
const Offers = v.strictObject({ programs: v.array(Offer), rewards: v.array(Offer) })

export type CareItem = v.InferOutput<typeof Care>['items'][number]

/** Recommended care, and offers of brands (MP-20). */
export interface WellnessContent {
  readonly checked: string
  /** All recommended care, with the texts of a brand. */
  care(brand: string): readonly CareItem[]
  offers(
    kind: 'programs' | 'rewards',
    brand: string,
    language: Language,
  ): { id: string; title: string; about: string }[]
}

/** Reads `content/preventive-care.json` and `content/wellness.json`, whose texts authors may change. */
export function loadWellness(
  contentDir: string,
  { held, findSharedCode }: { readonly held: HeldTexts; readonly findSharedCode: (brand: string) => string },
): WellnessContent {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(contentDir, name), 'utf8'))
  const { checked, items } = v.parse(Care, read('preventive-care.json'))
  const offers = v.parse(Offers, read('wellness.json'))
  return {
    checked,
    care: (brand) => held.place('PREVENTIVE_CARE', findSharedCode(brand), { items }).items,
    offers: (kind, brand, language) =>
      held
        .place('WELLNESS_OFFERS', findSharedCode(brand), offers)
        [kind].filter(({ brands }) => brands === undefined || brands.includes(brand))
        .map(({ id, texts }) => ({ id, ...texts[toAuthored(language)] })),
  }
}
