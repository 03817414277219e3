import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { ShortText } from '../fields.ts'

export const mapsScript = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/maps/v1/url',
  summary:
    'Where the maps script of a brand is that has set one (MP-1, MP-24). A brand may set another path, at which a service of its own answers the same.',
  audience: { by: 'anyone' },
  appid: false,
  changes: false,
  status: 200,
  body: v.object({ brand: ShortText }),
  /** Null: the brand has none. */
  payload: v.object({ url: v.nullable(v.string()) }),
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})
