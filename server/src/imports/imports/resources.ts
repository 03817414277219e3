import { findPlanKind } from '@portico/rules/coverage/plan-kind'
import { shelveParties } from '../../apis/fhir/shelf/parties.ts'
import { computeFhirId } from '../../apis/fhir/shelf/place.ts'
import { type Incoming, shelve } from '../../apis/fhir/shelf/shelve.ts'
import { type IncomingClaim, importClaims } from '../../member/claims/importing.ts'
import { dropBalances, importBalances, importPlan } from '../../member/coverage/importing.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { listGroups } from './coverage-store.ts'
import { buildWithdrawals, isShelvedAlone, withdrawCoverage, withdrawShelved } from './deletions.ts'
import type { ReadClaim } from './fhir/read-claim.ts'
import type { Deletion } from './fhir/read-deletion.ts'
import type { ReadProduct } from './fhir/read-plan.ts'
import type { ReadMedication, ReadRecord } from './fhir/read-record.ts'
import type { ReadResource } from './fhir/read-resource.ts'
import type { Piece } from './machine.ts'
import { importCoverage, type MemberRun, settleGroups } from './members.ts'
import {
  addressesOfParties,
  findByMedicareNumber,
  findPatients,
  type IncomingResource,
  importParties,
  importPatients,
  namesOfParties,
  type StoredPatient,
} from './people-store.ts'
import { importProvenance } from './provenance-store.ts'
import { findMedications, type IncomingRecord, importMedications, importRecords } from './record-store.ts'
import { Refused, UnknownPatient } from './refused.ts'
import { relateClaims } from './relate-claims.ts'
import { noteJudged } from './sensitive/due-store.ts'
import { judge, withDrug } from './sensitive/judge.ts'
import { hideLinked } from './sensitive/linked-store.ts'
import { mayBeReason } from './sensitive/marks.ts'
import { noteNewsOfDrugs } from './sensitive/medication-store.ts'
import { reviewNaming } from './sensitive/naming-store.ts'
import { listNewsOfCare, takeNewsOfNpis } from './sensitive/party-store.ts'
import { findLabeledPeople, withReasons } from './sensitive/reason-store.ts'
import { reviewMembers } from './sensitive/review.ts'
import { findByAnyNumber } from './several-numbers.ts'
import { otherOfTheDay } from './twins.ts'
import { importUnrefused, type OutcomeOrRefused } from './unrefused.ts'
import { remakeTwins } from './x12/claims/claim-store.ts'

/** A resource of a file. */
export type ResourceAt = (ReadResource | Deletion) & Piece

/** Types that may be sensitive, and then shown only to the patient (MP-14). */
const judged: ReadonlySet<ResourceAt['type']> = new Set([
  'patient',
  'coverage',
  'claim',
  'record',
  'clinical',
  'provenance',
])

