import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../day.ts'
import type { Reader, Tx } from '../db/database.ts'

/** An original X12 file (FD-4). */
export interface Original {
  readonly fileId: string
  readonly brand: string | null
  readonly name: string
  readonly bytes: number
  readonly arrivedAt: Date
  readonly keptUntil: Date
}

/** Begins to store a file; null if the brand already has it, whose retention is then extended. */
export async function beginOriginal(
  tx: Tx,
  { brand, digest, keptUntil, ...file }: Omit<Original, 'fileId'> & { readonly runId: string; readonly digest: Buffer },
): Promise<string | null> {
  const { rows } = await sql<{ file_id: string }>`update x12_original
    set kept_until = greatest(kept_until, ${keptUntil}), arrived_at = ${file.arrivedAt}
    where whole and digest = ${digest} and brand is not distinct from ${brand} returning file_id`.execute(tx)
  if (rows.length > 0) return null
  const fileId = uuidv7()
  const { runId: run_id, name, bytes, arrivedAt: arrived_at } = file
  await tx
    .insertInto('x12_original')
    .values({ file_id: fileId, brand, run_id, name, bytes, digest, arrived_at, kept_until: keptUntil, whole: false })
    .execute()
  return fileId
}

export async function addOriginalPart(
  tx: Tx,
  part: { readonly fileId: string; readonly partId: string; readonly place: number; readonly sealed: Buffer },
): Promise<void> {
  const { fileId: file_id, partId: part_id, place, sealed } = part
  await tx.insertInto('x12_original_part').values({ part_id, file_id, place, sealed }).execute()
}

export async function endOriginal(tx: Tx, fileId: string): Promise<void> {
  await tx.updateTable('x12_original').set({ whole: true }).where('file_id', '=', fileId).execute()
}

/** The newest files of these brands (null: of all, and of files that name none). */
export async function listOriginals(
  db: Reader,
  { brands, max }: { readonly brands: readonly string[] | null; readonly max: number },
): Promise<readonly (Original & { readonly isHeld: boolean })[]> {
  const rows = await db
    .selectFrom('x12_original')
    .select(['file_id', 'brand', 'name', 'bytes', 'arrived_at', 'kept_until'])
    .select(isHeld.as('held'))
    .where('whole', '=', true)
    .$if(brands !== null, (query) => query.where('brand', 'in', [...(brands ?? [])]))
    .orderBy('arrived_at', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => ({ ...toOriginal(row), isHeld: row.held }))
}

/** Null if there is none, or if it is not one of these brands'. */
export async function findOriginal(
  db: Reader,
  fileId: string,
  brands: readonly string[] | null,
): Promise<Original | null> {
  const row = await db
    .selectFrom('x12_original')
    .select(['file_id', 'brand', 'name', 'bytes', 'arrived_at', 'kept_until'])
    .where('file_id', '=', fileId)
    .where('whole', '=', true)
    .$if(brands !== null, (query) => query.where('brand', 'in', [...(brands ?? [])]))
    .executeTakeFirst()
  return row === undefined ? null : toOriginal(row)
}

export async function readOriginalPart(
  db: Reader,
  fileId: string,
  place: number,
): Promise<{ readonly partId: string; readonly sealed: Buffer } | null> {
  const row = await db
    .selectFrom('x12_original_part')
    .select(['part_id as partId', 'sealed'])
    .where('file_id', '=', fileId)
    .where('place', '=', place)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Deletes a few files that have expired or were never stored completely; expired ones stay while someone named in the brand's files is
 * under a legal hold. Returns how many.
 */
export async function deleteOriginals(tx: Tx, now: Date, max: number): Promise<number> {
  const dayBefore = new Date(now.getTime() - dayMs)
  const { rows } = await sql<{ file_id: string }>`delete from x12_original where file_id in (
      select file_id from x12_original where (not whole and arrived_at < ${dayBefore})
        or (kept_until < ${now} and not ${isHeld})
      order by kept_until limit ${max} for update skip locked)
    returning file_id`.execute(tx)
  return rows.length
}

/** Whether a legal hold keeps the file. */
const isHeld = sql<boolean>`exists (select from legal_hold join member using (member_id)
  where legal_hold.lifted_at is null and (x12_original.brand is null or member.brand = x12_original.brand)
    and (exists (select from x12_member where x12_member.member_id = member.member_id)
      or exists (select from x12_claim_part where x12_claim_part.member_id = member.member_id)))`

function toOriginal(row: {
  readonly file_id: string
  readonly brand: string | null
  readonly name: string
  readonly bytes: number
  readonly arrived_at: Date
  readonly kept_until: Date
}): Original {
  const { file_id: fileId, brand, name, bytes, arrived_at: arrivedAt, kept_until: keptUntil } = row
  return { fileId, brand, name, bytes: Number(bytes), arrivedAt, keptUntil }
}
