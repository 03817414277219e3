import { elsewhere } from '@portico/rules/fhir/publish'
import * as v from 'valibot'
import { stableId } from '../../../platform/versions/content.ts'
import { withoutVersion } from '../fhir/codes.ts'
import { chooseNumbers, readNumbers } from '../fhir/member-numbers.ts'
import { Identifier } from '../fhir/shapes.ts'
import { Refused } from '../refused.ts'
import { createDoubts, type Doubt } from './doubts.ts'

/** An entry of a Bundle, as far as it says who is who. */
export interface Entry {
  readonly fullUrl?: unknown
  readonly resource?: unknown
  readonly request?: unknown
}

type Json = Readonly<Record<string, unknown>>

type Known<Value> = Pick<ReadonlyMap<string, Value>, 'get' | 'has' | 'size'>

/** What the entries of a Bundle call each other. */
export interface Aliases {
  /** What other entries call a resource, where that is not `Type/id`, and what it is called here. */
  readonly names: Known<string>
  /** The servers whose resources they are, by the beginnings of their addresses. */
  readonly servers: Pick<ReadonlySet<string>, 'has' | 'size'>
  /** Organizations that have no id, by what the Bundle calls them: a payer that is only there is known by its name or number. */
  readonly payers: Known<Payer>
  /** What names two entries that are not one, by `fullUrl` and by `Type/id`. */
  readonly doubts: Known<Doubt>
}

/** What a Bundle calls its entries, or else the Bundle that it is in. */
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

/** Each takes some memory; a Bundle of more is not for one run. */
const maxAliases = 500_000

/** A Bundle has few that pay; the others of its organizations give care. */
const maxPayers = 50_000

function sayPayer({ name, identifier }: Json): Payer {
  const [first]: unknown[] = Array.isArray(identifier) ? identifier : []
  return { ...(typeof name === 'string' && { display: name }), ...(isJson(first) && { identifier: first }) }
}

/** Says the name and number of a claim's payer with it, where only its Bundle knows whom it means. Changes the parsed resource. */
function namePayer({ resourceType, insurer }: Json, { payers }: Aliases): void {
  if (resourceType !== 'ExplanationOfBenefit' || !isJson(insurer) || typeof insurer.reference !== 'string') return
  const payer = payers.get(normalizeUrn(insurer.reference.trim()))
  if (payer !== undefined) Object.assign(insurer, { ...payer, ...insurer })
}

/** Notes what the entries of a Bundle call each other; `outer`: of the Bundle that it is an entry of. */
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
        // What is written in capital letters is called so here, and otherwise in the next file.
        if (typeof resource.id !== 'string' && id === lastPart(fullUrl)) payers.set(`Organization/${id}`, payer)
      }
      const server = findServer(fullUrl, resource.resourceType)
      if (server !== null) servers.add(server)
      // A coverage or a claim without an id is known by whom it is of, too, which another entry may say.
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
    // What is written in capital letters may be named in small ones.
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

/** Why nobody can say who or what an entry's resource is; undefined: it is clear. */
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
 * The id of an entry's resource: its own, that of the address where it is to be put, or that of its `fullUrl`. What is to be posted gets its
 * id from whoever stores it: its `urn:uuid` may be another one in each file, so that its own number comes before that.
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

/** The id in the address where a resource is to be put; some write the whole address, or a slash before it. */
function findPutId(request: unknown): string | undefined {
  const { method, url } = isJson(request) ? request : {}
  if (typeof method !== 'string' || method.trim().toUpperCase() !== 'PUT' || typeof url !== 'string') return undefined
  return /^[^?]*?\b[A-Z]\w+\/([^/?]+)$/.exec(url.trim())?.[1]
}

/** A `urn:uuid` is the same in capital letters and in small ones (RFC 4122); other addresses are not. */
function normalizeUrn(fullUrl: string): string {
  return /^urn:uuid:/i.test(fullUrl) ? fullUrl.toLowerCase() : fullUrl
}

function lastPart(fullUrl: string): string {
  const part = fullUrl.split(fullUrl.startsWith('urn:') ? ':' : '/').at(-1) ?? ''
  return /^[\w.~-]{1,64}$/.test(part) ? part : stableId('fullUrl', fullUrl)
}

/** What is known by whom it is of, too. */
const ofOthers = ['Coverage', 'ExplanationOfBenefit']
const numberedTypes = ['Patient', ...ofOthers]

function hasOwnNumber(resource: Json): boolean {
  return numberedTypes.includes(String(resource.resourceType)) && businessId(resource) !== undefined
}

/** An id from the numbers that say which person, coverage or claim it is; undefined if it has none. */
function businessId(resource: Json, payers?: Known<Payer>): string | undefined {
  const type = String(resource.resourceType)
  const found = v.safeParse(v.array(Identifier), resource.identifier ?? [])
  const identifiers = found.success ? found.output.filter(({ value }) => value !== undefined && value !== '') : []
  const key = toKey(type, resource, identifiers, payers)
  return key === undefined ? undefined : stableId('identifier', type, JSON.stringify(key))
}

function toKey(type: string, resource: Json, identifiers: readonly Identifier[], payers?: Known<Payer>): unknown {
  if (type === 'Patient') {
    // The same on every day: of several numbers the one without an end.
    const { memberNumber, uniqueNumber, formerNumber } = chooseNumbers(readNumbers(identifiers), '9998-12-31')
    if (uniqueNumber !== null) return uniqueNumber
    const number = memberNumber ?? formerNumber
    return number === null ? undefined : [number, resource.birthDate, joinGivenNames(resource.name)]
  }
  if (type === 'ExplanationOfBenefit') {
    const isUnique = ({ type: kind, system }: Identifier) =>
      kind?.coding.some(({ code }) => code?.toLowerCase() === 'uc') === true || /clm_id$/.test(system ?? '')
    const number = identifiers.find(isUnique) ?? identifiers[0]
    // Each payer has numbers of its own.
    const of = [sayWho(resource.patient, resource, payers), sayWho(resource.insurer, resource, payers)]
    return number && [resource.use, number.system, number.value, ...of]
  }
  if (type !== 'Coverage') return undefined
  const { beneficiary, subscriberId, dependent, class: parts, type: kind, period, payor } = resource
  const begins = isJson(period) ? period.start : undefined
  const said = [beneficiary, subscriberId, dependent, parts, kind, begins, identifiers.map(({ value }) => value)]
  // One that has no number at all is told by who pays.
  const isNumbered = [subscriberId, parts].some((one) => one !== undefined) || identifiers.length > 0
  return isNumbered ? said : [...said, [payor].flat().map((one) => sayWho(one, resource, payers))]
}

/** Whom a reference means, in words that are the same in each file: not by what only this Bundle or resource calls them. */
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

/** The beginning of a resource's address at its server, which is the same with `http` and `https`; null: it is no such address. */
function findServer(address: string, type?: string): string | null {
  const [, server, said] = /^https?:\/\/(.+)\/([A-Z][A-Za-z]+)\/[\w.-]{1,64}$/.exec(address) ?? []
  return server === undefined || (type !== undefined && said !== type) ? null : server.toLowerCase()
}

/**
 * A resource whose references by `fullUrl` are by type and id, and those to servers that are none of the Bundle's are marked so (FHIR, "Resolving
 * references in Bundles": an address is another one's, although its last part may be an id that is here). Changes the parsed resource.
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
