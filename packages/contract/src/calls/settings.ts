import { settingKeys } from '@portico/rules/settings/declared'
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { Moment, Repeat, ShortText, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const path = `${staffPath}/settings`

/** What a setting is set to: of a switch, a number, a list, an address. */
const Value = v.union([
  v.boolean(),
  v.number(),
  v.pipe(v.string(), v.maxLength(500)),
  v.pipe(v.array(ShortText), v.maxLength(50), v.readonly()),
])

/** Who set it last, when and why. */
const Change = v.object({ changeId: Uuid, at: Moment, by: v.string(), reason: v.string() })

const Setting = v.object({
  key: v.picklist(settingKeys),
  /** Set for the brand that was asked for, or for ALL; null: not set there. */
  value: v.nullable(Value),
  /** Set for every brand, where one brand was asked for; null: not set. */
  everywhere: v.nullable(Value),
  /** The last change of `value`; null where none was made here. */
  changed: v.nullable(Change),
  /** Asked for ALL: codes of the brands that have a value of their own. */
  brandsWithOwn: v.array(v.string()),
})

/** Code of a brand, or ALL for what applies to each that sets nothing of its own. */
const brand = ShortText

export const settings = defineCall({
  method: 'GET',
  path,
  summary: 'Every setting that the portal reads, as it is set for a brand or for all (CT-5, CT-9); for administrators.',
  audience: staff,
  appid: false,
  changes: false,
  query: v.object({ brand }),
  payload: v.object({
    settings: v.array(Setting),
    /** Whether the caller may change settings of this brand. */
    editable: v.boolean(),
    /** Brands whose own settings the caller may see. */
    brands: v.array(v.object({ code: v.string(), name: v.string() })),
    /** What values are judged by besides each other. */
    surroundings: v.object({ sessionIdleMs: v.number(), scriptOrigins: v.array(v.string()) }),
  }),
  status: 200,
  errors: ['NOT-FOUND'],
})

export const changeSetting = defineCall({
  method: 'PUT',
  path: `${path}/{brand}/{key}`,
  summary:
    'Sets a setting for a brand or for all; null takes it back (CT-9). Refused where it would lock people out, and with CONFLICT where it was changed since `basedOn`.',
  audience: staff,
  appid: true,
  changes: true,
  onceBy: 'changeId',
  params: v.object({ brand, key: v.picklist(settingKeys) }),
  body: v.object({
    changeId: Uuid,
    /** Id of the last change that the caller knows of; null: there was none. */
    basedOn: v.nullable(Uuid),
    value: v.nullable(Value),
    /** Why, for readers of the history. */
    reason: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(200)),
  }),
  payload: v.object({ setting: Setting, ...Repeat }),
  status: 200,
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

export const settingHistory = defineCall({
  method: 'GET',
  path: `${path}/{brand}/{key}/history`,
  summary: 'The last hundred changes of a setting, the latest first (CT-8, CT-9); for administrators.',
  audience: staff,
  appid: false,
  changes: false,
  params: v.object({ brand, key: v.picklist(settingKeys) }),
  payload: v.object({
    changes: v.array(v.object({ ...Change.entries, value: v.nullable(Value), before: v.nullable(Value) })),
  }),
  status: 200,
  errors: ['NOT-FOUND'],
})
