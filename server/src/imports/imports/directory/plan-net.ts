import { npiSystem } from '@portico/rules/fhir/systems'
import type { ProviderKind } from '@portico/rules/finder/limits'
import { findSpecialties } from '@portico/rules/finder/specialties'
import type * as v from 'valibot'
import type { Told } from '../../../apis/fhir/directory/received.ts'
import { type DirectoryEntry, isNpi } from '../../../care/finder/entry.ts'
import { writeOpening } from '../../../care/finder/opening.ts'
import { findFirstDay, findLastDay, isNoBeginning, isNoEnd, isNotKnown } from '../days.ts'
import { withoutVersion } from '../fhir/codes.ts'
import { currentFirst, timeOfUse } from '../fhir/current.ts'
import { Refused } from '../refused.ts'
import { compareVersions, readVersion, sayChanged } from '../source/newest.ts'
import { joinName, saysNothing } from '../text.ts'
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

/** `Type/id` of a relative or full address, with or without a version, or a `urn:` as it is. */
function toReferenceKey(one: Referring): string {
  const said = withoutVersion(one?.reference ?? '')
  return said.startsWith('urn:') ? said : said.split('/').slice(-2).join('/')
}

/** Who is asked for by an identifier: `Practitioner?identifier=http://…/us-npi|1234567893`; null for any other reference. */
function readAsked(one: Referring) {
  const [, type, said = ''] = /(\w+)\?identifier=([^&]+)$/.exec(one?.reference ?? '') ?? []
  if (type === undefined) return null
  const [value = '', system = isNpi(value) ? npiSystem : ''] = decodeQuery(said).split('|').reverse()
  return { type, system, value }
}

/** What stands in an address as it was meant: with the signs that are written as numbers there. */
function decodeQuery(said: string): string {
  try {
    return decodeURIComponent(said)
  } catch {
    return said
  }
}

type Referring = v.InferOutput<typeof Reference> | undefined

/** An NPI by its address, or by its number as an object identifier. */
const isNpiSystem = (system = '') => system.endsWith('us-npi') || system === 'urn:oid:2.16.840.1.113883.4.6'

/** The NPI that counts on a day. */
const findNpi = ({ identifier }: Resource, today: string) =>
  currentFirst(
    identifier.filter(({ system, value = '' }) => isNpiSystem(system) && isNpi(value)),
    today,
  ).find((one) => timeOfUse(one, today) < 2)?.value ?? null

/** Those of telecom that count on a day, the ones to use first in front. */
const listTelecom = (telecom: Resource['telecom'], today: string) =>
  telecom.filter((one) => timeOfUse(one, today) === 0).toSorted((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9))

function toKey({ resourceType, id }: Resource): string {
  return `${resourceType}/${id}`
}

/** The most places times networks and services of one resource: each is an entry, or a seat, of its own. */
const maxPairs = 20_000

/** An entry with the place that it is of. */
type PlacedEntry = DirectoryEntry & { readonly location: Resource }

/** Networks that some plans use. */
interface Use {
  readonly networks: Resource['network']
  readonly planIds: readonly string[]
  /** Whether they use them from a later day on, such as the next year. */
  readonly isLater: boolean
}

/** Collects the resources that others refer to, and turns the remaining ones into directory items. */
export class PlanNet {
  readonly #named = new Map<string, Resource>()
  /** Which plans use which networks, as they refer to them. */
  readonly #uses = new Map<string, Use[]>()
  #hasPlans = false
  /** The plans of each network; null until all resources are known. */
  #plans: ReadonlyMap<string, readonly string[]> | null = null
  /** Those that a reference may name by a number instead of an address. */
  readonly #numbered = new Map<string, Resource>()
  /** Where its APIs are: nobody is shown these, but references lead there. */
  readonly #endpoints = new Map<string, string>()
  /** Those whose place some resource tells. */
  readonly #asked = new Set<Resource>()
  /** What the resource that is being read has within itself. */
  #contained = new Map<string, Resource>()
  readonly #context: LayoutContext

  constructor(context: LayoutContext) {
    this.#context = context
  }

  /** `fullUrl` is what other entries of a Bundle call it. */
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

  /** Notes an Endpoint, to which others may refer. */
  keepEndpoint(id: string, fullUrl?: string): void {
    for (const key of [`Endpoint/${id}`, ...(fullUrl?.startsWith('urn:') ? [fullUrl] : [])])
      this.#endpoints.set(key, `Endpoint/${id}`)
  }

