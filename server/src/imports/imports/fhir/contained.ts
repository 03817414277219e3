import * as v from 'valibot'
import { findWords } from './codes.ts'
import { personName } from './read-party.ts'
import { Concept, HumanName } from './shapes.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Gives every reference to a contained resource (`#id`) its name as `display`, wherever it stands: a payer, a provider, a place, a drug. A
 * contained role stands for its organization, or else for its practitioner, and a contained claim for its number. Changes the parsed resource.
 */
export function nameContained(resource: unknown, today: string): void {
  const contained = isJson(resource) && Array.isArray(resource.contained) ? resource.contained.filter(isJson) : []
  if (contained.length === 0) return
  // Some write the sign of the reference into the id, too.
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
  const own = readName(one, today)
  if (own !== undefined) return { display: own }
  for (const behind of [one.organization, one.practitioner].filter(isJson)) {
    const name =
      typeof behind.display === 'string' ? behind.display : readName(byId.get(String(behind.reference)), today)
    if (name !== undefined) return { display: name }
    if (typeof behind.reference === 'string' && !behind.reference.startsWith('#'))
      return { reference: behind.reference }
  }
  return {}
}

function isOfClaim({ resourceType }: Json): boolean {
  return resourceType === 'Claim' || resourceType === 'ExplanationOfBenefit'
}

/** The first number of a claim, by which the one that contains it may name it. */
function findNumber({ identifier }: Json): Json {
  const numbers = Array.isArray(identifier) ? identifier.filter(isJson) : []
  const number = numbers.find(({ value, use }) => typeof value === 'string' && use !== 'old')
  return number === undefined ? {} : { identifier: number }
}

const Names = v.array(HumanName)

function readName(one: Json | undefined, today: string): string | undefined {
  if (typeof one?.name === 'string') return one.name.trim() || undefined
  const names = v.safeParse(Names, one?.name)
  if (names.success) return personName(names.output, today) || undefined
  const code = v.safeParse(Concept, one?.code)
  return code.success ? findWords(code.output) : undefined
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
