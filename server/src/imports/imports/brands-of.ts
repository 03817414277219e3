import type { Database, Tx } from '../../platform/db/database.ts'
import { brandsWith } from './deletions.ts'
import { everyBrand } from './every-brand.ts'
import { findPatientId } from './fhir/codes.ts'
import type { Deletion } from './fhir/read-deletion.ts'
import type { Reference } from './fhir/shapes.ts'
import type { Machine } from './machine.ts'
import { findBrandsOfPeople, noteBrands } from './patient-brand-store.ts'
import { findPayor, type PayerRef, type Payers, payerRef, readPayers, refusePayer } from './payers.ts'
import { brandsWithTargets } from './provenance-store.ts'
import { Refused, UnknownTarget } from './refused.ts'
import type { ResourceAt } from './resources.ts'
import type { Found } from './source/found.ts'

/** Assigns resources to brands, for files about several brands' members. */
export interface BrandSorter {
  /** The brands of each resource, or why they are unknown. */
  findBrands(tx: Tx, batch: readonly ResourceAt[]): Promise<(readonly string[] | Refused)[]>
  /** All brands found. */
  readonly found: ReadonlySet<string>
}

/** How many passes over the files sorting by brand takes. */
export const sortingPasses = 2

/** Reads the payers of coverages and claims from the files, and notes each person's brand. */
export async function sortByPayer(
  database: Database,
  machine: Machine,
  read: () => AsyncIterable<Found>,
): Promise<BrandSorter> {
  const payers = nameOrganizations(await readPayers(database.read))
  const people = rememberPeople(database, machine)
  const found = new Set<string>()
  for await (const json of readResources(read(), 'Organization')) payers.note(json)
  let batch: PatientBrand[] = []
  for await (const json of readResources(read(), 'Coverage', 'ExplanationOfBenefit')) {
    const [patient, brand] = [findPatientId(json.beneficiary ?? json.patient), payers.findBrand(readPayer(json))]
    if (patient === undefined || brand === null) continue
    found.add(brand)
    batch.push({ patient, brand })
    if (batch.length >= machine.batchSize) {
      await people.keep(batch)
      batch = []
    }
  }
  await people.keep(batch)
  return { found, findBrands: (tx, placed) => sortBatch(tx, placed, payers, people) }
}

/** The payers in the settings, and the names that the files' organizations give them. */
interface NamedPayers {
  readonly known: Payers
  note(organization: Json): void
  findBrand(payer: PayerRef): string | null
  /** Why a resource with this payer is left out. */
  refuse(at: string, payer: PayerRef): Refused
}

function nameOrganizations(known: Payers): NamedPayers {
  const namesById = new Map<string, readonly string[]>()
  const withNames = ({ id, names }: PayerRef): PayerRef => ({
    id,
    names: [...names, ...(namesById.get(id ?? '') ?? [])],
  })
  return {
    known,
    note: ({ id, name, identifier = [] }) => {
      const names = [name, ...identifier.map(({ value }) => value)].filter((one) => typeof one === 'string')
      const isKnown = known.findBrand(...names) !== null || known.isOfSeveral(...names)
      if (typeof id === 'string' && isKnown) namesById.set(id, names)
    },
    findBrand: (payer) => known.findBrand(...withNames(payer).names),
    refuse: (at, payer) => refusePayer(at, withNames(payer), known),
  }
}

interface PatientBrand {
  readonly patient: string
  readonly brand: string
}

/** The brands of people, by their coverages and claims. */
interface KnownPeople {
  keep(some: readonly PatientBrand[]): Promise<void>
  /** Finds the brands of some patients. */
  find(tx: Tx, patients: readonly string[]): Promise<(patient: string) => readonly string[]>
}

function rememberPeople(database: Database, machine: Machine): KnownPeople {
  // A dry run stores nothing, and keeps them in memory instead.
  const remembered = new Map<string, string[]>()
  return {
    keep: async (some) => {
      if (some.length === 0) return
      if (!machine.dryRun) return noteBrands(database.read, some)
      for (const { patient, brand } of some) remembered.set(patient, [brand, ...(remembered.get(patient) ?? [])])
    },
    find: async (tx, patients) => {
      const stored = await findBrandsOfPeople(tx, patients)
      return (patient) => [...new Set([...(stored.get(patient) ?? []), ...(remembered.get(patient) ?? [])])]
    },
  }
}

