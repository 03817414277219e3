import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment } from '../fields.ts'

const signedIn = { by: 'session', roles: ROLES } as const

export const keepAlive = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/keepAlive',
  summary:
    'Keeps the session alive if the person has done something since the last call (SE-3), and says when it ends.',
  audience: signedIn,
  ...asking,
  whileFactorDue: 'allowed',
  whileViewing: 'any',
  background: true,
  query: v.object({ active: v.optional(v.picklist(['true', 'false']), 'false') }),
  payload: v.object({ expiresAt: Moment }),
  errors: [],
})

/** Names of stored values: words separated by dots and hyphens, e.g. `message-center.list`. */
const StateKey = v.pipe(v.string(), v.maxLength(64), v.regex(/^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/))

const StateJson = v.pipe(v.string(), v.maxBytes(8 * 1024))

/** Any JSON up to 8 kB; null removes the value. */
const StateValue = v.pipe(
  v.unknown(),
  v.check((value) => v.is(StateJson, JSON.stringify(value))),
)

export const getSessionValue = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/sessionStorage',
  summary: "Reads one of the signed-in person's stored values (ST-2); null if there is none.",
  audience: signedIn,
  ...asking,
  whileViewing: 'any',
  query: v.object({ key: StateKey }),
  payload: v.object({ value: v.unknown() }),
  errors: [],
})

export const setSessionValue = defineCall({
  method: 'PUT',
  path: '/rbsmbl/x-services/sessionStorage',
  summary: 'Stores one small value for the signed-in person, on every device (ST-2); at most 50 of them.',
  audience: signedIn,
  ...changing,
  audit: { action: 'person-state.change', record: 'person-state' },
  body: v.object({ key: StateKey, value: StateValue }),
  payload: v.object({ value: v.unknown() }),
  errors: ['FIELD-INVALID', 'CONFLICT'],
})
