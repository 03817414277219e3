import type { ProviderKind } from '@portico/rules/finder/limits'
import { findSpecialties } from '@portico/rules/finder/specialties'
import type * as v from 'valibot'
import { type DirectoryEntry, isNpi } from '../../../care/finder/entry.ts'
import { isNoBeginning, isNoEnd, isNotKnown } from '../days.ts'
import { withoutVersion } from '../fhir/codes.ts'
import { currentFirst, timeOfUse } from '../fhir/current.ts'
import { Refused } from '../refused.ts'
import { joinName, saysNothing } from '../text.ts'
import { type DirectoryItem, type LayoutContext, pointFor } from './brought.ts'
import { type Concept, type Extended, type Reference, type Resource, readPlanNet } from './plan-net-shapes.ts'

/** Plan-Net resources that others refer to: kept in a small form while a second pass reads who works where. */
const namedTypes = ['Practitioner', 'Organization', 'Location', 'HealthcareService', 'InsurancePlan'] as const
/** Resources that say who gives care where and in which network. */
const linkingTypes = ['PractitionerRole', 'OrganizationAffiliation', 'HealthcareService'] as const

export const isNamed = (type: string) => (namedTypes as readonly string[]).includes(type)
export const isLinking = (type: string) => (linkingTypes as readonly string[]).includes(type)

/** `Type/id` of a relative or full address, with or without a version, or a `urn:` as it is. */
function toReferenceKey(one: v.InferOutput<typeof Reference> | undefined): string {
  const said = withoutVersion(one?.reference ?? '')
  return said.startsWith('urn:') ? said : said.split('/').slice(-2).join('/')
}

const listCodes = (concepts: readonly v.InferOutput<typeof Concept>[]) =>
  concepts.flatMap(({ coding = [] }) => coding.flatMap(({ code }) => code ?? []))
const listWords = (concepts: readonly v.InferOutput<typeof Concept>[]) =>
  concepts.flatMap(({ coding = [], text: own }) => own ?? coding.flatMap(({ display }) => display ?? []))
const hasUrlEnding = (extension: Extended, name: string) =>
  extension.url?.endsWith(`/${name}`) || extension.url === name
const within = (extensions: readonly Extended[], name: string) => extensions.filter((one) => hasUrlEnding(one, name))

/** The NPI that counts on a day. */
const findNpi = ({ identifier }: Resource, today: string) =>
  currentFirst(
    identifier.filter(({ system, value = '' }) => system?.endsWith('us-npi') && isNpi(value)),
    today,
  ).find((one) => timeOfUse(one, today) < 2)?.value ?? null

/** Those of telecom that count on a day, the ones to use first in front. */
const listTelecom = (telecom: Resource['telecom'], today: string) =>
  telecom.filter((one) => timeOfUse(one, today) < 2).toSorted((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9))

function toKey({ resourceType, id }: Resource): string {
  return `${resourceType}/${id}`
}

/** An entry with the place that it is of. */
type PlacedEntry = DirectoryEntry & { readonly location: Resource }

/** Collects the resources that others refer to, and turns the remaining ones into directory items. */
export class PlanNet {
  readonly #named = new Map<string, Resource>()
  /** The plans that use each network, by its `Type/id` or as they refer to it. */
  readonly #plans = new Map<string, Set<string>>()
  readonly #planIds = new Map<string, readonly string[]>()
  /** Those that a reference may name by a number instead of an address. */
  readonly #numbered = new Map<string, Resource>()
  /** What the resource that is being read has within itself. */
  #contained = new Map<string, Resource>()
  readonly #context: LayoutContext

  constructor(context: LayoutContext) {
    this.#context = context
  }

