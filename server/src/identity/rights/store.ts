import { executeKept, type Reader } from '../../platform/db/database.ts'

/** Brands that someone works for; ALL stands for every brand. */
export async function listBrands(db: Reader, accountId: string): Promise<string[]> {
  const query = db.selectFrom('staff_brand').select('brand').where('account_id', '=', accountId)
  const rows = await executeKept(db, query)
  return rows.map(({ brand }) => brand)
}
