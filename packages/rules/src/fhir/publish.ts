import { basisTypes, withoutMoney } from './basis.ts'
import { parseExact, writeExact } from './exact.ts'
import { isObject, type JsonObject, readText } from './json.ts'
import { listProfiles, type Profile } from './profiles.ts'
import { unquoteNumber } from './quoted-numbers.ts'
import { readSearchValues, type SearchParameters, type SearchValues } from './search-values.ts'

/** Prefix of a reference that a file marks as pointing to another server. */
export const elsewhere = 'urn:url:'

/** What publishing needs to know about the place where a resource is served. */
export interface Place {
  /** The id under which we serve a file's resource: opaque, and always the same. */
  readonly findId: (type: string, sourceId: string) => string
  /** Whether references to a file's resource can lead anywhere. */
  readonly isServed: (type: string, sourceId: string) => boolean
  /** `Type/id` of the target of a reference in another form, such as a `urn:` of its Bundle. */
  readonly resolve?: (reference: string) => string | null
  readonly parameters: SearchParameters
  readonly profiles: readonly Profile[]
}

/** A resource as we serve it, except for its version and for references whose targets are missing. */
export interface Published {
  readonly type: string
  readonly id: string
  /** The resource as JSON, without `meta`. */
  readonly text: string
  /** The same without amounts (OS-54); null: its type has none. */
  readonly basis: string | null
  readonly profiles: readonly string[]
  readonly security: readonly JsonObject[]
  readonly values: SearchValues
  /** Null: no status. */
  readonly status: string | null
  /** The other plan that sent it; absent: the plan's own. */
  readonly sender?: string
  /** All that it refers to, as `Type/id`. */
  readonly targets: readonly string[]
}

/**
 * Makes a file's resource publishable (OS-20): without its narrative, with opaque ids and relative references, without Social Security
 * and license numbers, and all other values exactly as they came, except that numbers lose their quotes. The text must be a resource with
 * type and id.
 */
export function publish(text: string, place: Place): Published {
  const source = parseExact(text) as JsonObject
  const { resourceType, id: sourceId, meta, ...rest } = source
  const [type, id] = [String(resourceType), place.findId(String(resourceType), String(sourceId))]
  const targets = new Set<string>()
  const content = cleanObject(rest, place, targets, '')
  const resource = { resourceType: type, id, ...content }
  const { profile = [], security = [] } = isObject(meta) ? meta : {}
  return {
    type,
    id,
    text: writeExact(resource),
    basis: basisTypes.includes(type) ? writeExact(withoutMoney(resource)) : null,
    profiles: listProfiles(
      resource,
      [profile].flat().filter((one) => typeof one === 'string'),
      place.profiles,
    ),
    security: [security].flat().filter(isObject),
    values: readSearchValues(resource, place.parameters),
    status: readText(source.status) ?? null,
    targets: [...targets],
  }
}

function cleanObject(value: JsonObject, place: Place, targets: Set<string>, of: string): JsonObject {
  const isResource = of === ''
  const made: Record<string, JsonObject[string]> = publishReference(value, place, targets)
  for (const [name, one] of Object.entries(value)) {
    if (name in made || one === null || one === undefined) continue
    if (isResource && name === 'text' && isObject(one)) continue
    // Where a reference leads nowhere, the element's id is ours.
    if (name === 'id' && 'reference' in made) continue
    if (Array.isArray(one)) {
      const kept = name === 'identifier' ? one.filter((each) => !isPrivateNumber(each)) : one
      if (kept.length > 0)
        made[name] = kept.map((each) =>
          isObject(each) ? publishPart(name, each, place, targets) : (unquoteNumber(each, name, value, of) ?? each),
        )
    } else if (!isObject(one)) {
      const kept = unquoteNumber(one, name, value, of)
      if (kept !== undefined) made[name] = kept
    } else if (!(name === 'identifier' && isPrivateNumber(one))) made[name] = cleanObject(one, place, targets, name)
  }
  return made
}

function publishPart(name: string, part: JsonObject, place: Place, targets: Set<string>): JsonObject {
  if (name !== 'contained') return cleanObject(part, place, targets, name)
  const { meta: _, ...contained } = part
  return cleanObject(contained, place, targets, '')
}

