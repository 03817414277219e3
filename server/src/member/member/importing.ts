import type { YearLimit } from '@portico/rules/coverage/balances'
import type { ContractPlace } from '@portico/rules/coverage/contract'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'

/** A person in a plan's files. Everyone on a contract has the same `contractNumber`. */
export interface NamedMember {
  readonly brand: string
  readonly memberNumber: string
  readonly contractNumber: string
  readonly firstName: string
  readonly lastName: string
  /** `yyyy-mm-dd` */
  readonly dateOfBirth: string
  readonly relationshipCode: string
}

/** Creates members; returns the ids of those whose number was free, by number. */
export async function addMembers(tx: Tx, people: readonly NamedMember[]): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0) return new Map()
  const added = await tx
    .insertInto('member')
    .values(
      people.map((person) => ({
        member_id: uuidv7(),
        brand: person.brand,
        member_number: person.memberNumber,
        contract_number: person.contractNumber,
        first_name: person.firstName,
        last_name: person.lastName,
        date_of_birth: person.dateOfBirth,
        relationship_code: person.relationshipCode,
        chip: false,
      })),
    )
    .onConflict((conflict) => conflict.columns(['brand', 'member_number']).doNothing())
    .returning(['member_id', 'member_number'])
    .execute()
  return new Map(added.map((row) => [row.member_number, row.member_id]))
}

/**
 * The member with a number, created if there is none. Null if the number is someone else's: neither the date of birth nor the name matches.
 */
export async function importMember(tx: Tx, person: NamedMember): Promise<string | null> {
  const added = (await addMembers(tx, [person])).get(person.memberNumber)
  if (added !== undefined) return added
  const known = await tx
    .selectFrom('member')
    .select(['member_id', 'date_of_birth', 'first_name', 'last_name'])
    .where('brand', '=', person.brand)
    .where('member_number', '=', person.memberNumber)
    .executeTakeFirstOrThrow()
  const isNamed = `${known.first_name} ${known.last_name}` === `${person.firstName} ${person.lastName}`
  return known.date_of_birth === person.dateOfBirth || isNamed ? known.member_id : null
}

/** A member's data from a plan's files; null where they do not say, which keeps the stored value. */
export interface MemberFileData {
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly contractNumber: string | null
  readonly relationshipCode: string | null
  readonly chip: boolean | null
  readonly contact: Readonly<Record<ContactColumn, string | null>>
  readonly guardian: Guardian | null
}

export type ContactColumn = 'address' | 'city' | 'state' | 'zip_code' | 'email' | 'phone'

interface Guardian {
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly email: string
}

export async function updateMember(tx: Tx, memberId: string, said: MemberFileData): Promise<void> {
  await tx
    .updateTable('member')
    .set({
      first_name: said.firstName,
      last_name: said.lastName,
      date_of_birth: said.dateOfBirth,
      ...(said.contractNumber === null ? {} : { contract_number: said.contractNumber }),
      ...(said.relationshipCode === null ? {} : { relationship_code: said.relationshipCode }),
      ...(said.chip === null ? {} : { chip: said.chip }),
    })
    .where('member_id', '=', memberId)
    .execute()
  if (Object.values(said.contact).some((value) => value !== null)) await keepContact(tx, memberId, said.contact)
  if (said.guardian !== null) await keepGuardian(tx, memberId, said.guardian)
}

async function keepContact(tx: Tx, memberId: string, contact: MemberFileData['contact']): Promise<void> {
  const known = Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null))
  await tx
    .insertInto('member_contact')
    .values({ member_id: memberId, ...contact })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(known))
    .execute()
}

async function keepGuardian(tx: Tx, memberId: string, guardian: Guardian): Promise<void> {
  const { firstName, lastName, dateOfBirth, email } = guardian
  const row = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth, email }
  await tx
    .insertInto('guardian')
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}

