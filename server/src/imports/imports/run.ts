import { setImmediate } from 'node:timers/promises'
import { clinicalTypes } from '@portico/contract/fhir/types'
import { restoreSome } from '../../apis/fhir/shelf/restore.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { ImportCountsData } from '../../platform/db/tables.ts'
import { contentHash } from '../../platform/versions/content.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { type BrandSorter, sortByPayer, sortingPasses } from './brands-of.ts'
import { resolveConditional, resolveLogical } from './conditional-store.ts'
import { readDeletion } from './fhir/read-deletion.ts'
import { readResource } from './fhir/read-resource.ts'
import { type ResourceType, shapes } from './fhir/shapes.ts'
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

/** People come before resources that refer to them, whatever the order in the files. */
const passes: readonly (readonly ReadType[])[] = [
  ['Patient', 'Organization', 'Practitioner', 'Location', 'PractitionerRole', 'Medication', 'InsurancePlan'],
  ['Coverage'],
  ['ExplanationOfBenefit', 'MedicationRequest', 'MedicationDispense', 'CareTeam', 'RelatedPerson', ...clinicalTypes],
  // Read once more only if there are any, each after what it is about.
  ['Provenance'],
  [deletionType],
]

const rare = ['Provenance', deletionType] as const

/** How often the files are read. */
export function passesOfFhir(brand: string | null): number {
  return passes.length - rare.length + (brand === null ? sortingPasses : 0)
}

/** How many resources are read without yielding to other work. */
const readAtOnce = 20

/** A resource of a file as text, with its digest. */
type Unread = InFile & { readonly hash: Buffer }
type ReadType = ResourceType | typeof deletionType
type InFile = Extract<Found, { readonly type: string }> & { readonly type: ReadType }

