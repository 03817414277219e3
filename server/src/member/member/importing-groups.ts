import type { YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import type { Tx } from '../../platform/db/database.ts'
import { upsertRows } from '../../platform/db/upsert.ts'
import { deleteProducts, findKnown, removeGroup } from './group-store.ts'

/** A group of a member with its products, from a plan's files. */
export interface ImportedGroup {
  readonly groupNumber: string
  readonly groupName: string
  readonly planName: string
  readonly isMedicare: boolean
  /** Null here and below: files do not say, so the stored value stays. */
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
 * Stores members' groups as in the plan's files, as of a day, and removes groups that files once named and that are not among `groups`.
 * Values that files lack (payment, pharmacy numbers) stay.
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