/** Imports resources of one brand; returns the outcome of each, in order. */
export async function importResources(
  tx: Tx,
  batch: readonly ResourceAt[],
  run: MemberRun,
): Promise<OutcomeOrRefused[]> {
  const results = new Array<OutcomeOrRefused>(batch.length)
  const each = async <Type extends ResourceAt['type']>(
    type: Type,
    store: (some: readonly Extract<ResourceAt, { type: Type }>[]) => Promise<readonly OutcomeOrRefused[]>,
  ) => {
    const places = batch.flatMap((one, index) => (one.type === type ? index : []))
    if (places.length === 0) return
    const outcomes = await store(places.map((place) => batch[place] as Extract<ResourceAt, { type: Type }>))
    for (const [index, place] of places.entries()) results[place] = outcomes[index] as OutcomeOrRefused
  }
  // Members with earlier records that may refer to one of these as their reason.
  const judgedAnew = new Set<string>()
  await each('patient', async (some) => {
    const outcomes = await importPatients(
      tx,
      some.map(({ incoming, text }) => ({ ...incoming, text })),
      run,
    )
    const labeled = some.filter((one, index) => one.labeled && outcomes[index] !== 'unchanged')
    const patients = await findPatients(tx, run.brand, unique(labeled.map(({ incoming }) => incoming.read.resourceId)))
    for (const { memberId } of patients.values()) if (memberId !== null) judgedAnew.add(memberId)
    return outcomes
  })
  await each('party', async (some) => {
    const news = await listNewsOfCare(tx, run.brand, some)
    await shelveParties(tx, run.brand, some.map(toParty))
    const outcomes = await importParties(tx, listIncoming(some), run)
    // Resources of anyone that refer to them, by id or by NPI alone, may have come before.
    await reviewNaming(tx, run.brand, [...news, ...(await takeNewsOfNpis(tx, run.brand, some))])
    return outcomes
  })
  await each('medication', async (some) => {
    const keys = some.map(
      ({ incoming: { read } }) => `Medication/${computeFhirId(run.brand, 'Medication', read.resourceId)}`,
    )
    await noteNewsOfDrugs(tx, run.brand, keys, () => shelveParties(tx, run.brand, some.map(toParty)))
    return importMedications(tx, await judgeMade(tx, some, run), run)
  })
  await each('coverage', async (some) => {
    const stored: (Awaited<ReturnType<typeof importCoverage>> | Refused)[] = []
    for (const { incoming } of some) stored.push(await importCoverage(tx, incoming, run).catch(asRefused))
    await settleGroups(
      tx,
      stored.flatMap((one) => (one instanceof Refused ? [] : (one.changed ?? []))),
    )
    const people = await findLabeledPeople(tx, stored.flatMap(listChanged))
    await shelve(
      tx,
      run.brand,
      some.flatMap(({ incoming: { read, version, hash }, text, labeled }, index) => {
        const one = stored[index]
        if (one === undefined || one instanceof Refused || one.changed === null) return []
        const { memberId } = one.changed
        const sensitive = labeled || people.has(memberId)
        if (sensitive) judgedAnew.add(memberId)
        return { type: 'Coverage', memberId, patientId: read.patientId, text, version, hash, sensitive, isGone: false }
      }),
    )
    return stored.map((one) => (one instanceof Refused ? one : one.outcome))
  })
  await each('plan', (some) => importProducts(tx, listIncoming(some), run))
  if (batch.some(({ type }) => judged.has(type))) await noteJudged(tx, run.brand)
  await each('claim', (some) => importKnownClaims(tx, some, run))
  await each('record', (some) => importKnownRecords(tx, some, run, judgedAnew))
  await each('clinical', (some) => importClinical(tx, some, run, judgedAnew))
  await each('provenance', (some) => importProvenance(tx, some, run))
  await reviewMembers(tx, run.brand, [...judgedAnew])
  await each('deletion', async (some) => {
    const outcomes: OutcomeOrRefused[] = []
    for (const one of some) outcomes.push(await importDeletion(tx, one, run))
    return outcomes
  })
  return results
}

/** Drugs, labeled if their ingredients make them sensitive; a drug's own code is judged wherever it is named. */
async function judgeMade(
  tx: Tx,
  some: readonly Extract<ResourceAt, { type: 'medication' }>[],
  { brand }: MemberRun,
): Promise<IncomingResource<ReadMedication>[]> {
  const marks = some.map((one) => one.marks)
  const made = await judge(tx, brand, marks)
  return listIncoming(some).map((one, index) => (made[index] ? { ...one, read: { ...one.read, labeled: true } } : one))
}

function listChanged(one: Awaited<ReturnType<typeof importCoverage>> | Refused): string[] {
  return one instanceof Refused || one.changed === null ? [] : [one.changed.memberId]
}

