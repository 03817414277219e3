import type { Database } from '../db/database.ts'
import type { ImportCountsData } from '../db/tables.ts'
import { readResource } from './fhir/read-resource.ts'
import type { ResourceType } from './fhir/shapes.ts'
import { type Machine, type RunOptions, type RunReports, runImport } from './machine.ts'
import { type MemberRun, takeRemaining } from './members.ts'
import { Refused } from './refused.ts'
import type { Found } from './source/found.ts'
import { type Placed, takeResources } from './take.ts'
import { findUnchanged } from './unchanged.ts'

export type ImportOptions = RunOptions & {
  readonly brand: string
  readonly assignNumbers: boolean
}

export interface ImportReports extends RunReports {
  /** All resources of all files, from their beginning; asked for once a pass. */
  readonly read: (pass: number) => AsyncIterable<Found>
}

/** Who comes before what refers to them, whatever the order of the files. */
const passes: readonly (readonly ResourceType[])[] = [
  ['Patient', 'Organization', 'Practitioner', 'Location', 'PractitionerRole', 'Medication'],
  ['Coverage'],
  ['ExplanationOfBenefit', 'MedicationRequest', 'MedicationDispense', 'CareTeam', 'RelatedPerson'],
]

/** How often the files are read. */
export const passCount = passes.length

/** A resource of a file as text. */
type Unread = Extract<Found, { readonly type: string }> & { readonly type: ResourceType }

/** Takes the resources of files in. Those of types that are not read are passed over and not counted. */
export function importFhir(
  database: Database,
  options: ImportOptions,
  reports: ImportReports,
): Promise<ImportCountsData> {
  return runImport(database, 'fhir', options, reports, async (machine) => {
    const { brand, assignNumbers, now } = options
    const run = { brand, assignNumbers, now, runId: machine.runId }
    for (const [pass, types] of passes.entries()) {
      let batch: Unread[] = []
      for await (const found of reports.read(pass)) {
        // Said once, though every pass comes by.
        if (found.refused !== undefined) {
          if (pass === 0) await machine.reject(found, found.refused, found.text)
        } else if (isOneOf(types, found)) batch.push(found)
        if (batch.length >= machine.batchSize) {
          await take(batch)
          batch = []
        }
      }
      await take(batch)
      if (types.includes('Coverage')) await takeEverybody(machine, run)
    }

    async function take(batch: readonly Unread[]): Promise<void> {
      const known = await findUnchanged(database, brand, batch)
      machine.countUnchanged(known.size)
      const placed: Placed[] = []
      for (const one of batch) {
        const read = known.has(one) ? null : await readOne(machine, one)
        if (read !== null) placed.push(read)
      }
      await machine.takeBatch(placed, (tx, all) => takeResources(tx, all, run))
    }
  })
}

function isOneOf(types: readonly ResourceType[], found: Found): found is Unread {
  return found.refused === undefined && types.some((type) => type === found.type)
}

async function readOne(machine: Machine, { file, line, type, text }: Unread): Promise<Placed | null> {
  try {
    const read = readResource(type, text)
    return read && { ...read, at: { file, line }, text }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await machine.reject({ file, line }, error, text)
    return null
  }
}

async function takeEverybody(machine: Machine, run: MemberRun): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await machine.inTransaction((tx) => takeRemaining(tx, run, from))
  }
}
