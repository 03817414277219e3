import { clinicalTypes } from '@portico/contract/fhir/types'
import { restoreSome } from '../../apis/fhir/shelf/restore.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { ImportCountsData } from '../../platform/db/tables.ts'
import { contentHash } from '../../platform/versions/content.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { maxLength } from './batch.ts'
import { type BrandSorter, sortByPayer, sortingPasses } from './brands-of.ts'
import { resolveConditional, resolveLogical } from './conditional-store.ts'
import { type Deletion, readDeletion } from './fhir/read-deletion.ts'
import { createReader, type ReadOrNot, readOrSay, type ToRead } from './fhir/reader.ts'
import { type ResourceType, shapes } from './fhir/shapes.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { createLinkedPeople } from './linked-people.ts'
import { lockNames } from './lock-names-statement.ts'
import { ImportStopped, type Machine, type RunOptions, type RunReports, runImport } from './machine.ts'
import { importRemaining, type MemberRun } from './members.ts'
import { nameReferring } from './naming.ts'
import { Refused, Skipped, UnknownPatient, UnknownTarget } from './refused.ts'
import { importResources, type ResourceAt } from './resources.ts'
import { deletionType, type Found } from './source/found.ts'
import { storableJson } from './text.ts'
import { createUnchangedFinder } from './unchanged.ts'

export type ImportOptions = RunOptions & {
  readonly assignNumbers: boolean
}

export interface ImportReports extends RunReports {
  /** All resources of all files, from the beginning; called once per pass. */
  readonly read: (pass: number) => AsyncIterable<Found>
  /** Called with the id of every person of the files. */
  readonly person?: (patientId: string) => void
}

/** Types that belong to one person and do not affect any other. */
const ofPeople: readonly ReadType[] = [
  ...(['ExplanationOfBenefit', 'MedicationRequest', 'MedicationDispense', 'CareTeam', 'RelatedPerson'] as const),
  ...clinicalTypes,
]

/** People come before resources that refer to them, whatever the order in the files. */
const passes: readonly (readonly ReadType[])[] = [
  ['Patient', 'Organization', 'Practitioner', 'Location', 'PractitionerRole', 'Medication', 'InsurancePlan'],
  ['Coverage'],
  ofPeople,
  // Extra passes only if there are any: each of these types comes after the resources that it refers to.
  ['Provenance'],
  [deletionType],
]

const rare = ['Provenance', deletionType] as const

/** How many passes the import makes over the files. */
export function passesOfFhir(brand: string | null): number {
  return passes.length - rare.length + (brand === null ? sortingPasses : 0)
}

/** A resource of a file as text, with its digest. */
type Unread = InFile & { readonly hash: Buffer }
type ReadType = ResourceType | typeof deletionType
type InFile = Extract<Found, { readonly type: string }> & { readonly type: ReadType }

/** Imports the resources of files. Types that are not read are skipped, and counted as such. */
export function importFhir(
  database: Database,
  options: ImportOptions,
  reports: ImportReports,
): Promise<ImportCountsData> {
  return runImport(database, 'fhir', options, reports, async (machine) => {
    const sorter = options.brand === null ? await sortByPayer(database, machine, () => reports.read(0)) : null
    const reading = new FhirReading(database, machine, { options, reports, sorter })
    try {
      await reading.readAll()
    } finally {
      await reading.end()
    }
  })
}

class FhirReading {
  readonly #database: Database
  readonly #machine: Machine
  readonly #options: ImportOptions
  readonly #reports: ImportReports
  readonly #sorter: BrandSorter | null
  readonly #links = createLinkedPeople()
  readonly #reader = createReader()
  readonly #findUnchanged: (batch: readonly Unread[]) => Promise<ReadonlySet<Unread>>
  /** The rare types that have occurred. */
  readonly #met = new Set<string>()
  /** The people whom a dry run would have imported. */
  readonly #people = new Set<string>()
  /** Batches that are written while more is read. */
  #lanes: Lanes<ResourceAt>
  /** The batch that is read in another thread while the next one is gathered. */
  #reading: Promise<void> = Promise.resolve()

