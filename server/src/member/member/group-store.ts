import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The stored groups of members, by member and group number. */
export async function findKnown(tx: Tx, memberIds: readonly string[]) {
  const rows = await tx
    .selectFrom('coverage')
    .select(['member_id', 'client_number', 'group_number', 'client_name', 'rx_bin', 'rx_pcn', 'rx_group'])
    .select(['direct_pay_indicator', 'is_nd_medicaid'])
    .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    // Files name only groups: of several client numbers the first counts.
    .orderBy('client_number', 'desc')
    .execute()
  return new Map(rows.map((row) => [`${row.member_id} ${row.group_number}`, row]))
}

/** Deletes the products of groups; returns the values that files may omit, by group and name. */
export async function deleteProducts(tx: Tx, groups: readonly (readonly [string, string, string])[]) {
  if (groups.length === 0) return new Map<string, ProductFlags>()
  const listValues = (at: 0 | 1 | 2) => groups.map((one) => one[at])
  const { rows } = await sql<ProductFlags>`delete from product
    where (member_id, client_number, group_number) in (
      select * from unnest(${listValues(0)}::uuid[], ${listValues(1)}::text[], ${listValues(2)}::text[]))
    returning member_id, client_number, group_number, product_name, is_blue_extra_basic, is_blue_extra_plus,
      blue_edge_dental_indv, coverage_con_begin_date`.execute(tx)
  const toKey = (row: ProductFlags) => [row.member_id, row.client_number, row.group_number, row.product_name].join(' ')
  return new Map(rows.map((row) => [toKey(row), row]))
}

interface ProductFlags {
  readonly member_id: string
  readonly client_number: string
  readonly group_number: string
  readonly product_name: string
  readonly is_blue_extra_basic: boolean
  readonly is_blue_extra_plus: boolean
  readonly blue_edge_dental_indv: boolean
  readonly coverage_con_begin_date: string | null
}

/** Removes a group whose coverages were all withdrawn. If other data refers to it (limits), its row stays, without products. */
export async function removeGroup(tx: Tx, memberId: string, groupNumber: string): Promise<void> {
  const key = { member_id: memberId, client_number: groupNumber, group_number: groupNumber }
  await tx
    .deleteFrom('product')
    .where((eb) => eb.and(key))
    .execute()
  await sql`savepoint group_goes`.execute(tx)
  try {
    await tx
      .deleteFrom('coverage')
      .where((eb) => eb.and(key))
      .execute()
    await sql`release savepoint group_goes`.execute(tx)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await sql`rollback to savepoint group_goes`.execute(tx)
  }
}
