import type { ToldUse, YearLimit } from '@portico/rules/coverage/balances'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { idOnContract, type Product } from '../member/contract.ts'

export type Plan = Pick<Selectable<Tables['plan']>, (typeof planColumns)[number]>
export type Accumulator = Selectable<Tables['accumulator']>

const planColumns = [
  'plan_id',
  'name',
  'begins',
  'ends',
  'family_rules',
  'limits',
  'benefits',
  'documents',
  'imported_at',
] as const

/** The loaded years of the plans of a member's own products, newest first. */
export function ownPlanYears(db: Reader, memberId: string) {
  return db
    .selectFrom('plan')
    .select(planColumns)
    .where('brand', '=', (of) => of.selectFrom('member').select('brand').where('member_id', '=', memberId))
    .where('plan_id', '=', sql<string>`any(array(select plan_id from product where member_id = ${memberId}))`)
    .orderBy('begins', 'desc')
}

/** The limits of everyone on a member's contract, from plans' files. */
export function accumulatorsOnContract(db: Reader, memberId: string) {
  return db
    .selectFrom('accumulator')
    .selectAll()
    .where('member_id', '=', idOnContract(memberId))
    .orderBy('as_of', 'desc')
    .orderBy('imported_at', 'desc')
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

/** A product, with whether its group is a Medicare group. */
export type ContractProduct = Product & { readonly is_medicare: boolean }

/** Products of everyone on a member's contract, each with its group's client number. */
export function productsOnContract(db: Reader, memberId: string) {
  const isMedicare = sql<boolean>`exists (select from coverage own where own.member_id = product.member_id
    and own.client_number = product.client_number and own.group_number = product.group_number and own.medicare_indicator)`
  return db
    .selectFrom('product')
    .selectAll('product')
    .select(isMedicare.as('is_medicare'))
    .where('member_id', '=', idOnContract(memberId))
    .orderBy('position')
}

/** A limit that a plan's file states for a person. */
export function limitFromFile(row: Accumulator): YearLimit[] {
  const { kind, network, holder, limit_cents: limitCents } = row
  return limitCents === null ? [] : [{ kind, network, holder, limitCents }]
}

export function useFromFile(row: Accumulator): ToldUse[] {
  const { kind, network, holder, used_cents: usedCents, as_of: asOf } = row
  return usedCents === null || asOf === null ? [] : [{ kind, network, holder, usedCents, asOf }]
}
