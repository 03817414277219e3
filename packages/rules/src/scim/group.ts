import { refuseScim } from './error.ts'
import { type Filter, passesFilter } from './filter.ts'
import { plainName } from './names.ts'
import { isRecord, type PatchOperation, patchLimits } from './operations.ts'
import type { PatchPath } from './path.ts'
import { readText } from './values.ts'

/** A group of an identity provider; its members by the ids that we gave them. */
export interface ScimGroup {
  readonly displayName: string
  readonly externalId: string | null
  readonly members: ReadonlySet<string>
}

interface Draft {
  displayName: string
  externalId: string | null
  members: Set<string>
}

/** Reads a whole group; unknown attributes are ignored. Throws ScimError. */
export function readGroup(body: unknown): ScimGroup {
  if (!isRecord(body)) throw refuseScim('invalidSyntax', 'The body is no object.')
  const draft: Draft = { displayName: '', externalId: null, members: new Set() }
  for (const [key, value] of Object.entries(body)) {
    const name = plainName(key)
    if (known.has(name)) applyAt(draft, { name, filter: null, part: null }, value, 'replace')
  }
  if (draft.displayName === '') throw refuseScim('invalidValue', 'displayName is missing.')
  return draft
}

const known = new Set(['displayname', 'externalid', 'members'])
const readOnly = new Set(['id', 'meta', 'schemas'])

/** Applies a patch in its order; either all of it or, by throwing ScimError, none. */
export function patchGroup(before: ScimGroup, operations: readonly PatchOperation[]): ScimGroup {
  const draft: Draft = { ...before, members: new Set(before.members) }
  for (const { op, path, value } of operations) {
    if (path !== null) applyAt(draft, path, value, op)
    else if (!isRecord(value)) throw refuseScim('invalidValue', 'A value without a path is no object.')
    else
      for (const [key, one] of Object.entries(value)) {
        const name = plainName(key)
        if (!readOnly.has(name)) applyAt(draft, { name, filter: null, part: null }, one, op)
      }
  }
  return draft
}

function applyAt(draft: Draft, path: PatchPath, value: unknown, op: PatchOperation['op']): void {
  const { name, filter } = path
  if (readOnly.has(name)) throw refuseScim('mutability', 'This attribute cannot be written.')
  if (!known.has(name)) throw refuseScim('invalidPath', 'There is no such attribute.')
  if (filter !== null && name !== 'members')
    throw refuseScim('invalidPath', 'This attribute has no values to choose from.')
  if (name === 'members') {
    changeMembers(draft, op, value, filter)
    return
  }
  const text = op === 'remove' ? null : readText(value, name)
  if (name === 'externalid') draft.externalId = text
  else if (text === null) throw refuseScim('invalidValue', 'displayName is missing.')
  else draft.displayName = text
}

/** A request removes members by filter, by listing them (Entra), or all at once. */
function changeMembers(draft: Draft, op: PatchOperation['op'], value: unknown, filter: Filter | null): void {
  if (op === 'remove') {
    const isMeant =
      filter !== null
        ? (id: string) => passesFilter(filter, 'members', { value: id, type: 'User' })
        : value === undefined || value === null
          ? () => true
          : createLookup(readMembers(value))
    for (const id of draft.members) if (isMeant(id)) draft.members.delete(id)
    return
  }
  if (filter !== null) throw refuseScim('invalidPath', 'Members are added as a list.')
  const said = readMembers(value)
  if (op === 'replace') draft.members.clear()
  for (const id of said) draft.members.add(id)
}

function createLookup(ids: readonly string[]): (id: string) => boolean {
  const known = new Set(ids)
  return (id) => known.has(id)
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function readMembers(value: unknown): readonly string[] {
  const list: readonly unknown[] = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
  if (list.length > patchLimits.values) throw refuseScim('tooMany', 'There are too many members at once.')
  return list.map((one) => {
    const id = typeof one === 'string' ? one : isRecord(one) ? one.value : undefined
    if (typeof id !== 'string' || !uuid.test(id)) throw refuseScim('invalidValue', 'A member is no one known here.')
    return id.toLowerCase()
  })
}