  /** `Type/id` of the resource of the files that a reference means; null: there is none. */
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
    // A plan uses its own networks, or else those of its product, and those of each kind of care.
    const sharing = product.plan.filter(({ network }) => network.length === 0)
    const listIds = (plans: Resource['plan']) => [own, ...plans.flatMap((plan) => findId(plan) ?? [])]
    this.#uses.set(product.id, [
      { networks: product.network, planIds: listIds(sharing), isLater },
      { networks: product.coverage.flatMap(({ network }) => network), planIds: listIds(product.plan), isLater },
      ...product.plan.map((plan) => ({ networks: plan.network, planIds: [findId(plan) ?? own], isLater })),
    ])
  }

  /** The resources within another one; each is one of its own, whatever others call theirs. */
  #readContained({ id, contained }: Resource): Map<string, Resource> {
    return new Map(
      contained.map((one) => {
        const read = readPlanNet(one)
        return [`#${read.id.replace(/^#/, '')}`, { ...read, id: `${id}-${read.id.replace(/^#/, '')}` }]
      }),
    )
  }

  /** The resource that a reference means; also by its id alone, where nothing else calls it by that `urn:`. */
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

  /** What tells a network apart, whether or not it is in the files. */
  #toNetworkKey(network: Referring): string {
    const known = this.#find(network)
    if (known !== undefined) return toKey(known)
    // What has neither address nor number is known by its name alone.
    const { display = '', identifier = {} } = network ?? {}
    return toReferenceKey(network) || toNumber(identifier).trim() || `"${display.trim()}"`
  }

  /** The plans of each network, one list for all its seats. */
  #joinPlans(): ReadonlyMap<string, readonly string[]> {
    const plans = new Map<string, Set<string>>()
    const uses = [...this.#uses.values()].flat()
    const current = new Set(uses.flatMap(({ planIds, isLater }) => (isLater ? [] : planIds)))
    for (const { networks, planIds: all, isLater } of uses) {
      // A plan of next year says nothing of this year's, which has the same id.
      const planIds = isLater ? all.filter((planId) => !current.has(planId)) : all
      for (const one of planIds.length === 0 ? [] : networks) {
        // What a plan has within itself is no one else's.
        if (one.reference?.startsWith('#')) continue
        const key = this.#toNetworkKey(one)
        const own = plans.get(key) ?? new Set()
        for (const planId of planIds) own.add(planId)
        plans.set(key, own)
      }
    }
    return new Map([...plans].map(([key, own]) => [key, [...own]]))
  }

  /** The plans that use a network. Where no file has any plan, every plan does; where files have some and none uses it, no plan does. */
  #listPlans(network: v.InferOutput<typeof Reference>): readonly string[] {
    if (!this.#hasPlans) return []
    this.#plans ??= this.#joinPlans()
    const key = this.#toNetworkKey(network)
    const planIds = this.#plans.get(key)
    if (planIds !== undefined) return planIds
    this.#context.leaveOut('network', 'is used by no plan of the files')
    return [key]
  }

  /** Counts the people whom nothing gives a place: they are in no answer of the finder. */
  countUnnamed(): void {
    for (const [key, one] of this.#named)
      if (one.resourceType === 'Practitioner' && key === toKey(one) && !this.#asked.has(one))
        this.#context.leaveOut('Practitioner', 'is named by no role')
  }

  /** Whose place a resource tells: the same of all that tell of one provider; null if nobody is named. */
  findProvider(resource: Resource): string | null {
    this.#contained = resource.contained.length === 0 ? new Map() : this.#readContained(resource)
    const who = this.#find(findWhose(resource))
    if (who === undefined) return null
    this.#asked.add(who)
    return this.#toProviderId(who)
  }

  /** The provider that a person or an organization is; null: of anything else. */
  identify(resource: Resource): string | null {
    const isSomebody = resource.resourceType === 'Practitioner' || resource.resourceType === 'Organization'
    return isSomebody ? this.#toProviderId(resource) : null
  }

  /** Whether a resource counts at all, from when to when, and since when it is as it is. */
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

  /** Whether a reference leads to what counts. */
  leadsTo(reference: string): boolean {
    const known = this.#find({ reference })
    return known === undefined ? this.findKey(reference) !== null : this.tell(known).isServed
  }

  /** Whether somebody's role, affiliation or service is of one who counts, or of nobody. */
  isOfActive(resource: Resource): boolean {
    const who = this.#find(findWhose(resource))
    return who === undefined || this.tell(who).isServed
  }

  /** Whether a role or an affiliation says in which network it is. */
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

  /** Entries and seats of a role, an affiliation or a service; else why it brings none. Throws Refused. */
  bring(resource: Resource): readonly DirectoryItem[] | string {
    const { today } = this.#context
    if (resource.active === false) return 'is not active'
    if (timeOfUse(resource, today) >= 2) return 'has ended'
    this.#contained = this.#readContained(resource)
    const whose = findWhose(resource)
    const who = this.#find(whose)
    // A role or service without a provider leads nowhere.
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
    const entries = places.flatMap((place) => {
      const location = this.#find(place)
      if (location === undefined) return []
      if (location.status !== undefined && location.status !== 'active') return []
      const whole = this.#withinOthers(location)
      return [{ ...this.#buildEntry(resource, who, whole, services), location: whole }]
    })
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
      // Nobody is there yet; in a network they are from that day on.
      for (const _ of entries) this.#context.leaveOut('place', 'has not begun')
      return seats
    }
    const placed = entries.map(({ location, ...entry }) => ({ is: 'entry' as const, entry, at: toKey(location) }))
    return [...placed, ...seats]
  }

  /** The services of a role or an affiliation that are given. */
  #listServices(resource: Resource): Resource[] {
    return resource.healthcareService.flatMap((one) => {
      const service = this.#find(one)
      if (service !== undefined && service.active !== false) return [service]
      this.#context.leaveOut('service', service === undefined ? 'is in none of the files' : 'is not active')
      return []
    })
  }

  /** A place with what it leaves to the place that it is part of: a room has the address of its building. */
  #withinOthers(location: Resource): Resource {
    let whole = location
    // A building of a campus of a clinic: deeper, it goes in a circle.
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
    const zip = (address?.postalCode?.trim() ?? '').replace(/^(\d{5})(\d{4})$/, '$1-$2')
    const { latitude: lat = null, longitude: lon = null } = location.position ?? {}
    // From what is said of this alone to what is said of all that is here.
    const all = [resource, ...services, location]
    const said = [
      ...all.flatMap(({ telecom }) => listTelecom(telecom, today)),
      // What is somebody's at home is nobody else's.
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
      state: /^[a-z]{2}$/i.test(address?.state?.trim() ?? '') ? (address?.state?.trim().toUpperCase() ?? null) : null,
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
      // Another kind of access, such as by bus, says nothing of wheelchairs.
      wheelchair: access.includes('adacomp') || access.includes('handiaccess') ? true : null,
      saturday: hours.length === 0 ? null : hours.some(({ days }) => days.includes('sat')),
      affiliations: isPerson ? this.#listWorkplaces(resource) : [],
      rating: null,
      verifiedOn: toKnownDay(resource.meta?.lastUpdated),
      origin: 'plan-net',
    }
  }

  /** What kind of provider it is, and of what care. */
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
    // Who is found by what they are for, if not by a specialty.
    const specialties = named.length > 0 || isPerson ? named : findSpecialties([], [kindWords[kind] ?? ''])
    return { kind, specialties, specialtyName: listWords(concepts)[0]?.slice(0, 200) ?? null }
  }

  /** Where a person works. */
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

  /** Languages besides English by their two letters; files also have three, and places of use. */
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
      // It never begins: without a first day, it would be in force.
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

