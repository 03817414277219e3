import { sql } from 'kysely'
import type { AuditEvent } from '../../platform/audit/store.ts'
import { CannotRun } from '../../platform/command-line.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { closeAccount, type EraseParts, type Erasing, eraseMember } from '../../staff/records/erase.ts'

/** Who belongs to a brand, and what holds its removal up. */
export interface BrandPeople {
  readonly members: number
  readonly held: number
}

/** Shared tables in which a brand has rows of its own, those that refer to others before them. */
const ofBrand: readonly string[] = [
  ...['formulary_drug', 'formulary_before', 'formulary'],
  ...['shop_rate', 'shop_benefit', 'shop_place', 'shop_plan', 'shop_catalogue', 'plan'],
  ...['shop_before', 'shop_catalogue_before'],
  ...['lead', 'fhir_waiting', 'fhir_party', 'import_patient_brand', 'import_party', 'import_medication'],
  ...['premium_sent', 'spending_sent', 'x12_original', 'x12_claim_part', 'x12_interchange', 'x12_feed'],
]
const ofRates = ['rates_price', 'rates_provider', 'rates_service', 'rates_file']

/** Members who are still there, and those whom a legal hold keeps. */
export async function countPeople({ read }: Pick<Database, 'read'>, brand: string): Promise<BrandPeople> {
  const { rows } = await sql<BrandPeople>`
    select count(*)::int as members, (count(*) filter (where exists (select from legal_hold
      where legal_hold.member_id = member.member_id and lifted_at is null)))::int as held
    from member where brand = ${brand} and member_number not like 'ERASED %'`.execute(read)
  return rows[0] ?? { members: 0, held: 0 }
}

/**
 * Erases every member of a brand, one after another, then those who only shopped there, and at last what belongs to the brand alone. May be
 * stopped after each person and run again. Returns how many people it erased. Throws CannotRun while a legal hold stands.
 */
export async function removeBrand(
  database: Database,
  brand: string,
  parts: EraseParts & {
    readonly record: (tx: Tx, events: readonly AuditEvent[]) => Promise<void>
    readonly progress: (erased: number) => void
    readonly signal: AbortSignal | undefined
  },
  erasing: Erasing,
): Promise<number> {
  const { held } = await countPeople(database, brand)
  if (held > 0)
    throw new CannotRun(
      `${held} members of ${brand} are under a legal hold: lift it first, or erase the others one by one.`,
    )
  let erased = 0
  for (;;) {
    const next = await readNext(database, brand)
    if (next === null || parts.signal?.aborted) break
    await database.transaction(async (tx) => {
      await eraseMember(tx, next, parts, erasing)
      await parts.record(tx, [{ action: 'member.erase', memberId: next, recordType: 'member', recordId: next }])
    })
    erased += 1
    parts.progress(erased)
  }
  if (parts.signal?.aborted) return erased
  await closeShoppers(database, brand, parts, erasing)
  await database.transaction(async (tx) => {
    const files = sql`select file_id from rates_file where lower(brand) = ${brand}`
    for (const table of ofRates) await sql`delete from ${sql.table(table)} where file_id in (${files})`.execute(tx)
    for (const table of ofBrand) await sql`delete from ${sql.table(table)} where lower(brand) = ${brand}`.execute(tx)
    await parts.record(tx, [{ action: 'brand.remove', recordType: 'brand', recordId: brand }])
  })
  return erased
}

async function readNext({ read }: Database, brand: string): Promise<string | null> {
  const { rows } = await sql<{ member_id: string }>`select member_id from member
    where brand = ${brand} and member_number not like 'ERASED %' order by member_id limit 1`.execute(read)
  return rows[0]?.member_id ?? null
}

async function closeShoppers(database: Database, brand: string, parts: EraseParts, erasing: Erasing): Promise<void> {
  const { rows } = await sql<{ account_id: string; login_id: string }>`select account_id, login_id from account
    where brand = ${brand} and role in ('PROS', 'VISITOR', 'MEMBER') and login_id not like 'CLOSED %'`.execute(
    database.read,
  )
  for (const account of rows) await database.transaction((tx) => closeAccount(tx, account, parts, erasing.now))
}
