import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { everyBrand } from './every-brand.ts'
import { findLogicalReferences } from './logical-references.ts'

/** A reference by an identifier of its target, as in Synthea's transactions: `Practitioner?identifier=http://…/us-npi|1234567893`. */
const conditional =
  /("reference"\s*:\s*")(Patient|Practitioner|PractitionerRole|Organization|Location)\?identifier=([^"&\\]{1,300})"/g

/**
 * Replaces such references by type and id if the target is known: by NPI, member number or id. Only the last part of the identifier counts,
 * because payers leave out systems.
 */
export async function resolveConditional(
  db: Reader,
  brand: string | null,
  texts: readonly string[],
): Promise<readonly string[]> {
  const asked = texts.flatMap((text) => (text.includes('?identifier=') ? [...text.matchAll(conditional)] : []))
  if (asked.length === 0) return texts
  const values = [...new Set(asked.map(([, , , identifier = '']) => readValue(identifier)))]
  const { rows } = await sql<{ type: string; value: string; id: string }>`
    select party_type as type, named.value, party_id as id from unnest(${values}::text[]) as named (value)
      join import_party on party_id = named.value or npi = named.value where brand in (${brand ?? everyBrand}, ${everyBrand})
    union all select 'Patient', named.value, patient_id from unnest(${values}::text[]) as named (value)
      join import_patient on patient_id = named.value or member_number = named.value where brand = ${brand}`.execute(db)
  // References with several possible targets stay as they are.
  const found = Map.groupBy(rows, ({ type, value }) => `${type} ${value}`)
  return texts.map((text) =>
    text.replaceAll(conditional, (written, before: string, type: string, identifier: string) => {
      const ids = new Set(found.get(`${type} ${readValue(identifier)}`)?.map(({ id }) => id))
      const [id] = ids
      return id === undefined || ids.size > 1 ? written : `${before}${type}/${id}"`
    }),
  )
}

function readValue(identifier: string): string {
  const plain = identifier.replaceAll(/%7c/gi, '|')
  return plain.slice(plain.lastIndexOf('|') + 1)
}

/**
 * Adds a reference to a known provider where a resource has only the provider's NPI: otherwise the provider would have no name, and their
 * specialty could not tell the kind of care (MP-14). If no file describes the provider yet, `namesOfParties` finds the name separately:
 * apps get the resource as received.
 */
export async function resolveLogical(
  db: Reader,
  brand: string | null,
  texts: readonly string[],
): Promise<readonly string[]> {
  const asked = texts.map(findLogicalReferences)
  const npis = [...new Set(asked.flat().map(({ npi }) => npi))]
  if (npis.length === 0) return texts
  const { rows } = await sql<{ type: string; npi: string; id: string }>`
    select party_type as type, npi, party_id as id from import_party
    where npi = any(${npis}::text[]) and brand in (${brand ?? everyBrand}, ${everyBrand})`.execute(db)
  const found = Map.groupBy(rows, ({ npi }) => npi)
  return texts.map((text, index) =>
    // From the end, so that earlier positions stay valid.
    (asked[index] ?? []).toReversed().reduce((whole, { at, type, npi }) => {
      const known = found.get(npi)?.filter((one) => type === null || one.type === type) ?? []
      const meant = new Set(known.map((one) => `${one.type}/${one.id}`))
      const [one] = meant
      if (one === undefined || meant.size > 1) return whole
      return `${whole.slice(0, at)}"reference":${JSON.stringify(one)},${whole.slice(at)}`
    }, text),
  )
}
