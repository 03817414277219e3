import type { Reader } from '../../platform/db/database.ts'
import { listFillLines } from './fill-store.ts'
import type { ClaimScope } from './people.ts'

/** A fill that a pharmacy billed to the plan: one drug on one day. */
export interface BilledFill {
  readonly memberId: string
  readonly claimId: string
  readonly day: string
  /** As on the claim's line. */
  readonly code: string | null
  readonly drug: string | null
  readonly quantity: number | null
  readonly daysSupply: number | null
  readonly pharmacyName: string | null
  /** The plan has not decided yet, so no one owes anything. */
  readonly isOpen: boolean
  readonly youCents: number | null
  readonly planCents: number | null
  /** Only the patient may see it, along with everything about the same drug (MP-14). */
  readonly sensitive: boolean
}

/**
 * Fills that pharmacies billed for a scope's people since a day, newest first, including fills that the scope may not see; without
 * denied ones, which were not handed out.
 */
export async function listBilledFills(db: Reader, scope: ClaimScope, since: string): Promise<BilledFill[]> {
  const rows = await listFillLines(db, scope, since)
  return rows.map((row) => {
    const isOpen = row.state === 'in-progress'
    // If the claim has only one line, the claim's own figures stand for it, even if the file has none for the line.
    const isOnly = Number(row.lines) === 1
    return {
      memberId: row.member_id,
      claimId: row.claim_id,
      day: row.service_date ?? row.service_from,
      code: row.code,
      drug: row.description,
      quantity: row.quantity,
      daysSupply: row.details.daysSupply ?? null,
      pharmacyName: row.provider_name,
      isOpen,
      sensitive: row.sensitive,
      youCents: isOpen ? null : isOnly ? row.share_cents : row.figures.share,
      planCents: isOpen ? null : isOnly ? row.plan_paid_cents : row.figures.planPaid,
    }
  })
}
