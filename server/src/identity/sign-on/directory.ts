import { directoryGroups } from '@portico/rules/identity/connection'
import {
  AndFilter,
  type BerReader,
  type Client,
  Control,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  InvalidCredentialsError,
  NoSuchObjectError,
  NotFilter,
  OrFilter,
  ResultCodeError,
  SizeLimitExceededError,
} from 'ldapts'
import { bindAsService, type DirectoryClient, type LdapSettings, withDirectory } from './directory-connection.ts'
import { type Arrived, readClaims, SignOnFailure } from './protocol.ts'

/** Active Directory's matching rule for nested groups at any depth. */
const inChain = '1.2.840.113556.1.4.1941'
const bitAnd = '1.2.840.113556.1.4.803'
/** The bit of `userAccountControl` that disables an account. */
const disabled = '2'
/** Names of people in Active Directory: the short one, and the one like an e-mail address. */
const usualNames = ['sAMAccountName', 'userPrincipalName']
const maxDepth = 6
const maxGroups = 200
/** Active Directory's message about a correct password that must be changed first. */
const dueThere = /\bdata (?:532|773)\b/
/** The control that makes a directory explain a refused password in its answer to a bind (draft-behera-ldap-password-policy). */
const policyType = '1.3.6.1.4.1.42.2.27.8.5.1'
const policyDue: readonly unknown[] = [0, 2]

/** A person's groups. */
interface Groups {
  readonly names: readonly string[]
  readonly omitsGroups: boolean
}

const noGroups: Groups = { names: [], omitsGroups: false }
const tooManyGroups: Groups = { names: [], omitsGroups: true }

/** A person's entry in the directory. */
interface Found {
  readonly dn: string
  readonly entry: Readonly<Record<string, unknown>>
}

/**
 * Signs someone in at a directory (OS-64): finds them with our own account and binds as them. An unknown person costs the same queries.
 * `onFound` gets who was found, or null, before the password is tried, and may throw. Throws SignOnFailure `password-wrong`, `password-due`,
 * or the directory's failure.
 */
export function signInAt(
  client: DirectoryClient,
  { name, password }: { readonly name: string; readonly password: string },
  onFound: (identity: Pick<Arrived, 'issuer' | 'subject'> | null) => Promise<void> = async () => undefined,
): Promise<Arrived> {
  const { settings } = client
  if (isNoPassword(password) || name === '') return Promise.reject(new SignOnFailure('password-wrong'))
  return withDirectory(client, async (at) => {
    const person = await findPerson(at, settings, name)
    await onFound(person && { issuer: nameIssuer(settings.base), subject: readSubject(settings, person) })
    await bindAs(at, person?.dn ?? `cn=nobody,${settings.base}`, password)
    if (person === null) throw new SignOnFailure('password-wrong')
    const groups = settings.groupBase === '' ? noGroups : await readGroups(at, client, person)
    return toArrived(settings, person, groups)
  })
}

/** A bind with an empty password succeeds as an anonymous bind (RFC 4513); a directory may end a password at a NUL. */
export function isNoPassword(text: string): boolean {
  return text === '' || text.includes('\0')
}

/** Checks whether our own account gets in and the search base exists: for the doctor. Throws SignOnFailure. */
export function probeDirectory(client: DirectoryClient): Promise<void> {
  return withDirectory(client, async (at) => {
    await at.search(client.settings.base, { scope: 'base', attributes: ['1.1'], timeLimit: 2 })
  })
}

/** The only person with a name; null if there is none, or several. Typed text becomes a value, never part of a filter's text. */
async function findPerson(
  at: Client,
  { base, loginAttribute, nameClaim, isActiveDirectory }: LdapSettings,
  name: string,
): Promise<Found | null> {
  const id = isActiveDirectory ? 'objectGUID' : 'entryUUID'
  const filter = buildPersonFilter({ loginAttribute, isActiveDirectory }, name)
  const { searchEntries } = await at.search(base, {
    ...{ scope: 'sub', filter, sizeLimit: 2, timeLimit: 2, derefAliases: 'never' },
    attributes: [
      id,
      loginAttribute,
      nameClaim,
      ...['displayName', 'cn', 'givenName', 'sn'],
      ...(isActiveDirectory ? ['primaryGroupID', 'objectSid'] : []),
    ],
    explicitBufferAttributes: ['objectGUID', 'objectSid'],
  })
  const [only] = searchEntries
  return searchEntries.length === 1 && only !== undefined ? { dn: only.dn, entry: only } : null
}