/** Withdraws what was deleted at the source; it stays in the history. */
async function importDeletion(tx: Tx, one: Deletion & Piece, run: MemberRun): Promise<OutcomeOrRefused> {
  if (isShelvedAlone(one.of)) return (await withdrawShelved(tx, one.of, one.resourceId, run)) ? 'updated' : 'unchanged'
  if (one.of === 'Coverage') return (await withdrawCoverage(tx, one, run)) ? 'updated' : 'unchanged'
  const withdrawals = (await buildWithdrawals(tx, one, run)).map((found) => ({ ...found, at: one.at }))
  const claims = withdrawals.flatMap((found) => (found.type === 'claim' ? found : []))
  const records = withdrawals.flatMap((found) => (found.type === 'record' ? found : []))
  const outcomes = [
    ...(claims.length === 0 ? [] : await importKnownClaims(tx, claims, run, listHolders(claims))),
    ...(records.length === 0 ? [] : await importKnownRecords(tx, records, run)),
  ]
  return outcomes.find((outcome) => outcome !== 'unchanged') ?? 'unchanged'
}

/** The members whose claims are withdrawn, by the claims' Patients: those of X12 claims are in no file. */
function listHolders(
  claims: readonly { readonly incoming: { readonly read: Pick<ReadClaim, 'patientId'> }; readonly memberId: string }[],
): ReadonlyMap<string, string> {
  return new Map(claims.map(({ incoming, memberId }) => [incoming.read.patientId, memberId]))
}

function listIncoming<Read>(some: readonly { readonly incoming: IncomingResource<Read> }[]): IncomingResource<Read>[] {
  return some.map(({ incoming }) => incoming)
}

function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error
  throw error
}

/** Imports claims of people who are members; refuses the others. */
async function importKnownClaims(
  tx: Tx,
  claims: readonly Extract<ResourceAt, { type: 'claim' }>[],
  run: MemberRun,
  holders: ReadonlyMap<string, string> = new Map(),
): Promise<readonly OutcomeOrRefused[]> {
  const reads = claims.map(({ incoming }) => incoming.read)
  const patients = new Map(await findPeople(tx, run, reads))
  for (const [patientId, memberId] of holders) patients.set(patientId, { memberId })
  const names = await namesOfParties(
    tx,
    run.brand,
    unique(reads.flatMap((read) => [read.provider.id, read.facility.id])),
  )
  const findName = ({ id, name }: ReadClaim['provider']) => (id === null ? undefined : names.get(id)) ?? name
  const marked = claims.map(({ incoming, marks }) => ({ memberId: findOwner(patients, incoming.read), marks }))
  const sensitive = await judge(tx, run.brand, await withReasons(tx, run.brand, marked))
  const known = claims.map(({ incoming: { read, version, hash }, text }, index): IncomingClaim | Refused => {
    const memberId = findMemberId(patients, read.patientId, 'patient.reference', listNumbers(read).length > 0)
    if (memberId instanceof Refused) return memberId
    const [providerName, facilityName] = [findName(read.provider), findName(read.facility)]
    const isSensitive = sensitive[index] ?? true
    const names = { providerName, facilityName }
    return { memberId, claim: read, ...names, group: null, sensitive: isSensitive, version, hash, resource: text }
  })
  return importUnrefused(known, async (good) => {
    const groups = await listGroups(
      tx,
      good.map(({ memberId, claim }) => ({ memberId, coverageId: claim.coverageId })),
    )
    const { outcomes, newest, older, moved, related } = await importClaims(
      tx,
      good.map((one, index) => ({ ...one, group: groups[index] ?? null })),
      run,
    )
    await dropBalances(tx, moved)
    await remakeTwins(
      tx,
      newest.map(({ memberId, claim: { claimNumber } }) => ({ memberId, claimNumber })),
      run,
    )
    // Of several versions about the same day, the newest counts.
    await importBalances(tx, older.flatMap(toBalances), { ...run, isOlder: true })
    await importBalances(tx, newest.flatMap(toBalances), { ...run, isOlder: false })
    const changed = good.filter((_, index) => outcomes[index] !== 'unchanged')
    const shelved = await shelve(
      tx,
      run.brand,
      changed.map(({ memberId, claim, resource: text, version, hash, sensitive }) => {
        const { patientId } = claim
        return { type: 'ExplanationOfBenefit', memberId, patientId, text, version, hash, sensitive, isGone: false }
      }),
    )
    const fresh = changed.flatMap(({ claim }, index) =>
      shelved[index] === 'unchanged' ? [] : computeFhirId(run.brand, 'ExplanationOfBenefit', claim.resourceId),
    )
    await hideLinked(
      tx,
      run.brand,
      related.map(({ memberId }) => memberId),
    )
    await relateClaims(tx, run.brand, related, new Set(fresh))
    return outcomes
  })
}

