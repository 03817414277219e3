import type { ProviderKind } from '@portico/rules/finder/limits'
import { specialtiesOf } from '@portico/rules/finder/specialties'
import * as v from 'valibot'
import { type DirectoryEntry, isNpi } from '../../finder/entry.ts'
import { Refused } from '../refused.ts'
import { type DirectoryItem, type LayoutContext, pointFor } from './brought.ts'

/** Plan-Net resources that others refer to: kept in a small form while a second pass reads who works where. */
const namedTypes = ['Practitioner', 'Organization', 'Location', 'HealthcareService', 'InsurancePlan'] as const
/** Resources that say who gives care where and in which network. */
const linkingTypes = ['PractitionerRole', 'OrganizationAffiliation', 'HealthcareService'] as const

export const isNamed = (type: string) => (namedTypes as readonly string[]).includes(type)
export const isLinking = (type: string) => (linkingTypes as readonly string[]).includes(type)

const text = v.optional(v.pipe(v.string(), v.maxLength(2000)))
const Reference = v.looseObject({ reference: text, display: text })
const Concept = v.looseObject({
  coding: v.optional(v.array(v.looseObject({ code: text, display: text, system: text }))),
  text,
})
const Extension: v.GenericSchema<Extended> = v.looseObject({
  url: text,
  valueReference: v.optional(Reference),
  valueCode: text,
  valueBoolean: v.optional(v.boolean()),
  valueCodeableConcept: v.optional(Concept),
  extension: v.optional(v.lazy(() => v.array(Extension))),
}) as never
interface Extended {
  readonly url?: string | undefined
  readonly valueReference?: v.InferOutput<typeof Reference> | undefined
  readonly valueCode?: string | undefined
  readonly valueBoolean?: boolean | undefined
  readonly valueCodeableConcept?: v.InferOutput<typeof Concept> | undefined
  readonly extension?: readonly Extended[] | undefined
}
const Period = v.looseObject({ start: text, end: text })
const Telecom = v.looseObject({ system: text, value: text, extension: v.optional(v.array(Extension)) })
const Address = v.looseObject({ line: v.optional(v.array(v.string())), city: text, state: text, postalCode: text })

const Any = v.looseObject({
  resourceType: v.string(),
  id: v.pipe(v.string(), v.maxLength(200)),
  meta: v.optional(v.looseObject({ lastUpdated: text })),
  extension: v.optional(v.array(Extension), []),
  identifier: v.optional(v.array(v.looseObject({ system: text, value: text })), []),
  active: v.optional(v.boolean()),
  status: text,
  name: v.optional(
    v.union([v.string(), v.array(v.looseObject({ text, family: text, given: v.optional(v.array(v.string())) }))]),
  ),
  gender: text,
  type: v.optional(v.union([v.array(Concept), Concept])),
  telecom: v.optional(v.array(Telecom), []),
  address: v.optional(v.union([v.array(Address), Address])),
  position: v.optional(v.looseObject({ latitude: v.number(), longitude: v.number() })),
  qualification: v.optional(v.array(v.looseObject({ code: v.optional(Concept) })), []),
  communication: v.optional(v.array(Concept), []),
  specialty: v.optional(v.array(Concept), []),
  location: v.optional(v.array(Reference), []),
  network: v.optional(v.array(Reference), []),
  healthcareService: v.optional(v.array(Reference), []),
  practitioner: v.optional(Reference),
  organization: v.optional(Reference),
  participatingOrganization: v.optional(Reference),
  providedBy: v.optional(Reference),
  managingOrganization: v.optional(Reference),
  availableTime: v.optional(v.array(v.looseObject({ daysOfWeek: v.optional(v.array(v.string())) })), []),
  period: v.optional(Period),
  plan: v.optional(
    v.array(
      v.looseObject({
        identifier: v.optional(v.array(v.looseObject({ value: text })), []),
        network: v.optional(v.array(Reference), []),
      }),
    ),
    [],
  ),
})
type Resource = v.InferOutput<typeof Any>

/** Parses a resource of Plan-Net. Throws Refused. */
export function parsePlanNet(json: string): Resource {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    throw new Refused('', 'is not JSON: it may be cut short')
  }
  const read = v.safeParse(Any, parsed)
  if (read.success) return read.output
  const [issue] = read.issues
  throw new Refused(v.getDotPath(issue) ?? '', 'is not as FHIR R4 has it')
}

/** The form in which a resource that others refer to is kept. */
export type NamedResource = Resource

const referred = (one: v.InferOutput<typeof Reference> | undefined) =>
  one?.reference?.split('/').slice(-2).join('/') ?? ''
const codesOf = (concepts: readonly v.InferOutput<typeof Concept>[]) =>
  concepts.flatMap(({ coding = [] }) => coding.flatMap(({ code }) => code ?? []))
