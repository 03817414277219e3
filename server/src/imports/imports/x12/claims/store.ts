import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type IncomingClaim, importClaims } from '../../../../member/claims/importing.ts'
import { madeOfBills, toPayer } from '../../../../member/claims/named.ts'
import { mayBeOne, type PayerSaid } from '../../../../member/claims/payer.ts'
import { easternDay } from '../../../../platform/day.ts'
import type { Tx } from '../../../../platform/db/database.ts'
import type { ClaimFactsData } from '../../../../platform/db/tables.ts'
import { contentHash } from '../../../../platform/versions/content.ts'
import type { Outcome } from '../../../../platform/versions/outcome.ts'
import { listGroups } from '../../coverage-store.ts'
import type { ReadCoverage } from '../../fhir/read-person.ts'
import { readParsed } from '../../fhir/read-resource.ts'
import { namesOfParties } from '../../people-store.ts'
import { Refused, Skipped } from '../../refused.ts'
import { noteJudged } from '../../sensitive/due-store.ts'
import { judge } from '../../sensitive/judge.ts'
import { hideLinked } from '../../sensitive/linked-store.ts'
import { withReasons } from '../../sensitive/reason-store.ts'
import { type ClaimAbout, claimResource } from './claim-resource.ts'
import { inOrder, isSameLine, listDaysOfLines } from './decisions.ts'
import { type ClaimPart, plainClaimNumber } from './part.ts'
import {
  computePartId,
  dropParts,
  findParts,
  findPartsOfClaims,
  findRelatedParts,
  keepParts,
  listFormerIds,
  type StoredPart,
} from './part-store.ts'
import { findPatientsSaid } from './patients.ts'

export interface ClaimRun {
  readonly brand: string
  readonly runId: string
  readonly now: Date
}

/** Stores what files say of claims (FD-2, FD-3) in the caller's transaction; returns the outcome of each part, in order. */
export async function importClaimParts(
  tx: Tx,
  parts: readonly ClaimPart[],
  run: ClaimRun,
): Promise<(Outcome | Refused | Skipped)[]> {
  const ids = parts.map(computePartId)
  const formerIds = parts.map(listFormerIds)
  const known = await findParts(tx, run.brand, unique([...ids, ...formerIds.flat()]))
  const people = await findPatientsSaid(
    tx,
    run.brand,
    parts.map(({ patient }) => patient),
  )
  const added = new Map<string, StoredPart>()
  const outdated = new Set<string>()
  const outcomes = parts.map((part, index): 'known' | 'new' | Refused | Skipped => {
    const [partId = '', person] = [ids[index], people[index]]
    const stored = known.get(partId)
    if ((stored !== undefined && stored.memberId !== null) || added.has(partId)) return 'known'
    // A part of which an earlier release did not read all is this one.
    const former = (formerIds[index] ?? []).flatMap((id) => (outdated.has(id) ? [] : (known.get(id) ?? [])))[0]
    const anew = former === undefined ? undefined : readAnew(part, partId, former)
    if (former !== undefined && anew !== undefined && former.memberId !== null) {
      outdated.add(former.partId)
      added.set(partId, anew)
      return 'new'
    }
    if (person === 'several')
      return new Refused(`Segment ${part.place}`, 'is of a patient who may be several people on the contract')
    const isUnknown = person === 'unknown' || person === undefined
    if (former !== undefined) outdated.add(former.partId)
    if (!isUnknown || stored === undefined)
      added.set(partId, {
        ...(anew ?? { part, partId, claim: null, runId: stored?.runId ?? null }),
        memberId: isUnknown ? null : person.memberId,
      })
    return isUnknown ? new Skipped('waits for its member') : 'new'
  })
  await dropParts(tx, run.brand, [...outdated])
  const placed = await placeParts(tx, [...added.values()], run)
  const first = new Set(placed.created)
  return outcomes.map((outcome, index) => {
    if (outcome instanceof Error) return outcome
    if (outcome === 'known') return 'unchanged'
    const claim = placed.claims.get(ids[index] ?? '') ?? ''
    return first.delete(claim) ? 'created' : 'updated'
  })
}

