import { agencyEntitlements } from '../agencies/entitlements.ts'
import { refuseScim } from './error.ts'
import { passesFilter } from './filter.ts'
import { isRecord, type PatchOperation } from './operations.ts'
import type { PatchPath } from './path.ts'
import type { ScimAgency } from './user.ts'
import { readText } from './values.ts'

const maxAgencies = 100

/** The agencies after a change to all of them, or to those that a filter selects. Throws ScimError. */
export function mergeAgencies(
  before: readonly ScimAgency[],
  value: unknown,
  { op, path: { filter, part } }: { readonly op: PatchOperation['op']; readonly path: PatchPath },
): readonly ScimAgency[] {
  const isMeant = ({ agencyId, region }: ScimAgency) =>
    filter === null || passesFilter(filter, 'agencies', { agencyid: agencyId, region })
  if (op === 'remove' && part === null) return before.filter((one) => !isMeant(one))
  if (part === 'entitlements') {
    const entitlements = op === 'remove' ? [] : readEntitlements(value)
    if (!before.some(isMeant)) throw refuseScim('noTarget', 'There is no such agency.')
    return before.map((one) => (isMeant(one) ? { ...one, entitlements } : one))
  }
  if (part !== null) throw refuseScim('invalidPath', 'An agency has no such part.')
  const said = readAgencies(value)
  const kept = op === 'add' || filter !== null ? before.filter((one) => filter === null || !isMeant(one)) : []
  return limitAgencies([...kept.filter((one) => !said.some((other) => isSame(one, other))), ...said])
}

/** Throws ScimError. */
export function readAgencies(value: unknown): readonly ScimAgency[] {
  if (value === null || value === undefined) return []
  const said = (Array.isArray(value) ? value : [value]).map((one: unknown) => {
    const agency = isRecord(one) ? one : {}
    const agencyId = readText(agency.agencyId, 'agencyId')
    const region = readText(agency.region, 'region')
    if (agencyId === null || region === null)
      throw refuseScim('invalidValue', 'An agency has no agencyId or no region.')
    return { agencyId, region, entitlements: readEntitlements(agency.entitlements) }
  })
  return limitAgencies(said.filter((one, at) => !said.slice(at + 1).some((later) => isSame(one, later))))
}

function readEntitlements(value: unknown): ScimAgency['entitlements'] {
  const said: readonly unknown[] = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
  if (said.some((one) => !agencyEntitlements.some((known) => known === one)))
    throw refuseScim('invalidValue', `An entitlement is none of ${agencyEntitlements.join(', ')}.`)
  return agencyEntitlements.filter((one) => said.includes(one))
}

function isSame(one: ScimAgency, other: ScimAgency): boolean {
  return one.agencyId === other.agencyId && one.region === other.region
}

function limitAgencies(agencies: readonly ScimAgency[]): readonly ScimAgency[] {
  if (agencies.length > maxAgencies) throw refuseScim('tooMany', `There are more than ${maxAgencies} agencies.`)
  return agencies
}
