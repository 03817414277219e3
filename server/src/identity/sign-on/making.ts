import type { Brand } from '@portico/rules/brand/types'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkName } from '@portico/rules/validation/name'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertLink, isNameKnown } from './link-store.ts'
import { type Arrived, SignOnFailure } from './protocol.ts'
import type { ConnectionVersion } from './store.ts'

/** Creates staff accounts without any rights. */
export interface PersonMaking {
  /** A hash that no password matches. */
  unusableHash(): Promise<string>
  /** Returns the account's id; null if the login ID is taken. */
  open(
    tx: Tx,
    person: {
      readonly loginId: string
      readonly passwordHash: string
      readonly brand: string
      readonly storeId: string
      readonly firstName: string
      readonly lastName: string
      readonly email: string
      readonly actorType: string
    },
  ): Promise<string | null>
}

/** Whether an unknown person may get an account at their first sign-in (OS-61). */
export function makesPeople({ audience, settings }: ConnectionVersion): boolean {
  return audience === 'staff' && settings.makesPeople === true
}

/** Claim names in OpenID Connect, directories, SAML's profile of those, and Microsoft's products. */
const microsoft = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const nameClaims = {
  given: ['given_name', 'givenName', 'urn:oid:2.5.4.42', `${microsoft}/givenname`],
  family: ['family_name', 'sn', 'surname', 'urn:oid:2.5.4.4', `${microsoft}/surname`],
  whole: ['name', 'displayName', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241'],
} as const

/** A name that no one misreads, as SCIM requires. */
const loginName = /^[^\s\p{C}]{1,100}$/u

/**
 * Creates an account without entitlements or brands for a person whom a provider names, and links it (OS-61); null if administrators or
 * SCIM know the name, because they decide whose it is. Throws SignOnFailure for a name that is no login ID, or that is taken here.
 */
export async function makePerson(
  tx: Tx,
  { open }: PersonMaking,
  {
    connection,
    arrived,
    names,
    brand,
    passwordHash,
  }: {
    readonly connection: ConnectionVersion
    readonly arrived: Arrived
    readonly names: readonly string[]
    readonly brand: Pick<Brand, 'code' | 'storeID'>
    readonly passwordHash: string
  },
  context: AuditContext,
): Promise<string | null> {
  const [name = ''] = names
  if (names.length !== 1 || (await isNameKnown(tx, connection, name))) return null
  if (!loginName.test(name)) throw new SignOnFailure('account-refused', 'no login ID')
  const { code, storeID: storeId } = brand
  const person = { loginId: normalizeLoginId(name), passwordHash, brand: code, storeId }
  const accountId = await open(tx, { ...person, ...readNames(arrived, name), email: '', actorType: 'INTERNAL' })
  if (accountId === null) throw new SignOnFailure('account-refused', 'login ID of someone else')
  const { issuer, subject } = arrived
  await insertLink(tx, connection.connection_id, accountId, { issuer, subject, now: context.now })
  const loginId = `Sign-in ${connection.name}`
  const actor = { accountId: null, loginId, sessionId: null, memberId: null, actor: null } as const
  await audit(tx, actor, { action: 'staff.create', recordType: 'staff', recordId: accountId, memberId: null }, context)
  return accountId
}

/** First and last name, if the provider sends them; the full name, or else the login ID, replaces a missing first name. */
function readNames({ claims }: Arrived, loginId: string): { readonly firstName: string; readonly lastName: string } {
  const read = (kind: keyof typeof nameClaims) =>
    nameClaims[kind]
      .flatMap((claim) => (Object.hasOwn(claims, claim) ? (claims[claim] ?? []) : []))
      .find((name) => checkName(name) === null) ?? null
  const [given, family] = [read('given'), read('family')]
  if (given !== null) return { firstName: given, lastName: family ?? '' }
  return { firstName: read('whole') ?? family ?? loginId, lastName: '' }
}