async function sortBatch(
  tx: Tx,
  placed: readonly ResourceAt[],
  payers: NamedPayers,
  people: KnownPeople,
): Promise<(readonly string[] | Refused)[]> {
  const listBrands = await people.find(
    tx,
    placed.flatMap((one) => findPatient(one) ?? []),
  )
  const targets = await findTargets(tx, placed, payers.known.brands)
  return placed.map((one) => {
    if (one.type === 'party' || one.type === 'medication') return [everyBrand]
    if (one.type === 'deletion' || one.type === 'provenance') return targets.get(one) ?? []
    if (one.type === 'plan') {
      const { payer: owner } = one.incoming.read
      const brand = payers.findBrand(owner)
      return brand === null ? payers.refuse('ownedBy', owner) : [brand]
    }
    const payer = one.type === 'coverage' || one.type === 'claim' ? one.incoming.read.payer : undefined
    const own = payer === undefined ? null : payers.findBrand(payer)
    if (own !== null) return [own]
    const theirs = one.type === 'coverage' ? [] : listBrands(findPatient(one) ?? '')
    if (theirs.length > 0) return theirs
    if (payer !== undefined) return payers.refuse(one.type === 'coverage' ? 'payor' : 'insurer', payer)
    return new Refused('', 'no coverage or claim of the person names a payer that the settings know; say --brand CODE')
  })
}

/** The brands that have stored the targets of deletions and provenances. */
async function findTargets(
  tx: Tx,
  placed: readonly ResourceAt[],
  brands: Payers['brands'],
): Promise<ReadonlyMap<ResourceAt, readonly string[] | Refused>> {
  const found = new Map<ResourceAt, readonly string[] | Refused>()
  for (const one of placed) {
    if (one.type === 'deletion') found.set(one, await brandsToDeleteFrom(tx, one))
    if (one.type !== 'provenance') continue
    const theirs = await brandsWithTargets(tx, one, brands)
    found.set(one, theirs.length === 0 ? new UnknownTarget() : theirs)
  }
  return found
}

interface Json {
  readonly id?: unknown
  readonly name?: unknown
  readonly identifier?: readonly { readonly value?: unknown }[]
  readonly contained?: readonly { readonly id?: string; readonly name?: unknown }[]
  readonly beneficiary?: Reference
  readonly patient?: Reference
  readonly payor?: readonly Reference[]
  readonly insurer?: Reference
}

/** The readable resources of some types; the import itself reports the others. */
async function* readResources(read: AsyncIterable<Found>, ...types: readonly string[]): AsyncGenerator<Json> {
  for await (const found of read) {
    if (found.refused !== undefined || !types.includes(found.type)) continue
    let json: unknown
    try {
      json = JSON.parse(found.text)
    } catch {
      continue
    }
    if (isSound(json)) yield json
  }
}

function isSound(json: unknown): json is Json {
  if (typeof json !== 'object' || json === null) return false
  const lists = ['identifier', 'contained', 'payor'] as const
  return lists.every((name) => {
    const value = (json as Record<string, unknown>)[name] ?? []
    return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null)
  })
}

function readPayer({ payor, insurer, contained = [] }: Json): PayerRef {
  return payerRef(findPayor(payor ?? []) ?? insurer, contained)
}

function findPatient(placed: ResourceAt): string | undefined {
  if (placed.type === 'patient') return placed.incoming.read.resourceId
  return placed.type === 'coverage' || placed.type === 'claim' || placed.type === 'record' || placed.type === 'clinical'
    ? placed.incoming.read.patientId
    : undefined
}

/** Two brands' files may have the same id, so the brand must be stated; a deletion of something unknown has no effect on any brand. */
async function brandsToDeleteFrom(tx: Tx, deletion: Deletion): Promise<readonly string[] | Refused> {
  const brands = await brandsWith(tx, deletion)
  if (brands.length > 1) return new Refused('entry.request.url', 'is of several brands: say --brand CODE')
  return brands.length === 0 ? [everyBrand] : brands
}
