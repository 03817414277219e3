import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { ShortText } from '../fields.ts'

export const mapsScript = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/maps/v1/url',
  summary:
    'Where to load the map script of a brand that has set one (MP-1, MP-24). A brand may set another path, with a service of its own that answers the same way.',
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  body: v.object({ brand: ShortText }),
  /** Null: the brand has none. */
  payload: v.object({ url: v.nullable(v.string()) }),
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})
