import { maxPlaces, readProviders, readShown } from '../../../care/finder/store.ts'
import { describeEntries, type Entry, isThere } from '../../../care/finder/tell.ts'
import { easternDay } from '../../../platform/day.ts'
import type { Database } from '../../../platform/db/database.ts'
import { searchset } from '../member/bundle.ts'
import { checkFormat, countRows, type Pairs } from '../member/search.ts'
import { toValues } from '../member/values.ts'
import { badParameter, FhirError, notFound } from '../outcome.ts'
import { buildLocation, buildNetwork, buildProvider, buildRole, isPerson, type Listed, toNetworkId } from './build.ts'

/** What is asked of a brand's directory. */
export interface DirectoryCall {
  readonly brand: string
  readonly base: string
  readonly plan: string
  readonly now: Date
}

/** Types, and the parameters that find providers by their ids. */
export const directoryTypes = {
  Practitioner: ['identifier'],
  Organization: ['identifier', 'type'],
  Location: [],
  PractitionerRole: ['practitioner'],
  OrganizationAffiliation: ['participating-organization'],
} as const satisfies Readonly<Record<string, readonly string[]>>
type DirectoryType = keyof typeof directoryTypes

/**
 * The public directory of a brand (OS-13), from the directory that its people see: providers with a place in its networks today, with
 * what staff have corrected.
 */
export function createDirectoryApi(database: Database) {
  return { read, search }

  async function read(type: string, id: string, call: DirectoryCall): Promise<string> {
    const known = findType(type)
    const found = await buildListed(known, [findProvider(id)], call)
    const one = found.find((resource) => resource.id === id)
    if (one === undefined) throw notFound()
    return JSON.stringify(one)
  }

  async function search(type: string, pairs: Pairs, call: DirectoryCall): Promise<string> {
    const known = findType(type)
    const { ids, wanted, count, isNetworks } = readDirectorySearch(known, pairs, call.base)
    const found = isNetworks ? await networks(call) : await buildListed(known, ids, call)
    const shown = found.filter(({ id }) => wanted === null || wanted.includes(id)).slice(0, count)
    const entries = shown.map((resource) => ({
      address: `${call.base}/${type}/${resource.id}`,
      body: JSON.stringify(resource),
      mode: 'match' as const,
    }))
    const query = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
    return searchset(entries, [{ relation: 'self', url: `${call.base}/${type}?${query}` }], {
      total: null,
      now: call.now,
    })
  }

  async function networks({ brand, plan }: DirectoryCall): Promise<Listed[]> {
    const shown = await readShown(database.read, brand)
    return shown.networks.map((network) => buildNetwork(brand, network, plan))
  }

  async function buildListed(type: DirectoryType, ids: readonly string[], call: DirectoryCall): Promise<Listed[]> {
    const shown = await readShown(database.read, call.brand)
    const own = shown.networks.filter(({ network_id }) => ids.includes(toNetworkId(call.brand, network_id)))
    if (own.length > 0 && type === 'Organization')
      return own.map((network) => buildNetwork(call.brand, network, call.plan))
    if (shown.generations.length === 0) return []
    const day = easternDay(call.now)
    const rows = await readProviders(database.read, shown, { ids, each: maxPlaces, center: null, day })
    const entries = describeEntries(rows, { language: 'en', center: null, today: day }).filter(
      (entry) => isThere(entry) && entry.networks.length > 0,
    )
    return build(type, entries, call.brand)
  }
}

function build(type: DirectoryType, entries: readonly Entry[], brand: string): Listed[] {
  if (type === 'Location') return entries.map(buildLocation)
  const isOfPeople = type === 'Practitioner' || type === 'PractitionerRole'
  const own = entries.filter((entry) => isPerson(entry) === isOfPeople)
  if (type === 'PractitionerRole' || type === 'OrganizationAffiliation')
    return own.map((entry) => buildRole(entry, brand))
  const providers = Map.groupBy(own, ({ providerId }) => providerId)
  return [...providers.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : buildProvider([first, ...more]),
  )
}

function findType(type: string): DirectoryType {
  if (!Object.hasOwn(directoryTypes, type)) throw new FhirError(404, 'not-supported', 'This type is not served.')
  return type as DirectoryType
}

/** Ids of places begin with that of the provider. */
function findProvider(id: string): string {
  return /^(\w{1,40})-[0-9a-f]{8}$/.exec(id)?.[1] ?? id
}

function readDirectorySearch(type: DirectoryType, pairs: Pairs, base: string) {
  const search = { ids: [] as string[], wanted: null as string[] | null, count: 20, isNetworks: false }
  for (const [name, text] of pairs) {
    if (name === '_count') search.count = countRows(text)
    else if (name === '_format') checkFormat(text)
    else if (name === '_id') {
      search.wanted = toValues(name, text)
      search.ids.push(...search.wanted.map(findProvider))
    } else if (!directoryTypes[type].some((one) => one === name))
      throw badParameter(name, 'is no parameter of this type')
    else if (name === 'type') {
      if (toValues(name, text).some((value) => !/^(.*\|)?ntwk$/.test(value)))
        throw badParameter(name, 'finds networks (ntwk) alone')
      search.isNetworks = true
    } else {
      const values = toValues(name, text).map((value) =>
        value.startsWith(`${base}/`) ? value.slice(base.length + 1) : value,
      )
      search.ids.push(...values.map((value) => value.replace(/^.*[|/]/, '')))
    }
  }
  if (search.ids.length === 0 && !search.isNetworks)
    throw new FhirError(400, 'too-costly', 'A search needs a parameter.')
  return search
}
