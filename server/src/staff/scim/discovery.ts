import { agencyEntitlements } from '@portico/rules/agencies/entitlements'
import { groupSchema, producerSchema, userSchema } from '@portico/rules/scim/names'
import type { ScimCaller } from './caller.ts'

/** The most resources in a list. */
export const maxResults = { users: 200, groups: 50 } as const

const api = 'urn:ietf:params:scim:schemas:core:2.0'

/** What this API can do (RFC 7643, section 5). */
export function describeService({ base }: ScimCaller) {
  return {
    schemas: [`${api}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxResults.users },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that two administrators made.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function describeTypes({ base, audience }: ScimCaller) {
  const describeType = (name: string, endpoint: string, schema: string, extensions: readonly string[]) => ({
    schemas: [`${api}:ResourceType`],
    id: name,
    name,
    endpoint,
    schema,
    schemaExtensions: extensions.map((one) => ({ schema: one, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  })
  return [
    describeType('User', '/Users', userSchema, audience === 'agents' ? [producerSchema] : []),
    describeType('Group', '/Groups', groupSchema, []),
  ]
}

interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference'
  readonly [more: string]: unknown
}

/** An attribute with the defaults that RFC 7643 assumes. */
function describeAttribute(name: string, more: Readonly<Record<string, unknown>> = {}): Attribute {
  return {
    ...{ name, type: 'string', multiValued: false, required: false, caseExact: false, mutability: 'readWrite' },
    ...{ returned: 'default', uniqueness: 'none', ...more },
  }
}

const describeKept = (name: string) =>
  describeAttribute(name, {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      describeAttribute('value'),
      describeAttribute('type', { canonicalValues: ['work'] }),
      describeAttribute('primary', { type: 'boolean' }),
    ],
  })
const describeLinks = (name: string, mutability: string) =>
  describeAttribute(name, {
    ...{ type: 'complex', multiValued: true, mutability },
    subAttributes: [
      describeAttribute('value', { mutability: 'immutable' }),
      describeAttribute('display', { mutability: 'readOnly' }),
      describeAttribute('$ref', { type: 'reference', referenceTypes: ['User', 'Group'], mutability: 'readOnly' }),
    ],
  })

const attributes: Readonly<Record<string, { readonly name: string; readonly attributes: readonly Attribute[] }>> = {
  [userSchema]: {
    name: 'User',
    attributes: [
      describeAttribute('userName', { required: true, uniqueness: 'server' }),
      describeAttribute('externalId', { caseExact: true }),
      describeAttribute('displayName'),
      describeAttribute('name', {
        type: 'complex',
        subAttributes: [describeAttribute('givenName'), describeAttribute('familyName')],
      }),
      describeAttribute('active', { type: 'boolean' }),
      describeKept('emails'),
      describeKept('phoneNumbers'),
      describeLinks('groups', 'readOnly'),
    ],
  },
  [groupSchema]: {
    name: 'Group',
    attributes: [
      describeAttribute('displayName', { required: true, uniqueness: 'server' }),
      describeAttribute('externalId', { caseExact: true }),
      describeLinks('members', 'readWrite'),
    ],
  },
  [producerSchema]: {
    name: 'Producer',
    attributes: [
      describeAttribute('npn', { caseExact: true, uniqueness: 'server' }),
      describeAttribute('agencies', {
        ...{ type: 'complex', multiValued: true },
        subAttributes: [
          describeAttribute('agencyId', { required: true, caseExact: true }),
          describeAttribute('region', { required: true, caseExact: true }),
          describeAttribute('entitlements', { multiValued: true, canonicalValues: agencyEntitlements }),
        ],
      }),
    ],
  },
}

export function describeSchemas({ base, audience }: ScimCaller) {
  return Object.entries(attributes)
    .filter(([id]) => audience === 'agents' || id !== producerSchema)
    .map(([id, schema]) => ({
      schemas: [`${api}:Schema`],
      id,
      ...schema,
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
    }))
}