  /** `fullUrl` is what other entries of a Bundle call it. */
  keep(resource: Resource, fullUrl?: string): void {
    this.#named.set(toKey(resource), resource)
    if (fullUrl?.startsWith('urn:')) this.#named.set(fullUrl, resource)
    for (const one of resource.identifier) if (one.value) this.#numbered.set(toNumber(one), resource)
    if (resource.resourceType !== 'InsurancePlan') return
    const use = (networks: Resource['network'], planIds: readonly string[]) => {
      for (const network of networks) {
        const known = this.#plans.get(toReferenceKey(network)) ?? new Set()
        for (const planId of planIds) known.add(planId)
        this.#plans.set(toReferenceKey(network), known)
      }
    }
    const own = resource.identifier.flatMap(({ value }) => value ?? [])
    use(resource.network, own.length > 0 ? own.slice(0, 1) : [resource.id])
    for (const plan of resource.plan) use(plan.network, plan.identifier.flatMap(({ value }) => value ?? []).slice(0, 1))
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
  #find(reference: v.InferOutput<typeof Reference> | undefined): Resource | undefined {
    const key = toReferenceKey(reference)
    if (key === '') return this.#numbered.get(toNumber(reference?.identifier ?? {}))
    if (key.startsWith('#')) return this.#contained.get(key)
    const known = this.#named.get(key)
    if (known !== undefined || !key.startsWith('urn:')) return known
    const id = key.slice(key.lastIndexOf(':') + 1)
    return namedTypes.map((type) => this.#named.get(`${type}/${id}`)).find((one) => one !== undefined)
  }

  #listPlans(network: v.InferOutput<typeof Reference>, known: Resource | undefined): readonly string[] {
    const name = known === undefined ? toReferenceKey(network) : toKey(known)
    const ready = this.#planIds.get(name)
    if (ready !== undefined) return ready
    const all = [...this.#plans].filter(([key]) => key === name || (known && this.#find({ reference: key }) === known))
    const planIds = [...new Set(all.flatMap(([, some]) => [...some]))]
    this.#planIds.set(name, planIds)
    return planIds
  }

  /** Entries and seats of a role, an affiliation or a service; else why it brings none. Throws Refused. */
  bring(resource: Resource): readonly DirectoryItem[] | string {
    if (resource.active === false) return 'is not active'
    if (timeOfUse(resource, this.#context.today) >= 2) return 'has ended'
    this.#contained = this.#readContained(resource)
    const isRole = resource.resourceType === 'PractitionerRole'
    const whose = isRole
      ? resource.practitioner
      : resource.resourceType === 'HealthcareService'
        ? resource.providedBy
        : resource.participatingOrganization
    const who = this.#find(whose)
    // A role or service without a provider leads nowhere.
    if (whose?.reference === undefined && !whose?.identifier?.value) return 'names no provider'
    if (who === undefined)
      throw new Refused(
        isRole ? 'practitioner.reference' : 'participatingOrganization.reference',
        `${whose.reference ?? 'the provider with this identifier'} is in none of the files`,
      )
    if (who.active === false) return 'is of a provider who is not active'
    const services = resource.healthcareService.flatMap((one) => this.#find(one) ?? [])
    const places = [
      ...resource.location,
      ...(resource.location.length === 0 ? services.flatMap((one) => one.location) : []),
    ]
    if (places.length === 0) return 'names no place'
    const [missing] = places.filter((place) => this.#find(place) === undefined)
    const entries = places.flatMap((place) => {
      const location = this.#find(place)
      if (location === undefined) return []
      if (location.status !== undefined && location.status !== 'active') return []
      return [{ ...this.#buildEntry(resource, who, location, services), location }]
    })
    if (missing !== undefined && entries.length === 0)
      throw new Refused('location.reference', `${missing.reference} is in none of the files`)
    if (missing !== undefined)
      this.#context.leaveOut('place', 'is in none of the files, where another place of a role is')
    if (entries.length === 0) return 'is at places that are not active'
    const seats = entries.flatMap((entry) => this.#buildSeats(resource, entry, services))
    return [...entries.map(({ location: _, ...entry }) => ({ is: 'entry' as const, entry })), ...seats]
  }

  #buildEntry(resource: Resource, who: Resource, location: Resource, services: readonly Resource[]): DirectoryEntry {
    const isPerson = who.resourceType === 'Practitioner'
    const { today } = this.#context
    const npi = findNpi(who, today)
    const [human] = currentFirst(Array.isArray(who.name) ? who.name : [], today)
    const name =
      typeof who.name === 'string' ? who.name : joinName([...(human?.given ?? []), human?.family]) || human?.text
    if (!name || saysNothing(name)) throw new Refused('name', `${who.resourceType}/${who.id} has no name`)
    const concepts = [
      ...resource.specialty,
      ...(resource.specialty.length === 0 ? services.flatMap((one) => one.specialty) : []),
    ]
    const specialties = findSpecialties(
      listCodes(concepts),
      listCodes(concepts).length === 0 ? listWords(concepts) : [],
    )
    const address = [location.address].flat()[0]
    const zip = address?.postalCode ?? ''
    const { latitude: lat = null, longitude: lon = null } = location.position ?? {}
    const all = [resource, location, ...services]
    const times = all.flatMap((one) => [
      ...one.availableTime.flatMap(({ daysOfWeek = [] }) => daysOfWeek),
      ...hoursOfTelecom(one),
    ])
    const said = [resource, location, who].flatMap(({ telecom }) => listTelecom(telecom, today))
    const isVirtual = all.some(({ extension }) =>
      within(extension, 'delivery-method').some((one) =>
        within(one.extension ?? [], 'type').some(({ valueCodeableConcept: is }) =>
          is?.coding?.some(({ code }) => code === 'virtual'),
        ),
      ),
    )
    const organization = this.#find(resource.organization)
    const website = said.find(({ system, value }) => system === 'url' && value?.startsWith('https://'))?.value
    const access = within(location.extension, 'accessibility').flatMap(({ valueCodeableConcept: is }) =>
      listCodes(is ? [is] : []),
    )
    return {
      providerId: npi ?? `p-${who.resourceType === 'Practitioner' ? 'p' : 'o'}-${who.id}`.slice(0, 80),
      npi,
      kind: isPerson ? 'individual' : detectKind(specialties, listCodes([location.type ?? []].flat())),
      name: name.slice(0, 200),
      credential: isPerson
        ? (listCodes(who.qualification.flatMap(({ code }) => (code === undefined ? [] : [code])))[0]?.slice(0, 40) ??
          null)
        : null,
      gender: who.gender === 'female' ? 'F' : who.gender === 'male' ? 'M' : who.gender === 'other' ? 'X' : null,
      specialties,
      specialtyName: listWords(concepts)[0]?.slice(0, 200) ?? null,
      address: address?.line?.join(', ').slice(0, 200) ?? null,
      city: address?.city?.slice(0, 100) ?? null,
      state: /^[a-z]{2}$/i.test(address?.state ?? '') ? (address?.state?.toUpperCase() ?? null) : null,
      zip: zip.slice(0, 10),
      ...pointFor({ lat, lon, zip, geo: 'site' }, this.#context),
      phone:
        said
          .find(({ system, value }) => system === 'phone' && value)
          ?.value?.replace(/^tel:/i, '')
          .slice(0, 30) ?? null,
      website: website?.slice(0, 300) ?? null,
      hours: null,
      languages: this.#listLanguages(who),
      accepting: findAccepting(all, () => false),
      telehealth: isVirtual ? true : null,
      // Another kind of access, such as by bus, says nothing of wheelchairs.
      wheelchair: access.includes('adacomp') || access.includes('handiaccess') ? true : null,
      saturday: times.length === 0 ? null : times.includes('sat'),
      affiliations: isPerson && typeof organization?.name === 'string' ? [organization.name.slice(0, 100)] : [],
      rating: null,
      verifiedOn: toKnownDay(resource.meta?.lastUpdated),
      origin: 'plan-net',
    }
  }

  /** Languages besides English by their two letters; files also have three, and places of use. */
  #listLanguages({ communication }: Resource): string[] {
    const found = communication.map(
      (concept) =>
        listCodes([concept])
          .map(toLanguage)
          .find((one) => one !== null) ?? null,
    )
    for (const one of found) if (one === null) this.#context.leaveOut('language', 'has no code of two letters')
    return [...new Set(found.flatMap((one) => (one === null || one === 'en' ? [] : one)))]
  }

  #buildSeats(resource: Resource, { location, ...entry }: PlacedEntry, services: readonly Resource[]): DirectoryItem[] {
    const referring = within(resource.extension, 'network-reference').flatMap(({ valueReference }) =>
      valueReference === undefined ? [] : [valueReference],
    )
    const networks = [...resource.network, ...referring]
    const { brand } = this.#context
    if (networks.length > 0 && brand === null) throw new Refused('network', 'say --brand CODE: whose network it is')
    return networks.flatMap((network) => {
      const known = this.#find(network)
      if (known !== undefined && known.active === false) return []
      const isIt = (one: v.InferOutput<typeof Reference> | undefined) =>
        known === undefined ? toReferenceKey(one) === toReferenceKey(network) : this.#find(one) === known
      const begins = dayIn(resource.period?.start)
      // It never begins: without a first day, it would be in force.
      if (begins !== null && isNoBeginning(begins)) return []
      const ends = dayIn(resource.period?.end)
      const seat = {
        brand: brand ?? '',
        networkId: (known?.id ?? toReferenceKey(network).split(/[/:]/).at(-1) ?? '').slice(0, 60),
        networkName: (
          (typeof known?.name === 'string' ? known.name : network.display) ?? toReferenceKey(network)
        ).slice(0, 100),
        planIds: this.#listPlans(network, known),
        providerId: entry.providerId,
        zip: entry.zip?.slice(0, 5) ?? null,
        begins: toKnownDay(resource.period?.start),
        ends: ends !== null && isNoEnd(ends) ? null : ends,
        accepting: findAccepting([resource, location, ...services], isIt),
        primaryCare: null,
        verifiedOn: entry.verifiedOn,
      }
      return [{ is: 'seat' as const, seat }]
    })
  }
}

/** `es` of `es`, `spa`, `es-MX`; null for what has no code of two letters. */
function toLanguage(code: string): string | null {
  try {
    const [language = ''] = Intl.getCanonicalLocales(code.trim()).map((one) => one.split('-')[0] ?? '')
    return language === 'fil' ? 'tl' : /^[a-z]{2}$/.test(language) ? language : null
  } catch {
    return null
  }
}

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

function detectKind(specialties: DirectoryEntry['specialties'], locationTypes: readonly string[]): ProviderKind {
  if (specialties.includes('pharmacy') || locationTypes.includes('OUTPHARM')) return 'pharmacy'
  return specialties.includes('hospital') || locationTypes.includes('HOSP') ? 'hospital' : 'facility'
}

/** What Plan-Net calls it when only people who are patients already, or their families, are taken. */
const closedCodes: ReadonlySet<string> = new Set(['nopt', 'existptonly', 'existptfam'])

/**
 * Whether new patients are accepted, if known: by the role, or else the service, or else the place. What is said of a network alone counts
 * for that network, where it comes before what is said of all.
 */
function findAccepting(
  resources: readonly Resource[],
  isNetwork: (reference: v.InferOutput<typeof Reference> | undefined) => boolean,
): boolean | null {
  const all = resources.flatMap(({ extension }) => within(extension, 'newpatients'))
  const findNetwork = (one: Extended) => within(one.extension ?? [], 'fromNetwork')[0]?.valueReference
  for (const said of [
    all.filter((one) => isNetwork(findNetwork(one))),
    all.filter((one) => findNetwork(one) === undefined),
  ])
    for (const one of said) {
      const codes = within(one.extension ?? [], 'acceptingPatients').flatMap(({ valueCodeableConcept: is }) =>
        listCodes(is ? [is] : []),
      )
      if (codes.includes('newpt')) return true
      if (codes.some((code) => closedCodes.has(code))) return false
    }
  return null
}

function hoursOfTelecom({ telecom }: Resource): string[] {
  return telecom.flatMap(({ extension = [] }) =>
    within(extension, 'contactpoint-availabletime').flatMap((one) =>
      within(one.extension ?? [], 'daysOfWeek').flatMap(({ valueCode }) => valueCode ?? []),
    ),
  )
}

/** The day of a date or moment; null if it has none. */
function dayIn(moment: string | undefined): string | null {
  return moment !== undefined && /^\d{4}-\d\d-\d\d/.test(moment) ? moment.slice(0, 10) : null
}

function toKnownDay(moment: string | undefined): string | null {
  const day = dayIn(moment)
  return day === null || isNotKnown(day) ? null : day
}
