import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../../platform/db/database.ts'
import { toHex, upsertRows } from '../../../../platform/db/upsert.ts'
import type { ClaimPart, PartContent, PatientSaid } from './part.ts'

/** A part with its digest, its member and its claim. */
export interface StoredPart {
  readonly part: ClaimPart
  readonly partId: string
  readonly memberId: string | null
  readonly claim: string | null
  /** The run that brought it first; null: the one that stores it now. */
  readonly runId: string | null
}

interface Row {
  readonly part_id: string
  readonly member_id: string | null
  readonly claim: string | null
  readonly run_id: string
  readonly payer_number: string | null
  readonly account: string
  readonly npi: string | null
  readonly first_day: string
  readonly source: string
  readonly decided_on: string | null
  readonly sent_at: string
  readonly place: number
  readonly patient: PatientSaid
  readonly content: PartContent & Pick<ClaimPart, 'formerNumber' | 'lastDay' | 'payer'>
}

const columns = sql`encode(part_id, 'hex') as part_id, member_id, claim, run_id, payer_number, account, npi, first_day::text, source,
  decided_on::text, sent_at, place, patient, content`

/** Identifies a part by everything that it says, whichever file says it. */
export function computePartId({ sentAt: _, place: __, ...said }: ClaimPart): string {
  return hash('sha256', JSON.stringify(said))
}

/**
 * What earlier releases did not read: notes, and a hospital's type of bill in a payment; the day on which the money is sent, and a
 * pharmacy's reject codes; minutes; the payer; descriptions of codes, and that a bill is protected; approvals in a payment, or some of those
 * in a bill.
 */
const latest = ['notes', 'facilityCode']
const lately = [...latest, 'sentOn', 'NCPDP']
const notReadOnce = [
  latest,
  lately,
  [...lately, 'isTimed'],
  [...lately, 'isTimed', 'payer'],
  [...lately, 'isTimed', 'description', 'isProtected'],
  [...lately, 'isTimed', 'description', 'isProtected', 'payer'],
  [...lately, 'isTimed', 'description', 'isProtected', 'approvals'],
  [...lately, 'isTimed', 'description', 'isProtected', 'approvals', 'payer'],
]

/** The ids that a part had in earlier releases, which did not read all of it. */
export function listFormerIds(part: ClaimPart): string[] {
  const json = JSON.stringify(part)
  const said = notReadOnce.map((keys) => keys.filter((key) => json.includes(key === 'NCPDP' ? '"NCPDP ' : `"${key}":`)))
  const distinct = new Map(said.map((keys) => [keys.join(), keys]))
  return [...distinct.values()].flatMap((keys) => (keys.length === 0 ? [] : computeIdWithout(part, keys)))
}

function computeIdWithout(part: ClaimPart, keys: readonly string[]): string {
  const unsent = keys.includes('sentOn') ? withoutSending(part) : part
  const { payer: _, ...unpaid } = unsent
  const whole = keys.includes('payer') ? unpaid : unsent
  const deep = keys.filter((key) => key !== 'payer' && key !== 'sentOn')
  // In nearly all parts, only these two were not read before: this avoids a look at each of their values.
  if (deep.length === 0) return computePartId(whole)
  const { sentAt: __, place: ___, ...said } = whole
  const isOfPharmacy = (code: unknown) => typeof code === 'string' && code.startsWith('NCPDP ')
  return hash(
    'sha256',
    JSON.stringify(said, (key, value: unknown) => {
      if (deep.includes(key)) return undefined
      return key === 'remarks' && Array.isArray(value) && deep.includes('NCPDP')
        ? value.filter((code) => !isOfPharmacy(code))
        : value
    }),
  )
}

function withoutSending(part: ClaimPart): ClaimPart {
  const { decision } = part.content
  if (decision === null) return part
  const { sentOn: _, ...said } = decision
  return { ...part, content: { ...part.content, decision: said } }
}

