import { elsewhere } from '@portico/rules/fhir/publish'
import * as v from 'valibot'
import { stableId } from '../../../platform/versions/content.ts'
import { withoutVersion } from '../fhir/codes.ts'
import { chooseNumbers, readNumbers } from '../fhir/member-numbers.ts'
import { Identifier } from '../fhir/shapes.ts'
import { Refused } from '../refused.ts'
import { createDoubts, type Doubt } from './doubts.ts'

/** A Bundle entry, with the fields that identify its resource. */
export interface Entry {
  readonly fullUrl?: unknown
  readonly resource?: unknown
  readonly request?: unknown
}

type Json = Readonly<Record<string, unknown>>

type Known<Value> = Pick<ReadonlyMap<string, Value>, 'get' | 'has' | 'size'>

/** The names by which the entries of a Bundle refer to each other. */
export interface Aliases {
  /** Names other than `Type/id` that entries use for a resource, with its `Type/id` here. */
  readonly names: Known<string>
  /** The servers that the resources come from, by their base URLs. */
  readonly servers: Pick<ReadonlySet<string>, 'has' | 'size'>
  /** Organizations without an id, by their names in the Bundle: a payer that only the Bundle describes is known by its name or number. */
  readonly payers: Known<Payer>
  /** Names that two different entries share, by `fullUrl` and by `Type/id`. */
  readonly doubts: Known<Doubt>
}

/** Looks up a name in a Bundle, then in the Bundle that contains it. */
function chain<Value>(own: Known<Value>, outer: Known<Value>): Known<Value> {
  return {
    get: (name) => own.get(name) ?? outer.get(name),
    has: (name) => own.has(name) || outer.has(name),
    size: own.size + outer.size,
  }
}

interface Payer {
  readonly display?: string
  readonly identifier?: unknown
}

/** Each one takes memory; a larger Bundle is too much for one run. */
const maxAliases = 500_000

/** Few organizations of a Bundle are payers; the others are providers. */
const maxPayers = 50_000

function sayPayer({ name, identifier }: Json): Payer {
  const [first]: unknown[] = Array.isArray(identifier) ? identifier : []
  return { ...(typeof name === 'string' && { display: name }), ...(isJson(first) && { identifier: first }) }
}

/** Adds the payer's name and number to a claim where only the Bundle has them. Changes the parsed resource. */
function namePayer({ resourceType, insurer }: Json, { payers }: Aliases): void {
  if (resourceType !== 'ExplanationOfBenefit' || !isJson(insurer) || typeof insurer.reference !== 'string') return
  const payer = payers.get(normalizeUrn(insurer.reference.trim()))
  if (payer !== undefined) Object.assign(insurer, { ...payer, ...insurer })
}

/** Notes the names of a Bundle's entries; `outer` has those of the Bundle that contains it. */
export function createAliases(outer?: Aliases) {
  const aliases = new Map<string, string>()
  const servers = new Set<string>()
  const payers = new Map<string, Payer>()
  const unsettled: Entry[] = []
  const doubts = createDoubts()
  return {
    note: (entry: Entry): void => {
      const { fullUrl, resource } = entry
      if (typeof fullUrl !== 'string' || !isJson(resource) || typeof resource.resourceType !== 'string') return
      const id = findId(entry)
      if (resource.resourceType === 'Organization' && fullUrl.startsWith('urn:') && payers.size < maxPayers) {
        const payer = sayPayer(resource)
        payers.set(normalizeUrn(fullUrl), payer)
        // This Bundle may refer to an id in capitals; the next file may not.
        if (typeof resource.id !== 'string' && id === lastPart(fullUrl)) payers.set(`Organization/${id}`, payer)
      }
      const server = findServer(fullUrl, resource.resourceType)
      if (server !== null) servers.add(server)
      // The id of a coverage or a claim without one depends on its person, whom another entry may describe.
      if (id === undefined && ofOthers.includes(resource.resourceType)) unsettled.push(entry)
      else {
        const own = id ?? businessId(resource) ?? lastPart(fullUrl)
        const name = `${resource.resourceType}/${own}`
        const isKnownByUrl =
          own === lastPart(fullUrl) && typeof resource.id !== 'string' && findPutId(entry.request) === undefined
        doubts.note({ fullUrl: normalizeUrn(fullUrl), server, name, isKnownByUrl, resource })
        add(fullUrl, resource.resourceType, own)
      }
    },
    all: (): Aliases => {
      const known = findAll()
      for (const { fullUrl, resource } of unsettled.splice(0)) {
        if (!isJson(resource)) continue
        const id = businessId(withReferences(resource, known), known.payers)
        add(String(fullUrl), String(resource.resourceType), id ?? lastPart(String(fullUrl)))
      }
      return findAll()
    },
  }

  function findAll(): Aliases {
    const own = { names: aliases, servers, payers, doubts: doubts.all() }
    if (outer === undefined) return own
    return {
      names: chain(aliases, outer.names),
      servers: {
        has: (server) => servers.has(server) || outer.servers.has(server),
        size: servers.size + outer.servers.size,
      },
      payers: chain(payers, outer.payers),
      doubts: chain(own.doubts, outer.doubts),
    }
  }

  function add(fullUrl: string, type: string, id: string): void {
    // A reference may write in lower case what the entry writes in capitals.
    if (lastPart(fullUrl) === id && normalizeUrn(fullUrl) === fullUrl) return
    if (aliases.size >= maxAliases) {
      throw new Refused(
        '',
        `is a Bundle of more than ${maxAliases} entries whose ids are not those of their fullUrl: divide it`,
      )
    }
    aliases.set(normalizeUrn(fullUrl), `${type}/${id}`)
    if (/^https?:/.test(fullUrl)) aliases.set(`${type}/${lastPart(fullUrl)}`, `${type}/${id}`)
  }
}

