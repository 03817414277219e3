import { authorizationState } from '@portico/rules/medicines/authorization'
import type { Supply } from '@portico/rules/medicines/supply'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ClaimPatient, ClaimScope } from '../claims/people.ts'
import { computeStanding, isAbout, type KnownMedicine } from './gather.ts'
import { findPerson, gather } from './read.ts'
import { type Authorization, listAuthorizations } from './store.ts'

/** A medicine that is being taken, with what tells when and at what price the next fill comes. */
export interface ComingMedicine {
  readonly medicineId: string
  readonly person: ClaimPatient
  readonly name: string
  readonly supply: Supply | null
  /** Of the last fill. */
  readonly daysSupply: number | null
  readonly asNeeded: boolean
  readonly refillsLeft: number | null
  readonly refillsAllowed: number | null
  /** What the newest fill of that size that the plan has decided cost the member; null: none says. */
  readonly price: { readonly cents: number; readonly day: string } | null
}

/** Approved care that may still be used, at least in part. */
export interface ComingApproval {
  readonly approvalId: string
  readonly person: ClaimPatient
  readonly service: string | null
  /** Null: the plan's file does not say how much was used. */
  readonly unitsLeft: number | null
  readonly endsOn: string | null
}

/**
 * Medicines and approved care still to come, as far as a scope may see them (MP-14), in the caller's transaction, which audits the
 * read.
 */
export async function readComing(
  tx: Tx,
  scope: ClaimScope,
  now: Date,
): Promise<{
  readonly medicines: readonly ComingMedicine[]
  readonly approvals: readonly ComingApproval[]
  readonly loadedAt: string | null
}> {
  const today = easternDay(now)
  const { gathered, hidden, asOf } = await gather(tx, scope, now)
  const rows = (await listAuthorizations(tx, scope)).filter((one) => !hidden.some((of) => isAbout(of, one)))
  const taken = gathered.filter((one) => computeStanding(one, today).taken)
  // Some medicines are known from claims alone.
  const filled = gathered.flatMap(({ fills }) => fills.map(({ day }) => new Date(day)))
  const moments = [asOf, ...rows.map(({ imported_at }) => imported_at), ...filled].flatMap(
    (one) => one?.getTime() ?? [],
  )
  return {
    medicines: taken
      // Medicines that a member reported themselves are bought without a prescription.
      .filter(({ prescription }) => prescription?.intent !== 'plan')
      .map((one) => toComingMedicine(one, findPerson(scope, one.memberId), today))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    approvals: rows
      .filter((row) => isOpen(row, today))
      // The refills already include an approved medicine.
      .filter((row) => !taken.some((one) => isAbout(one, row)))
      .map((row) => ({
        approvalId: row.resource_id,
        person: findPerson(scope, row.member_id),
        service: row.service,
        unitsLeft: countLeft(row),
        endsOn: row.ends,
      })),
    loadedAt: moments.length === 0 ? null : new Date(Math.max(...moments)).toISOString(),
  }
}

function toComingMedicine(one: KnownMedicine, person: ClaimPatient, today: string): ComingMedicine {
  const { supply, refillsLeft } = computeStanding(one, today)
  const { medicineId, name, prescription, fills, dose } = one
  const daysSupply = fills[0]?.daysSupply ?? null
  return {
    medicineId,
    person,
    name,
    supply,
    daysSupply,
    asNeeded: dose?.dosing?.asNeeded === true,
    refillsLeft,
    refillsAllowed: prescription?.refills ?? null,
    price: findPrice(fills, daysSupply),
  }
}

function findPrice(fills: KnownMedicine['fills'], daysSupply: number | null): ComingMedicine['price'] {
  const [price = null] = fills.flatMap(({ day, bill, daysSupply: days }) => {
    const cents = bill === null || bill.isOpen ? null : bill.youCents
    return cents === null || days !== daysSupply ? [] : [{ cents, day }]
  })
  return price
}

function isOpen(row: Authorization, today: string): boolean {
  const state = authorizationState({ told: row.told, ends: row.ends }, today)
  return (state === 'approved' || state === 'partly') && countLeft(row) !== 0
}

function countLeft({ units_approved: approved, units_used: used }: Authorization): number | null {
  return approved === null || used === null ? null : Math.max(0, approved - used)
}
