import type { OpenType } from '@portico/contract/fhir/type'
import { parseExact, writeExact } from '@portico/rules/fhir/exact'
import { isObject, type Json, type JsonObject, readText, valuesAt } from '@portico/rules/fhir/json'
import type { Profile } from '@portico/rules/fhir/profiles'
import { type Place, publish } from '@portico/rules/fhir/publish'
import type { SearchValues } from '@portico/rules/fhir/search-values'
import { stableId } from '../../../platform/versions/content.ts'

/** A file's resource in the form in which a public API serves it (OS-20). */
export interface OpenPublished {
  readonly id: string
  /** JSON without `meta`. */
  readonly body: string
  readonly profiles: readonly string[]
  readonly tokens: readonly string[]
  readonly dates: SearchValues['dates']
  readonly refs: readonly string[]
  /** Texts and references by which it is found, each with its parameter. */
  readonly found: readonly (readonly [parameter: string, value: string])[]
}

/** The id under which a file's resource is served: its own, if it can be part of an address. `api`: which API. */
export function toOpenId(api: string, type: string, sourceId: string): string {
  return /^[A-Za-z0-9.-]{1,64}$/.test(sourceId) ? sourceId : stableId(`fhir ${api}`, type, sourceId)
}

/** Prepares a file's resource for serving to everyone. The text must be a resource with type and id. */
export function publishOpen(
  type: string,
  text: string,
  known: Pick<OpenType, 'parameters'> & { readonly profiles: readonly Profile[] } & Pick<
      Place,
      'findId' | 'resolve' | 'isServed'
    >,
): OpenPublished {
  const { id, text: body, profiles, values } = publish(withoutPrivate(type, text), known)
  // A number in place of a text is marked with a character that database texts cannot contain.
  const [tokens, refs] = [values.tokens.filter(isStorable), values.refs.filter(isStorable)]
  return {
    ...{ id, body, profiles, refs, dates: values.dates },
    tokens: tokens.filter((token) => !isText(token)),
    found: [...tokens.filter(isText), ...refs].map(splitValue),
  }
}

/**
 * A resource without private data of a person, even of a contained one. Letters may be escaped as numbers, so such texts are parsed, too.
 */
function withoutPrivate(type: string, text: string): string {
  if (type !== 'Practitioner' && !text.includes('"contained"') && !text.includes('\\u')) return text
  const { contained, ...resource } = parseExact(text) as JsonObject
  const within = Array.isArray(contained) && contained.map((one) => (isObject(one) ? hidePrivate(one) : one))
  return writeExact({ ...hidePrivate(resource), ...(within && { contained: within }) })
}

/** A person without birth date, photo, tax and controlled-substance numbers, and home address and phone. */
function hidePrivate(resource: JsonObject): JsonObject {
  if (!['Practitioner', 'Person', 'Patient', 'RelatedPerson'].includes(String(resource.resourceType))) return resource
  const { birthDate: _, _birthDate: _day, photo: _photo, ...others } = resource
  const isHome = (one: Json) => isObject(one) && one.use === 'home'
  const withoutHome = Object.entries(others).map(([name, value]) =>
    (name === 'telecom' || name === 'address') && Array.isArray(value)
      ? [name, value.filter((one) => !isHome(one))]
      : [name, value],
  )
  return withoutNumbers(Object.fromEntries(withoutHome)) as JsonObject
}

/**
 * By type or by system: a tax number may be the Social Security number, and someone with the DEA number could prescribe in the person's
 * name.
 */
const [privateTypes, privateSystems] = [['TAX', 'DEA'], /us-ein|113883\.4\.(4|814)$|\bDEA\b|usDEANumber/i]

function withoutNumbers(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.filter((one) => !isPrivate(one)).map((one) => withoutNumbers(one) ?? null)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name, one]) => name !== 'identifier' || !isPrivate(one))
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutNumbers(one)]))
}

function isPrivate(identifier: Json | undefined): boolean {
  if (!isObject(identifier)) return false
  return (
    valuesAt(identifier, 'type.coding.code').some((code) => privateTypes.includes(String(code))) ||
    privateSystems.test(readText(identifier.system) ?? '')
  )
}

const isStorable = (text: string) => !text.includes('\0')
/** Text values among the tokens: `parameter=text`. */
const isText = (token: string) => /^[\w-]+=/.test(token)

function splitValue(one: string): readonly [parameter: string, value: string] {
  const at = one.indexOf('=')
  return [one.slice(0, at), one.slice(at + 1)]
}
