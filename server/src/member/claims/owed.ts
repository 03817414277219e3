import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import type { Tx } from '../../platform/db/database.ts'
import type { ClaimScope } from './people.ts'
import { toListedClaim } from './service.ts'
import { accountsPaid, type Claim, findClaim, listByNumber, listShown, type ShownClaim, sumOwed } from './store.ts'

/**
 * A claim as a list shows it, with what accounts have paid of it: at a pharmacy the share is already paid, and an account may reimburse
 * it.
 */
export type OwedClaim = ReturnType<typeof toOwedClaim>

function toOwedClaim(row: ShownClaim, scope: ClaimScope) {
  return { ...toListedClaim(row, scope), accountsCents: row.accounts_cents }
}

/** A scope's newest claims that an account may still pay, in the caller's transaction, which audits the read. */
export async function listOwedClaims(tx: Tx, scope: ClaimScope, max: number): Promise<OwedClaim[]> {
  const order = { sort: 'serviceDate', order: 'desc' } as const
  const rows = await listShown(tx, scope, { filter: { payable: 'true' }, order, limit: max, offset: 0 })
  return rows.map((row) => toOwedClaim(row, scope))
}

/** A claim that a scope may see, as a list shows it; undefined: none. */
export async function findOwedClaim(tx: Tx, scope: ClaimScope, claimId: string): Promise<OwedClaim | undefined> {
  const claim = await findClaim(tx, scope, claimId)
  return claim && toOwedClaim({ ...claim, accounts_cents: await accountsPaid(tx, claim) }, scope)
}

/** Claims of a scope by the payer's numbers; claims that the scope may not see are left out. */
export async function claimsByNumber(
  tx: Tx,
  scope: ClaimScope,
  numbers: readonly string[],
): Promise<Awaited<ReturnType<typeof listByNumber>>> {
  if (numbers.length === 0) return []
  return listByNumber(tx, scope, numbers)
}

/** Whether a claim may belong to the payer that a vendor names: the claim's payer has that name or number, or the claim names no payer. */
export function isOfPayer({ facts: { payer } }: Pick<Claim, 'facts'>, named: string | null): boolean {
  if (named === null || payer === undefined) return true
  const fold = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return payer.names.some((name) => fold(name) === fold(named)) || payer.numbers.some(({ value }) => value === named)
}

type LeftToPay = Extract<PayloadOf<typeof nextSteps>['steps'][number], { readonly kind: 'owed' }>

/** What is left to pay on a scope's claims, as something to attend to (MP-1); empty if nothing is left. */
export async function readLeftToPay(tx: Tx, scope: ClaimScope): Promise<LeftToPay[]> {
  const { claims, cents } = await sumOwed(tx, scope)
  return claims === 0 ? [] : [{ kind: 'owed', claims, amountCents: cents }]
}