/** A stored part with all that is read of it now. */
function readAnew(part: ClaimPart, partId: string, { part: { sentAt, place }, ...former }: StoredPart): StoredPart {
  return { ...former, partId, part: { ...part, sentAt, place } }
}

/** Finds the claims of parts, stores them, and makes those claims anew. */
export async function placeParts(tx: Tx, added: readonly StoredPart[], run: ClaimRun) {
  const known = added.filter(({ memberId }) => memberId !== null)
  const related = await findRelatedParts(tx, {
    members: unique(known.map(({ memberId }) => memberId)),
    accounts: unique(known.map(({ part }) => part.account)),
    numbers: unique(known.flatMap(({ part }) => [part.payerNumber, part.formerNumber])),
  })
  const claims = new Map<string, string>()
  const created: string[] = []
  const settled = known.filter(({ claim }) => claim !== null)
  const assigned = Map.groupBy([...related, ...settled], ({ memberId }) => memberId)
  for (const one of known) {
    if (one.claim !== null) {
      claims.set(one.partId, one.claim)
      continue
    }
    const own = assigned.get(one.memberId) ?? []
    const same = findSame(one, own)
    const claim = same?.claim ?? newClaimId(one, run.brand, new Set(own.map((other) => other.claim)))
    if (same === undefined) created.push(claim)
    claims.set(one.partId, claim)
    assigned.set(one.memberId, [...own, { ...one, claim }])
  }
  await keepParts(
    tx,
    run.brand,
    added.map((one) => ({ ...one, claim: claims.get(one.partId) ?? null })),
    run,
  )
  await makeClaims(
    tx,
    {
      members: unique(known.map(({ memberId }) => memberId)),
      claims: unique([...claims.values(), ...listBeside(added, claims, assigned)]),
      // What is only read anew is no new decision.
      added: new Set(known.filter(({ claim }) => claim === null).map(({ partId }) => partId)),
      fresh: takeFresh(assigned, new Set(created)),
      beside: [...assigned.values()].flat(),
    },
    run,
  )
  return { claims, created }
}

/** Other claims of the same visits: a payer may have split a bill, whose lines and diagnoses are then of all of them. */
function listBeside(
  added: readonly StoredPart[],
  claims: ReadonlyMap<string, string>,
  assigned: ReadonlyMap<string | null, readonly StoredPart[]>,
): string[] {
  return added.flatMap(({ part, partId, memberId }) => {
    const own = claims.get(partId)
    if (own === undefined) return []
    const isBeside = (other: StoredPart) =>
      other.claim !== own && (isPartialDecision(part, other.part) || isPartialDecision(other.part, part))
    return (assigned.get(memberId) ?? []).filter(isBeside).flatMap(({ claim }) => claim ?? [])
  })
}

/** The parts of claims that are new: there is nothing else of them to read. */
function takeFresh(assigned: ReadonlyMap<string | null, readonly StoredPart[]>, created: ReadonlySet<string>) {
  return [...assigned.values()].flat().filter(({ claim }) => claim !== null && created.has(claim))
}

/**
 * Of a member's parts that whose claim another one is about: by the payer's number, or that which they correct; else by the provider, the provider's number
 * and the first day. Providers number their patients rather than their claims, too: of several such, that of the same charge, and never one
 * to which the payer has given another number.
 */
function findSame(one: StoredPart, own: readonly StoredPart[]): StoredPart | undefined {
  const isOfOnePayer = (claim: string | null) =>
    own.every((other) => other.claim !== claim || mayBeOfOnePayer(one.part, other.part))
  // A bill that replaces another one is of the claim that was decided of it, whatever number that has.
  const decided = own.find(
    ({ part, claim }) =>
      isOfReplacement(part, one.part) && part.payerNumber !== one.part.formerNumber && isOfOnePayer(claim),
  )
  const numbered = decided ?? own.find(({ part, claim }) => sharesNumber(one.part, part) && isOfOnePayer(claim))
  if (numbered !== undefined) return numbered
  const isOfReplaced = ({ part, claim }: StoredPart) =>
    own.some(
      (bill) =>
        bill.claim === claim && isOfReplacement(one.part, bill.part) && bill.part.formerNumber === part.payerNumber,
    )
  const likely = own.filter(
    ({ part, claim }) =>
      isSameVisit(one.part, part) &&
      isOfOnePayer(claim) &&
      own
        .filter((other) => other.claim === claim)
        .every((other) => !isNumberedApart(one.part, other.part) || isOfReplaced(other)),
  )
  return likely.find(({ part }) => part.content.billed === one.part.content.billed) ?? likely[0]
}

