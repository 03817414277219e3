import { audiences, connectionKinds, maxDomains, signOnOutcomes } from '@portico/rules/identity/connection'
import { entitlements } from '@portico/rules/staff/entitlements'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment, recordId, ShortText, trimLine, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const connections = `${staffPath}/connections`
const Line = trimLine(300)
const Values = v.pipe(v.array(trimLine(200)), v.maxLength(10))
const Certificate = v.pipe(v.string(), v.maxLength(8000))

const common = {
  /** The claim or attribute that identifies a person at their first sign-in (OS-61). */
  nameClaim: trimLine(200),
  groupsClaim: trimLine(200),
  trustsFactor: v.boolean(),
  factorValues: Values,
  /** Whether staff without an account get one, without rights, at their first sign-in (OS-61). */
  makesPeople: v.optional(v.boolean()),
}

const Settings = v.variant('kind', [
  v.object({ kind: v.literal('oidc'), ...common, issuer: trimLine(500), clientId: Line }),
  v.object({
    kind: v.literal('saml'),
    ...common,
    entityId: trimLine(500),
    signInUrl: trimLine(500),
    certificates: v.pipe(v.array(Certificate), v.maxLength(2)),
    takesUnasked: v.optional(v.boolean()),
    signOutUrl: v.optional(trimLine(500)),
  }),
  v.object({
    kind: v.literal('ldap'),
    ...common,
    servers: v.pipe(v.array(Line), v.maxLength(5)),
    certificates: v.pipe(v.array(Certificate), v.maxLength(4)),
    bindDn: trimLine(500),
    base: trimLine(500),
    loginAttribute: trimLine(60),
    groupBase: trimLine(500),
    isActiveDirectory: v.boolean(),
    isWritable: v.boolean(),
  }),
])

const given = {
  domains: v.pipe(v.array(ShortText), v.maxLength(maxDomains)),
  settings: Settings,
  /** The client's secret, or the password that we bind with; '' keeps the stored one. No answer ever contains it. */
  secret: v.optional(v.pipe(v.string(), v.maxLength(1000)), ''),
}

const Version = v.object({
  version: v.number(),
  domains: v.array(v.string()),
  settings: Settings,
  hasSecret: v.boolean(),
  madeBy: v.string(),
  madeAt: Moment,
  triedAt: v.nullable(Moment),
  /** What arrived when someone tested it: claims or attributes by name; null once it is decided. */
  arrived: v.nullable(v.array(v.object({ name: v.string(), values: v.array(v.string()) }))),
  /**
   * The rights that the received groups would give, as two administrators have defined them; null: groups are not read, or nobody has
   * tested it.
   */
  means: v.nullable(
    v.array(
      v.object({ group: v.string(), entitlements: v.array(v.picklist(entitlements)), brands: v.array(v.string()) }),
    ),
  ),
  /** Whether the person who tested it is in groups that did not arrive, because there are too many. */
  omitsGroups: v.boolean(),
  /** Whether the caller made it and therefore cannot confirm it. */
  own: v.boolean(),
})

const Connections = v.object({
  connections: v.array(
    v.object({
      connectionId: Uuid,
      name: v.string(),
      /** Code of a brand, or ALL. */
      brand: v.string(),
      audience: v.picklist(audiences),
      kind: v.picklist(connectionKinds),
      /** The version that people sign in with; null: it is off. */
      live: v.nullable(Version),
      /**
       * When the last signing certificate of the live version ends (SAML); the provider's answers stay valid, but it is about to sign
       * with another certificate.
       */
      certificateUntil: v.nullable(Moment),
      /** The version that waits for a second administrator. */
      waiting: v.nullable(Version),
      /** What to enter at the provider, for the host on which the caller is. */
      addresses: v.object({ answer: v.string(), metadata: v.string(), logout: v.string(), start: v.string() }),
      people: v.array(
        v.object({
          accountId: Uuid,
          loginId: v.string(),
          expected: v.nullable(v.string()),
          /** Whether a second administrator must still confirm it, and whether the caller may. */
          waits: v.boolean(),
          own: v.boolean(),
          linkedAt: v.nullable(Moment),
          usedAt: v.nullable(Moment),
        }),
      ),
      /** The last sign-ins and why they failed, newest first; never a secret or an assertion. */
      attempts: v.array(
        v.object({
          at: Moment,
          outcome: v.picklist(signOnOutcomes),
          detail: v.nullable(v.string()),
          isTest: v.boolean(),
        }),
      ),
    }),
  ),
  brands: v.array(v.object({ code: v.string(), name: v.string() })),
})

