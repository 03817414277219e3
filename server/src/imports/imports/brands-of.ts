import type { Database, Tx } from '../../platform/db/database.ts'
import { brandsWith } from './deletions.ts'
import { everyBrand } from './every-brand.ts'
import { findPatientId } from './fhir/codes.ts'
import type { Deletion } from './fhir/read-deletion.ts'
import type { Reference } from './fhir/shapes.ts'
import type { Machine } from './machine.ts'
import { findBrandsOfPeople, noteBrands } from './patient-brand-store.ts'
import { findPayor, type PayerRef, payerRef, readPayers, refusePayer } from './payers.ts'
import { brandsWithTargets } from './provenance-store.ts'
import { Refused, UnknownTarget } from './refused.ts'
import type { ResourceAt } from './resources.ts'
import type { Found } from './source/found.ts'

/** Sorts the resources of files about several brands' members by brand. */
export interface BrandSorter {
  /** The brands of each resource, or why none is known. */
  findBrands(tx: Tx, batch: readonly ResourceAt[]): Promise<(readonly string[] | Refused)[]>
  /** All brands found. */
  readonly found: ReadonlySet<string>
}

/** How often files are read to sort them by brand. */
export const sortingPasses = 2

/** Reads the files for the payers of coverages and claims, and notes each person's brand. */
export async function sortByPayer(
  database: Database,
  machine: Machine,
  read: () => AsyncIterable<Found>,
): Promise<BrandSorter> {
  const payers = await readPayers(database.read)
  /** The names of the payers that the settings know, by their ids. */
  const organizations = new Map<string, readonly string[]>()
  const found = new Set<string>()
  // A dry run stores nothing and remembers in memory instead.
  const remembered = new Map<string, string[]>()
  for await (const json of readResources(read(), 'Organization')) noteOrganization(json)
  let batch: { patient: string; brand: string }[] = []
  for await (const json of readResources(read(), 'Coverage', 'ExplanationOfBenefit')) {
    const [patient, brand] = [findPatientId(json.beneficiary ?? json.patient), findBrand(readPayer(json))]
    if (patient === undefined || brand === null) continue
    found.add(brand)
    batch.push({ patient, brand })
    if (batch.length >= machine.batchSize) {
      await keep(batch)
      batch = []
    }
  }
  await keep(batch)
  return { found, findBrands }

  function noteOrganization({ id, name, identifier = [] }: Json): void {
    const names = [name, ...identifier.map(({ value }) => value)].filter((one) => typeof one === 'string')
    const isKnown = payers.findBrand(...names) !== null || payers.isOfSeveral(...names)
    if (typeof id === 'string' && isKnown) organizations.set(id, names)
  }

  function findBrand(payer: PayerRef): string | null {
    return payers.findBrand(...withOrganizationNames(payer).names)
  }

  /** A payer with the names that its organization has. */
  function withOrganizationNames({ id, names }: PayerRef): PayerRef {
    return { id, names: [...names, ...(organizations.get(id ?? '') ?? [])] }
  }

  async function keep(some: typeof batch): Promise<void> {
    if (some.length === 0) return
    if (machine.dryRun) {
      for (const { patient, brand } of some) remembered.set(patient, [brand, ...(remembered.get(patient) ?? [])])
      return
    }
    await noteBrands(database.read, some)
  }

  async function findBrands(tx: Tx, placed: readonly ResourceAt[]): Promise<(readonly string[] | Refused)[]> {
    const people = await findBrandsOfPeople(
      tx,
      placed.flatMap((one) => findPatient(one) ?? []),
    )
    const listKnownBrands = (patient: string) => [
      ...new Set([...(people.get(patient) ?? []), ...(remembered.get(patient) ?? [])]),
    ]
    const stored = new Map<ResourceAt, readonly string[] | Refused>()
    for (const one of placed) {
      if (one.type === 'deletion') stored.set(one, await brandsToDeleteFrom(tx, one))
      if (one.type !== 'provenance') continue
      const brands = await brandsWithTargets(tx, one, payers.brands)
      stored.set(one, brands.length === 0 ? new UnknownTarget() : brands)
    }
    return placed.map((one) => {
      if (one.type === 'party' || one.type === 'medication') return [everyBrand]
      if (one.type === 'deletion' || one.type === 'provenance') return stored.get(one) ?? []
      if (one.type === 'plan') {
        const { payer: owner } = one.incoming.read
        const brand = findBrand(owner)
        return brand === null ? refusePayer('ownedBy', withOrganizationNames(owner), payers) : [brand]
      }
      const payer = one.type === 'coverage' || one.type === 'claim' ? one.incoming.read.payer : undefined
      const own = payer === undefined ? null : findBrand(payer)
      if (own !== null) return [own]
      const theirs = one.type === 'coverage' ? [] : listKnownBrands(findPatient(one) ?? '')
      if (theirs.length > 0) return theirs
      if (payer !== undefined)
        return refusePayer(one.type === 'coverage' ? 'payor' : 'insurer', withOrganizationNames(payer), payers)
      return new Refused(
        '',
        'no coverage or claim of the person names a payer that the settings know; say --brand CODE',
      )
    })
  }
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

/** Resources of some types that can be read; the import itself reports the others. */
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

/** Ids may be the same in the files of two brands; what is nowhere changes nothing in any of them. */
async function brandsToDeleteFrom(tx: Tx, deletion: Deletion): Promise<readonly string[] | Refused> {
  const brands = await brandsWith(tx, deletion)
  if (brands.length > 1) return new Refused('entry.request.url', 'is of several brands: say --brand CODE')
  return brands.length === 0 ? [everyBrand] : brands
}