/** The id of a network that is in no file: the last part of what it is known by, or the words of its name. */
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

/** Who gives the care of a role, an affiliation or a service. */
const findWhose = (resource: Resource) => resource[whoseField(resource)]

/** Whether a person or an organization is no longer what it was, by its extension with a period. */
const hasLeft = ({ extension }: Resource, today: string) =>
  [...within(extension, 'practitioner-period'), ...within(extension, 'org-period')].some(
    ({ valuePeriod: period }) => timeOfUse({ period }, today) >= 2,
  )

/** The first day of a network by its extension with a period; null: it is not said. */
const findBeginning = ({ extension }: Resource) =>
  within(extension, 'org-period')
    .flatMap(({ valuePeriod }) => findFirstDay(valuePeriod?.start) ?? [])
    .filter((day) => !isNotKnown(day) || isNoBeginning(day))[0] ?? null

/** The last days of a network by its extension with a period. */
const listEnds = ({ extension }: Resource) =>
  within(extension, 'org-period').map(({ valuePeriod }) => findKnownEnd(valuePeriod?.end))

/** A last day; null: it is not known, or there is none. */
function findKnownEnd(when: string | undefined): string | null {
  const day = findLastDay(when)
  return day !== null && isNoEnd(day) ? null : day
}

const sayPlace = (text: string | undefined, max: number) =>
  text === undefined || text.trim() === '' || saysNothing(text) ? null : text.trim().slice(0, max)

/** An identifier as others may refer by it. */
function toNumber({
  system = '',
  value = '',
}: {
  readonly system?: string | undefined
  readonly value?: string | undefined
}) {
  return `${system} ${value}`
}

/** What an organization is looked for by, if its specialties do not say. */
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

/** The day of a moment, unless it stands for none. */
function toKnownDay(moment: string | undefined): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(moment ?? '')?.[0] ?? null
  return day === null || isNotKnown(day) ? null : day
}