/**
 * A filter for people with a name. In Active Directory, computers also have the class of persons, and accounts may be disabled; someone who
 * signs in with one of its two names for people may use the other, and may put the domain in front.
 */
function buildPersonFilter(
  { loginAttribute, isActiveDirectory }: Pick<LdapSettings, 'loginAttribute' | 'isActiveDirectory'>,
  name: string,
): Filter {
  if (!isActiveDirectory) return all([equal('objectClass', 'person'), equal(loginAttribute, name)])
  const isUsual = usualNames.some((one) => one.toLowerCase() === loginAttribute.toLowerCase())
  const plain = name.replace(/^[^\\@]{1,60}\\/, '')
  return all([
    equal('objectCategory', 'person'),
    equal('objectClass', 'user'),
    new NotFilter({ filter: new ExtensibleFilter({ matchType: 'userAccountControl', rule: bitAnd, value: disabled }) }),
    isUsual ? any(usualNames.map((attribute) => equal(attribute, plain))) : equal(loginAttribute, name),
  ])
}

/** The current entry of the person with an id; null if there is none. Call it as our own account. */
export async function findById(
  at: Client,
  { base, isActiveDirectory }: LdapSettings,
  id: string,
): Promise<string | null> {
  const filter = isActiveDirectory
    ? new EqualityFilter({ attribute: 'objectGUID', value: parseGuid(id) })
    : equal('entryUUID', id)
  const { searchEntries } = await at.search(base, {
    ...{ scope: 'sub', filter, sizeLimit: 2, timeLimit: 2, derefAliases: 'never', attributes: ['1.1'] },
  })
  return searchEntries[0]?.dn ?? null
}

/** Requests the reason why a password is refused, and reads it from the answer. */
class PolicyControl extends Control {
  /** 0: expired; 2: set by someone else, and must be changed first; other codes concern new passwords, or only the directory. */
  error: number | null = null

  constructor() {
    super(policyType)
  }

  protected override parseControl(reader: BerReader): void {
    if (reader.readSequence() === null) return
    const end = reader.offset + reader.length
    while (reader.offset < end) {
      const tag = reader.peek()
      if (tag === 0x81) {
        this.error = reader.readString(tag, true)?.[0] ?? null
        return
      }
      // The warning before it tells how long the password remains valid.
      if (tag === null || reader.readString(tag, true) === null) return
    }
  }
}

/** Checks that a password belongs to a person, and is good for more than changing it. */
export async function bindAs(at: Client, dn: string, password: string): Promise<void> {
  if (await isDueAfterBind(at, dn, password)) throw new SignOnFailure('password-due')
}

/**
 * The same if it may be changed at once: returns whether it must be. Throws `password-due` if the directory does not let the person in even
 * for that.
 */
export async function isDueAfterBind(at: Client, dn: string, password: string): Promise<boolean> {
  const policy = new PolicyControl()
  await at.bind(dn, password, policy).catch((error: unknown) => {
    if (error instanceof InvalidCredentialsError)
      throw new SignOnFailure(
        dueThere.test(error.message) || policyDue.includes(policy.error) ? 'password-due' : 'password-wrong',
      )
    // Locked, or refused by a policy: someone who guesses learns only that the password was wrong.
    if (error instanceof ResultCodeError && [19, 32, 34, 48, 50, 53].includes(error.code))
      throw new SignOnFailure('password-wrong')
    throw error
  })
  return policyDue.includes(policy.error)
}

/** An entry's permanent id, whatever its name. */
function readSubject({ isActiveDirectory }: LdapSettings, { entry }: Found): string {
  const id = isActiveDirectory ? formatGuid(entry.objectGUID) : entry.entryUUID
  if (typeof id !== 'string' || id === '') throw new SignOnFailure('answer-invalid', 'no id')
  return id.toLowerCase()
}

function toArrived(settings: LdapSettings, person: Found, { names, omitsGroups }: Groups): Arrived {
  const { entry } = person
  const { dn: _dn, objectGUID: _guid, objectSid: _sid, primaryGroupID: _rid, ...attributes } = entry
  return {
    issuer: nameIssuer(settings.base),
    subject: readSubject(settings, person),
    claims: { ...readClaims(attributes, settings), ...(settings.groupBase !== '' && { [directoryGroups]: names }) },
    omitsGroups,
    factors: [],
    session: null,
    provenAt: null,
  }
}

/** The issuer is the directory's domain, wherever in it people are searched. */
function nameIssuer(base: string): string {
  const parts = base
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const domain = parts.filter((part) => part.startsWith('dc='))
  return `ldap:${(domain.length > 0 ? domain : parts).join(',')}`
}

