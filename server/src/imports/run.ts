import * as v from 'valibot'
import { type IncomingClaim, type Taken, takeClaims } from '../claims/taking.ts'
import type { Database, Tx } from '../db/database.ts'
import type { ImportCountsData } from '../db/tables.ts'
import { contentHash, versionOf } from './content.ts'
import { type ReadClaim, readClaim } from './fhir/read-claim.ts'
import { type ReadParty, readParty, readRole } from './fhir/read-party.ts'
import { type ReadCoverage, type ReadPatient, readCoverage, readPatient } from './fhir/read-person.ts'
import { type ResourceType, shapes } from './fhir/shapes.ts'
import { type Machine, type Piece, type RunOptions, type RunReports, runImport } from './machine.ts'
import { type MemberRun, takeCoverage, takeRemaining } from './members.ts'
import { findPatients, type Incoming, namesOfParties, takeParties, takePatients } from './people-store.ts'
import { Refused } from './refused.ts'
import type { Found } from './source/found.ts'

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
  ['Patient', 'Organization', 'Practitioner', 'Location', 'PractitionerRole'],
  ['Coverage'],
  ['ExplanationOfBenefit'],
]

/** How often the files are read. */
export const passCount = passes.length

type Read =
  | { readonly type: 'patient'; readonly incoming: Incoming<ReadPatient> }
  | { readonly type: 'party'; readonly incoming: Incoming<ReadParty> }
  | { readonly type: 'coverage'; readonly incoming: Incoming<ReadCoverage> }
  | { readonly type: 'claim'; readonly incoming: Incoming<ReadClaim> }

type Placed = Read & Piece

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
      let batch: Placed[] = []
      for await (const found of reports.read(pass)) {
        const placed = await readFound(machine, found, { isFirst: pass === 0, types })
        if (placed !== null) batch.push(placed)
        if (batch.length >= machine.batchSize) {
          await machine.takeBatch(batch, (tx, all) => takeResources(tx, all, run))
          batch = []
        }
      }
      await machine.takeBatch(batch, (tx, all) => takeResources(tx, all, run))
      if (types.includes('Coverage')) await takeEverybody(machine, run)
    }
  })
}

async function readFound(
  machine: Machine,
  found: Found,
  pass: { readonly isFirst: boolean; readonly types: readonly ResourceType[] },
): Promise<Placed | null> {
  const { file, line, text } = found
  if (found.refused !== undefined) {
    // Said once, though every pass comes by.
    if (pass.isFirst) await machine.reject({ file, line }, found.refused, text)
    return null
  }
  const type = pass.types.find((one) => one === found.type)
  if (type === undefined) return null
  try {
    const read = readResource(type, text)
    return read && { ...read, at: { file, line }, text }
  } catch (error) {
    await machine.reject({ file, line }, asRefused(error), text)
    return null
  }
}

async function takeEverybody(machine: Machine, run: MemberRun): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await machine.inTransaction((tx) => takeRemaining(tx, run, from))
  }
}

/** Reads the text of a resource; null for what is of no concern. Throws Refused. */
function readResource(type: ResourceType, text: string): Read | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Refused('', 'is not JSON: it may be cut short')
  }
  const parsed = v.safeParse(shapes[type], json)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Refused(v.getDotPath(issue) ?? '', issue.message)
  }
  const resource = parsed.output
  const about = { version: versionOf(resource.meta), hash: contentHash(text) }
  switch (resource.resourceType) {
    case 'Patient':
      return { type: 'patient', incoming: { read: readPatient(resource), ...about } }
    case 'Coverage':
      return { type: 'coverage', incoming: { read: readCoverage(resource), ...about } }
    case 'PractitionerRole':
      return { type: 'party', incoming: { read: readRole(resource), ...about } }
    case 'ExplanationOfBenefit': {
      const read = readClaim(resource)
      return read && { type: 'claim', incoming: { read, ...about } }
    }
    default:
      return { type: 'party', incoming: { read: readParty(resource), ...about } }
  }
}

type Run = MemberRun & { readonly now: Date }

/** Takes a batch of one kind or of people and providers mixed; returns what became of each, in their order. */
async function takeResources(tx: Tx, batch: readonly Placed[], run: Run): Promise<(Taken | Refused)[]> {
  const outcome = new Array<Taken | Refused>(batch.length)
  const note = (places: readonly number[], taken: readonly (Taken | Refused)[]) => {
    for (const [index, place] of places.entries()) outcome[place] = taken[index] as Taken | Refused
  }
  const places = (type: Placed['type']) => batch.flatMap((one, index) => (one.type === type ? index : []))
  const of = <Type extends Placed['type']>(type: Type) =>
    batch.flatMap((one) => (one.type === type ? [one as Extract<Placed, { type: Type }>] : []))
  const [patients, parties, claims] = [of('patient'), of('party'), of('claim')]
  if (patients.length > 0)
    note(
      places('patient'),
      await takePatients(
        tx,
        patients.map((one) => one.incoming),
        run,
      ),
    )
  if (parties.length > 0)
    note(
      places('party'),
      await takeParties(
        tx,
        parties.map((one) => one.incoming),
        run,
      ),
    )
  for (const place of places('coverage')) {
    const one = batch[place] as Extract<Placed, { type: 'coverage' }>
    note([place], [await takeCoverage(tx, one.incoming, run).catch(asRefused)])
  }
  if (claims.length > 0) note(places('claim'), await takeKnownClaims(tx, claims, run))
  return outcome
}

function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error
  throw error
}

/** Claims of people who are members; the others are refused. */
async function takeKnownClaims(
  tx: Tx,
  claims: readonly Extract<Placed, { type: 'claim' }>[],
  run: Run,
): Promise<(Taken | Refused)[]> {
  const reads = claims.map(({ incoming }) => incoming.read)
  const patients = await findPatients(tx, run.brand, [...new Set(reads.map(({ patientId }) => patientId))])
  const parties = reads.flatMap(({ provider, facility }) => [provider.id, facility.id]).filter((id) => id !== null)
  const names = await namesOfParties(tx, run.brand, [...new Set(parties)])
  const nameOf = ({ id, name }: ReadClaim['provider']) => (id === null ? undefined : names.get(id)) ?? name
  const known = claims.map(({ incoming: { read, version, hash }, text }): IncomingClaim | Refused => {
    const memberId = patients.get(read.patientId)?.memberId
    if (memberId === undefined || memberId === null) return unknownPatient(read.patientId, memberId === null)
    const [providerName, facilityName] = [nameOf(read.provider), nameOf(read.facility)]
    return { memberId, claim: read, providerName, facilityName, version, hash, resource: text }
  })
  const taken = await takeClaims(
    tx,
    known.filter((one): one is IncomingClaim => !(one instanceof Refused)),
    run,
  )
  const results = taken.values()
  return known.map((one) => (one instanceof Refused ? one : (results.next().value as Taken)))
}

function unknownPatient(patientId: string, isNamed: boolean): Refused {
  return isNamed
    ? new Refused(
        'patient.reference',
        `Patient/${patientId} has no member number of their own; --assign-numbers gives test people one`,
      )
    : new Refused('patient.reference', `Patient/${patientId} is not known: load the Patient, then this again`)
}
