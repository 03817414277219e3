import type { ToldUse, YearLimit } from '@portico/rules/coverage/balances'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type Plan = Selectable<Tables['plan']>
export type Accumulator = Selectable<Tables['accumulator']>

/** The years of some plans of a brand that are loaded, newest first. */
export async function listPlanYears(db: Reader, brand: string, planIds: readonly string[]): Promise<Plan[]> {
  if (planIds.length === 0) return []
  return db
    .selectFrom('plan')
    .selectAll()
    .where('brand', '=', brand)
    .where('plan_id', '=', sql<string>`any(${planIds}::text[])`)
    .orderBy('begins', 'desc')
    .execute()
}

/** What plans' files say of the limits of some people. */
export async function listAccumulators(db: Reader, memberIds: readonly string[]): Promise<Accumulator[]> {
  return db
    .selectFrom('accumulator')
    .selectAll()
    .where('member_id', '=', sql<string>`any(${memberIds}::uuid[])`)
    .orderBy('as_of', 'desc')
    .execute()
}

export async function listOtherInsurance(db: Reader, memberId: string) {
  return db
    .selectFrom('other_insurance')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('pays_order')
    .orderBy('resource_id')
    .execute()
}

/** Groups and products of some people, each product with its group's client number. */
export async function listProductsOf(db: Reader, memberIds: readonly string[]) {
  return db
    .selectFrom('product')
    .selectAll()
    .where('member_id', '=', sql<string>`any(${memberIds}::uuid[])`)
    .orderBy('position')
    .execute()
}

/** A limit that a plan's file says for somebody. */
export function saidLimit(row: Accumulator): YearLimit[] {
  const { kind, network, holder, limit_cents: limitCents } = row
  return limitCents === null ? [] : [{ kind, network, holder, limitCents }]
}

export function saidUse(row: Accumulator): ToldUse[] {
  const { kind, network, holder, used_cents: usedCents, as_of: asOf } = row
  return usedCents === null || asOf === null ? [] : [{ kind, network, holder, usedCents, asOf }]
}