/** The payments of a payer call it the same; bills call it as their providers do. */
function mayBeOfOnePayer(a: ClaimPart, b: ClaimPart): boolean {
  const isOfOneKind = a.source === b.source && a.source !== 'bill'
  const isSameCare = a.firstDay === b.firstDay && a.content.billed === b.content.billed
  return mayBeOne(sayPayer(a), sayPayer(b), { isOfOneKind, isSameCare })
}

function sayPayer({ payer }: ClaimPart): PayerSaid {
  return { id: null, names: payer?.names ?? [], numbers: payer?.numbers ?? [] }
}

function sharesNumber(a: ClaimPart, b: ClaimPart): boolean {
  if (a.payerNumber !== null && (a.payerNumber === b.payerNumber || a.payerNumber === b.formerNumber)) return true
  return a.formerNumber !== null && (a.formerNumber === b.payerNumber || a.formerNumber === b.formerNumber)
}

function isSameVisit(a: ClaimPart, b: ClaimPart): boolean {
  const isSameProvider = a.npi === null || b.npi === null || a.npi === b.npi
  const isNew = ({ source, content }: ClaimPart) => source === 'bill' && (content.frequency ?? '1') === '1'
  const isAnotherBill = isNew(a) && isNew(b) && a.content.billed !== b.content.billed
  return a.account === b.account && a.firstDay === b.firstDay && isSameProvider && !isAnotherBill
}

/** Whether a payment is what was decided of a bill that replaces another one. */
function isOfReplacement(payment: ClaimPart, bill: ClaimPart): boolean {
  if (payment.source === 'bill' || bill.source !== 'bill' || bill.content.frequency !== '7') return false
  const { frequency, billed } = payment.content
  return isSameVisit(payment, bill) && (frequency === '7' || (frequency === null && billed === bill.content.billed))
}

/** Whether a payment decides some lines of a bill: its payer has made several claims of that. */
function isPartialDecision(payment: ClaimPart, bill: ClaimPart): boolean {
  if (payment.source !== 'payment' || bill.source !== 'bill' || !isSameVisit(payment, bill)) return false
  const [some, all] = [listDaysOfLines(payment), bill.content.lines]
  const isLess = Math.abs(payment.content.billed ?? 0) < (bill.content.billed ?? 0)
  return isLess && some.length > 0 && some.every((line) => all.some((one) => isSameLine(line, one)))
}

/** Two numbers of the payer are two claims, unless one is the other with the suffix of a correction (`-01`). */
function isNumberedApart({ payerNumber: one }: ClaimPart, { payerNumber: other }: ClaimPart): boolean {
  if (one === null || other === null || one === other) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.replace(/[-._/]\w{1,3}$/, '') !== short
}

function newClaimId({ memberId, part }: StoredPart, brand: string, taken: ReadonlySet<string | null>): string {
  const parts = [brand, memberId ?? '', part.account, part.firstDay]
  const more = [...parts, part.npi, part.payerNumber, part.content.billed]
  const computeId = (some: typeof more) => `${madeOfBills}${hash('sha256', some.join('\0')).slice(0, 32)}`
  const [first, second] = [computeId(parts), computeId(more)]
  if (!taken.has(first)) return first
  return taken.has(second) ? computeId([...more, JSON.stringify(part.payer)]) : second
}

