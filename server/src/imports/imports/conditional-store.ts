import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { everyBrand } from './every-brand.ts'
import { findLogicalReferences, type LogicalReference } from './logical-references.ts'
import { isJson } from './source/identities.ts'

/** A reference by an identifier of its target, as in Synthea's transactions: `Practitioner?identifier=http://…/us-npi|1234567893`. */
const conditional =
  /("reference"\s*:\s*")(Patient|Practitioner|PractitionerRole|Organization|Location)\?identifier=([^"&\\]{1,300})"/g

/**
 * Replaces such references by type and id if the target is known: by NPI, member number or id. The system of a provider's identifier does
 * not count, because payers leave it out; a person with the same number in another system is somebody else.
 */
export async function resolveConditional(
  db: Reader,
  brand: string | null,
  texts: readonly string[],
): Promise<readonly string[]> {
  const asked = texts.flatMap((text) => (text.includes('?identifier=') ? [...text.matchAll(conditional)] : []))
  if (asked.length === 0) return texts
  const values = [...new Set(asked.map(([, , , identifier = '']) => readValue(identifier)))]
  const { rows } = await sql<Target>`
    select party_type as type, named.value, party_id as id, false as numbered, null as resource
      from unnest(${values}::text[]) as named (value) join import_party on party_id = named.value or npi = named.value
      where brand in (${brand ?? everyBrand}, ${everyBrand})
    union all select 'Patient', named.value, patient_id, coalesce(member_number = named.value, false), resource
      from unnest(${values}::text[]) as named (value)
        join import_patient on patient_id = named.value or member_number = named.value
      where brand = ${brand}`.execute(db)
  // References with several possible targets stay as they are.
  const found = Map.groupBy(rows, ({ type, value }) => `${type} ${value}`)
  return texts.map((text) =>
    text.replaceAll(conditional, (written, before: string, type: string, identifier: string) => {
      const named = found.get(`${type} ${readValue(identifier)}`)?.filter((one) => isMeant(one, readSystem(identifier)))
      const ids = new Set(named?.map(({ id }) => id))
      const [id] = ids
      return id === undefined || ids.size > 1 ? written : `${before}${type}/${id}"`
    }),
  )
}

/** A resource that an identifier's value may name. */
interface Target {
  readonly type: string
  readonly value: string
  readonly id: string
  /** Whether the value is a person's member number; else it is the id. */
  readonly numbered: boolean
  /** A person as received. */
  readonly resource: string | null
}

/**
 * Whether an identifier's system fits: a person's identifier with the value must have the same system, or none. Without such an identifier,
 * the value counts only as a member number, which a coverage may have stated.
 */
function isMeant({ type, value, numbered, resource }: Target, system: string): boolean {
  if (type !== 'Patient' || system === '') return true
  const own = listIdentifiers(resource).filter((one) => one.value === value)
  return own.length === 0 ? numbered : own.some((one) => one.system === '' || one.system === system)
}

function listIdentifiers(resource: string | null): readonly { readonly system: string; readonly value: string }[] {
  const parsed: unknown = resource === null ? null : JSON.parse(resource)
  const all: unknown[] = isJson(parsed) && Array.isArray(parsed.identifier) ? parsed.identifier : []
  return all.filter(isJson).map(({ system, value }) => ({ system: sayText(system), value: sayText(value) }))
}

const sayText = (said: unknown) => (typeof said === 'string' ? said.trim() : '')

const decode = (identifier: string) =>
  identifier.replaceAll(/%7c/gi, '|').replaceAll(/%3a/gi, ':').replaceAll(/%2f/gi, '/')

function readValue(identifier: string): string {
  const plain = decode(identifier)
  return plain.slice(plain.lastIndexOf('|') + 1)
}

function readSystem(identifier: string): string {
  const plain = decode(identifier)
  return plain.slice(0, Math.max(0, plain.lastIndexOf('|')))
}

/**
 * Adds a reference to a person whom a resource names only by a member number with its system, and to a known provider whom it names only by
 * an NPI: otherwise the provider would have no name, and their specialty could not tell the kind of care (MP-14). If no file describes the
 * provider yet, `namesOfParties` finds the name separately: apps get the resource as received.
 */
export async function resolveLogical(
  db: Reader,
  brand: string | null,
  texts: readonly string[],
): Promise<readonly string[]> {
  const asked = texts.map(findLogicalReferences)
  const listValues = (of: LogicalReference['who']) => [
    ...new Set(asked.flatMap((some) => some.flatMap(({ who, value }) => (who === of ? value : [])))),
  ]
  const [npis, numbers] = [listValues('provider'), listValues('person')]
  if (npis.length + numbers.length === 0) return texts
  const { rows } = await sql<Target>`
    select party_type as type, npi as value, party_id as id, false as numbered, null as resource from import_party
      where npi = any(${npis}::text[]) and brand in (${brand ?? everyBrand}, ${everyBrand})
    union all select 'Patient', member_number, patient_id, false, resource from import_patient
      where member_number = any(${numbers}::text[]) and brand = ${brand}`.execute(db)
  const found = Map.groupBy(rows, ({ type, value }) => `${type === 'Patient' ? 'person' : 'provider'} ${value}`)
  return texts.map((text, index) =>
    // From the end, so that earlier positions stay valid.
    (asked[index] ?? []).toReversed().reduce((whole, { who, at, type, value, system }) => {
      const all = found.get(`${who} ${value}`)?.filter((one) => isMeant(one, system)) ?? []
      const known = all.filter((one) => type === null || one.type === type)
      const meant = new Set(known.map((one) => `${one.type}/${one.id}`))
      const [one] = meant
      if (one === undefined || meant.size > 1) return whole
      return `${whole.slice(0, at)}"reference":${JSON.stringify(one)},${whole.slice(at)}`
    }, text),
  )
}
