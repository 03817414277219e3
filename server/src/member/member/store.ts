import { findTime } from '@portico/rules/coverage/contract'
import { type Dated, timeOfUse } from '@portico/rules/fhir/in-force'
import { type Selectable, sql } from 'kysely'
import { executeKept, type Reader, type Tx, withValues } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The member and group of a read; every read requires it. */
export interface GroupScope {
  readonly memberId: string
  readonly clientNumber: string
  readonly groupNumber: string
}

export type Member = Selectable<Tables['member']>
export type Coverage = Selectable<Tables['coverage']>
export type Product = Selectable<Tables['product']>

export async function findMember(db: Reader, memberId: string): Promise<Member | undefined> {
  return db.selectFrom('member').selectAll().where('member_id', '=', memberId).executeTakeFirst()
}

/** Everyone else on a member's contract, the subscriber first; the caller decides whom the member may see. */
export async function listOnContract(db: Reader, member: Member): Promise<Member[]> {
  return db
    .selectFrom('member')
    .selectAll()
    .where('brand', '=', member.brand)
    .where('contract_number', '=', member.contract_number)
    .where('member_id', '!=', member.member_id)
    .orderBy('member_number')
    .execute()
}

/** A member, if they are on the same contract as another. */
export function findOnContract(db: Reader, memberId: string, otherId: string): Promise<Member | undefined> {
  return onContract(db, otherId).where('member_id', '=', memberId).executeTakeFirst()
}

/** Everyone on a member's contract, including the member. */
export function onContract(db: Reader, memberId: string) {
  return db.selectFrom('member').selectAll().where('member_id', '=', idOnContract(memberId)).orderBy('member_number')
}

/** Matches the id of everyone on a member's contract. */
export function idOnContract(memberId: string) {
  return withValues<string>(`any(array(${selectIdsOnContract(':memberId')}))`, { memberId })
}

/** The ids themselves, as SQL text that selects them. */
export function selectIdsOnContract(member: string): string {
  return `select other.member_id from member own
    join member other on other.brand = own.brand and other.contract_number = own.contract_number
    where own.member_id = ${member}`
}

/**
 * Everyone on a contract, by the subscriber's number, and people who have the number on their own card, or on one of several, such as that
 * of their dental plan, as long as files say that it counts.
 */
export async function listByNumber(db: Reader, brand: string, number: string, today: string): Promise<Member[]> {
  const found = await withNumber(db, number).where('brand', '=', brand).execute()
  const others = (await listOtherNumbers(db, brand, number)).filter(({ numbers, coverage }) =>
    numbers === null
      ? coverage !== null && coverage.namesPlan !== false && !coverage.cancelled && findTime(coverage, today) !== 'over'
      : numbers.some((one) => one.value === number && timeOfUse(one, today) < 2),
  )
  const missing = others.map(({ memberId }) => memberId).filter((id) => found.every((one) => one.member_id !== id))
  return missing.length === 0 ? found : [...found, ...(await listMembers(db, missing))]
}

/** What files say about a person's other number: all numbers of the person, or the coverage that names it. */
interface OtherNumber {
  readonly memberId: string
  readonly numbers: readonly (Dated & { readonly value: string })[] | null
  readonly coverage: {
    readonly begins: string | null
    readonly ends: string | null
    readonly cancelled: boolean
    /** False for another insurer's; missing in files without it. */
    readonly namesPlan?: boolean
  } | null
}

async function listOtherNumbers(db: Reader, brand: string, number: string): Promise<OtherNumber[]> {
  const { rows } = await sql<OtherNumber>`
    select member_id as "memberId", numbers, null::jsonb as coverage from import_patient
    where brand = ${brand} and member_id is not null and numbers is not null
      and numbers @> ${JSON.stringify([{ value: number }])}::text::jsonb
    union all
    select member_id, null, coverage from coverage_source join member using (member_id)
    where brand = ${brand} and (coverage ->> 'contractNumber' = ${number} or coverage ->> 'memberNumber' = ${number})`.execute(
    db,
  )
  return rows
}

function listMembers(db: Reader, memberIds: readonly string[]): Promise<Member[]> {
  return db
    .selectFrom('member')
    .selectAll()
    .where('member_id', '=', sql<string>`any(${[...new Set(memberIds)]}::uuid[])`)
    .execute()
}

function withNumber(db: Reader, number: string) {
  return db
    .selectFrom('member')
    .selectAll()
    .where((eb) => eb.or([eb('contract_number', '=', number), eb('member_number', '=', number)]))
}