/** Makes claims of all of their parts, with a version for each decision that is new. */
async function makeClaims(
  tx: Tx,
  {
    members,
    claims,
    added,
    fresh = [],
    beside,
  }: {
    readonly members: readonly string[]
    readonly claims: readonly string[]
    readonly added: ReadonlySet<string>
    /** All parts of some of the claims. */
    readonly fresh?: readonly StoredPart[]
    /** All parts of the members with the same numbers of their providers; without it, they are read. */
    readonly beside?: readonly StoredPart[]
  },
  run: ClaimRun,
): Promise<void> {
  if (claims.length === 0) return
  const complete = new Set(fresh.map(({ claim }) => claim))
  const older = claims.filter((claim) => !complete.has(claim))
  const stored = older.length === 0 ? [] : await findPartsOfClaims(tx, members, older)
  const parts = [...stored, ...fresh].toSorted((a, b) => (a.partId < b.partId ? -1 : 1))
  const groups = Map.groupBy(parts, ({ claim }) => claim ?? '')
  const accounts = unique(parts.map(({ part }) => part.account))
  const others = beside ?? (await findRelatedParts(tx, { members, accounts, numbers: [] }))
  const abouts = await findAbouts(tx, groups, others)
  const made = [...groups].flatMap(([claim, some]) => {
    const about = abouts.get(claim)
    if (about === undefined) return []
    const ordered = inOrder(some.map(({ part }) => part))
    const isNew = new Set(some.filter(({ partId }) => added.has(partId)).map(({ part }) => part))
    const places = ordered.flatMap((part, at) => (isNew.has(part) && part.content.decision !== null ? at + 1 : []))
    // A decision that another one has followed in the same files is part of the history all the same.
    const steps = [...new Set([...places.slice(-maxSteps), ordered.length])]
    return steps.flatMap((length) => {
      const resource = claimResource(ordered.slice(0, length), about)
      return resource === null ? [] : { memberId: about.memberId, resource }
    })
  })
  await storeResources(tx, made, run)
}

/** The most earlier decisions of one claim that one batch adds to its history. */
const maxSteps = 20

type About = ClaimAbout & { readonly memberId: string }

async function findAbouts(
  tx: Tx,
  groups: ReadonlyMap<string, readonly StoredPart[]>,
  beside: readonly StoredPart[],
): Promise<Map<string, About>> {
  const besideOf = Map.groupBy(beside, ({ memberId, part }) => `${memberId} ${part.account}`)
  const members = unique([...groups.values()].flatMap((some) => some.map(({ memberId }) => memberId)))
  const [numbers, coverages, twins] = [
    await findNumbers(tx, members),
    await findCoverages(tx, members),
    await findTwins(tx, members, groups),
  ]
  return new Map(
    [...groups].flatMap(([claim, some]): [string, About][] => {
      const [first] = some
      const memberId = first?.memberId
      if (first === undefined || memberId == null) return []
      const decidedOn =
        some
          .flatMap(({ part }) => part.decidedOn ?? [])
          .sort()
          .at(-1) ?? null
      const own = unique(some.map(({ part }) => part.payerNumber))
      const same = (twins.get(memberId) ?? []).filter((one) => own.includes(one.number) && mayBeTwin(one, some))
      const [twin] = same
      const kind = first.part.content.type === 'oral' ? 'dental' : 'medical'
      return [
        [
          claim,
          {
            claim,
            memberId,
            memberNumber: numbers.get(memberId) ?? '',
            coverageId: coverageOn(coverages.get(memberId) ?? [], kind, first.part.firstDay),
            twin:
              twin === undefined
                ? null
                : { resourceId: twin.resourceId, isNewer: decidedOn === null || (twin.decidedOn ?? '') >= decidedOn },
            // A label of FHIR's holds for what X12 says of the same care, which has none.
            isSensitive: same.some(({ sensitive }) => sensitive),
            ...findSplit(
              some.map(({ part }) => part),
              unique(some.map(({ part }) => part.account))
                .flatMap((account) => besideOf.get(`${memberId} ${account}`) ?? [])
                .filter((other) => other.claim !== claim)
                .map(({ part }) => part),
            ),
          },
        ],
      ]
    }),
  )
}