/** In Windows' notation: the first three parts are little-endian. */
export function formatGuid(bytes: unknown): string {
  const [first] = [bytes].flat()
  if (!Buffer.isBuffer(first) || first.length !== 16) return ''
  const slice = (from: number, to: number) => Buffer.from(first.subarray(from, to)).toString('hex')
  const reverse = (from: number, to: number) => Buffer.from(first.subarray(from, to)).reverse().toString('hex')
  return [reverse(0, 4), reverse(4, 6), reverse(6, 8), slice(8, 10), slice(10, 16)].join('-')
}

export function parseGuid(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex')
  return Buffer.concat([
    Buffer.from(bytes.subarray(0, 4)).reverse(),
    Buffer.from(bytes.subarray(4, 6)).reverse(),
    Buffer.from(bytes.subarray(6, 8)).reverse(),
    bytes.subarray(8),
  ])
}

/** Names of a person's groups, in lower case, including the groups that contain those; none if there are too many. */
async function readGroups(at: Client, client: DirectoryClient, person: Found): Promise<Groups> {
  await bindAsService(at, client)
  const { groupBase, isActiveDirectory } = client.settings
  const primary = isActiveDirectory ? await findPrimaryGroup(at, person) : null
  // It counts like other groups, if it is below the search base.
  const isAmong = primary?.toLowerCase().endsWith(groupBase.toLowerCase())
  const found = new Set<string>(primary !== null && isAmong ? [primary.toLowerCase()] : [])
  let asked: readonly string[] = primary === null ? [person.dn] : [person.dn, primary]
  for (let depth = 0; asked.length > 0 && depth < maxDepth && found.size <= maxGroups; depth += 1) {
    const filter = buildGroupFilter(isActiveDirectory, asked)
    const { searchEntries } = await at
      .search(groupBase, {
        ...{ scope: 'sub', filter, sizeLimit: maxGroups + 1, timeLimit: 2, derefAliases: 'never', attributes: ['1.1'] },
      })
      .catch((error: unknown) => {
        if (error instanceof NoSuchObjectError) throw new SignOnFailure('answer-invalid', 'groups')
        if (error instanceof SizeLimitExceededError) return { searchEntries: null }
        throw error
      })
    if (searchEntries === null) return tooManyGroups
    const fresh = searchEntries.map((entry) => entry.dn).filter((one) => !found.has(one.toLowerCase()))
    for (const one of fresh) found.add(one.toLowerCase())
    asked = isActiveDirectory ? [] : fresh
  }
  return found.size > maxGroups ? tooManyGroups : { names: [...found].sort(), omitsGroups: false }
}

/** The primary group, which Active Directory stores as a number with the person and does not list them in; null if there is none. */
async function findPrimaryGroup(at: Client, { dn, entry }: Found): Promise<string | null> {
  const sid = nameGroupSid(entry.objectSid, entry.primaryGroupID)
  if (sid === null) return null
  const domain = dn.slice(Math.max(0, dn.search(/\bdc=/i)))
  const filter = all([equal('objectClass', 'group'), new EqualityFilter({ attribute: 'objectSid', value: sid })])
  const { searchEntries } = await at.search(domain, {
    ...{ scope: 'sub', filter, sizeLimit: 2, timeLimit: 2, derefAliases: 'never', attributes: ['1.1'] },
  })
  const [only] = searchEntries
  return searchEntries.length === 1 && only !== undefined ? only.dn : null
}

/** A group's id in the person's domain: their own, with another last part. */
function nameGroupSid(own: unknown, group: unknown): Buffer | null {
  const [sid] = [own].flat()
  const last = Number([group].flat()[0])
  if (!Buffer.isBuffer(sid) || sid.length < 12 || !Number.isInteger(last) || last <= 0 || last > 0xffffffff) return null
  const named = Buffer.from(sid)
  named.writeUInt32LE(last, sid.length - 4)
  return named
}

/** A filter for groups that contain one of these; for Active Directory, at any depth. */
export function buildGroupFilter(isActiveDirectory: boolean, asked: readonly string[]): Filter {
  if (!isActiveDirectory) return any(asked.flatMap((one) => [equal('member', one), equal('uniqueMember', one)]))
  const chains = asked.map((value) => new ExtensibleFilter({ matchType: 'member', rule: inChain, value }))
  return all([equal('objectClass', 'group'), any(chains)])
}

const equal = (attribute: string, value: string): Filter => new EqualityFilter({ attribute, value })
const all = (filters: Filter[]): Filter => new AndFilter({ filters })
const any = (filters: Filter[]): Filter => new OrFilter({ filters })
