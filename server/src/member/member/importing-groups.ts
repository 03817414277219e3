import type { YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { upsertRows } from '../../platform/db/upsert.ts'

/** A group of a member with its products, from a plan's files. */
export interface ImportedGroup {
  readonly groupNumber: string
  readonly groupName: string
  readonly planName: string
  readonly isMedicare: boolean
  /** Null here and below: files do not say, which keeps the stored value. */
  readonly isNDMedicaid: boolean | null
  /** Whether members pay the plan themselves. */
  readonly directPay: boolean | null
  readonly effectuatedOn: string | null
  /** Numbers that pharmacies ask for, if files have them. */
  readonly pharmacy:
    | { readonly bin: string | null; readonly pcn: string | null; readonly group: string | null }
    | undefined
  readonly products: readonly {
    readonly name: string
    readonly kind: PlanKind
    readonly begins: string | null
    readonly ends: string | null
    /** Whether it waits for the first premium. */
    readonly pending: boolean
    /** The plan's id in the plan's files. */
    readonly planId: string | null
    readonly limits: readonly YearLimit[]
    readonly coversDrugs: boolean
    readonly blueExtra: 'basic' | 'plus' | null
    readonly isIndividualDental: boolean | null
    readonly contractBegins: string | null
  }[]
  /** Visit costs in whole cents, by kind. */
  readonly copays: Readonly<Record<string, number>>
}

/** The groups of a member, and the numbers of all groups that files ever named. */
export interface MemberGroups {
  readonly memberId: string
  readonly groups: readonly ImportedGroup[]
  readonly named: ReadonlySet<string>
}

/**
 * Stores members' groups as they are in the plan's files, as of a day; those that files once named and that are not among `groups` are
 * removed. Values that files do not have (payment, pharmacy numbers) stay.
 */
export async function importGroups(tx: Tx, members: readonly MemberGroups[], today: string): Promise<void> {
  const known = await findKnown(
    tx,
    members.map(({ memberId }) => memberId),
  )
  for (const { memberId, groups, named } of members) {
    const kept = new Set(groups.map(({ groupNumber }) => groupNumber))
    for (const number of named)
      if (!kept.has(number) && known.has(`${memberId} ${number}`)) await removeGroup(tx, memberId, number)
  }
  const all = members.flatMap(({ memberId, groups }) =>
    groups.map((group, position) => ({
      memberId,
      group,
      position,
      before: known.get(`${memberId} ${group.groupNumber}`),
    })),
  )
  if (all.length === 0) return
  await upsertRows(
    tx,
    'coverage',
    ['member_id', 'client_number', 'group_number'],
    all.map(({ memberId, group, position, before }) => ({
      member_id: memberId,
      client_number: before?.client_number ?? group.groupNumber,
      group_number: group.groupNumber,
      client_name: before?.client_name ?? group.groupName,
      group_name: group.groupName,
      plan_name: group.planName,
      medicare_indicator: group.isMedicare,
      effectuated_on: group.effectuatedOn,
      derived_on: today,
      position,
      rx_bin: group.pharmacy?.bin ?? before?.rx_bin ?? null,
      rx_pcn: group.pharmacy?.pcn ?? before?.rx_pcn ?? null,
      rx_group: group.pharmacy?.group ?? before?.rx_group ?? null,
      direct_pay_indicator: group.directPay ?? before?.direct_pay_indicator ?? null,
      is_nd_medicaid: group.isNDMedicaid ?? before?.is_nd_medicaid ?? false,
      copays: group.copays,
    })),
  )
  const old = all.filter(({ before }) => before !== undefined)
  const flags = await deleteProducts(
    tx,
    old.map(({ memberId, group, before }) => [memberId, before?.client_number ?? group.groupNumber, group.groupNumber]),
  )
  const products = all.flatMap(({ memberId, group, before }) => {
    const client = before?.client_number ?? group.groupNumber
    return group.products.map((product, index) => {
      const was = flags.get([memberId, client, group.groupNumber, product.name].join(' '))
      const { blueExtra } = product
      return {
        member_id: memberId,
        client_number: client,
        group_number: group.groupNumber,
        position: index,
        product_name: product.name,
        is_blue_extra_basic: blueExtra === null ? (was?.is_blue_extra_basic ?? false) : blueExtra === 'basic',
        is_blue_extra_plus: blueExtra === null ? (was?.is_blue_extra_plus ?? false) : blueExtra === 'plus',
        blue_edge_dental_indv: product.isIndividualDental ?? was?.blue_edge_dental_indv ?? false,
        coverage_begin_date: product.begins,
        coverage_con_begin_date: product.contractBegins ?? was?.coverage_con_begin_date ?? null,
        coverage_end_date: product.ends,
        pending: product.pending,
        benefit_plan_type: product.kind === 'drug' ? null : product.kind,
        drug_coverage: product.coversDrugs,
        plan_id: product.planId,
        limits: product.limits,
      }
    })
  })
  await upsertRows(tx, 'product', ['member_id', 'client_number', 'group_number', 'position'], products)
}

/** The stored groups of members, by member and group number. */
async function findKnown(tx: Tx, memberIds: readonly string[]) {
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

/** Deletes the products of groups; returns what files may not say of them, by group and name. */
async function deleteProducts(tx: Tx, groups: readonly (readonly [string, string, string])[]) {
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
async function removeGroup(tx: Tx, memberId: string, groupNumber: string): Promise<void> {
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