/** The members of a brand who have the numbers, by number. */
export async function findByNumber(tx: Tx, brand: string, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('member')
    .select(['member_id', 'member_number'])
    .where('brand', '=', brand)
    .where('member_number', '=', sql<string>`any(${[...new Set(numbers)]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.member_number, row.member_id]))
}

/** The member's number, the contract they are on, and as what. */
export function findPlace(tx: Tx, memberId: string): Promise<ContractPlace & { readonly memberNumber: string }> {
  return tx
    .selectFrom('member')
    .select([
      'member_number as memberNumber',
      'contract_number as contractNumber',
      'relationship_code as relationshipCode',
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

export async function setPlace(tx: Tx, memberId: string, place: ContractPlace): Promise<void> {
  await tx
    .updateTable('member')
    .set({ contract_number: place.contractNumber, relationship_code: place.relationshipCode })
    .where('member_id', '=', memberId)
    .execute()
}

/** Changes a member's number, also as that of their own contract; false if it is someone else's. */
export async function renumber(tx: Tx, memberId: string, memberNumber: string): Promise<boolean> {
  const { rows } = await sql`update member set member_number = ${memberNumber},
      contract_number = case when contract_number = member_number then ${memberNumber} else contract_number end
    where member_id = ${memberId} and not exists (
      select from member other where other.brand = member.brand and other.member_number = ${memberNumber})
    returning member_id`.execute(tx)
  return rows.length > 0
}

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

/**
 * Stores a member's groups as they are in the plan's files, as of a day. `named` are the numbers of all groups that files ever named: those not
 * among `groups` are removed. Values that files do not have (payment, pharmacy numbers) stay.
 */
export async function importGroups(
  tx: Tx,
  memberId: string,
  groups: readonly ImportedGroup[],
  { named, today }: { readonly named: ReadonlySet<string>; readonly today: string },
): Promise<void> {
  const kept = new Set(groups.map(({ groupNumber }) => groupNumber))
  for (const number of named) if (!kept.has(number)) await removeGroup(tx, memberId, number)
  for (const [position, group] of groups.entries()) {
    const clientNumber = await clientOf(tx, memberId, group.groupNumber)
    const key = { member_id: memberId, client_number: clientNumber, group_number: group.groupNumber }
    const shown = {
      group_name: group.groupName,
      plan_name: group.planName,
      medicare_indicator: group.isMedicare,
      effectuated_on: group.effectuatedOn,
      derived_on: today,
      position,
      ...pharmacyColumns(group),
      ...(group.directPay !== null && { direct_pay_indicator: group.directPay }),
      ...(group.isNDMedicaid !== null && { is_nd_medicaid: group.isNDMedicaid }),
      copays: JSON.stringify(group.copays),
    }
    await tx
      .insertInto('coverage')
      .values({
        ...key,
        rx_bin: null,
        rx_pcn: null,
        rx_group: null,
        client_name: group.groupName,
        direct_pay_indicator: null,
        is_nd_medicaid: false,
        ...shown,
      })
      .onConflict((conflict) => conflict.columns(['member_id', 'client_number', 'group_number']).doUpdateSet(shown))
      .execute()
    const before = await tx
      .deleteFrom('product')
      .where((eb) => eb.and(key))
      .returningAll()
      .execute()
    const flagsOf = (name: string) => before.find((one) => one.product_name === name)
    await tx
      .insertInto('product')
      .values(
        group.products.map((product, index) => {
          const flags = flagsOf(product.name)
          const { blueExtra } = product
          return {
            ...key,
            position: index,
            product_name: product.name,
            is_blue_extra_basic: blueExtra === null ? (flags?.is_blue_extra_basic ?? false) : blueExtra === 'basic',
            is_blue_extra_plus: blueExtra === null ? (flags?.is_blue_extra_plus ?? false) : blueExtra === 'plus',
            blue_edge_dental_indv: product.isIndividualDental ?? flags?.blue_edge_dental_indv ?? false,
            coverage_begin_date: product.begins,
            coverage_con_begin_date: product.contractBegins ?? flags?.coverage_con_begin_date ?? null,
            coverage_end_date: product.ends,
            pending: product.pending,
            benefit_plan_type: product.kind === 'drug' ? null : product.kind,
            drug_coverage: product.coversDrugs,
            plan_id: product.planId,
            limits: JSON.stringify(product.limits),
          }
        }),
      )
      .execute()
  }
}

/** Only the columns that files have. */
function pharmacyColumns({ pharmacy }: ImportedGroup) {
  const { bin = null, pcn = null, group = null } = pharmacy ?? {}
  return {
    ...(bin === null ? {} : { rx_bin: bin }),
    ...(pcn === null ? {} : { rx_pcn: pcn }),
    ...(group === null ? {} : { rx_group: group }),
  }
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

/** The client number of a member's group; files name only groups. */
async function clientOf(tx: Tx, memberId: string, groupNumber: string): Promise<string> {
  const known = await tx
    .selectFrom('coverage')
    .select('client_number')
    .where('member_id', '=', memberId)
    .where('group_number', '=', groupNumber)
    .orderBy('client_number')
    .executeTakeFirst()
  return known?.client_number ?? groupNumber
}

/** A coverage of another insurer, from a plan's files. */
interface OtherCoverage {
  readonly resourceId: string
  readonly payerName: string | null
  readonly planName: string
  readonly contractNumber: string | null
  readonly kind: PlanKind
  readonly order: number | null
  readonly begins: string | null
  readonly ends: string | null
}

/** Stores a member's coverages from other insurers as they are in the plan's files now. */
export async function importOtherInsurance(
  tx: Tx,
  memberId: string,
  others: readonly OtherCoverage[],
  runId: string,
): Promise<void> {
  await tx.deleteFrom('other_insurance').where('member_id', '=', memberId).execute()
  if (others.length === 0) return
  const rows = others.map((one) => ({
    member_id: memberId,
    resource_id: one.resourceId,
    payer_name: one.payerName,
    plan_name: one.planName === one.payerName ? null : one.planName,
    policy_number: one.contractNumber,
    kind: one.kind,
    pays_order: one.order,
    begins: one.begins,
    ends: one.ends,
    run_id: runId,
  }))
  await tx.insertInto('other_insurance').values(rows).execute()
}
