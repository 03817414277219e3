import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { ShortText } from '../fields.ts'

const ConfigList = v.object({
  configs: v.array(
    v.object({
      key: v.string(),
      group: v.optional(v.string()),
      booleanValue: v.optional(v.boolean()),
      stringValue: v.optional(v.string()),
    }),
  ),
})

const params = v.object({ application: ShortText, brand: ShortText })

export const publicConfig = defineCall({
  method: 'GET',
  path: '/cmcrst/x-services/appConfig/public/list/{application}/{brand}',
  summary:
    "Public settings of an application or group, for a brand; 'ALL' means settings that apply to every one (CT-3).",
  audience: { by: 'anyone' },
  ofNoOne: true,
  appid: true,
  changes: false,
  params,
  payload: ConfigList,
  status: 200,
  errors: [],
})

export const secureConfig = defineCall({
  method: 'GET',
  path: '/cmcrst/x-services/appConfig/secure/list/{application}/{brand}',
  summary: 'Settings for signed-in people, otherwise like the public list (CT-3).',
  audience: { by: 'session', roles: ROLES },
  appid: true,
  changes: false,
  whileViewing: 'any',
  params,
  payload: ConfigList,
  status: 200,
  errors: [],
})
