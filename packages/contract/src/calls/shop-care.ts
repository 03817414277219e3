import { tierKinds } from '@portico/rules/medicines/drug-cost'
import { careLimits } from '@portico/rules/shop/lines'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { ShortText } from '../fields.ts'
import { AskedCare, PlanId, PlanYear } from './shop.ts'

const root = '/rbsmbl/x-services/shop'

const care = {
  method: 'POST',
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  heavy: true,
  errors: ['TOO-MANY-REQUESTS'],
} as const
const careBody = {
  brand: v.optional(ShortText),
  planYear: PlanYear,
  planIds: v.pipe(v.array(PlanId), v.minLength(1), v.maxLength(careLimits.plans)),
}

export const shopDrugs = defineCall({
  ...care,
  path: `${root}/drugs`,
  summary:
    "Searches the plans' drug lists for a drug that someone may mean (SH-4). The words are in the body, and are not stored.",
  body: v.object({ ...careBody, text: v.pipe(v.string(), v.maxLength(careLimits.words)) }),
  payload: v.object({
    /** False: none of the plans has sent a list. */
    known: v.boolean(),
    drugs: v.array(v.object({ drugId: v.string(), name: v.string() })),
  }),
})

export const shopCare = defineCall({
  ...care,
  path: `${root}/care`,
  summary:
    "Whether doctors are in the plans' networks and drugs on their lists, as far as the directory and the lists tell (SH-4). The request is not stored.",
  body: v.object({ ...careBody, ...AskedCare.entries }),
  payload: v.object({
    /** The existing plans, each with an answer for every doctor and drug, in their order. */
    plans: v.array(
      v.object({
        planId: v.string(),
        doctors: v.array(v.picklist(['in', 'out', 'unknown'])),
        /** Null: plans of this kind do not pay for drugs from a pharmacy. */
        drugs: v.nullable(
          v.array(
            v.object({
              standing: v.picklist(['listed', 'not-listed', 'unknown']),
              /** Null: not on the list, or listed in none of these kinds. */
              tier: v.nullable(v.picklist(tierKinds)),
              /** In the list's own words. */
              tierName: v.nullable(v.string()),
            }),
          ),
        ),
      }),
    ),
  }),
})