const wordsOf = (concepts: readonly v.InferOutput<typeof Concept>[]) =>
  concepts.flatMap(({ coding = [], text: own }) => own ?? coding.flatMap(({ display }) => display ?? []))
const ending = (extension: Extended, name: string) => extension.url?.endsWith(`/${name}`) || extension.url === name
const within = (extensions: readonly Extended[], name: string) => extensions.filter((one) => ending(one, name))

const takenNpi = (resource: NamedResource | undefined) =>
  resource?.identifier.find(({ system, value = '' }) => system?.endsWith('us-npi') && isNpi(value))?.value ?? null

/** Collects the resources that others refer to, and turns the remaining ones into directory items. */
export class PlanNet {
  readonly #named = new Map<string, NamedResource>()
  /** The plans that use each network. */
  readonly #plans = new Map<string, Set<string>>()
  readonly #context: LayoutContext

  constructor(context: LayoutContext) {
    this.#context = context
  }

  keep(resource: NamedResource): void {
    this.#named.set(`${resource.resourceType}/${resource.id}`, resource)
    if (resource.resourceType !== 'InsurancePlan') return
    const use = (networks: Resource['network'], planIds: readonly string[]) => {
      for (const network of networks) {
        const known = this.#plans.get(referred(network)) ?? new Set()
        for (const planId of planIds) known.add(planId)
        this.#plans.set(referred(network), known)
      }
    }
    const own = resource.identifier.flatMap(({ value }) => value ?? [])
    use(resource.network, own.length > 0 ? own.slice(0, 1) : [resource.id])
    for (const plan of resource.plan) use(plan.network, plan.identifier.flatMap(({ value }) => value ?? []).slice(0, 1))
  }