type Owner = Pick<StoredPatient, 'memberId'> & Partial<Pick<StoredPatient, 'apartOn'>>

/** The people of claims, by the claims' ids for them. A person without a Patient may be known by a number in the claim. */
async function findPeople(
  tx: Tx,
  { brand, now }: Pick<MemberRun, 'brand' | 'now'>,
  reads: readonly ReadClaim[],
): Promise<ReadonlyMap<string, Owner>> {
  const patients: Map<string, Owner> = await findPatients(tx, brand, unique(reads.map(({ patientId }) => patientId)))
  const unknown = reads.filter((read) => {
    const { memberId = null, apartOn = null } = patients.get(read.patientId) ?? {}
    return memberId === null && apartOn === null && listNumbers(read).length > 0
  })
  if (unknown.length === 0) return patients
  const byMember = await findByAnyNumber(
    tx,
    { brand, now },
    unknown.flatMap(({ patientNumbers }) => patientNumbers.member),
  )
  const byMedicare = await findByMedicareNumber(
    tx,
    brand,
    unknown.flatMap(({ patientNumbers }) => patientNumbers.medicare),
  )
  for (const [patientId, theirs] of Map.groupBy(unknown, (read) => read.patientId)) {
    const meant = theirs.flatMap(({ patientNumbers: { member, medicare } }) => [
      ...member.flatMap((number) => byMember.get(number) ?? []),
      ...medicare.flatMap((number) => [...(byMedicare.get(number) ?? [])]),
    ])
    const [memberId, ...others] = new Set(meant)
    // Otherwise the numbers mean two people, or nobody.
    if (memberId !== undefined && others.length === 0) patients.set(patientId, { memberId })
  }
  return patients
}

function listNumbers({ patientNumbers: { member, medicare } }: ReadClaim): readonly string[] {
  return [...medicare, ...member]
}

function toBalances({ memberId, claim }: IncomingClaim) {
  const { balances, coverageId, type, resourceId, serviceFrom } = claim
  const about = { memberId, coverageId, planKind: findPlanKind(type), planYear: Number(serviceFrom.slice(0, 4)) }
  const asOf = claim.processedOn ?? claim.serviceTo
  return balances.map((balance) => ({ ...about, ...balance, asOf, servedOn: serviceFrom, resourceId }))
}

/** Imports products; the plans of a product arrive and change together. */
async function importProducts(
  tx: Tx,
  products: readonly IncomingResource<ReadProduct>[],
  run: MemberRun,
): Promise<readonly OutcomeOrRefused[]> {
  const results: OutcomeOrRefused[] = []
  for (const { read, version, hash } of products) {
    const outcomes: Outcome[] = []
    for (const plan of read.plans) outcomes.push(await importPlan(tx, { plan, version, hash }, run))
    results.push(outcomes.find((one) => one !== 'unchanged') ?? 'unchanged')
  }
  return results
}

type IncomingRecordAt = Extract<ReadResource, { type: 'record' }>

/** A record of a known member, as received or as built from a row. */
export interface KnownRecord extends Pick<IncomingRecordAt, 'incoming' | 'marks'> {
  readonly memberId: string
  readonly text: string
}

