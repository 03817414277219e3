import type { AgencyEntitlement } from '../agencies/entitlements.ts'
import { refuseScim } from './error.ts'
import { type Filter, type FilterValue, passesFilter } from './filter.ts'
import { plainName } from './names.ts'
import { isRecord, type PatchOperation, patchLimits } from './operations.ts'
import { type PatchPath, parsePath } from './path.ts'
import { mergeAgencies } from './producer.ts'
import { readBoolean, readText } from './values.ts'

/** Where an agent works, and what they may do there, limited to what the agency may do. */
export interface ScimAgency {
  readonly agencyId: string
  readonly region: string
  readonly entitlements: readonly AgencyEntitlement[]
}

/** What we store of a person that an identity provider sends (OS-66); nothing else can be written. */
export interface ScimUser {
  readonly userName: string
  readonly externalId: string | null
  readonly active: boolean
  readonly displayName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  /** We store one address: the primary one, else the work address. */
  readonly email: string | null
  readonly phone: string | null
  readonly npn: string | null
  readonly agencies: readonly ScimAgency[]
}

type Draft = { -readonly [Key in keyof ScimUser]: ScimUser[Key] }

/** Changes one attribute; an undefined value removes it. */
type Change = (
  draft: Draft,
  value: unknown,
  how: { readonly op: PatchOperation['op']; readonly path: PatchPath },
) => void

const changeText =
  (key: 'externalId' | 'displayName' | 'givenName' | 'familyName' | 'npn', name: string): Change =>
  (draft, value) => {
    draft[key] = readText(value, name)
  }

const changeName: Change = (draft, value) => {
  const said = isRecord(value) ? value : {}
  if (value !== undefined && value !== null && !isRecord(value))
    throw refuseScim('invalidValue', 'name is not as it must be.')
  if (value === undefined || value === null) {
    draft.givenName = null
    draft.familyName = null
  }
  for (const [key, part] of Object.entries(said)) changeAt(draft, `name.${plainName(key)}`, part)
}

/** A list of which we store one value. */
const changeKept =
  (key: 'email' | 'phone', name: 'emails' | 'phonenumbers'): Change =>
  (draft, value, { op, path: { filter, part } }) => {
    if (filter !== null && !concernsKept(filter, name, draft[key])) return
    if (part !== null && part !== 'value') return
    if (op === 'remove' || value === undefined || value === null) draft[key] = null
    else draft[key] = readText(pickValue(value), name) ?? (op === 'add' ? draft[key] : null)
  }

/** Everything that can be written, by the names of `plainName`. */
const changes: ReadonlyMap<string, Change> = new Map<string, Change>([
  [
    'username',
    (draft, value) => {
      const name = readText(value, 'userName')
      if (name === null) throw refuseScim('invalidValue', 'userName is missing.')
      draft.userName = name
    },
  ],
  [
    'active',
    (draft, value) => {
      draft.active = value === undefined || value === null ? false : readBoolean(value, 'active')
    },
  ],
  ['externalid', changeText('externalId', 'externalId')],
  ['displayname', changeText('displayName', 'displayName')],
  ['name', changeName],
  ['name.givenname', changeText('givenName', 'name.givenName')],
  ['name.familyname', changeText('familyName', 'name.familyName')],
  ['emails', changeKept('email', 'emails')],
  ['emails.value', changeKept('email', 'emails')],
  ['phonenumbers', changeKept('phone', 'phonenumbers')],
  ['phonenumbers.value', changeKept('phone', 'phonenumbers')],
  ['producer:npn', changeText('npn', 'npn')],
  [
    'producer:agencies',
    (draft, value, how) => {
      draft.agencies = mergeAgencies(draft.agencies, value, how)
    },
  ],
  [
    'producer',
    (draft, value) => {
      if (!isRecord(value)) {
        draft.npn = null
        draft.agencies = []
        return
      }
      for (const [key, part] of Object.entries(value)) changeAt(draft, `producer:${plainName(key)}`, part)
    },
  ],
])

