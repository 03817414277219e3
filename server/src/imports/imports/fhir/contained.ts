import * as v from 'valibot'
import { isOfNpi } from '../logical-references.ts'
import { cutText } from '../text.ts'
import { findWords } from './codes.ts'
import { personName } from './read-party.ts'
import { Concept, HumanName } from './shapes.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Gives every reference to a contained resource (`#id`) its name as `display`: a payer, a provider, a location, a drug. For a contained
 * role, that is the name of its organization, or else of its practitioner; for a contained claim, its number. Changes the parsed resource.
 */
export function nameContained(resource: unknown, today: string): void {
  const contained = isJson(resource) && Array.isArray(resource.contained) ? resource.contained.filter(isJson) : []
  if (contained.length === 0) return
  // Some files write the number sign of the reference into the id, too.
  const byId = new Map(contained.map((one) => [`#${String(one.id).replace(/^#/, '')}`, one]))
  const open: unknown[] = [resource]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const { reference, display } = value as { readonly reference?: unknown; readonly display?: unknown }
    if (typeof reference === 'string' && display === undefined)
      Object.assign(value, resolveReference(byId, reference, today))
    open.push(...Object.values(value))
  }
}

function resolveReference(byId: ReadonlyMap<string, Json>, reference: string, today: string): Json {
  const one = byId.get(reference)
  if (one === undefined) return {}
  if (isOfClaim(one)) return findNumber(one)
  const own = readName(one, byId, today)
  if (own !== undefined) return { display: own }
  const behind = [one.organization, one.practitioner].filter(isJson)
  for (const party of behind) {
    const name =
      typeof party.display === 'string' ? party.display : readName(byId.get(String(party.reference)), byId, today)
    if (name !== undefined) return { display: name }
    if (typeof party.reference === 'string' && !party.reference.startsWith('#')) return { reference: party.reference }
  }
  // A party without a name here may have one in a directory.
  const parties = [one, ...behind.map((party) => byId.get(String(party.reference)) ?? party)]
  const npi = parties.map((party) => findNpi(party)).find((found) => found !== undefined)
  return npi === undefined ? {} : { identifier: npi }
}

/** The NPI of a provider, or of a role's provider. */
function findNpi({ identifier }: Json): Json | undefined {
  const all = [identifier].flat().filter(isJson)
  return all.find(({ system, value }) => typeof value === 'string' && isOfNpi.test(String(system)))
}

function isOfClaim({ resourceType }: Json): boolean {
  return resourceType === 'Claim' || resourceType === 'ExplanationOfBenefit'
}

/** The first number of a claim, by which a containing claim may refer to it. */
function findNumber({ identifier }: Json): Json {
  const numbers = Array.isArray(identifier) ? identifier.filter(isJson) : []
  const number = numbers.find(({ value, use }) => typeof value === 'string' && use !== 'old')
  return number === undefined ? {} : { identifier: number }
}

const Names = v.array(HumanName)

function readName(one: Json | undefined, byId: ReadonlyMap<string, Json>, today: string): string | undefined {
  if (typeof one?.name === 'string') return one.name.trim() || undefined
  const names = v.safeParse(Names, one?.name)
  if (names.success) return personName(names.output, today) || undefined
  const code = v.safeParse(Concept, one?.code)
  return (code.success ? findWords(code.output) : undefined) ?? nameIngredients(one?.ingredient, byId)
}

/** Names a drug without a name by its ingredients, as for a drug outside of a resource. */
function nameIngredients(ingredients: unknown, byId: ReadonlyMap<string, Json>): string | undefined {
  const parts = Array.isArray(ingredients) ? ingredients.filter(isJson) : []
  const names = parts.flatMap(({ itemCodeableConcept, itemReference }) => {
    const named = isJson(itemReference) ? itemReference : {}
    const concept = v.safeParse(Concept, itemCodeableConcept ?? byId.get(String(named.reference))?.code)
    const words = concept.success ? findWords(concept.output) : undefined
    return words ?? (typeof named.display === 'string' ? named.display : [])
  })
  return names.length === 0 ? undefined : cutText(names.join(' / '), 200)
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