/** What a claim shares with others of the same bill, which the payer has split: the bill where it stands with another, and what the others decide. */
function findSplit(own: readonly ClaimPart[], beside: readonly ClaimPart[]): Pick<ClaimAbout, 'bill' | 'elsewhere'> {
  const bills = own.filter(({ source }) => source !== 'payment')
  const others = beside.filter((part) => bills.some((bill) => isPartialDecision(part, bill)))
  if (bills.length > 0) return { bill: null, elsewhere: others.flatMap(listDaysOfLines) }
  const bill = beside.findLast((one) => own.every((part) => isPartialDecision(part, one))) ?? null
  return { bill, elsewhere: bill === null ? [] : listDaysOfLines(bill) }
}

async function findNumbers(tx: Tx, members: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('member')
    .select(['member_id', 'member_number'])
    .where('member_id', '=', sql<string>`any(${[...members]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.member_id, row.member_number]))
}

async function findCoverages(tx: Tx, members: readonly string[]): Promise<Map<string, ReadCoverage[]>> {
  const rows = await tx
    .selectFrom('coverage_source')
    .select(['member_id', 'coverage'])
    .where('member_id', '=', sql<string>`any(${[...members]}::uuid[])`)
    .orderBy('resource_id')
    .execute()
  const byMember = Map.groupBy(rows, ({ member_id }) => member_id)
  return new Map([...byMember].map(([member, some]) => [member, some.map(({ coverage }) => coverage as ReadCoverage)]))
}

function coverageOn(coverages: readonly ReadCoverage[], kind: ReadCoverage['kind'], day: string): string | null {
  const valid = coverages.filter(
    (one) => one.kind === kind && !one.cancelled && (one.begins ?? '') <= day && (one.ends === null || one.ends >= day),
  )
  return valid[0]?.resourceId ?? null
}

/** Claims of the plan's FHIR files with the same number. */
async function findTwins(tx: Tx, members: readonly string[], groups: ReadonlyMap<string, readonly StoredPart[]>) {
  const numbers = unique([...groups.values()].flatMap((some) => some.map(({ part }) => part.payerNumber)))
  if (numbers.length === 0) return new Map<string, Twin[]>()
  const { rows } = await sql<Twin>`select member_id as "memberId", resource_id as "resourceId",
      upper(regexp_replace(claim_number, '\\s', '', 'g')) as number, processed_on::text as "decidedOn", sensitive,
      service_from::text as "serviceFrom", billed_cents as billed, facts
    from claim where member_id = any(${[...members]}::uuid[]) and resource_id not like ${`${madeOfBills}%`}
      and state <> 'cancelled' and upper(regexp_replace(claim_number, '\\s', '', 'g')) = any(${numbers}::text[])
    order by processed_on desc nulls last, resource_id`.execute(tx)
  return Map.groupBy(rows, ({ memberId }) => memberId)
}

function mayBeTwin(twin: Twin, parts: readonly StoredPart[]): boolean {
  const isSameCare = parts.some(
    ({ part: { firstDay, content } }) =>
      twin.serviceFrom === firstDay && (twin.billed ?? content.billed) === content.billed,
  )
  return parts.every(({ part }) => mayBeOne(toPayer(twin.facts), sayPayer(part), { isOfOneKind: false, isSameCare }))
}

interface Twin {
  readonly memberId: string
  readonly resourceId: string
  readonly number: string
  readonly decidedOn: string | null
  readonly sensitive: boolean
  readonly serviceFrom: string
  readonly billed: number | null
  readonly facts: ClaimFactsData
}

/** Stores claims as if their resources had come in a FHIR file: read, judged and kept in the same way. */
async function storeResources(
  tx: Tx,
  all: readonly { readonly memberId: string; readonly resource: object }[],
  run: ClaimRun,
): Promise<void> {
  const today = easternDay(run.now)
  const read = all.flatMap(({ memberId, resource }) => {
    const text = JSON.stringify(resource)
    const one = readParsed('ExplanationOfBenefit', resource, contentHash(text), today)
    return one.type === 'claim' ? { memberId, text, ...one } : []
  })
  if (read.length === 0) return
  await noteJudged(tx, run.brand)
  const sensitive = await judge(tx, run.brand, await withReasons(tx, run.brand, read))
  const groups = await listGroups(
    tx,
    read.map(({ memberId, incoming }) => ({ memberId, coverageId: incoming.read.coverageId })),
  )
  const parties = read.flatMap(({ incoming: { read: claim } }) => [claim.provider.id, claim.facility.id])
  const names = await namesOfParties(tx, run.brand, unique(parties))
  const findName = ({ id, name }: IncomingClaim['claim']['provider']) => names.get(id ?? '') ?? name
  const claims = read.map(
    ({ memberId, text, incoming: { read: claim, version, hash: digest } }, index): IncomingClaim => ({
      memberId,
      claim,
      providerName: findName(claim.provider),
      facilityName: findName(claim.facility),
      group: groups[index] ?? null,
      sensitive: sensitive[index] ?? true,
      version,
      hash: digest,
      resource: text,
    }),
  )
  const { related } = await importClaims(tx, claims, run)
  await hideLinked(
    tx,
    run.brand,
    related.map(({ memberId }) => memberId),
  )
}

/** Makes claims of X12 anew whose twins in FHIR have just been stored: of two, one is shown. */
export async function remakeTwins(
  tx: Tx,
  stored: readonly { readonly memberId: string; readonly claimNumber: string }[],
  run: ClaimRun,
): Promise<void> {
  const numbers = unique(stored.map(({ claimNumber }) => plainClaimNumber(claimNumber)))
  const members = unique(stored.map(({ memberId }) => memberId))
  if (numbers.length === 0) return
  const { rows } = await sql<{ claim: string }>`select distinct claim from x12_claim_part
    where member_id = any(${members}::uuid[]) and payer_number = any(${numbers}::text[]) and claim is not null`.execute(
    tx,
  )
  await makeClaims(tx, { members, claims: rows.map(({ claim }) => claim), added: new Set() }, run)
}

/**
 * Makes claims of some members anew that earlier versions of the portal read otherwise: an account or the patient was paid, it is a share of
 * Medicaid, or the payer has split the bill.
 */
export async function remakeReadOtherwise(tx: Tx, members: readonly string[], run: ClaimRun): Promise<void> {
  const { rows } = await sql<{ member_id: string; claim: string }>`select distinct member_id, claim
    from x12_claim_part part where member_id = any(${[...members]}::uuid[]) and claim is not null
      and (content::text ~ ${otherwisePattern} or exists (select from x12_claim_part beside where beside.member_id = part.member_id
        and beside.account = part.account and beside.first_day = part.first_day and beside.claim <> part.claim))`.execute(
    tx,
  )
  const found = { members: unique(rows.map((row) => row.member_id)), claims: rows.map(({ claim }) => claim) }
  if (rows.length > 0) await makeClaims(tx, { ...found, added: new Set() }, run)
}

/** An adjustment for one of the reasons. */
const otherwisePattern = '"code": ?"(100|122|142|178|187)"'

/** Takes back what a run's files said of the next claims; false once there are no more. A claim of which nothing is left is withdrawn. */
export async function forgetParts(tx: Tx, run: ClaimRun, max: number): Promise<boolean> {
  const { rows } = await sql<{ member_id: string | null; claim: string | null }>`
    delete from x12_claim_part where brand = ${run.brand} and part_id in (
      select part_id from x12_claim_part where run_id = ${run.runId} and brand = ${run.brand} order by part_id limit ${max})
    returning member_id, claim`.execute(tx)
  if (rows.length === 0) return false
  const [members, claims] = [unique(rows.map(({ member_id }) => member_id)), unique(rows.map(({ claim }) => claim))]
  const left = new Set((await findPartsOfClaims(tx, members, claims)).map(({ claim }) => claim))
  await makeClaims(tx, { members, claims: claims.filter((claim) => left.has(claim)), added: new Set() }, run)
  const gone = claims.filter((claim) => !left.has(claim))
  await sql`update claim set state = 'cancelled', facts = facts || '{"withdrawn": true}', content_hash = ''
    where member_id = any(${members}::uuid[]) and resource_id = any(${gone}::text[])`.execute(tx)
  return true
}

function unique(some: readonly (string | null)[]): string[] {
  return [...new Set(some.filter((one) => one !== null))]
}
