import { createHash } from 'node:crypto'
import { directoryTypes } from '@portico/contract/fhir/directory'
import { directoryProfiles } from '@portico/contract/fhir/directory-profiles'
import { parseExact, writeExact } from '@portico/rules/fhir/exact'
import { isObject, type Json, type JsonObject, readText, valuesAt } from '@portico/rules/fhir/json'
import { publish } from '@portico/rules/fhir/publish'
import { stableId } from '../../../platform/versions/content.ts'

export { addReceived, markNamed, withdrawUnnamed } from './received-store.ts'

/** A resource of a directory's file as it will be served (OS-13, OS-20). */
export interface Received {
  readonly type: string
  readonly id: string
  /** The provider whom it is about; null: nobody, as of a place or a network. */
  readonly providerId: string | null
  /** The places of the finder that it tells of, by the reference to each. */
  readonly places: Readonly<Record<string, string>>
  readonly begins: string | null
  readonly ends: string | null
  /** When its source changed it last. */
  readonly saidAt: string | null
  readonly profiles: readonly string[]
  readonly tokens: readonly string[]
  /** Texts and references that it is found by, each with its parameter. */
  readonly found: readonly (readonly [parameter: string, value: string])[]
  readonly refs: readonly string[]
  readonly hash: Buffer
  /** JSON without `meta`; null: it is not served. */
  readonly body: string | null
}

/** What is known of a resource beside its text. */
export type Told = Pick<Received, 'providerId' | 'places' | 'begins' | 'ends' | 'saidAt'> & {
  readonly isServed: boolean
}

type Type = keyof typeof directoryTypes

export const isDirectoryType = (type: string): type is Type => Object.hasOwn(directoryTypes, type)

/** The id under which a resource of a file is served: its own, where others can write it. */
export function toServedId(type: string, sourceId: string): string {
  return /^[A-Za-z0-9.-]{1,64}$/.test(sourceId) ? sourceId : stableId('fhir directory', type, sourceId)
}

/** The resources of the files. */
interface KnownResources {
  /** `Type/id` of what a reference means; null: it is in none of the files. */
  findKey(reference: string): string | null
  /** Whether a reference leads to what counts. */
  leadsTo(reference: string): boolean
}

/** Makes a resource of a file ready to be served. */
export function toReceived(type: Type, text: string, told: Told, known: KnownResources): Received {
  const { isServed, ...more } = told
  const {
    id,
    text: body,
    profiles,
    values,
  } = publish(withoutPrivate(type, text), {
    findId: toServedId,
    resolve: (reference) => known.findKey(reference),
    isServed: (target, sourceId) => isDirectoryType(target) && known.leadsTo(`${target}/${sourceId}`),
    parameters: directoryTypes[type].parameters,
    profiles: directoryProfiles[type],
  })
  // A number where a text belongs is marked by a character that no text of the database contains.
  const [tokens, refs] = [values.tokens.filter(isStorable), values.refs.filter(isStorable)]
  const hash = createHash('sha256')
    .update(JSON.stringify([body, profiles, more, isServed]))
    .digest()
  return {
    ...{ type, id, ...more, profiles, refs, hash },
    tokens: tokens.filter((token) => !isText(token)),
    found: [...tokens.filter(isText), ...refs].map(splitValue),
    body: isServed ? body : null,
  }
}

/** A resource without what is nobody else's of a person, also of one whom it has within itself. Letters may be written as numbers. */
function withoutPrivate(type: Type, text: string): string {
  if (type !== 'Practitioner' && !/"contained"|\\u/.test(text)) return text
  const { contained, ...resource } = parseExact(text) as JsonObject
  const within = Array.isArray(contained) && contained.map((one) => (isObject(one) ? hidePrivate(one) : one))
  return writeExact({ ...hidePrivate(resource), ...(within && { contained: within }) })
}

/** A person without the birth date, a picture, numbers for taxes and for controlled drugs, and where they are at home. */
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

/** By type or by system: that for taxes may be the number of social security, and whoever has the other can prescribe in one's name. */
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
/** Among tokens: `parameter=text`. */
const isText = (token: string) => /^[\w-]+=/.test(token)

function splitValue(one: string): readonly [parameter: string, value: string] {
  const at = one.indexOf('=')
  return [one.slice(0, at), one.slice(at + 1)]
}
