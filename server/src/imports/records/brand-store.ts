import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Who belongs to a brand, and what holds its removal up. */
interface BrandPeople {
  readonly members: number
  readonly held: number
}

/** Shared tables in which a brand has rows of its own, those that refer to others before them. */
const ofBrand: readonly string[] = [
  ...['formulary_drug', 'formulary_before', 'formulary'],
  ...['fhir_formulary_value', 'fhir_formulary', 'fhir_formulary_part'],
  ...['shop_rate', 'shop_benefit', 'shop_place', 'shop_plan', 'shop_catalogue', 'plan'],
  ...['shop_before', 'shop_catalogue_before'],
  ...['lead', 'fhir_waiting', 'fhir_party', 'import_patient_brand', 'import_party', 'import_medication'],
  ...['premium_sent', 'spending_sent', 'x12_original', 'x12_claim_part', 'x12_interchange', 'x12_feed'],
]
const ofRates = ['rates_price', 'rates_provider', 'rates_service', 'rates_file_plan', 'rates_file']

/** Members who are still there, and those whom a legal hold keeps. */
export async function countPeople(db: Reader, brand: string): Promise<BrandPeople> {
  const { rows } = await sql<BrandPeople>`
    select count(*)::int as members, (count(*) filter (where exists (select from legal_hold
      where legal_hold.member_id = member.member_id and lifted_at is null)))::int as held
    from member where brand = ${brand} and member_number not like 'ERASED %'`.execute(db)
  return rows[0] ?? { members: 0, held: 0 }
}

/** A member of a brand who is still there; null: none is. */
export async function findRemaining(db: Reader, brand: string): Promise<string | null> {
  const { rows } = await sql<{ member_id: string }>`select member_id from member
    where brand = ${brand} and member_number not like 'ERASED %' order by member_id limit 1`.execute(db)
  return rows[0]?.member_id ?? null
}

/** The open accounts of a brand's shoppers and members. */
export async function listAccounts(
  db: Reader,
  brand: string,
): Promise<{ readonly account_id: string; readonly login_id: string }[]> {
  const { rows } = await sql<{ account_id: string; login_id: string }>`select account_id, login_id from account
    where brand = ${brand} and role in ('PROS', 'VISITOR', 'MEMBER') and login_id not like 'CLOSED %'`.execute(db)
  return rows
}

/** Deletes what belongs to a brand alone, and to none of its people. */
export async function deleteBrand(tx: Tx, brand: string): Promise<void> {
  const files = sql`select file_id from rates_file where lower(brand) = ${brand}`
  for (const table of ofRates) await sql`delete from ${sql.table(table)} where file_id in (${files})`.execute(tx)
  for (const table of ofBrand) await sql`delete from ${sql.table(table)} where lower(brand) = ${brand}`.execute(tx)
}