/** Attributes of RFC 7643 that mean nothing here; providers send them anyway. */
const unused = new Set(
  ['password', 'nickname', 'profileurl', 'title', 'usertype', 'preferredlanguage', 'locale', 'timezone', 'ims'].concat(
    ['photos', 'addresses', 'entitlements', 'roles', 'x509certificates', 'name.formatted', 'name.middlename'],
    ['name.honorificprefix', 'name.honorificsuffix', 'enterprise'],
  ),
)
/** Attributes that only we write. */
const readOnly = new Set(['id', 'meta', 'schemas', 'groups'])

const nobody: ScimUser = {
  ...{ userName: '', externalId: null, active: true, displayName: null, givenName: null, familyName: null },
  ...{ email: null, phone: null, npn: null, agencies: [] },
}

/** Reads a whole user; unknown attributes are ignored. `before`: the user that it replaces. Throws ScimError. */
export function readUser(body: unknown, before: ScimUser | null): ScimUser {
  if (!isRecord(body)) throw refuseScim('invalidSyntax', 'The body is no object.')
  const draft: Draft = { ...nobody, active: before?.active ?? true }
  for (const [key, value] of Object.entries(body)) {
    const name = plainName(key)
    if (changes.has(name) && name !== 'producer') changeAt(draft, name, value)
    if (name === 'producer' && value !== null) changeAt(draft, name, value)
  }
  if (draft.userName === '') throw refuseScim('invalidValue', 'userName is missing.')
  return draft
}

/** Applies a patch in its order; either all of it or, by throwing ScimError, none. */
export function patchUser(before: ScimUser, operations: readonly PatchOperation[]): ScimUser {
  const draft: Draft = { ...before }
  for (const { op, path, value } of operations) {
    if (path !== null) applyAt(draft, path, value, op)
    else if (!isRecord(value)) throw refuseScim('invalidValue', 'A value without a path is no object.')
    else
      for (const [key, one] of Object.entries(value)) {
        // Entra sends a whole path as a name.
        const at = key.includes('[') ? parsePath(key) : { name: plainName(key), filter: null, part: null }
        if (!readOnly.has(at.name)) applyAt(draft, at, one, op)
      }
  }
  return draft
}

function applyAt(draft: Draft, path: PatchPath, value: unknown, op: PatchOperation['op']): void {
  const { name, filter } = path
  if (readOnly.has(name.replace(/\..*/, ''))) throw refuseScim('mutability', 'This attribute cannot be written.')
  const change = changes.get(name)
  if (change === undefined) {
    if (isUnused(name)) return
    throw refuseScim('invalidPath', 'There is no such attribute.')
  }
  if (filter !== null && !/^(emails|phonenumbers|producer:agencies)$/.test(name))
    throw refuseScim('invalidPath', 'This attribute has no values to choose from.')
  if (op === 'remove' && name === 'username') throw refuseScim('mutability', 'userName cannot be removed.')
  if (op === 'remove' && name === 'active') throw refuseScim('mutability', 'active cannot be removed.')
  change(draft, op === 'remove' ? undefined : value, { op, path })
}

function changeAt(draft: Draft, name: string, value: unknown): void {
  changes.get(name)?.(draft, value, { op: 'replace', path: { name, filter: null, part: null } })
}

function isUnused(name: string): boolean {
  return unused.has(name) || unused.has(name.replace(/[.:].*/, ''))
}

function concernsKept(filter: Filter, name: string, value: string | null): boolean {
  return passesFilter(filter, name, { type: 'work', primary: true, value } satisfies Record<string, FilterValue>)
}

/** The value of a list that we store: the primary one, else the work value, else the first. */
function pickValue(value: unknown): unknown {
  if (typeof value === 'string') return value
  const list = (Array.isArray(value) ? value.slice(0, patchLimits.values) : [value]).filter(isRecord)
  const isPrimary = (one: (typeof list)[number]) => String(one.primary ?? '').toLowerCase() === 'true'
  const isWork = (one: (typeof list)[number]) => String(one.type ?? '').toLowerCase() === 'work'
  return (list.find(isPrimary) ?? list.find(isWork) ?? list[0])?.value
}