const inDoubt: Readonly<Record<Doubt, string>> = {
  fullUrl: 'cannot be told apart: another entry of the Bundle has the same fullUrl and is not a version of it',
  server: 'cannot be told apart: another server of the Bundle has one with the same id and says otherwise',
}

/** Why an entry's resource cannot be identified; undefined: it can. */
export function findDoubt(resource: unknown, { doubts }: Aliases): string | undefined {
  if (doubts.size === 0 || !isJson(resource)) return undefined
  const doubt = doubts.get(`${resource.resourceType}/${resource.id}`)
  return doubt && inDoubt[doubt]
}

/** The resource of an entry with its id, and with references by the ids that entries have here. */
export function withOwnId(entry: Entry, aliases: Aliases): unknown {
  const { fullUrl, resource } = entry
  if (!isJson(resource)) return resource
  namePayer(resource, aliases)
  const named = withReferences(resource, aliases)
  if (typeof named.id === 'string') return named
  const alias = typeof fullUrl === 'string' ? aliases.names.get(normalizeUrn(fullUrl)) : undefined
  const id = alias?.slice(alias.indexOf('/') + 1) ?? findId(entry) ?? businessId(named, aliases.payers)
  const { resourceType, ...more } = named
  return id === undefined ? named : { resourceType, id, ...more }
}

/**
 * The id of an entry's resource: its own, the one in its PUT address, or the one in its `fullUrl`. The receiving server assigns the id of a
 * POST: its `urn:uuid` may differ in each file, so the resource's own number comes first.
 */
function findId({ fullUrl, resource, request }: Entry): string | undefined {
  if (!isJson(resource)) return undefined
  if (typeof resource.id === 'string') return resource.id
  const put = findPutId(request)
  if (put !== undefined) return put
  const method = isJson(request) ? request.method : undefined
  if (typeof fullUrl !== 'string' || fullUrl === '') return undefined
  if (method === 'POST' && fullUrl.startsWith('urn:') && hasOwnNumber(resource)) return undefined
  return lastPart(fullUrl)
}

/** The id in a PUT address; some files write the whole URL, or a slash before it. */
function findPutId(request: unknown): string | undefined {
  const { method, url } = isJson(request) ? request : {}
  if (typeof method !== 'string' || method.trim().toUpperCase() !== 'PUT' || typeof url !== 'string') return undefined
  return /^[^?]*?\b[A-Z]\w+\/([^/?]+)$/.exec(url.trim())?.[1]
}

/** Letter case does not matter in a `urn:uuid` (RFC 4122); it does in other addresses. */
function normalizeUrn(fullUrl: string): string {
  return /^urn:uuid:/i.test(fullUrl) ? fullUrl.toLowerCase() : fullUrl
}

function lastPart(fullUrl: string): string {
  const part = fullUrl.split(fullUrl.startsWith('urn:') ? ':' : '/').at(-1) ?? ''
  return /^[\w.~-]{1,64}$/.test(part) ? part : stableId('fullUrl', fullUrl)
}

/** Types whose identity includes the person they belong to. */
const ofOthers = ['Coverage', 'ExplanationOfBenefit']
const numberedTypes = ['Patient', ...ofOthers]

function hasOwnNumber(resource: Json): boolean {
  return numberedTypes.includes(String(resource.resourceType)) && businessId(resource) !== undefined
}