/** Finds the parts that are stored. */
export async function findParts(tx: Tx, brand: string, partIds: readonly string[]): Promise<Map<string, StoredPart>> {
  const ids = partIds.map((one) => Buffer.from(one, 'hex'))
  const { rows } = await sql<Row>`select ${columns} from x12_claim_part
    where brand = ${brand} and part_id = any(${ids}::bytea[]) order by part_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.part_id, toStored(row)]))
}

/** The parts of members that have one of these numbers, of the provider or of the payer. */
export async function findRelatedParts(
  tx: Tx,
  {
    members,
    accounts,
    numbers,
  }: { readonly members: readonly string[]; readonly accounts: readonly string[]; readonly numbers: readonly string[] },
): Promise<StoredPart[]> {
  const { rows } = await sql<Row>`select ${columns} from x12_claim_part
    where member_id = any(${[...members]}::uuid[])
      and (account = any(${[...accounts]}::text[]) or payer_number = any(${[...numbers]}::text[]))
    order by part_id for update`.execute(tx)
  return rows.map(toStored)
}

/** All parts of some claims. */
export async function findPartsOfClaims(
  tx: Tx,
  members: readonly string[],
  claims: readonly string[],
): Promise<StoredPart[]> {
  const { rows } = await sql<Row>`select ${columns} from x12_claim_part
    where member_id = any(${[...members]}::uuid[]) and claim = any(${[...claims]}::text[]) order by part_id`.execute(tx)
  return rows.map(toStored)
}

/** The brands with parts that wait for their member. */
export async function listWaitingBrands(db: Reader): Promise<string[]> {
  const { rows } = await sql<{
    brand: string
  }>`select distinct brand from x12_claim_part where member_id is null order by brand`.execute(db)
  return rows.map(({ brand }) => brand)
}

/** The next parts that wait for their member. */
export async function listWaiting(tx: Tx, brand: string, after: string, max: number): Promise<StoredPart[]> {
  const { rows } = await sql<Row>`select ${columns} from x12_claim_part
    where brand = ${brand} and member_id is null and part_id > ${Buffer.from(after, 'hex')}
    order by part_id limit ${max} for update`.execute(tx)
  return rows.map(toStored)
}

export async function keepParts(
  tx: Tx,
  brand: string,
  parts: readonly StoredPart[],
  { runId, now }: { readonly runId: string; readonly now: Date },
): Promise<void> {
  await upsertRows(
    tx,
    'x12_claim_part',
    ['brand', 'part_id'],
    parts.map(({ part, partId, memberId, claim, runId: first }) => {
      const {
        payerNumber,
        formerNumber,
        account,
        npi,
        firstDay,
        lastDay,
        source,
        decidedOn,
        sentAt,
        place,
        patient,
        content,
        payer,
      } = part
      return {
        brand,
        part_id: toHex(Buffer.from(partId, 'hex')),
        member_id: memberId,
        claim,
        payer_number: payerNumber,
        account,
        npi,
        first_day: firstDay,
        source,
        decided_on: decidedOn,
        sent_at: sentAt,
        place,
        patient,
        content: { ...content, formerNumber, lastDay, ...(payer !== undefined && { payer }) },
        // Undoing the run that brought the member must not remove another run's parts.
        run_id: first ?? runId,
        imported_at: now.toISOString(),
      }
    }),
  )
}

/** Removes parts that are stored again under another id. */
export async function dropParts(tx: Tx, brand: string, partIds: readonly string[]): Promise<void> {
  if (partIds.length === 0) return
  const ids = partIds.map((one) => Buffer.from(one, 'hex'))
  await sql`delete from x12_claim_part where brand = ${brand} and part_id = any(${ids}::bytea[])`.execute(tx)
}

/** Deletes parts that have waited for their member for `days` days. */
export async function dropWaiting(tx: Tx, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000)
  const { numAffectedRows } =
    await sql`delete from x12_claim_part where member_id is null and imported_at < ${before}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

function toStored(row: Row): StoredPart {
  const { formerNumber, lastDay, payer, ...content } = row.content
  return {
    partId: row.part_id,
    memberId: row.member_id,
    claim: row.claim,
    runId: row.run_id,
    part: {
      source: row.source as ClaimPart['source'],
      payerNumber: row.payer_number,
      formerNumber,
      account: row.account,
      npi: row.npi,
      ...(payer !== undefined && { payer }),
      firstDay: row.first_day,
      lastDay,
      decidedOn: row.decided_on,
      sentAt: row.sent_at,
      place: row.place,
      patient: row.patient,
      content,
    },
  }
}

/** Rolls back to a savepoint if a part is refused, so that the transaction can go on. */
export async function undoIfRefused(tx: Tx, store: () => Promise<unknown>): Promise<void> {
  await sql`savepoint parts`.execute(tx)
  try {
    await store()
  } catch (error) {
    await sql`rollback to savepoint parts`.execute(tx)
    throw error
  }
  await sql`release savepoint parts`.execute(tx)
}
