import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { type IncomingClaim, type Taken, takeClaims } from '../claims/taking.ts'
import type { Database, Tx } from '../db/database.ts'
import type { ImportCountsData } from '../db/tables.ts'
import { contentHash, versionOf } from './content.ts'
import { type ReadClaim, readClaim } from './fhir/read-claim.ts'
import { type ReadParty, readParty, readRole } from './fhir/read-party.ts'
import { type ReadCoverage, type ReadPatient, readCoverage, readPatient } from './fhir/read-person.ts'
import { type ResourceType, shapes } from './fhir/shapes.ts'
import { type MemberRun, takeCoverage, takeRemaining } from './members.ts'
import { findPatients, type Incoming, namesOfParties, takeParties, takePatients } from './people-store.ts'
import { Refused } from './refused.ts'
import { finishRun, startRun } from './run-store.ts'
import type { Found, Place } from './source/found.ts'

/** A resource that was not taken, and why. */
export interface Rejected extends Place {
  readonly path: string
  readonly reason: string
  /** As it came. */
  readonly text: string
}

export interface ImportOptions {
  readonly brand: string
  readonly files: readonly string[]
  readonly assignNumbers: boolean
  /** Reads everything and keeps nothing. */
  readonly dryRun: boolean
  readonly now: Date
}

export interface ImportReports {
  /** All resources of all files, from their beginning; asked for once a pass. */
  readonly read: (pass: number) => AsyncIterable<Found>
  readonly reject: (rejected: Rejected) => void | Promise<void>
  readonly progress: (counts: ImportCountsData) => void
}

/** Resources that are taken in one transaction: enough that its end costs little, few enough that readers hardly wait. */
const batchSizes = { postgres: 500, embedded: 50 } as const

/** Who comes before what refers to them, whatever the order of the files. */
const passes: readonly (readonly ResourceType[])[] = [
  ['Patient', 'Organization', 'Practitioner', 'Location', 'PractitionerRole'],
  ['Coverage'],
  ['ExplanationOfBenefit'],
]

type Read =
  | { readonly type: 'patient'; readonly incoming: Incoming<ReadPatient> }
  | { readonly type: 'party'; readonly incoming: Incoming<ReadParty> }
  | { readonly type: 'coverage'; readonly incoming: Incoming<ReadCoverage> }
  | { readonly type: 'claim'; readonly incoming: Incoming<ReadClaim> }

type Placed = Read & { readonly at: Place; readonly text: string }

class DryRun extends Error {}

/**
 * Takes the resources of files in (IM-1 to IM-5), in batches that are kept whole or not at all, so that a run that was broken off
 * is finished by running it again. Resources of types that are not read are passed over and not counted.
 */
export async function importFhir(
  database: Database,
  options: ImportOptions,
  reports: ImportReports,
): Promise<ImportCountsData> {
  const run = { ...options, runId: uuidv7() }
  const counts = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 }
  if (!options.dryRun) await database.transaction((tx) => startRun(tx, run))
  try {
    for (const [pass, types] of passes.entries()) {
      await takePass(pass, types)
      if (types.includes('Coverage')) await takeEverybody()
    }
    if (!options.dryRun) await database.transaction((tx) => finishRun(tx, run.runId, { state: 'done', counts }))
    return counts
  } catch (error) {
    if (!options.dryRun) await noteFailure(error)
    throw error
  }

  async function takePass(pass: number, types: readonly ResourceType[]): Promise<void> {
    let batch: Placed[] = []
    for await (const found of reports.read(pass)) {
      const placed = await readFound(found, pass, types)
      if (placed !== null) batch.push(placed)
      if (batch.length >= batchSizes[database.kind]) {
        await takeBatch(batch)
        batch = []
      }
    }
    await takeBatch(batch)
  }

  async function readFound(found: Found, pass: number, types: readonly ResourceType[]): Promise<Placed | null> {
    const { file, line, text } = found
    if (found.refused !== undefined) {
      // Said once, though every pass comes by.
      if (pass === 0) await reject({ file, line }, found.refused, text)
      return null
    }
    const type = types.find((one) => one === found.type)
    if (type === undefined) return null
    try {
      const read = readResource(type, text)
      return read && { ...read, at: { file, line }, text }
    } catch (error) {
      await reject({ file, line }, error, text)
      return null
    }
  }

  async function reject(at: Place, error: unknown, text: string): Promise<void> {
    if (!(error instanceof Refused)) throw error
    counts.read += 1
    counts.rejected += 1
    await reports.reject({ ...at, path: error.path, reason: error.message, text })
  }

  async function takeBatch(batch: readonly Placed[]): Promise<void> {
    if (batch.length === 0) return
    const outcome = await takeOrHalve(batch)
    for (const [index, one] of outcome.entries()) {
      const { at, text } = batch[index] as Placed
      if (one instanceof Refused) await reject(at, one, text)
      else {
        counts.read += 1
        counts[one] += 1
      }
    }
    reports.progress(counts)
  }

  /** What the database cannot hold is found by halving its batch, and refused alone. */
  async function takeOrHalve(batch: readonly Placed[]): Promise<(Taken | Refused)[]> {
    try {
      return await inTransaction((tx) => takeResources(tx, batch, run))
    } catch (error) {
      if (!isOfTheData(error)) throw error
      if (batch.length === 1) return [new Refused('', 'holds a value that cannot be stored')]
      const middle = Math.ceil(batch.length / 2)
      return [...(await takeOrHalve(batch.slice(0, middle))), ...(await takeOrHalve(batch.slice(middle)))]
    }
  }

  async function takeEverybody(): Promise<void> {
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after
      after = await inTransaction((tx) => takeRemaining(tx, run, from))
    }
  }

  /** A dry run does all the work of a batch and takes it back. */
  async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (!options.dryRun) return database.transaction(work)
    let result: { readonly value: T } | undefined
    try {
      await database.transaction(async (tx) => {
        result = { value: await work(tx) }
        throw new DryRun()
      })
    } catch (error) {
      if (!(error instanceof DryRun) || result === undefined) throw error
    }
    return (result as { readonly value: T }).value
  }

  async function noteFailure(error: unknown): Promise<void> {
    const problem = error instanceof Error ? error.name : 'unknown'
    await database.transaction((tx) => finishRun(tx, run.runId, { state: 'failed', counts, problem })).catch(() => {})
  }
}

/** Whether it is a value that PostgreSQL refuses (classes 22 and 54), and not the database that fails. */
function isOfTheData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|54)/.test(String(error.code))
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
