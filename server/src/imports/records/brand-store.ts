import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** The people of a brand, and what prevents its removal. */
interface BrandPeople {
  readonly members: number
  readonly held: number
}

/** Shared tables with rows that belong to a brand; a referring table comes before the one it refers to. */
const ofBrand: readonly string[] = [
  ...['formulary_drug', 'formulary_before', 'formulary'],
  ...['fhir_formulary_value', 'fhir_formulary', 'fhir_formulary_part'],
  ...['shop_rate', 'shop_benefit', 'shop_place', 'shop_plan', 'shop_catalogue', 'plan'],
  ...['shop_before', 'shop_catalogue_before'],
  ...['lead', 'fhir_waiting', 'fhir_party', 'import_patient_brand', 'import_party', 'import_medication'],
  ...['premium_sent', 'spending_sent', 'x12_original', 'x12_claim_part', 'x12_interchange', 'x12_feed'],
]
const ofRates = ['rates_price', 'rates_provider', 'rates_service', 'rates_file_plan', 'rates_file']

/** Counts the members who are not erased yet, and those under a legal hold. */
export async function countPeople(db: Reader, brand: string): Promise<BrandPeople> {
  const { rows } = await sql<BrandPeople>`
    select count(*)::int as members, (count(*) filter (where exists (select from legal_hold
      where legal_hold.member_id = member.member_id and lifted_at is null)))::int as held
    from member where brand = ${brand} and member_number not like 'ERASED %'`.execute(db)
  return rows[0] ?? { members: 0, held: 0 }
}

/** Finds a member of a brand who is not erased yet; null: everyone is erased. */
export async function findRemaining(db: Reader, brand: string): Promise<string | null> {
  const { rows } = await sql<{ member_id: string }>`select member_id from member
    where brand = ${brand} and member_number not like 'ERASED %' order by member_id limit 1`.execute(db)
  return rows[0]?.member_id ?? null
}

/** Lists the open accounts of a brand's shoppers and members. */
export async function listAccounts(
  db: Reader,
  brand: string,
): Promise<{ readonly account_id: string; readonly login_id: string }[]> {
  const { rows } = await sql<{ account_id: string; login_id: string }>`select account_id, login_id from account
    where brand = ${brand} and role in ('PROS', 'VISITOR', 'MEMBER') and login_id not like 'CLOSED %'`.execute(db)
  return rows
}

/** Deletes what belongs to the brand itself rather than to a person. */
export async function deleteBrand(tx: Tx, brand: string): Promise<void> {
  const files = sql`select file_id from rates_file where lower(brand) = ${brand}`
  for (const table of ofRates) await sql`delete from ${sql.table(table)} where file_id in (${files})`.execute(tx)
  for (const table of ofBrand) await sql`delete from ${sql.table(table)} where lower(brand) = ${brand}`.execute(tx)
}