/** Imports prescriptions and other records of people who are members; refuses the others. */
async function importKnownRecords(
  tx: Tx,
  records: readonly Extract<ResourceAt, { type: 'record' }>[],
  run: MemberRun,
  judgedAnew?: Set<string>,
): Promise<readonly OutcomeOrRefused[]> {
  const ids = unique(records.map(({ incoming }) => incoming.read.patientId))
  const patients = await findPatients(tx, run.brand, ids)
  const placed = records.map(({ incoming, marks, text }): KnownRecord | Refused => {
    const { read } = incoming
    const path = 'drug' in read || read.type === 'care_team' ? 'subject.reference' : 'patient.reference'
    const memberId = findMemberId(patients, read.patientId, path)
    return memberId instanceof Refused ? memberId : { memberId, incoming, marks, text }
  })
  const known = placed.flatMap((one) => (one instanceof Refused ? [] : one))
  const outcomes = (known.length === 0 ? [] : await storeGiven(tx, known, run, judgedAnew)).values()
  return placed.map((one) => (one instanceof Refused ? one : (outcomes.next().value as OutcomeOrRefused)))
}

/** Stores records of members, and puts them on the shelf; refuses those whose drug is unknown. */
export async function storeRecords(
  tx: Tx,
  records: readonly KnownRecord[],
  run: MemberRun,
): Promise<readonly OutcomeOrRefused[]> {
  const judgedAnew = new Set<string>()
  const outcomes = await storeGiven(tx, records, run, judgedAnew)
  await reviewMembers(tx, run.brand, [...judgedAnew])
  return outcomes
}

/** Stores records, and adds the members with a sensitive prescription or approval to those whose records are judged again. */
async function storeGiven(
  tx: Tx,
  records: readonly KnownRecord[],
  run: MemberRun,
  judgedAnew = new Set<string>(),
): Promise<readonly OutcomeOrRefused[]> {
  const reads = records.map(({ incoming }) => incoming.read)
  const names = await namesOfParties(tx, run.brand, unique(reads.flatMap(listParties)))
  const places = reads.flatMap((read) => (read.type === 'dispense' ? read.pharmacy.id : null))
  const addresses = await addressesOfParties(tx, run.brand, unique(places))
  const drugIds = unique(reads.flatMap((read) => ('drugId' in read ? read.drugId : null)))
  const drugs = await findMedications(tx, run.brand, drugIds)
  const findDrug = (read: ReadRecord) => {
    if (!('drug' in read)) return null
    const known = drugs.get(read.drugId ?? '')
    return known?.name === '' && read.drug !== null ? { ...known, name: read.drug.name } : (known ?? read.drug)
  }
  const marked = records.map(({ memberId, incoming: { read }, marks }) => ({
    memberId,
    marks: withDrug(marks, findDrug(read)),
  }))
  const sensitive = await judge(tx, run.brand, await withReasons(tx, run.brand, marked))
  const known = records.map(({ memberId, incoming, text }, index): IncomingRecord | Refused => {
    const { read, version, hash } = incoming
    const drug = findDrug(read)
    if (drug === null && 'drug' in read) {
      return new Refused(
        'medicationReference.reference',
        `Medication/${read.drugId} is not known: load the Medication, then this again`,
      )
    }
    const isSensitive = sensitive[index] ?? true
    return { memberId, read, drug, sensitive: isSensitive, names, addresses, version, hash, resource: text }
  })
  return importUnrefused(known, async (good) => {
    const outcomes = new Map<IncomingRecord, Outcome>()
    for (const [type, some] of Map.groupBy(good, ({ read }) => read.type)) {
      const outcome = await importRecords(tx, type, some, run)
      for (const [index, one] of some.entries()) outcomes.set(one, outcome[index] as Outcome)
    }
    await shelve(
      tx,
      run.brand,
      good.filter((one) => outcomes.get(one) !== 'unchanged' && isServed(one.read)).map(toShelvedRecord),
    )
    for (const one of good)
      if (one.sensitive && isReason(one.read) && outcomes.get(one) !== 'unchanged') judgedAnew.add(one.memberId)
    return good.map((one) => outcomes.get(one) as Outcome)
  })
}

