import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { everyBrand } from './every-brand.ts'
import { findLogicalReferences } from './logical-references.ts'

/** A reference by what a resource says of itself, as transactions of Synthea have it: `Practitioner?identifier=http://…/us-npi|1234567893`. */
const conditional =
  /("reference"\s*:\s*")(Patient|Practitioner|PractitionerRole|Organization|Location)\?identifier=([^"&\\]{1,300})"/g

/**
 * Texts of resources with such references by type and id, where who is meant is known: by NPI, member number or id. The last part of the
 * identifier counts, because payers leave out systems.
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
  // Those whom several may be are left as they are.
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
 * Texts of resources that name a provider by their NPI alone, with the reference to who is known: else they had no name, and what they do would not
 * say what care it was (MP-14). Of a provider whom no file describes yet, the name is found apart (`namesOfParties`): apps get what came.
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
    // From the end, so that what stands before stays where it was.
    (asked[index] ?? []).toReversed().reduce((whole, { at, type, npi }) => {
      const known = found.get(npi)?.filter((one) => type === null || one.type === type) ?? []
      const meant = new Set(known.map((one) => `${one.type}/${one.id}`))
      const [one] = meant
      if (one === undefined || meant.size > 1) return whole
      return `${whole.slice(0, at)}"reference":${JSON.stringify(one)},${whole.slice(at)}`
    }, text),
  )
}
