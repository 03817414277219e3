import { foldText } from '@portico/rules/fhir/search-values'
import { type ListedFilter, listSeated } from '../../../care/finder/listed.ts'
import { readEntries, type ShownDirectory } from '../../../care/finder/store.ts'
import { describeEntries, type Entry } from '../../../care/finder/tell.ts'
import { easternDay } from '../../../platform/day.ts'
import type { Reader } from '../../../platform/db/database.ts'
import type { Candidate, Hint, OpenCall, OpenResource, Part, PartAsked } from '../open/source.ts'
import { buildLocation, buildProvider, buildRole, buildService, toNetworkId } from './build.ts'
import { listOwn, type OwnResources } from './own.ts'

/** Resources built from tables, in the order of their ids; `without`: a directory whose resources came as FHIR. */
export async function listBuilt(
  db: Reader,
  type: string,
  asked: PartAsked,
  shown: ShownDirectory,
  { call, without }: BuiltFor,
): Promise<Part> {
  const own = listOwn(shown, call)
  if (type === 'Endpoint') return { candidates: listAfter(own.endpoints, asked.after), next: null }
  if (type === 'InsurancePlan') return { candidates: listAfter(own.plans, asked.after), next: null }
  if (type !== 'Organization') return listEntries(db, type, asked, shown, own, { call, without })
  const isOwn = asked.after === null || own.organizations.some(({ resource }) => resource.id === asked.after)
  const before = isOwn ? listAfter(own.organizations, asked.after) : []
  if (asksForOwn(asked.hints)) return { candidates: before, next: null }
  const entriesAsked = isOwn ? { ...asked, after: null } : asked
  const part = await listEntries(db, type, entriesAsked, shown, own, { call, without })
  return { candidates: [...before, ...part.candidates], next: part.next }
}

interface BuiltFor {
  readonly call: OpenCall
  /** Null: no directory is left out. */
  readonly without: number | null
}

async function listEntries(
  db: Reader,
  type: string,
  { hints, links, after, limit }: PartAsked,
  shown: ShownDirectory,
  own: OwnResources,
  { call, without }: BuiltFor,
): Promise<Part> {
  if (shown.generations.length === 0) return { candidates: [], next: null }
  const day = easternDay(call.now)
  const eachOnce = type === 'Practitioner' || type === 'Organization'
  const network = links.find(({ name }) => name === 'network')
  const filter = readFilter(type, hints, (id) => findNetworks(shown, id))
  const linked = network && shown.networks.filter((_, at) => own.networks[at] && network.finds(own.networks[at]))
  const keys = await listSeated(db, shown, {
    filter: linked ? { ...filter, networkIds: linked.map(({ network_id }) => network_id) } : filter,
    eachOnce,
    after: after === null ? null : parseId(after),
    limit,
    day,
    without,
  })
  const rows = await readEntries(db, shown, keys, day)
  const updated = new Map(keys.map((key) => [`${key.provider_id}-${key.place}`, key.updated]))
  const entries = describeEntries(rows, { language: 'en', center: null, today: day })
  const candidates = entries.flatMap((entry) => {
    const at = updated.get(`${entry.providerId}-${entry.place}`)
    return at === undefined || entry.networks.length === 0 ? [] : [toCandidate(type, entry, own, { updated: at, call })]
  })
  const last = keys.length === limit ? keys.at(-1) : undefined
  return {
    candidates,
    next: last === undefined ? null : eachOnce ? last.provider_id : `${last.provider_id}-${last.place}`,
  }
}

/** Whether a search can only find the plan and its networks. */
function asksForOwn(hints: readonly Hint[]): boolean {
  return hints.some(
    ({ name, values }) =>
      name === 'partof' ||
      name === 'endpoint' ||
      (name === 'type' && !values.some((value) => /^(.*\|)?(fac)?$/.test(value))),
  )
}

function listAfter(all: readonly Candidate[], after: string | null): readonly Candidate[] {
  return after === null ? all : all.filter(({ resource }) => resource.id > after)
}

/** The candidate of a type that an entry yields, with what it refers to. */
function toCandidate(
  type: string,
  entry: Entry,
  own: OwnResources,
  made: { readonly updated: Date; readonly call: OpenCall },
): Candidate {
  const { updated, call } = made
  const build = (): OpenResource => {
    switch (type) {
      case 'Practitioner':
      case 'Organization':
        return buildProvider(entry, updated)
      case 'Location':
        return buildLocation(entry, updated)
      case 'HealthcareService':
        return buildService(entry, updated)
      default:
        return buildRole(entry, call.brand, updated)
    }
  }
  return {
    resource: build(),
    follow: (name) => {
      switch (name) {
        case 'practitioner':
        case 'participating-organization':
          return [toCandidate('Organization', entry, own, made)]
        case 'organization':
          return entry.kind === 'individual' ? [] : [toCandidate('Organization', entry, own, made)]
        case 'location':
          return [toCandidate('Location', entry, own, made)]
        case 'service':
          return [toCandidate('HealthcareService', entry, own, made)]
        case 'network': {
          const ids = new Set(entry.networks.map(({ networkId }) => toNetworkId(call.brand, networkId)))
          return own.networks.filter(({ resource }) => ids.has(resource.id))
        }
        default:
          return []
      }
    },
  }
}

function findNetworks({ brand, networks }: ShownDirectory, id: string): string[] {
  return networks.flatMap(({ network_id }) => (toNetworkId(brand, network_id) === id ? network_id : []))
}

const placeId = /^(\w{1,40})-([0-9a-f]{8})$/

function parseId(id: string): { readonly provider_id: string; readonly place: string } {
  const [, provider_id = id, place = ''] = placeId.exec(id) ?? []
  return { provider_id, place }
}

const placed = ['PractitionerRole', 'OrganizationAffiliation', 'HealthcareService', 'Location']

/** The part of a search by which the database can narrow. */
function readFilter(type: string, hints: readonly Hint[], findOwnNetworks: (id: string) => string[]): ListedFilter {
  const find = (...names: readonly string[]) => {
    const hint = hints.find(({ name }) => names.includes(name))
    const values = hint?.values.map((value) => value.replace(/^(\w+\/|.*\|)/, '')) ?? null
    // A system without a code asks for all of its codes.
    return values?.includes('') ? null : values
  }
  const fold = (...names: readonly string[]) => find(...names)?.map(foldText) ?? null
  const ids = find('_id')
  const isPlaced = placed.includes(type)
  const places = [...(isPlaced ? (ids ?? []) : []), ...(find('location', 'service') ?? [])]
  const provider =
    find('practitioner', 'participating-organization', 'organization') ??
    find('identifier', 'practitioner.identifier', 'participating-organization.identifier', 'organization.identifier') ??
    (isPlaced ? null : ids)
  const isOfPlaces = type === 'Location' ? 'address-' : 'location.address-'
  return {
    people: type === 'Location' ? null : type.startsWith('Practitioner'),
    providerIds: provider ?? (places.length > 0 ? places.map((id) => parseId(id).provider_id) : null),
    places: places.length > 0 ? places : null,
    networkIds: find('network')?.flatMap(findOwnNetworks) ?? null,
    specialties: find('specialty'),
    cities: fold(`${isOfPlaces}city`),
    states: fold(`${isOfPlaces}state`),
    zips: fold(`${isOfPlaces}postalcode`),
    names: fold(
      ...['name', 'family', 'given'],
      ...['practitioner.name', 'practitioner.family', 'practitioner.given'],
      ...['participating-organization.name', 'organization.name'],
    ),
  }
}
