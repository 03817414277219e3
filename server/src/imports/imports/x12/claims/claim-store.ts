import { sql } from 'kysely'
import { type IncomingClaim, importClaims } from '../../../../member/claims/importing.ts'
import { madeOfBills, toPayer } from '../../../../member/claims/named.ts'
import { mayBeOne } from '../../../../member/claims/payer.ts'
import { easternDay } from '../../../../platform/day.ts'
import type { Tx } from '../../../../platform/db/database.ts'
import type { ClaimFactsData } from '../../../../platform/db/tables.ts'
import { contentHash } from '../../../../platform/versions/content.ts'
import { listGroups } from '../../coverage-store.ts'
import type { ReadCoverage } from '../../fhir/read-person.ts'
import { inPlace, type ResourceReader, type ToRead } from '../../fhir/reader.ts'
import { namesOfParties } from '../../people-store.ts'
import { noteJudged } from '../../sensitive/due-store.ts'
import { judge } from '../../sensitive/judge.ts'
import { hideLinked } from '../../sensitive/linked-store.ts'
import { withReasons } from '../../sensitive/reason-store.ts'
import { type ClaimAbout, claimResource } from './claim-resource.ts'
import { computeStanding, inOrder, listDaysOfLines } from './decisions.ts'
import { type ClaimPart, plainClaimNumber } from './part.ts'
import { findPartsOfClaims, findRelatedParts, type StoredPart } from './part-store.ts'
import { isPartialDecision, sayPayer } from './same-claim.ts'

export interface ClaimRun {
  readonly brand: string
  readonly runId: string
  readonly now: Date
  /** How the claims that are built are read; missing: in place. */
  readonly reader?: ResourceReader
}

/** Builds claims from all of their parts, with a version for each new decision. */
export async function makeClaims(
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
    /** All parts of the members with the same provider's numbers; if missing, they are read. */
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
    const isStep = (part: ClaimPart, at: number) =>
      isNew.has(part) && part.content.decision !== null && !isContinued(ordered, at)
    const places = ordered.flatMap((part, at) => (isStep(part, at) ? at + 1 : []))
    // A decision that another one in the same files follows still belongs to the history.
    const steps = [...new Set([...places.slice(-maxSteps), ordered.length])]
    return steps.flatMap((length) => {
      const resource = claimResource(ordered.slice(0, length), about)
      return resource === null ? [] : { memberId: about.memberId, resource }
    })
  })
  await storeResources(tx, made, run)
}

/** Whether the same payment goes on with another part of a split claim: the two are one decision, and the first alone was never one. */
function isContinued(ordered: readonly ClaimPart[], at: number): boolean {
  const [part, next] = [ordered[at], ordered[at + 1]]
  const [one, other] = [part?.content.decision, next?.content.decision]
  if (one == null || other == null || one.payment === '' || one.payment !== other.payment) return false
  return computeStanding(ordered.slice(0, at + 2)).active.some((standing) => standing.decision === one)
}

/** The most earlier decisions of one claim that a batch adds to its history. */
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
            // A label in FHIR also applies to the same care in X12, which has no labels.
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

/**
 * What a claim shares with other claims of a bill that the payer has split: the bill, if another claim has it, and the lines that the
 * others decide.
 */
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

/** Finds claims of the plan's FHIR files with the same number. */
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

interface Built {
  readonly memberId: string
  readonly resource: object
}

/** Stores claims as if their resources had come in a FHIR file: read, judged and stored in the same way. */
async function storeResources(tx: Tx, all: readonly Built[], run: ClaimRun): Promise<void> {
  const texts = all.map(({ resource }) => {
    const text = JSON.stringify(resource)
    return { type: 'ExplanationOfBenefit', text, hash: contentHash(text) } as const
  })
  const how = { today: easternDay(run.now), isBuilt: true }
  const read = (await (run.reader ?? inPlace).read(texts, how)).flatMap((one, index) => {
    if (one instanceof Error) throw one
    const [{ memberId }, { text }] = [all[index] as Built, texts[index] as ToRead]
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

/** Rebuilds claims of X12 whose twins in FHIR have just been stored: only one of the two is shown. */
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
 * Rebuilds claims of some members that earlier versions of the portal read in another way: an account or the patient was paid, the share is
 * one of Medicaid, or the payer has split the bill.
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

/** Matches an adjustment for one of these reasons, or a bill of a community mental health center. */
const otherwisePattern = '"code": ?"(100|122|142|178|187)"|"billType": ?"076'

/** Removes what a run's files said about the next claims; false once there are no more. A claim of which nothing is left is withdrawn. */
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

export function unique(some: readonly (string | null)[]): string[] {
  return [...new Set(some.filter((one) => one !== null))]
}
