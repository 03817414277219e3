import { toProperCase } from '@portico/rules/text/proper-case'
import { Skipped } from '../refused.ts'
import { joinName, saysNothing } from '../text.ts'
import { findTargetId } from './codes.ts'
import { currentFirst } from './current.ts'
import type { Address, Party, PractitionerRole } from './shapes.ts'

/** A provider of care, or a location of care. */
export interface ReadParty {
  readonly resourceId: string
  readonly type: Party['resourceType'] | 'PractitionerRole'
  readonly name: string
  readonly npi: string | null
  /** On one line. */
  readonly address: string | null
  /** For a role: the ids of its organization and practitioner, with the one to show first in front. */
  readonly standsFor: readonly string[] | null
}

/** Throws Skipped. */
export function readParty(party: Party, today: string): ReadParty {
  const name = readName(party, today)
  if (name === '' || saysNothing(name)) throw new Skipped('has no name')
  const npi = currentFirst(party.identifier, today).find(({ system }) => system?.endsWith('us-npi'))?.value ?? null
  return {
    resourceId: party.id,
    type: party.resourceType,
    name: tidyName(name),
    npi,
    address: toAddress(party, today),
    standsFor: null,
  }
}

export function readRole(role: PractitionerRole): ReadParty {
  const standsFor = [findTargetId(role.organization), findTargetId(role.practitioner)].filter((id) => id !== undefined)
  return { resourceId: role.id, type: role.resourceType, name: '', npi: null, address: null, standsFor }
}

/** The current address, on one line. */
function toAddress({ address }: Party, today: string): string | null {
  const [first] = Array.isArray(address) ? currentFirst(address, today) : [address]
  return first === undefined ? null : formatLine(first) || null
}

function formatLine({ text, line, city, state, postalCode }: Address): string {
  const place = [state, postalCode].filter(Boolean).join(' ')
  const parts = [...line, city, place].map((part) => part?.trim()).filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : (text?.trim() ?? '').replaceAll('\n', ', ')
}

function readName({ name }: Party, today: string): string {
  return typeof name === 'string' ? name.trim() : personName(name, today)
}

/** The first and last name in use on a day, if present. */
export function personName(names: Exclude<Party['name'], string>, today: string): string {
  const [person] = currentFirst(names ?? [], today)
  return (person?.text ?? joinName([...(person?.given ?? []).slice(0, 1), person?.family])).trim()
}

/** Turns names that registries write in capitals into normal case. */
function tidyName(name: string): string {
  return toProperCase(name.replace(/[\s-]+$/, ''))
}