/** The elements that begin a reference, so that `hideMissing` finds them; none for anything else. */
function publishReference(value: JsonObject, place: Place, targets: Set<string>): Record<string, JsonObject[string]> {
  const said = readText(value.reference)
  if (said === undefined || said.startsWith('#')) return {}
  // A resource on another server is none of ours, whatever its id.
  const isElsewhere = said.startsWith(elsewhere)
  const written = isElsewhere ? said : (place.resolve?.(said) ?? said)
  const [, type, sourceId] = /(?:^|\/)([A-Z][A-Za-z]+)\/([^/?#]+)(?:\/_history\/[^/]+)?$/.exec(written) ?? []
  const kind = readText(value.type)
  if (type === undefined || sourceId === undefined || isElsewhere || !place.isServed(type, sourceId)) {
    const named = type ?? kind
    return { ...(named !== undefined && { type: named }), reference: undefined }
  }
  const target = `${type}/${place.findId(type, sourceId)}`
  targets.add(target)
  return { reference: target, ...(kind !== undefined && { type: kind }) }
}

/** Social Security, driver's license and passport numbers, by type or by system. */
function isPrivateNumber(identifier: unknown): boolean {
  if (!isObject(identifier)) return false
  const codings = isObject(identifier.type) ? [identifier.type.coding ?? []].flat() : []
  const codes = codings.map((coding) => (isObject(coding) ? readText(coding.code)?.toUpperCase() : undefined))
  const systems =
    /us-ssn|us-itin|2\.16\.840\.1\.113883\.4\.1$|2\.16\.840\.1\.113883\.4\.3(\.\d+)?$|passport|drivers?-?licen[sc]e|social-?security/i
  return (
    codes.some((code) => ['SS', 'SB', 'DL', 'PPN'].includes(code ?? '')) ||
    systems.test(readText(identifier.system) ?? '')
  )
}

/** Serves a reference whose target is missing without its address, and keeps the target as the id of the element (OS-23). */
export function hideMissing(text: string, missing: ReadonlySet<string>): string {
  if (missing.size === 0) return text
  return text.replace(
    /"reference":"([A-Z]\w+)\/([\w.-]+)"(,"type":"\w+")?/g,
    (whole, type: string, id: string, said) => {
      if (!missing.has(`${type}/${id}`)) return whole
      return `"id":"${type}.${id}${said === undefined ? '' : '.t'}","type":"${type}"`
    },
  )
}

/** Restores references whose targets have arrived. */
export function showArrived(text: string, arrived: ReadonlySet<string>): string {
  return text.replace(
    /"id":"([A-Z]\w+)\.([0-9a-f-]{36})(\.t)?","type":"\w+"/g,
    (whole, type: string, id: string, said) => {
      if (!arrived.has(`${type}/${id}`)) return whole
      return `"reference":"${type}/${id}"${said === undefined ? '' : `,"type":"${type}"`}`
    },
  )
}

/** The system of the tag that says which other plan sent a resource. */
const senderSystem = 'urn:portico:earlier-plan'

/** The other plan that sent a served resource; null: it is the plan's own. */
export function findSender(body: string): string | null {
  if (!body.includes(senderSystem)) return null
  const { meta } = JSON.parse(body) as { readonly meta?: { readonly tag?: readonly Record<string, string>[] } }
  return meta?.tag?.find(({ system }) => system === senderSystem)?.display ?? null
}

/** The served text: the resource with our own `meta` (OS-2). */
export function withMeta(
  {
    type,
    id,
    text,
    profiles,
    security,
    sender,
  }: Pick<Published, 'type' | 'id' | 'text' | 'profiles' | 'security' | 'sender'>,
  version: number,
  updated: Date,
): string {
  const head = `{"resourceType":"${type}","id":"${id}"`
  const meta = JSON.stringify({
    versionId: String(version),
    lastUpdated: updated.toISOString(),
    ...(profiles.length > 0 && { profile: profiles }),
    ...(security.length > 0 && { security }),
    ...(sender !== undefined && { tag: [{ system: senderSystem, display: sender }] }),
  })
  return `${head},"meta":${meta}${text.slice(head.length)}`
}

/** The same content as another version. */
export function asVersion(text: string, version: number, updated: Date): string {
  return text.replace(
    /"versionId":"\d+","lastUpdated":"[^"]+"/,
    `"versionId":"${version}","lastUpdated":"${updated.toISOString()}"`,
  )
}
