import { scimAudiences } from '@portico/rules/scim/audience'
import { entitlements } from '@portico/rules/staff/entitlements'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment, recordId, ShortText, trimLine, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'
import { Giving, givenRights, Outcome } from './administration.ts'

const root = `${staffPath}/provisioning`
const Audience = v.picklist(scimAudiences)

export const readProvisioning = defineCall({
  method: 'GET',
  path: root,
  summary:
    'The identity providers that manage people here (SCIM), what their groups grant, and their latest requests (OS-67, OS-69); for `administer`.',
  audience: staff,
  ...asking,
  audit: { action: 'scim.read', record: 'staff' },
  payload: v.object({
    tokens: v.array(
      v.object({
        tokenId: Uuid,
        name: v.string(),
        /** Code of the brand whose people it manages, or ALL. */
        brand: v.string(),
        audience: Audience,
        /** Whether new people get a link for choosing a password. */
        invites: v.boolean(),
        state: v.picklist(['waiting', 'active', 'ended']),
        madeAt: Moment,
        usedAt: v.nullable(Moment),
        endedAt: v.nullable(Moment),
      }),
    ),
    groups: v.array(
      v.object({
        groupId: Uuid,
        name: v.string(),
        brand: v.string(),
        /** How many people are in it, and the names of the first of them. */
        people: v.pipe(v.number(), v.integer()),
        names: v.array(v.string()),
        entitlements: v.array(v.picklist(entitlements)),
        brands: v.array(v.string()),
      }),
    ),
    /** The last changes and refusals, newest first. */
    calls: v.array(
      v.object({
        callId: Uuid,
        token: v.string(),
        brand: v.string(),
        at: Moment,
        method: v.string(),
        what: v.picklist(['User', 'Group', 'Other']),
        status: v.number(),
        /** Why it was refused. */
        detail: v.nullable(v.string()),
      }),
    ),
    ...Giving,
  }),
  errors: [],
})

export const makeScimToken = defineCall({
  method: 'POST',
  path: `${root}/tokens`,
  summary:
    'Creates a token for an identity provider, answers it only this once, and accepts it once a second administrator confirms it (OS-69).',
  audience: staff,
  ...changing,
  audit: { action: ['scim.token.make', 'scim.token.confirm alone'], record: 'staff' },
  stepUp: true,
  body: v.object({ name: trimLine(60, 1), brand: ShortText, audience: Audience, invites: v.boolean() }),
  payload: v.object({ ...Outcome.entries, tokenId: Uuid, secret: v.string() }),
  status: 201,
  errors: ['FIELD-INVALID', 'CONFLICT', 'STEP-UP-REQUIRED'],
})

export const endScimToken = defineCall({
  method: 'DELETE',
  path: `${root}/tokens/{tokenId}`,
  summary: 'Ends a token of an identity provider at once (OS-69).',
  audience: staff,
  ...changing,
  audit: { action: 'scim.token.end', record: 'staff' },
  params: v.object({ tokenId: recordId('token') }),
  payload: v.object({ ended: v.literal(true) }),
  errors: ['NOT-FOUND'],
})

export const changeScimGroup = defineCall({
  method: 'PUT',
  path: `${root}/groups/{groupId}`,
  summary:
    'Sets what a group of an identity provider grants: less takes effect at once, more once a second administrator confirms it (OS-67).',
  audience: staff,
  ...changing,
  audit: { action: 'scim.group.means', record: 'staff' },
  stepUp: true,
  params: v.object({ groupId: recordId('group') }),
  body: v.object({ entitlements: givenRights.entitlements, brands: givenRights.brands }),
  payload: Outcome,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'STEP-UP-REQUIRED'],
})
