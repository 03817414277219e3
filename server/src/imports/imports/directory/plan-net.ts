import { timeOfUse } from '@portico/rules/fhir/in-force'
import { npiSystem } from '@portico/rules/fhir/systems'
import type { ProviderKind } from '@portico/rules/finder/limits'
import { findSpecialties } from '@portico/rules/finder/specialties'
import { findStateCode } from '@portico/rules/finder/us-states'
import { isNotKnown } from '@portico/rules/time/known-days'
import type * as v from 'valibot'
import type { Told } from '../../../apis/fhir/directory/received.ts'
import { type DirectoryEntry, isNpi } from '../../../care/finder/entry.ts'
import { writeOpening } from '../../../care/finder/opening.ts'
import { findFirstDay, findLastDay, isNoBeginning, isNoEnd } from '../days.ts'
import { withoutVersion } from '../fhir/codes.ts'
import { currentFirst } from '../fhir/current.ts'
import { Refused } from '../refused.ts'
import { compareVersions, readVersion, sayChanged } from '../source/newest.ts'
import { joinName, saysNothing } from '../text.ts'
import { mendZip } from '../zip-codes.ts'
import { type DirectoryItem, type LayoutContext, pointFor } from './brought.ts'
import {
  findAccepting,
  findCredential,
  findDegreesInName,
  findHours,
  listBoardCodes,
  listCodes,
  listLanguages,
  listWords,
  within,
} from './plan-net-facts.ts'
import { type Reference, type Resource, readPlanNet } from './plan-net-shapes.ts'

/** Plan-Net resources that others refer to: kept in a small form while a second pass reads who works where. */
const namedTypes = ['Practitioner', 'Organization', 'Location', 'HealthcareService', 'InsurancePlan'] as const
/** Resources that say who gives care where and in which network. */
const linkingTypes = ['PractitionerRole', 'OrganizationAffiliation', 'HealthcareService'] as const

export const isNamed = (type: string) => (namedTypes as readonly string[]).includes(type)
export const isLinking = (type: string) => (linkingTypes as readonly string[]).includes(type)

/** `Type/id` from a relative or absolute URL, with or without a version; a `urn:` unchanged. */
function toReferenceKey(one: Referring): string {
  const said = withoutVersion(one?.reference ?? '')
  return said.startsWith('urn:') ? said : said.split('/').slice(-2).join('/')
}

/** A search by identifier: `Practitioner?identifier=http://…/us-npi|1234567893`; null for any other reference. */
function readAsked(one: Referring) {
  const [, type, said = ''] = /(\w+)\?identifier=([^&]+)$/.exec(one?.reference ?? '') ?? []
  if (type === undefined) return null
  const [value = '', system = isNpi(value) ? npiSystem : ''] = decodeQuery(said).split('|').reverse()
  return { type, system, value }
}

/** Decodes percent-encoded characters of a URL. */
function decodeQuery(said: string): string {
  try {
    return decodeURIComponent(said)
  } catch {
    return said
  }
}

type Referring = v.InferOutput<typeof Reference> | undefined

/** Whether a system is that of NPIs, by its URL or its object identifier. */
const isNpiSystem = (system = '') => system.endsWith('us-npi') || system === 'urn:oid:2.16.840.1.113883.4.6'

/** The NPI in force on a day. */
const findNpi = ({ identifier }: Resource, today: string) =>
  currentFirst(
    identifier.filter(({ system, value = '' }) => isNpiSystem(system) && isNpi(value)),
    today,
  ).find((one) => timeOfUse(one, today) < 2)?.value ?? null

/** Contact points in force on a day, preferred ones first. */
const listTelecom = (telecom: Resource['telecom'], today: string) =>
  telecom.filter((one) => timeOfUse(one, today) === 0).toSorted((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9))

function toKey({ resourceType, id }: Resource): string {
  return `${resourceType}/${id}`
}

/** The most locations times networks and services of one resource: each pair is an entry or a seat. */
const maxPairs = 20_000

/** An entry with its location. */
type PlacedEntry = DirectoryEntry & { readonly location: Resource }

