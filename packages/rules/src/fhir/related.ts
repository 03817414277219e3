import { parseExact, writeExact } from './exact.ts'
import { isObject, type JsonObject } from './json.ts'

/** How a claim is related to another claim of the member's after an adjustment (OS-3). */
export interface Relation {
  readonly code: 'prior' | 'replacedby'
  /** The other claim's id, as served. */
  readonly id: string
  readonly claimNumber: string
}

const systems = {
  prior: 'http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship',
  replacedby: 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBRelatedClaimRelationshipCodes',
} as const

/** A served claim with new relations in place of the ones that we added before; relations from its source stay. */
export function withRelations(text: string, relations: readonly Relation[]): string {
  const { related: before, ...claim } = parseExact(text) as JsonObject
  const said = [before ?? []]
    .flat()
    .filter((one) => !isObject(one) || !/^(prior|replacedby)\.[0-9a-f-]{36}$/.test(String(one.id)))
  const added = relations.filter((relation) => !said.some((one) => saysSame(one, relation))).map(readEntry)
  const related = [...said, ...added]
  return writeExact(related.length === 0 ? claim : { ...claim, related })
}

function readEntry({ code, id, claimNumber }: Relation): JsonObject {
  return {
    // Distinguishes our relations from the source's.
    id: `${code}.${id}`,
    relationship: { coding: [{ system: systems[code], code }] },
    reference: { value: claimNumber },
  }
}

function saysSame(entry: unknown, { code, claimNumber }: Relation): boolean {
  if (!isObject(entry) || !isObject(entry.relationship) || !isObject(entry.reference)) return false
  const codings = [entry.relationship.coding ?? []].flat()
  return entry.reference.value === claimNumber && codings.some((coding) => isObject(coding) && coding.code === code)
}