/** The children in the children's plan whose contract or card has the number, in any brand. */
export async function listChildren(db: Reader, number: string): Promise<Member[]> {
  return withNumber(db, number).where('chip', '=', true).execute()
}

/** Records that a guardian of a child has been proven (ER-5), on a day in the form `yyyy-mm-dd`. */
export async function noteGuardian(tx: Tx, memberId: string, day: string): Promise<void> {
  await tx.updateTable('member').set({ guardian_verified_on: day }).where('member_id', '=', memberId).execute()
}

export async function listCoverages(db: Reader, memberId: string): Promise<Coverage[]> {
  return selectCoverages(db, memberId).execute()
}

export function selectCoverages(db: Reader, memberId: string) {
  return db.selectFrom('coverage').selectAll().where('member_id', '=', memberId).orderBy('position')
}

export async function listProducts(db: Reader, memberId: string): Promise<Product[]> {
  return selectProducts(db, memberId).execute()
}

/** Whether a product covers a day, ISO; a missing first or last day sets no limit. */
export function coversDay(product: Pick<Product, 'coverage_begin_date' | 'coverage_end_date'>, day: string): boolean {
  return (product.coverage_begin_date ?? day) <= day && (product.coverage_end_date ?? day) >= day
}

/** The products in force on a day, ISO; if there are none, those that begin next, else those that ended last. */
export function inForce<One extends Parameters<typeof coversDay>[0]>(products: readonly One[], day: string): One[] {
  const now = products.filter((one) => coversDay(one, day))
  if (now.length > 0) return now
  const begins = products.flatMap(({ coverage_begin_date: first }) => (first !== null && first > day ? first : []))
  const next = begins.sort()[0]
  if (next !== undefined) return products.filter(({ coverage_begin_date: first }) => first === next)
  const last = products
    .flatMap(({ coverage_end_date: end }) => end ?? [])
    .sort()
    .at(-1)
  return products.filter(({ coverage_end_date: end }) => end === last)
}

export function selectProducts(db: Reader, memberId: string) {
  return db.selectFrom('product').selectAll().where('member_id', '=', memberId).orderBy('position')
}

/** Which of these members' coverage is known and has ended before a day, ISO; by id. */
export async function listEnded(db: Reader, members: readonly Member[], day: string): Promise<ReadonlySet<string>> {
  if (members.length === 0) return new Set()
  const rows = await db
    .selectFrom('product')
    .select('member_id')
    .where(
      'member_id',
      'in',
      members.map(({ member_id }) => member_id),
    )
    .groupBy('member_id')
    .having((eb) => eb.fn<boolean>('bool_and', [sql`coalesce(coverage_end_date < ${day}, false)`]))
    .execute()
  return new Set(rows.map(({ member_id }) => member_id))
}

/** Whether the vendor shows claims and spending as one for a member's group in a plan year (HD-4). */
export async function readVendorDetail(db: Reader, scope: GroupScope, planYear: number): Promise<boolean> {
  const query = selectVendorDetails(db, scope.memberId, `${planYear}`)
    .where('coverage.client_number', '=', scope.clientNumber)
    .where('coverage.group_number', '=', scope.groupNumber)
  const [row] = await executeKept(db, query)
  return row?.claim_and_spending ?? false
}

/** The same for each of the member's groups. */
export function selectVendorDetails(db: Reader, memberId: string, planYear: string) {
  return db
    .selectFrom('vendor_detail')
    .innerJoin('coverage', (join) =>
      join
        .onRef('coverage.client_number', '=', 'vendor_detail.client_number')
        .onRef('coverage.group_number', '=', 'vendor_detail.group_number'),
    )
    .select(['coverage.client_number', 'coverage.group_number', 'claim_and_spending'])
    .where('coverage.member_id', '=', memberId)
    .where('plan_year', '=', sql<number>`${planYear}::int`)
}

/** The ZIP code of the member's home: from their account, else from the plan; null: both unknown. */
export async function findHomeZip(db: Reader, memberId: string): Promise<string | null> {
  const own = await db
    .selectFrom('account')
    .select('zip_code')
    .where('member_id', '=', memberId)
    .where('zip_code', 'is not', null)
    .executeTakeFirst()
  if (own?.zip_code) return own.zip_code.slice(0, 5)
  const said = await db
    .selectFrom('member_contact')
    .select('zip_code')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return said?.zip_code?.slice(0, 5) ?? null
}