/** Imports the resources of files. Types that are not read are passed over, and counted as such. */
export function importFhir(
  database: Database,
  options: ImportOptions,
  reports: ImportReports,
): Promise<ImportCountsData> {
  return runImport(database, 'fhir', options, reports, async (machine) => {
    const { brand, assignNumbers, now } = options
    const people = new Set<string>()
    const today = easternDay(now)
    const links = createLinkedPeople()
    const run = { assignNumbers, now, runId: machine.runId, warn: machine.warn, links }
    const sorter = brand === null ? await sortByPayer(database, machine, () => reports.read(0)) : null
    const findUnchanged = brand === null ? async () => new Set() : createUnchangedFinder<Unread>(database, brand)
    /** Which of the rare types there are any of. */
    const met = new Set<string>()
    /** The batch being written while the next one is read. */
    let writing: Promise<void> = Promise.resolve()
    try {
      await readAll()
    } finally {
      await writing
    }

    async function readAll(): Promise<void> {
      for (const [pass, types] of passes.entries()) {
        if (rare.some((type) => types.includes(type) && !met.has(type))) continue
        const batch = machine.gather<Unread>()
        for await (const found of reports.read(pass)) {
          // Reported only once, although every pass finds it.
          if (found.refused !== undefined) {
            if (pass === 0) await machine.reject(found, found.refused, found.text)
          } else if (found.skipped !== undefined || !isRead(found.type)) {
            if (pass === 0) machine.skip(found.type, found.skipped ?? 'this type is not read')
          } else if (pass === 0 && rare.some((type) => type === found.type)) met.add(found.type)
          else if (hasReadType(types, found) && batch.add({ ...found, hash: contentHash(found.text) }))
            await importPart(batch.take())
        }
        await importPart(batch.take())
        await writing
        if (types.includes('Organization') && !machine.dryRun) await nameReferring(machine, options.signal)
        if (!machine.dryRun) await restoreReferences(machine, options.signal)
        if (!types.includes('Coverage')) continue
        for (const one of brand === null ? (sorter?.found ?? []) : [brand])
          await importEverybody(machine, { ...run, brand: one })
      }
    }

    async function importPart(all: readonly Unread[]): Promise<void> {
      const sent = all.map(({ text }) => text)
      const texts = await resolveLogical(database.read, brand, await resolveConditional(database.read, brand, sent))
      const batch = all.map((one, index) => {
        const text = texts[index] ?? one.text
        return text === one.text ? one : { ...one, text, hash: contentHash(text) }
      })
      const known = await findUnchanged(batch)
      machine.countUnchanged(known.size)
      const placed: ResourceAt[] = []
      for (const [index, one] of batch.entries()) {
        // Gives the batch being written a chance to send its next statement.
        if (index % readAtOnce === 0) await setImmediate()
        const read = known.has(one) ? null : await readOne(machine, one, today)
        if (read === null) continue
        if (read.type === 'patient') {
          reports.person?.(read.incoming.read.resourceId)
          links.note(read.incoming.read)
        }
        placed.push(read)
      }
      await writing
      writing = machine.importBatch(placed, async (tx, all) => {
        await lockNames(tx, all.some(({ type }) => type === 'party') ? 'alone' : 'shared')
        const outcomes = await (brand === null
          ? importSorted(tx, all, sorter)
          : importResources(tx, all, { ...run, brand }))
        return machine.dryRun ? outcomesAsIfStored(all, outcomes) : outcomes
      })
      // Its failure is thrown when the next batch waits for it.
      writing.catch(() => undefined)
    }

    /** Since a dry run rolls back every batch, records of people from earlier batches would be refused: those are counted as imported. */
    function outcomesAsIfStored(
      all: readonly ResourceAt[],
      outcomes: readonly (Outcome | Refused)[],
    ): (Outcome | Refused)[] {
      return all.map((one, index) => {
        const outcome = outcomes[index] as Outcome | Refused
        if (one.type === 'patient' && !(outcome instanceof Refused)) people.add(one.incoming.read.resourceId)
        const isOfSomebody =
          one.type === 'coverage' || one.type === 'claim' || one.type === 'record' || one.type === 'clinical'
        const isLater = outcome instanceof UnknownPatient && isOfSomebody && people.has(one.incoming.read.patientId)
        return isLater || outcome instanceof UnknownTarget ? 'created' : outcome
      })
    }

    /** Stores each resource for its brand or brands. */
    async function importSorted(tx: Tx, all: readonly ResourceAt[], by: BrandSorter | null) {
      const outcome = new Map<ResourceAt, Outcome | Refused>()
      const brands = (await by?.findBrands(tx, all)) ?? []
      const sorted = all.flatMap((one, index) => {
        const found = brands[index]
        if (found === undefined || found instanceof Refused)
          outcome.set(one, found ?? new Refused('', 'is of no brand'))
        return found === undefined || found instanceof Refused ? [] : found.map((code) => ({ one, code }))
      })
      for (const [code, some] of Map.groupBy(sorted, (pair) => pair.code)) {
        const pieces = some.map(({ one }) => one)
        const outcomes = await importResources(tx, pieces, { ...run, brand: code })
        for (const [index, one] of pieces.entries()) outcome.set(one, outcomes[index] as Outcome | Refused)
      }
      return all.map((one) => outcome.get(one) as Outcome | Refused)
    }
  })
}

function isRead(type: string): boolean {
  return type === deletionType || Object.hasOwn(shapes, type)
}

function hasReadType(types: readonly ReadType[], found: Found): found is InFile {
  return found.refused === undefined && types.some((type) => type === found.type)
}

async function readOne(
  machine: Machine,
  { file, line, type, text, hash }: Unread,
  today: string,
): Promise<ResourceAt | null> {
  try {
    const read = type === deletionType ? readDeletion(text) : readResource(type, text, hash, today)
    return { ...read, at: { file, line }, text: storableJson(text) }
  } catch (error) {
    if (error instanceof Skipped) machine.skip(type, error.message)
    else if (error instanceof Refused) await machine.reject({ file, line }, error, text)
    else throw error
    return null
  }
}

async function importEverybody(machine: Machine, run: MemberRun): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await machine.inTransaction((tx) => importRemaining(tx, run, { after: from, size: machine.batchSize }))
  }
}

/** Puts back references of apps' resources whose targets came after them (OS-23). */
async function restoreReferences(machine: Machine, signal: AbortSignal | undefined): Promise<void> {
  for (let isMore = true; isMore; ) {
    if (signal?.aborted) throw new ImportStopped()
    isMore = await machine.inTransaction(restoreSome)
  }
}