const OfConnection = v.object({ connectionId: Uuid })
const OfVersion = v.object({ connectionId: Uuid, version: v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/)) })

export const listConnections = defineCall({
  method: 'GET',
  path: connections,
  summary:
    'The connections to identity providers (OS-60), with waiting changes and the outcome of sign-ins; for `administer`.',
  audience: staff,
  ...asking,
  audit: { action: 'connections.list' },
  payload: Connections,
  errors: [],
})

export const makeConnection = defineCall({
  method: 'POST',
  path: connections,
  summary: 'Creates a connection (OS-60); it has to be tried, and waits for a second administrator.',
  audience: staff,
  ...changing,
  audit: { action: 'connection.ask', record: 'connection' },
  stepUp: true,
  body: v.object({ name: trimLine(80, 1), brand: ShortText, audience: v.picklist(audiences), ...given }),
  payload: Connections,
  status: 201,
  errors: ['FIELD-INVALID'],
})

export const changeConnection = defineCall({
  method: 'PUT',
  path: `${connections}/{connectionId}`,
  summary:
    'Creates a new version of a connection (OS-60), which replaces a waiting one; the one in use stays until the new one is switched on.',
  audience: staff,
  ...changing,
  audit: { action: 'connection.ask', record: 'connection' },
  stepUp: true,
  params: OfConnection,
  body: v.object(given),
  payload: Connections,
  errors: ['NOT-FOUND', 'FIELD-INVALID'],
})

export const decideConnection = defineCall({
  method: 'POST',
  path: `${connections}/{connectionId}/versions/{version}`,
  summary: 'Switches on a version that another administrator created and somebody tried (OS-60), or drops it.',
  audience: staff,
  ...changing,
  audit: { action: ['connection.confirm', 'connection.drop'], record: 'connection' },
  stepUp: true,
  params: OfVersion,
  body: v.object({ confirm: v.boolean() }),
  payload: Connections,
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const tryConnection = defineCall({
  method: 'POST',
  path: `${connections}/{connectionId}/versions/{version}/trial`,
  summary: 'Begins a sign-in that lets no one in and shows what arrives (OS-60).',
  audience: staff,
  ...changing,
  audit: { action: 'connection.try', record: 'connection' },
  params: OfVersion,
  payload: v.object({ to: v.string() }),
  errors: ['NOT-FOUND', 'UNAVAILABLE'],
})

export const stopConnection = defineCall({
  method: 'DELETE',
  path: `${connections}/{connectionId}`,
  summary: 'Switches off a connection at once and ends the sessions that were opened through it (OS-60).',
  audience: staff,
  ...changing,
  audit: { action: 'connection.off', record: 'connection' },
  stepUp: true,
  params: OfConnection,
  payload: Connections,
  errors: ['NOT-FOUND'],
})

export const expectPerson = defineCall({
  method: 'PUT',
  path: `${connections}/{connectionId}/people`,
  summary:
    'Links a name at the provider to an account (OS-61); the link counts once a second administrator says the same.',
  audience: staff,
  ...changing,
  audit: { action: ['connection.person-confirm', 'connection.person-ask'], record: 'account' },
  stepUp: true,
  params: OfConnection,
  body: v.object({ loginId: ShortText, expected: trimLine(200, 1) }),
  payload: Connections,
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

export const unlinkPerson = defineCall({
  method: 'DELETE',
  path: `${connections}/{connectionId}/people/{accountId}`,
  summary: 'Ends someone’s sign-in through a connection, and the sessions that they opened through it (OS-61).',
  audience: staff,
  ...changing,
  audit: { action: 'connection.unlink', record: 'connection' },
  stepUp: true,
  params: v.object({ connectionId: Uuid, accountId: recordId('account') }),
  payload: Connections,
  errors: ['NOT-FOUND'],
})

export const findSignInWay = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/userauth/v1/signInWay',
  summary: 'Where someone with a domain in their login ID signs in, decided by the domain alone (OS-60); null: here.',
  audience: { by: 'anyone' },
  ...changing,
  body: v.object({ domain: ShortText }),
  payload: v.object({ to: v.nullable(v.string()) }),
  errors: ['TOO-MANY-REQUESTS'],
})