/** An id from the numbers that identify the person, coverage or claim; undefined if it has none. */
function businessId(resource: Json, payers?: Known<Payer>): string | undefined {
  const type = String(resource.resourceType)
  const found = v.safeParse(v.array(Identifier), resource.identifier ?? [])
  const identifiers = found.success ? found.output.filter(({ value }) => value !== undefined && value !== '') : []
  const key = toKey(type, resource, identifiers, payers)
  return key === undefined ? undefined : stableId('identifier', type, JSON.stringify(key))
}

function toKey(type: string, resource: Json, identifiers: readonly Identifier[], payers?: Known<Payer>): unknown {
  if (type === 'Patient') {
    // The same on every day: of several numbers, the one without an end date.
    const { memberNumber, uniqueNumber, formerNumber } = chooseNumbers(readNumbers(identifiers), '9998-12-31')
    if (uniqueNumber !== null) return uniqueNumber
    const number = memberNumber ?? formerNumber
    return number === null ? undefined : [number, resource.birthDate, joinGivenNames(resource.name)]
  }
  if (type === 'ExplanationOfBenefit') {
    const isUnique = ({ type: kind, system }: Identifier) =>
      kind?.coding.some(({ code }) => code?.toLowerCase() === 'uc') === true || /clm_id$/.test(system ?? '')
    const number = identifiers.find(isUnique) ?? identifiers[0]
    // Claim numbers are unique only within a payer.
    const of = [sayWho(resource.patient, resource, payers), sayWho(resource.insurer, resource, payers)]
    return number && [resource.use, number.system, number.value, ...of]
  }
  if (type !== 'Coverage') return undefined
  const { beneficiary, subscriberId, dependent, class: parts, type: kind, period, payor } = resource
  const begins = isJson(period) ? period.start : undefined
  const said = [beneficiary, subscriberId, dependent, parts, kind, begins, identifiers.map(({ value }) => value)]
  // A coverage without any number is identified by its payer, too.
  const isNumbered = [subscriberId, parts].some((one) => one !== undefined) || identifiers.length > 0
  return isNumbered ? said : [...said, [payor].flat().map((one) => sayWho(one, resource, payers))]
}

/** Describes the target of a reference in words that are the same in each file, not by a name that only this Bundle or resource has. */
function sayWho(reference: unknown, { contained }: Json, payers: Known<Payer> | undefined): unknown {
  if (!isJson(reference)) return undefined
  const text = typeof reference.reference === 'string' ? reference.reference.trim() : ''
  const payer = payers?.get(normalizeUrn(text))
  if (text !== '' && payer === undefined && !/^(?:urn:uuid:|#)/i.test(text)) return text
  const within = Array.isArray(contained) ? contained.filter(isJson).find(({ id }) => `#${id}` === text) : undefined
  const { display, identifier } = within ? sayPayer(within) : { ...payer, ...reference }
  const number = isJson(identifier) ? identifier.value : undefined
  return number ?? (typeof display === 'string' ? display.trim().toLowerCase() : within?.birthDate)
}

function joinGivenNames(names: unknown): unknown {
  const [first]: unknown[] = Array.isArray(names) ? names : []
  return isJson(first) ? first.given : undefined
}

/** The base URL of a resource's server, the same for `http` and `https`; null: the address names no server. */
function findServer(address: string, type?: string): string | null {
  const [, server, said] = /^https?:\/\/(.+)\/([A-Z][A-Za-z]+)\/[\w.-]{1,64}$/.exec(address) ?? []
  return server === undefined || (type !== undefined && said !== type) ? null : server.toLowerCase()
}

/**
 * Rewrites references by `fullUrl` to `Type/id`, and marks references to servers other than the Bundle's own (FHIR, "Resolving references
 * in Bundles": such an address means another resource, even if its last part is an id that exists here). Changes the parsed resource.
 */
function withReferences(resource: Json, { names, servers, doubts }: Aliases): Json {
  if (names.size === 0 && servers.size === 0 && doubts.size === 0) return resource
  const open: unknown[] = [resource]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const { reference } = value as { readonly reference?: unknown }
    const target = typeof reference === 'string' ? findTarget(reference) : undefined
    if (target !== undefined) Object.assign(value, { reference: target })
    for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) open.push(part)
  }
  return resource

  function findTarget(reference: string): string | undefined {
    const plain = withoutVersion(reference)
    if (doubts.has(normalizeUrn(plain))) return `${elsewhere}${plain}`
    const named = names.get(normalizeUrn(plain))
    if (named !== undefined || servers.size === 0) return named
    const server = findServer(plain)
    return server === null || servers.has(server) ? undefined : `${elsewhere}${plain}`
  }
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