/** Fills and claims refer to prescriptions, and claims to approvals. */
function isReason({ type }: ReadRecord): boolean {
  return type === 'prescription' || type === 'prior_authorization'
}

/** Prior authorizations of drugs are not in the API, though members see them on their pages (OS-4). */
function isServed(read: ReadRecord): boolean {
  return read.type !== 'prior_authorization' || (read.rxnorm === null && read.ndc === null)
}

const typesOfRecords = {
  prescription: 'MedicationRequest',
  dispense: 'MedicationDispense',
  prior_authorization: 'ExplanationOfBenefit',
  care_team: 'CareTeam',
  related_person: 'RelatedPerson',
} as const

function toShelvedRecord({ memberId, read, resource: text, version, hash, sensitive }: IncomingRecord): Incoming {
  const { patientId, withdrawn } = read
  // The resource itself cannot show that it is withdrawn.
  const isGone = withdrawn && read.type === 'related_person'
  return { type: typesOfRecords[read.type], memberId, patientId, text, version, hash, sensitive, isGone }
}

function toParty({ incoming: { read, version, hash }, text }: Extract<ResourceAt, { type: 'party' | 'medication' }>) {
  const type = 'type' in read ? read.type : 'Medication'
  return { type, text, version, hash } as const
}

/** Imports clinical data of people who are members, for apps alone; refuses that of others. Adds the members with sensitive data. */
async function importClinical(
  tx: Tx,
  some: readonly Extract<ResourceAt, { type: 'clinical' }>[],
  run: MemberRun,
  judgedAnew: Set<string>,
): Promise<readonly OutcomeOrRefused[]> {
  const ids = unique(some.map(({ incoming }) => incoming.read.patientId))
  const patients = await findPatients(tx, run.brand, ids)
  const marked = some.map(({ incoming, marks }) => ({ memberId: findOwner(patients, incoming.read), marks }))
  const sensitive = await judge(tx, run.brand, await withReasons(tx, run.brand, marked))
  const known = some.map(({ incoming: { read, version, hash }, text }, index): Incoming | Refused => {
    const { type, patientId } = read
    const memberId = findMemberId(patients, patientId, 'subject.reference')
    if (memberId instanceof Refused) return memberId
    return { type, memberId, patientId, text, version, hash, sensitive: sensitive[index] ?? true, isGone: false }
  })
  return importUnrefused(known, async (good) => {
    const outcomes = await shelve(tx, run.brand, good)
    for (const [index, { type, memberId, sensitive }] of good.entries())
      if (sensitive && mayBeReason(type) && outcomes[index] !== 'unchanged') judgedAnew.add(memberId)
    return outcomes
  })
}

function listParties(read: ReadRecord): (string | null)[] {
  switch (read.type) {
    case 'prescription':
      return [read.prescriber.id]
    case 'dispense':
      return [read.pharmacy.id]
    case 'prior_authorization':
      return [read.provider.id]
    case 'care_team':
      return read.participants.map(({ id }) => id)
    case 'related_person':
      return []
  }
}

function unique(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))]
}

/** The member; null: unknown. */
function findOwner(patients: ReadonlyMap<string, Owner>, { patientId }: { readonly patientId: string }) {
  return patients.get(patientId)?.memberId ?? null
}

function findMemberId(
  patients: ReadonlyMap<string, Owner>,
  patientId: string,
  path: string,
  isNumbered = false,
): string | Refused {
  const patient = patients.get(patientId)
  if (patient === undefined) return new UnknownPatient(path, patientId, isNumbered)
  const isApart = patient.apartOn != null
  const why = `Patient/${patientId} has no member number of their own${isApart ? `: theirs ${otherOfTheDay}` : '; --assign-numbers gives test people one'}`
  return patient.memberId ?? new Refused(path, why)
}
