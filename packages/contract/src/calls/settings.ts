import { settingKeys } from '@portico/rules/settings/declared'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment, Repeat, ShortText, trimLine, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const path = `${staffPath}/settings`

/** A setting's value: a switch, a number, a list or an address. */
const Value = v.union([
  v.boolean(),
  v.number(),
  v.pipe(v.string(), v.maxLength(500)),
  v.pipe(v.array(ShortText), v.maxLength(50), v.readonly()),
])

/** Who last set it, when and why. */
const Change = v.object({
  changeId: Uuid,
  at: Moment,
  by: v.string(),
  reason: v.string(),
  /** The second administrator, if one was needed. */
  confirmedBy: v.nullable(v.string()),
})

/** A change that waits for a second administrator. */
const Waiting = v.object({
  changeId: Uuid,
  at: Moment,
  by: v.string(),
  reason: v.string(),
  value: v.nullable(Value),
  /** The caller asked for it, so somebody else must confirm it. */
  isOwn: v.boolean(),
})

const Setting = v.object({
  key: v.picklist(settingKeys),
  /** The value set for the requested brand, or for ALL; null: not set there. */
  value: v.nullable(Value),
  /** The value set for every brand, if a single brand was requested; null: not set. */
  everywhere: v.nullable(Value),
  /** The last change of `value`; null: none was made here. */
  changed: v.nullable(Change),
  waiting: v.nullable(Waiting),
  /** If ALL was requested: codes of the brands that have a value of their own. */
  brandsWithOwn: v.array(v.string()),
})

/** Code of a brand, or ALL for every brand without a value of its own. */
const brand = ShortText

export const settings = defineCall({
  method: 'GET',
  path,
  summary:
    'Every setting that the portal reads, with its value for a brand or for all (CT-5, CT-9); for administrators.',
  audience: staff,
  ...asking,
  query: v.object({ brand }),
  payload: v.object({
    settings: v.array(Setting),
    /** Whether the caller may change this brand's settings. */
    editable: v.boolean(),
    /** Brands whose own settings the caller may see. */
    brands: v.array(v.object({ code: v.string(), name: v.string() })),
    /** What values are checked against besides each other. */
    surroundings: v.object({ sessionIdleMs: v.number(), scriptOrigins: v.array(v.string()) }),
  }),
  errors: ['NOT-FOUND'],
})

export const changeSetting = defineCall({
  method: 'PUT',
  path: `${path}/{brand}/{key}`,
  summary:
    'Sets a setting for a brand or for all; null removes the value (CT-9). Refused if it would lock people out, and with CONFLICT if it was changed since `basedOn`. Changes to sessions or passwords wait for a second administrator.',
  audience: staff,
  ...changing,
  audit: { action: ['setting.ask', 'setting.change'], record: 'setting' },
  onceBy: 'changeId',
  params: v.object({ brand, key: v.picklist(settingKeys) }),
  body: v.object({
    changeId: Uuid,
    /** Id of the last change that the caller knows; null: there was none. */
    basedOn: v.nullable(Uuid),
    value: v.nullable(Value),
    /** The reason, for readers of the history. */
    reason: trimLine(200, 3),
  }),
  payload: v.object({ setting: Setting, ...Repeat }),
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

export const decideSetting = defineCall({
  method: 'POST',
  path: `${path}/{brand}/{key}/decision`,
  summary:
    'Confirms or drops a waiting change (CT-9). Its requester can only drop it: confirming is CONFLICT, and also if the setting has changed since.',
  audience: staff,
  ...changing,
  audit: { action: ['setting.change', 'setting.drop'], record: 'setting' },
  params: v.object({ brand, key: v.picklist(settingKeys) }),
  body: v.object({ waitingId: Uuid, confirm: v.boolean() }),
  payload: v.object({ setting: Setting }),
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

export const settingHistory = defineCall({
  method: 'GET',
  path: `${path}/{brand}/{key}/history`,
  summary: 'The last hundred changes of a setting, latest first (CT-8, CT-9); for administrators.',
  audience: staff,
  ...asking,
  params: v.object({ brand, key: v.picklist(settingKeys) }),
  payload: v.object({
    changes: v.array(v.object({ ...Change.entries, value: v.nullable(Value), before: v.nullable(Value) })),
  }),
  errors: ['NOT-FOUND'],
})
