import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { ShortText } from '../fields.ts'

export const brandOfZip = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/zipToBrand/getBrandInfo',
  summary: 'The brand whose territory a zip code lies in (BR-11); 404 when none does.',
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  query: v.object({ zipCode: ShortText }),
  payload: v.object({ brand: v.string(), sharedBrandCode: v.string(), storeID: v.string() }),
  errors: ['NOT-FOUND'],
})

export const countiesOfZip = defineCall({
  method: 'POST',
  path: '/cmcrst/x-services/zipCode/countyList',
  summary:
    'The counties that a zip code lies in, the largest share of addresses first (BR-11); an unknown zip has none.',
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  body: v.object({ zipCode: ShortText, segment: v.optional(ShortText) }),
  payload: v.object({
    counties: v.array(v.object({ fips: v.string(), name: v.string(), state: v.string() })),
  }),
  errors: [],
})

export const ddTokenOfRegion = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/ddResource/getddTokenByRegion',
  summary: 'The ddToken of a region, a two-letter state code (BR-11); 404 when no brand with a number serves it.',
  audience: { by: 'anyone' },
  ofNoOne: true,
  appid: true,
  changes: false,
  query: v.object({ region: ShortText }),
  payload: v.object({ ddToken: v.string(), brand: v.string() }),
  status: 200,
  errors: ['NOT-FOUND'],
})