  /** Entries and seats of a role, an affiliation or a service. Throws Refused. */
  bring(resource: Resource): DirectoryItem[] {
    if (resource.active === false) return []
    const isRole = resource.resourceType === 'PractitionerRole'
    const whose = isRole
      ? resource.practitioner
      : resource.resourceType === 'HealthcareService'
        ? resource.providedBy
        : resource.participatingOrganization
    const who = this.#named.get(referred(whose))
    // A role or service without a provider leads nowhere.
    if (whose?.reference === undefined) return []
    if (who === undefined)
      throw new Refused(
        isRole ? 'practitioner.reference' : 'participatingOrganization.reference',
        `${whose.reference} is in none of the files`,
      )
    if (who.active === false) return []
    const services = resource.healthcareService.flatMap((one) => this.#named.get(referred(one)) ?? [])
    const places = [
      ...resource.location,
      ...(resource.location.length === 0 ? services.flatMap((one) => one.location) : []),
    ]
    const entries = places.flatMap((place) => {
      const location = this.#named.get(referred(place))
      if (location === undefined) throw new Refused('location.reference', `${place.reference} is in none of the files`)
      if (location.status !== undefined && location.status !== 'active') return []
      return [this.#entryOf(resource, who, location, services)]
    })
    const seats = entries.flatMap((entry) => this.#seatsOf(resource, entry))
    return [...entries.map((entry) => ({ is: 'entry' as const, entry })), ...seats]
  }

  #entryOf(
    resource: Resource,
    who: NamedResource,
    location: NamedResource,
    services: readonly NamedResource[],
  ): DirectoryEntry {
    const isPerson = who.resourceType === 'Practitioner'
    const npi = takenNpi(who)
    const [human] = Array.isArray(who.name) ? who.name : []
    const name =
      typeof who.name === 'string'
        ? who.name
        : [...(human?.given ?? []), human?.family].filter(Boolean).join(' ') || human?.text
    if (!name) throw new Refused('name', `${who.resourceType}/${who.id} has no name`)
    const concepts = [
      ...resource.specialty,
      ...(resource.specialty.length === 0 ? services.flatMap((one) => one.specialty) : []),
    ]
    const specialties = specialtiesOf(codesOf(concepts), codesOf(concepts).length === 0 ? wordsOf(concepts) : [])
    const address = [location.address].flat()[0]
    const zip = address?.postalCode ?? ''
    const { latitude: lat = null, longitude: lon = null } = location.position ?? {}
    const all = [resource, location, ...services]
    const times = all.flatMap((one) => [
      ...one.availableTime.flatMap(({ daysOfWeek = [] }) => daysOfWeek),
      ...hoursOfTelecom(one),
    ])
    const said = [...resource.telecom, ...location.telecom, ...who.telecom]
    const isVirtual = all.some(({ extension }) =>
      within(extension, 'delivery-method').some((one) =>
        within(one.extension ?? [], 'type').some(({ valueCodeableConcept: is }) =>
          is?.coding?.some(({ code }) => code === 'virtual'),
        ),
      ),
    )
    const organization = this.#named.get(referred(resource.organization))
    const website = said.find(({ system, value }) => system === 'url' && value?.startsWith('https://'))?.value
    const access = within(location.extension, 'accessibility').flatMap(({ valueCodeableConcept: is }) =>
      codesOf(is ? [is] : []),
    )
    return {
      providerId: npi ?? `p-${who.resourceType === 'Practitioner' ? 'p' : 'o'}-${who.id}`.slice(0, 80),
      npi,
      kind: isPerson ? 'individual' : kindOf(specialties, codesOf([location.type ?? []].flat())),
      name: name.slice(0, 200),
      credential: isPerson
        ? (codesOf(who.qualification.flatMap(({ code }) => (code === undefined ? [] : [code])))[0]?.slice(0, 40) ??
          null)
        : null,
      gender: who.gender === 'female' ? 'F' : who.gender === 'male' ? 'M' : who.gender === 'other' ? 'X' : null,
      specialties,
      specialtyName: wordsOf(concepts)[0]?.slice(0, 200) ?? null,
      address: address?.line?.join(', ').slice(0, 200) ?? null,
      city: address?.city?.slice(0, 100) ?? null,
      state: address?.state?.slice(0, 2).toUpperCase() ?? null,
      zip: zip.slice(0, 10),
      ...pointFor({ lat, lon, zip, geo: 'site' }, this.#context),
      phone: said.find(({ system }) => system === 'phone')?.value?.slice(0, 30) ?? null,
      website: website?.slice(0, 300) ?? null,
      hours: null,
      languages: codesOf(who.communication)
        .map((code) => code.toLowerCase().slice(0, 2))
        .filter((code) => /^[a-z]{2}$/.test(code) && code !== 'en'),
      accepting: acceptingOf(all),
      telehealth: isVirtual ? true : null,
      wheelchair: access.length === 0 ? null : access.includes('adacomp') || access.includes('handiaccess'),
      saturday: times.length === 0 ? null : times.includes('sat'),
      affiliations: isPerson && typeof organization?.name === 'string' ? [organization.name.slice(0, 100)] : [],
      rating: null,
      verifiedOn: resource.meta?.lastUpdated?.slice(0, 10) ?? null,
      origin: 'plan-net',
    }
  }

  #seatsOf(resource: Resource, entry: DirectoryEntry): DirectoryItem[] {
    const referring = within(resource.extension, 'network-reference').flatMap(({ valueReference }) =>
      valueReference === undefined ? [] : [valueReference],
    )
    const networks = [...resource.network, ...referring]
    const { brand } = this.#context
    if (networks.length > 0 && brand === null) throw new Refused('network', 'say --brand CODE: whose network it is')
    return networks.flatMap((network) => {
      const known = this.#named.get(referred(network))
      if (known !== undefined && known.active === false) return []
      const day = (moment: string | undefined) =>
        /^\d{4}-\d\d-\d\d/.test(moment ?? '') ? (moment as string).slice(0, 10) : null
      const seat = {
        brand: brand ?? '',
        networkId: referred(network).split('/').at(-1)?.slice(0, 60) ?? '',
        networkName: ((typeof known?.name === 'string' ? known.name : network.display) ?? referred(network)).slice(
          0,
          100,
        ),
        planIds: [...(this.#plans.get(referred(network)) ?? [])],
        providerId: entry.providerId,
        zip: entry.zip?.slice(0, 5) ?? null,
        begins: day(resource.period?.start),
        ends: day(resource.period?.end),
        accepting: entry.accepting,
        primaryCare: null,
        verifiedOn: entry.verifiedOn,
      }
      return [{ is: 'seat' as const, seat }]
    })
  }
}

function kindOf(specialties: DirectoryEntry['specialties'], locationTypes: readonly string[]): ProviderKind {
  if (specialties.includes('pharmacy') || locationTypes.includes('OUTPHARM')) return 'pharmacy'
  return specialties.includes('hospital') || locationTypes.includes('HOSP') ? 'hospital' : 'facility'
}

/** Whether new patients are accepted, if known: by the role, or else the service, or else the place. */
function acceptingOf(resources: readonly NamedResource[]): boolean | null {
  for (const { extension } of resources) {
    for (const one of within(extension, 'newpatients')) {
      const codes = within(one.extension ?? [], 'acceptingPatients').flatMap(({ valueCodeableConcept: is }) =>
        codesOf(is ? [is] : []),
      )
      if (codes.length > 0) return codes.some((code) => code === 'newpt')
    }
  }
  return null
}

function hoursOfTelecom({ telecom }: NamedResource): string[] {
  return telecom.flatMap(({ extension = [] }) =>
    within(extension, 'contactpoint-availabletime').flatMap((one) =>
      within(one.extension ?? [], 'daysOfWeek').flatMap(({ valueCode }) => valueCode ?? []),
    ),
  )
}