/** Networks that some plans use. */
interface Use {
  readonly networks: Resource['network']
  readonly planIds: readonly string[]
  /** Whether the plans use them only from a later day, such as from next year. */
  readonly isLater: boolean
}

/** Collects the resources that others refer to, and turns the remaining ones into directory items. */
export class PlanNet {
  readonly #named = new Map<string, Resource>()
  /** Which plans use which networks, by the references as written. */
  readonly #uses = new Map<string, Use[]>()
  #hasPlans = false
  /** The plans of each network; null until all resources are known. */
  #plans: ReadonlyMap<string, readonly string[]> | null = null
  /** Resources by the identifiers that references may use in place of an address. */
  readonly #numbered = new Map<string, Resource>()
  /** Endpoints: the portal shows none, but references lead to them. */
  readonly #endpoints = new Map<string, string>()
  /** Providers with a location in some resource. */
  readonly #asked = new Set<Resource>()
  /** The resources contained in the one being read. */
  #contained = new Map<string, Resource>()
  readonly #context: LayoutContext

  constructor(context: LayoutContext) {
    this.#context = context
  }

  /** `fullUrl` is the name by which other entries of a Bundle refer to it. */
  keep({ contained: _, ...known }: Resource, fullUrl?: string): void {
    const resource = { ...known, contained: [] }
    const key = toKey(resource)
    const earlier = this.#named.get(key)
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(resource))
      this.#context.leaveOut(resource.resourceType, 'has the id of a later one, which counts')
    if (earlier !== undefined && compareVersions(readVersion(earlier), readVersion(resource)) > 0) return
    this.#named.set(key, resource)
    if (fullUrl?.startsWith('urn:')) this.#named.set(fullUrl, resource)
    for (const one of resource.identifier) if (one.value) this.#numbered.set(toNumber(one), resource)
    if (resource.resourceType === 'InsurancePlan') this.#keepPlan(resource)
  }

  /** Notes an Endpoint that others may refer to. */
  keepEndpoint(id: string, fullUrl?: string): void {
    for (const key of [`Endpoint/${id}`, ...(fullUrl?.startsWith('urn:') ? [fullUrl] : [])])
      this.#endpoints.set(key, `Endpoint/${id}`)
  }

  /** `Type/id` of the resource in the files that a reference names; null: there is none. */
  findKey(reference: string): string | null {
    const known = this.#find({ reference })
    return known === undefined ? (this.#endpoints.get(toReferenceKey({ reference })) ?? null) : toKey(known)
  }

  #keepPlan(product: Resource): void {
    this.#hasPlans = true
    this.#uses.delete(product.id)
    const isOver = timeOfUse(product, this.#context.today) >= 2
    if (isOver || (product.status !== undefined && product.status !== 'active')) {
      this.#context.leaveOut('InsurancePlan', isOver ? 'has ended' : 'is not active')
      return
    }
    const findId = ({ identifier }: Pick<Resource['plan'][number], 'identifier'>) =>
      identifier.map(({ value }) => value?.trim()).find((value) => value !== undefined && value !== '')
    const own = findId(product) ?? product.id
    const isLater = timeOfUse(product, this.#context.today) === 1
    // A plan uses its own networks, or else its product's, and those of each kind of care.
    const sharing = product.plan.filter(({ network }) => network.length === 0)
    const listIds = (plans: Resource['plan']) => [own, ...plans.flatMap((plan) => findId(plan) ?? [])]
    this.#uses.set(product.id, [
      { networks: product.network, planIds: listIds(sharing), isLater },
      { networks: product.coverage.flatMap(({ network }) => network), planIds: listIds(product.plan), isLater },
      ...product.plan.map((plan) => ({ networks: plan.network, planIds: [findId(plan) ?? own], isLater })),
    ])
  }

  /** The contained resources of a resource, kept apart from equally named ones in other resources. */
  #readContained({ id, contained }: Resource): Map<string, Resource> {
    return new Map(
      contained.map((one) => {
        const read = readPlanNet(one)
        return [`#${read.id.replace(/^#/, '')}`, { ...read, id: `${id}-${read.id.replace(/^#/, '')}` }]
      }),
    )
  }

  /** The resource that a reference names; a `urn:` that nothing else is named by may also hold the id alone. */
  #find(reference: Referring): Resource | undefined {
    const asked = readAsked(reference)
    if (asked !== null) {
      const found = this.#numbered.get(toNumber(asked))
      return found?.resourceType === asked.type ? found : undefined
    }
    const key = toReferenceKey(reference)
    if (key === '') return this.#numbered.get(toNumber(reference?.identifier ?? {}))
    if (key.startsWith('#')) return this.#contained.get(key)
    const known = this.#named.get(key)
    if (known !== undefined || !key.startsWith('urn:')) return known
    const id = key.slice(key.lastIndexOf(':') + 1)
    return namedTypes.map((type) => this.#named.get(`${type}/${id}`)).find((one) => one !== undefined)
  }

  /** Identifies a network, whether or not the files have it. */
  #toNetworkKey(network: Referring): string {
    const known = this.#find(network)
    if (known !== undefined) return toKey(known)
    // A network without address or identifier is identified by its name.
    const { display = '', identifier = {} } = network ?? {}
    return toReferenceKey(network) || toNumber(identifier).trim() || `"${display.trim()}"`
  }

  /** The plans of each network, in one list that all its seats share. */
  #joinPlans(): ReadonlyMap<string, readonly string[]> {
    const plans = new Map<string, Set<string>>()
    const uses = [...this.#uses.values()].flat()
    const current = new Set(uses.flatMap(({ planIds, isLater }) => (isLater ? [] : planIds)))
    for (const { networks, planIds: all, isLater } of uses) {
      // A plan of next year says nothing about this year's plan with the same id.
      const planIds = isLater ? all.filter((planId) => !current.has(planId)) : all
      for (const one of planIds.length === 0 ? [] : networks) {
        // No other resource can refer to a network that a plan contains.
        if (one.reference?.startsWith('#')) continue
        const key = this.#toNetworkKey(one)
        const own = plans.get(key) ?? new Set()
        for (const planId of planIds) own.add(planId)
        plans.set(key, own)
      }
    }
    return new Map([...plans].map(([key, own]) => [key, [...own]]))
  }

  /**
   * The plans that use a network. If the files have no plans at all, every plan does; if they have some and none uses the network, no plan
   * does.
   */
  #listPlans(network: v.InferOutput<typeof Reference>): readonly string[] {
    if (!this.#hasPlans) return []
    this.#plans ??= this.#joinPlans()
    const key = this.#toNetworkKey(network)
    const planIds = this.#plans.get(key)
    if (planIds !== undefined) return planIds
    this.#context.leaveOut('network', 'is used by no plan of the files')
    return [key]
  }

  /** Counts people without a location: the finder never shows them. */
  countUnnamed(): void {
    for (const [key, one] of this.#named)
      if (one.resourceType === 'Practitioner' && key === toKey(one) && !this.#asked.has(one))
        this.#context.leaveOut('Practitioner', 'is named by no role')
  }

  /**
   * Identifies the provider whose location a resource describes, the same for all resources about one provider; null if it names nobody.
   */
  findProvider(resource: Resource): string | null {
    this.#contained = resource.contained.length === 0 ? new Map() : this.#readContained(resource)
    const who = this.#find(findWhose(resource))
    if (who === undefined) return null
    this.#asked.add(who)
    return this.#toProviderId(who)
  }

  /** The provider id of a person or an organization; null for anything else. */
  identify(resource: Resource): string | null {
    const isSomebody = resource.resourceType === 'Practitioner' || resource.resourceType === 'Organization'
    return isSomebody ? this.#toProviderId(resource) : null
  }

  /** Whether a resource is served at all, its first and last day, and since when it says what it says. */
  tell(resource: Resource): Pick<Told, 'isServed' | 'begins' | 'ends' | 'saidAt'> {
    const { today } = this.#context
    const { active, status, period, resourceType } = resource
    const begins = resourceType === 'InsurancePlan' ? null : findFirstDay(period?.start)
    return {
      isServed:
        active !== false &&
        (status === undefined || status === 'active') &&
        timeOfUse(resource, today) < 2 &&
        (begins === null || !isNoBeginning(begins)) &&
        !hasLeft(resource, today),
      begins: begins === null || isNotKnown(begins) ? null : begins,
      ends: findKnownEnd(period?.end),
      saidAt: sayChanged(resource.meta?.lastUpdated),
    }
  }

  /** Whether a reference leads to an active resource. */
  leadsTo(reference: string): boolean {
    const known = this.#find({ reference })
    return known === undefined ? this.findKey(reference) !== null : this.tell(known).isServed
  }

  /** Whether the provider of a role, affiliation or service is active, or not named. */
  isOfActive(resource: Resource): boolean {
    const who = this.#find(findWhose(resource))
    return who === undefined || this.tell(who).isServed
  }

  /** Whether a role or an affiliation names its network. */
  namesNetwork({ network, extension }: Resource): boolean {
    const referring = within(extension, 'network-reference').map(({ valueReference }) => valueReference)
    return [...network, ...referring].some((one) => {
      const known = this.#find(one)
      return known === undefined || this.tell(known).isServed
    })
  }

  #toProviderId(who: Resource): string {
    const npi = findNpi(who, this.#context.today)
    return npi ?? `p-${who.resourceType === 'Practitioner' ? 'p' : 'o'}-${who.id}`.replace(/[^\w.-]/g, '-').slice(0, 80)
  }

  /** The entries and seats of a role, an affiliation or a service; else why it brings none. Throws Refused. */
  bring(resource: Resource): readonly DirectoryItem[] | string {
    const { today } = this.#context
    if (resource.active === false) return 'is not active'
    if (timeOfUse(resource, today) >= 2) return 'has ended'
    this.#contained = this.#readContained(resource)
    const whose = findWhose(resource)
    const who = this.#find(whose)
    // A role or service without a provider is useless.
    if (whose?.reference === undefined && !whose?.identifier?.value) return 'names no provider'
    if (who === undefined)
      throw new Refused(
        `${whoseField(resource)}.reference`,
        `${whose.reference ?? 'the provider with this identifier'} is in none of the files`,
      )
    if (who.active === false) return 'is of a provider who is not active'
    if (hasLeft(who, today)) return 'is of a provider whose time is over'
    const services = this.#listServices(resource)
    const places = [
      ...resource.location,
      ...(resource.location.length === 0 ? services.flatMap((one) => one.location) : []),
    ]
    if (places.length === 0) return 'names no place'
    const networks = resource.network.length + within(resource.extension, 'network-reference').length
    if (places.length * (1 + networks + services.length) > maxPairs)
      throw new Refused('location', 'names more places in networks than a resource may have')
    const [missing] = places.filter((place) => this.#find(place) === undefined)
    const nowhere: Refused[] = []
    const entries = places.flatMap((place) => {
      const location = this.#find(place)
      if (location === undefined) return []
      if (location.status !== undefined && location.status !== 'active') return []
      const whole = this.#withinOthers(location)
      try {
        return [{ ...this.#buildEntry(resource, who, whole, services), location: whole }]
      } catch (error) {
        if (!(error instanceof Refused) || error.path !== 'zip') throw error
        nowhere.push(error)
        return []
      }
    })
    if (nowhere[0] !== undefined && entries.length === 0) throw nowhere[0]
    for (const _ of nowhere) this.#context.leaveOut('place', 'has no ZIP code whose place is known, nor a point')
    if (missing !== undefined && entries.length === 0)
      throw new Refused(
        'location.reference',
        `${missing.reference ?? 'the place without an address'} is in none of the files`,
      )
    if (missing !== undefined)
      this.#context.leaveOut('place', 'is in none of the files, where another place of a role is')
    if (entries.length === 0) return 'is at places that are not active'
    const seats = entries.flatMap((entry) => this.#buildSeats(resource, entry, services))
    if (timeOfUse(resource, today) === 1) {
      if (seats.length === 0) return 'has not begun'
      // The role has not begun, so its locations are left out; its seats in networks carry their first day.
      for (const _ of entries) this.#context.leaveOut('place', 'has not begun')
      return seats
    }
    const placed = entries.map(({ location, ...entry }) => ({ is: 'entry' as const, entry, at: toKey(location) }))
    return [...placed, ...seats]
  }

  /** The active services of a role or an affiliation. */
  #listServices(resource: Resource): Resource[] {
    return resource.healthcareService.flatMap((one) => {
      const service = this.#find(one)
      if (service !== undefined && service.active !== false) return [service]
      this.#context.leaveOut('service', service === undefined ? 'is in none of the files' : 'is not active')
      return []
    })
  }

  /** A location, completed by the location that it is part of: a room has the address of its building. */
  #withinOthers(location: Resource): Resource {
    let whole = location
    // A building on a campus of a clinic is three deep; deeper chains are circular.
    for (
      let at = this.#find(location.partOf), depth = 0;
      at !== undefined && depth < 5;
      at = this.#find(at.partOf), depth++
    ) {
      const { address = at.address, position = whole.address === undefined ? at.position : undefined } = whole
      const { telecom, hoursOfOperation, extension } = whole
      whole = {
        ...whole,
        address,
        position,
        telecom: telecom.length > 0 ? telecom : at.telecom,
        hoursOfOperation: hoursOfOperation.length > 0 ? hoursOfOperation : at.hoursOfOperation,
        extension: [...extension, ...within(at.extension, 'accessibility')],
      }
    }
    return whole
  }

  #buildEntry(resource: Resource, who: Resource, location: Resource, services: readonly Resource[]): DirectoryEntry {
    const isPerson = who.resourceType === 'Practitioner'
    const { today } = this.#context
    const npi = findNpi(who, today)
    if (npi === null && who.identifier.some(({ system, value }) => isNpiSystem(system) && value && !isNpi(value)))
      this.#context.leaveOut('NPI', 'is not ten digits with their check digit')
    const [human] = currentFirst(Array.isArray(who.name) ? who.name : [], today)
    const behind = findDegreesInName(human?.suffix)
    const parts = joinName([...(human?.given ?? []), human?.family])
    const name =
      typeof who.name === 'string'
        ? who.name.trim()
        : [parts, parts && behind.generation].filter(Boolean).join(' ') || human?.text
    if (!name || saysNothing(name)) throw new Refused('name', `${who.resourceType}/${who.id} has no name`)
    const address = [location.address].flat()[0]
    const state = findStateCode(address?.state ?? '')
    const postal = (address?.postalCode?.trim() ?? '').replace(/^(\d{5})(\d{4})$/, '$1-$2')
    const zip = mendZip(postal, state, this.#context.warn) ?? ''
    const { latitude: lat = null, longitude: lon = null } = location.position ?? {}
    // From the most specific statement to the most general one.
    const all = [resource, ...services, location]
    const said = [
      ...all.flatMap(({ telecom }) => listTelecom(telecom, today)),
      // Contact information for a person's home is private.
      ...listTelecom(who.telecom, today).filter(({ use }) => use !== 'home'),
    ].flatMap(({ system, value }) =>
      value === undefined || saysNothing(value) ? [] : [{ system, value: value.trim() }],
    )
    const isVirtual = all.some(({ extension }) =>
      within(extension, 'delivery-method').some((one) =>
        within(one.extension ?? [], 'type').some(({ valueCodeableConcept: is }) =>
          is?.coding?.some(({ code }) => code === 'virtual'),
        ),
      ),
    )
    const access = within(location.extension, 'accessibility').flatMap(({ valueCodeableConcept: is }) =>
      listCodes(is ? [is] : []),
    )
    const hours = findHours(all)
    return {
      providerId: this.#toProviderId(who),
      npi,
      name: name.slice(0, 200),
      credential: isPerson ? (findCredential(who, today) ?? behind.credential) : null,
      gender: who.gender === 'female' ? 'F' : who.gender === 'male' ? 'M' : who.gender === 'other' ? 'X' : null,
      ...this.#findCare(resource, who, location, services),
      address: sayPlace(address?.line?.filter((line) => !saysNothing(line)).join(', ') || address?.text, 200),
      city: sayPlace(address?.city, 100),
      state,
      zip: zip.slice(0, 10),
      ...pointFor({ lat, lon, zip, geo: 'site' }, this.#context),
      phone:
        said
          .find(({ system, value }) => system === 'phone' && /\d/.test(value))
          ?.value.replace(/^tel:/i, '')
          .slice(0, 30) ?? null,
      website: this.#findWebsite(said),
      hours: writeOpening(hours),
      languages: this.#listLanguages([who, ...(isPerson ? [] : all)]),
      accepting: findAccepting(all, () => false),
      telehealth: isVirtual ? true : null,
      // Other kinds of access, such as by bus, say nothing about wheelchairs.
      wheelchair: access.includes('adacomp') || access.includes('handiaccess') ? true : null,
      saturday: hours.length === 0 ? null : hours.some(({ days }) => days.includes('sat')),
      affiliations: isPerson ? this.#listWorkplaces(resource) : [],
      rating: null,
      verifiedOn: toKnownDay(resource.meta?.lastUpdated),
      origin: 'plan-net',
    }
  }

  /** What kind of provider it is, and what care it gives. */
  #findCare(
    resource: Resource,
    who: Resource,
    location: Resource,
    services: readonly Resource[],
  ): Pick<DirectoryEntry, 'kind' | 'specialties' | 'specialtyName'> {
    const isPerson = who.resourceType === 'Practitioner'
    const concepts = resource.specialty.length > 0 ? resource.specialty : services.flatMap((one) => one.specialty)
    const board = isPerson && concepts.length === 0 ? listBoardCodes(who, resource, this.#context.today) : []
    const byCode = findSpecialties([...listCodes(concepts), ...board], [])
    const named = byCode.length > 0 ? byCode : findSpecialties([], listWords(concepts))
    const purposes = listCodes([
      ...(isPerson ? [] : [resource, ...services].flatMap(({ code, category }) => [...code, ...category])),
    ])
    const kind = isPerson ? 'individual' : detectKind(named, listCodes([location.type ?? []].flat()), purposes)
    // An organization without specialties is found by its kind.
    const specialties = named.length > 0 || isPerson ? named : findSpecialties([], [kindWords[kind] ?? ''])
    return { kind, specialties, specialtyName: listWords(concepts)[0]?.slice(0, 200) ?? null }
  }

  /** The locations where a person works. */
  #listWorkplaces(resource: Resource): string[] {
    const organization = this.#find(resource.organization)
    if (organization !== undefined && (organization.active === false || hasLeft(organization, this.#context.today)))
      return []
    const name = typeof organization?.name === 'string' ? organization.name : resource.organization?.display
    return name === undefined || name.trim() === '' || saysNothing(name) ? [] : [name.trim().slice(0, 100)]
  }

  #findWebsite(said: readonly { readonly system?: string | undefined; readonly value: string }[]): string | null {
    const all = said.flatMap(({ system, value }) => (system === 'url' ? [value] : []))
    const safe = all.find((value) => /^https:\/\/[^\s<>"]+$/i.test(value) && value.length <= 300)
    if (safe === undefined && all.length > 0) this.#context.leaveOut('website', 'does not begin with https://')
    return safe ?? null
  }

  /** Languages other than English by their two-letter codes; files also have three-letter codes, and regions. */
  #listLanguages(resources: readonly Resource[]): string[] {
    const found = listLanguages(resources)
    for (const one of found) if (one === null) this.#context.leaveOut('language', 'has no code of two letters')
    return [...new Set(found.flatMap((one) => (one === null || one === 'en' ? [] : one)))]
  }

  #buildSeats(resource: Resource, { location, ...entry }: PlacedEntry, services: readonly Resource[]): DirectoryItem[] {
    const referring = within(resource.extension, 'network-reference').flatMap(({ valueReference }) =>
      valueReference === undefined ? [] : [valueReference],
    )
    const networks = [...resource.network, ...referring]
    const { brand, today } = this.#context
    if (networks.length > 0 && brand === null) throw new Refused('network', 'say --brand CODE: whose network it is')
    const [own, last] = [findFirstDay(resource.period?.start), findKnownEnd(resource.period?.end)]
    return networks.flatMap((network) => {
      const known = this.#find(network)
      if (known !== undefined && (known.active === false || hasLeft(known, today))) return []
      const first = known === undefined ? null : findBeginning(known)
      const begins = own !== null && first !== null && first > own ? first : (own ?? first)
      const [ends = null] = [last, ...(known === undefined ? [] : listEnds(known))].filter((day) => day !== null).sort()
      // The seat never begins; without a first day, it would be in force.
      if (begins !== null && isNoBeginning(begins)) return []
      const networkName = (typeof known?.name === 'string' ? known.name : network.display)?.trim() ?? ''
      if (networkName === '' || saysNothing(networkName)) {
        this.#context.leaveOut('network', known === undefined ? 'is in none of the files' : 'has no name')
        return []
      }
      const key = this.#toNetworkKey(network)
      const seat = {
        brand: brand ?? '',
        networkId: (known?.id ?? toNetworkId(key)).slice(0, 100),
        networkName: networkName.slice(0, 100),
        planIds: this.#listPlans(network),
        providerId: entry.providerId,
        zip: entry.zip?.slice(0, 5) ?? null,
        begins: begins === null || isNotKnown(begins) ? null : begins,
        ends,
        accepting: findAccepting(
          [resource, ...services, location],
          (one) => one !== undefined && this.#toNetworkKey(one) === key,
        ),
        primaryCare: null,
        verifiedOn: entry.verifiedOn,
      }
      return [{ is: 'seat' as const, seat }]
    })
  }
}

/** The id of a network that no file has: the last part of its address or identifier, or the words of its name. */
const toNetworkId = (key: string) =>
  key.startsWith('"')
    ? key
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '')
    : (key.split(/[/: ]/).at(-1) ?? '')

const whoseFields = {
  PractitionerRole: 'practitioner',
  OrganizationAffiliation: 'participatingOrganization',
  HealthcareService: 'providedBy',
} as const

const whoseField = ({ resourceType }: Resource) => whoseFields[resourceType as keyof typeof whoseFields]

/** The reference to the provider of a role, an affiliation or a service. */
const findWhose = (resource: Resource) => resource[whoseField(resource)]

/** Whether the period of a person or an organization, in an extension, is over. */
const hasLeft = ({ extension }: Resource, today: string) =>
  [...within(extension, 'practitioner-period'), ...within(extension, 'org-period')].some(
    ({ valuePeriod: period }) => timeOfUse({ period }, today) >= 2,
  )

/** The first day of a network, from its extension with a period; null: not stated. */
const findBeginning = ({ extension }: Resource) =>
  within(extension, 'org-period')
    .flatMap(({ valuePeriod }) => findFirstDay(valuePeriod?.start) ?? [])
    .filter((day) => !isNotKnown(day) || isNoBeginning(day))[0] ?? null

/** The last days of a network, from its extension with a period. */
const listEnds = ({ extension }: Resource) =>
  within(extension, 'org-period').map(({ valuePeriod }) => findKnownEnd(valuePeriod?.end))

/** A last day; null: it is unknown, or there is none. */
function findKnownEnd(when: string | undefined): string | null {
  const day = findLastDay(when)
  return day !== null && isNoEnd(day) ? null : day
}

const sayPlace = (text: string | undefined, max: number) =>
  text === undefined || text.trim() === '' || saysNothing(text) ? null : text.trim().slice(0, max)

/** The identifier in the form in which others refer to it. */
function toNumber({
  system = '',
  value = '',
}: {
  readonly system?: string | undefined
  readonly value?: string | undefined
}) {
  return `${system} ${value}`
}

/** The search word for an organization whose specialties are unknown. */
const kindWords: Partial<Record<ProviderKind, string>> = { hospital: 'Hospital', pharmacy: 'Pharmacy' }

function detectKind(
  specialties: DirectoryEntry['specialties'],
  locationTypes: readonly string[],
  purposes: readonly string[],
): ProviderKind {
  const says = (...words: readonly string[]) => words.some((word) => purposes.includes(word))
  if (specialties.includes('pharmacy') || locationTypes.includes('OUTPHARM') || says('pharmacy', 'pharm'))
    return 'pharmacy'
  if (specialties.includes('hospital') || locationTypes.includes('HOSP')) return 'hospital'
  return says('hospital', 'hosp') ? 'hospital' : 'facility'
}

/** The day of a moment, unless it is a placeholder. */
function toKnownDay(moment: string | undefined): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(moment ?? '')?.[0] ?? null
  return day === null || isNotKnown(day) ? null : day
}