  constructor(
    database: Database,
    machine: Machine,
    {
      options,
      reports,
      sorter,
    }: { readonly options: ImportOptions; readonly reports: ImportReports; readonly sorter: BrandSorter | null },
  ) {
    this.#database = database
    this.#machine = machine
    this.#options = options
    this.#reports = reports
    this.#sorter = sorter
    const { brand } = options
    this.#findUnchanged = brand === null ? async () => new Set() : createUnchangedFinder<Unread>(database, brand)
    this.#lanes = this.#openLanes(1)
  }

  /** Waits for the batches that are being read or written. */
  async end(): Promise<void> {
    await Promise.allSettled([this.#reading])
    await this.#lanes.end()
    await this.#reader.close()
  }

  async readAll(): Promise<void> {
    const [machine, { brand, signal }] = [this.#machine, this.#options]
    for (const [pass, types] of passes.entries()) {
      if (rare.some((type) => types.includes(type) && !this.#met.has(type))) continue
      await this.#readPass(pass, types)
      if (types.includes('Organization') && !machine.dryRun) await nameReferring(machine, signal)
      if (!machine.dryRun) await restoreReferences(machine, signal)
      if (!types.includes('Coverage')) continue
      for (const one of brand === null ? (this.#sorter?.found ?? []) : [brand])
        await importEverybody(machine, this.#describeRun(one))
    }
  }

  async #readPass(pass: number, types: readonly ReadType[]): Promise<void> {
    const machine = this.#machine
    const batch = machine.gather<Unread>()
    const begin = async () => {
      await this.#reading
      this.#reading = this.#importPart(batch.take())
      // Whoever waits for it throws its error.
      this.#reading.catch(() => undefined)
    }
    this.#lanes = this.#openLanes(types === ofPeople ? machine.lanesAtOnce : 1)
    for await (const found of this.#reports.read(pass)) {
      // Reported only once, although every pass finds it.
      if (found.refused !== undefined) {
        if (pass === 0) await machine.reject(found, found.refused, found.text)
      } else if (found.skipped !== undefined || !isRead(found.type)) {
        if (pass === 0) machine.skip(found.type, found.skipped ?? 'this type is not read')
      } else if (pass === 0 && rare.some((type) => type === found.type)) this.#met.add(found.type)
      else if (hasReadType(types, found) && batch.add({ ...found, hash: contentHash(found.text) })) await begin()
    }
    await begin()
    await this.#reading
    await this.#lanes.settle()
  }

  #openLanes(count: number): Lanes<ResourceAt> {
    const machine = this.#machine
    return createLanes({
      count,
      isFull: (pieces, length) => pieces >= machine.batchSize || length >= maxLength,
      store: (batch) =>
        machine.importBatch(batch, async (tx, some) => {
          await lockNames(tx, some.some(({ type }) => type === 'party') ? 'alone' : 'shared')
          const outcomes = await this.#store(tx, some)
          return machine.dryRun ? this.#countAsIfStored(some, outcomes) : outcomes
        }),
    })
  }

  async #importPart(all: readonly Unread[]): Promise<void> {
    for (const one of await this.#place(await this.#resolve(all)))
      await this.#lanes.add(one, listKeys(one), one.text.length)
  }

  /** Replaces references by a name or a search with references to known resources. */
  async #resolve(all: readonly Unread[]): Promise<readonly Unread[]> {
    const [{ read }, { brand }] = [this.#database, this.#options]
    const sent = all.map(({ text }) => text)
    const texts = await resolveLogical(read, brand, await resolveConditional(read, brand, sent))
    return all.map((one, index) => {
      const text = texts[index] ?? one.text
      return text === one.text ? one : { ...one, text, hash: contentHash(text) }
    })
  }

  async #place(batch: readonly Unread[]): Promise<readonly ResourceAt[]> {
    const machine = this.#machine
    const known = await this.#findUnchanged(batch)
    machine.countUnchanged(known.size)
    for (const { type, text } of batch) if (type === 'Patient') this.#links.noteUnnamed(text)
    const unread = batch.filter((one) => !known.has(one))
    const read = await this.#read(unread)
    const placed: ResourceAt[] = []
    for (const [index, { file, line, text }] of unread.entries()) {
      const one = read[index] as ReadOrNot | Deletion
      if (one instanceof Skipped) machine.skip((unread[index] as Unread).type, one.message)
      else if (one instanceof Refused) await machine.reject({ file, line }, one, text)
      else {
        if (one.type === 'patient') {
          this.#reports.person?.(one.incoming.read.resourceId)
          this.#links.note(one.incoming.read)
        }
        placed.push({ ...one, at: { file, line }, text: storableJson(text) })
      }
    }
    return placed
  }

  /** Reads resources; those that were deleted at the source come in a pass of their own. */
  async #read(unread: readonly Unread[]): Promise<readonly (ReadOrNot | Deletion)[]> {
    if (unread.some(({ type }) => type === deletionType))
      return unread.map(({ text }) => readOrSay(() => readDeletion(text)))
    return this.#reader.read(unread as readonly ToRead[], { today: easternDay(this.#options.now) })
  }

  #store(tx: Tx, all: readonly ResourceAt[]): Promise<readonly (Outcome | Refused)[]> {
    const { brand } = this.#options
    return brand === null ? this.#storeSorted(tx, all) : importResources(tx, all, this.#describeRun(brand))
  }

  /** Stores each resource for its brand or brands. */
  async #storeSorted(tx: Tx, all: readonly ResourceAt[]): Promise<readonly (Outcome | Refused)[]> {
    const outcome = new Map<ResourceAt, Outcome | Refused>()
    const brands = (await this.#sorter?.findBrands(tx, all)) ?? []
    const sorted = all.flatMap((one, index) => {
      const found = brands[index]
      if (found === undefined || found instanceof Refused) outcome.set(one, found ?? new Refused('', 'is of no brand'))
      return found === undefined || found instanceof Refused ? [] : found.map((code) => ({ one, code }))
    })
    for (const [code, some] of Map.groupBy(sorted, (pair) => pair.code)) {
      const pieces = some.map(({ one }) => one)
      const outcomes = await importResources(tx, pieces, this.#describeRun(code))
      for (const [index, one] of pieces.entries()) outcome.set(one, outcomes[index] as Outcome | Refused)
    }
    return all.map((one) => outcome.get(one) as Outcome | Refused)
  }

  /** A dry run rolls back every batch, so that records of people from earlier batches are refused: those count as imported. */
  #countAsIfStored(
    all: readonly ResourceAt[],
    outcomes: readonly (Outcome | Refused)[],
  ): readonly (Outcome | Refused)[] {
    return all.map((one, index) => {
      const outcome = outcomes[index] as Outcome | Refused
      if (one.type === 'patient' && !(outcome instanceof Refused)) this.#people.add(one.incoming.read.resourceId)
      const isOfSomebody =
        one.type === 'coverage' || one.type === 'claim' || one.type === 'record' || one.type === 'clinical'
      const isLater = outcome instanceof UnknownPatient && isOfSomebody && this.#people.has(one.incoming.read.patientId)
      return isLater || outcome instanceof UnknownTarget ? 'created' : outcome
    })
  }

  #describeRun(brand: string): MemberRun {
    const [{ runId, warn }, { assignNumbers, now }] = [this.#machine, this.#options]
    return { assignNumbers, now, runId, warn, links: this.#links, brand }
  }
}

/** What two resources may share: the person, and the resource's id, because a plan may correct whose resource it is. */
function listKeys(one: ResourceAt): string[] {
  if (one.type !== 'claim' && one.type !== 'record' && one.type !== 'clinical') return []
  const { patientId, resourceId } = one.incoming.read
  return [`Patient/${patientId}`, `${one.type}/${resourceId}`]
}

function isRead(type: string): boolean {
  return type === deletionType || Object.hasOwn(shapes, type)
}

function hasReadType(types: readonly ReadType[], found: Found): found is InFile {
  return found.refused === undefined && types.some((type) => type === found.type)
}

async function importEverybody(machine: Machine, run: MemberRun): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await machine.inTransaction((tx) => importRemaining(tx, run, { after: from, size: machine.batchSize }))
  }
}

/** Restores references in apps' resources whose targets came after them (OS-23). */
async function restoreReferences(machine: Machine, signal: AbortSignal | undefined): Promise<void> {
  for (let isMore = true; isMore; ) {
    if (signal?.aborted) throw new ImportStopped()
    isMore = await machine.inTransaction(restoreSome)
  }
}
