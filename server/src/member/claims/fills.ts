import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { ClaimScope } from './people.ts'
import { hidden } from './store.ts'

/** A fill that a pharmacy billed to the plan: one drug on one day. */
export interface BilledFill {
  readonly memberId: string
  readonly claimId: string
  readonly day: string
  /** As the claim's line names it. */
  readonly code: string | null
  readonly drug: string | null
  readonly quantity: number | null
  readonly daysSupply: number | null
  readonly pharmacyName: string | null
  /** The plan has not decided yet, so no one owes anything. */
  readonly isOpen: boolean
  readonly youCents: number | null
  readonly planCents: number | null
  /** Shown to the patient alone, with all that is about the same drug (MP-14). */
  readonly sensitive: boolean
}

/** More fills than anyone has in the time that is read. */
const max = 2000

/**
 * Fills of a scope's people that pharmacies billed since a day, newest first, with those that the scope may not see; without denied ones,
 * which were not handed out.
 */
export async function listBilledFills(db: Reader, scope: ClaimScope, since: string): Promise<BilledFill[]> {
  const ids = scope.people.map(({ memberId }) => memberId)
  const seen = db
    .selectFrom('claim')
    .select([
      'member_id',
      'claim_id',
      'service_from',
      'provider_name',
      'state',
      'share_cents',
      'plan_paid_cents',
      'details',
      'sensitive',
    ])
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('type', '=', 'pharmacy')
    .where('state', 'not in', [...hidden, 'denied', 'correction'])
    .where('service_from', '>=', since)
    .orderBy('service_from', 'desc')
    .orderBy('claim_id')
    .limit(max)
  const rows = await db
    .selectFrom(seen.as('claim'))
    .innerJoin('claim_line as line', (join) =>
      join.onRef('line.member_id', '=', 'claim.member_id').onRef('line.claim_id', '=', 'claim.claim_id'),
    )
    .selectAll('claim')
    .select(['line.service_date', 'line.code', 'line.description', 'line.quantity', 'line.figures'])
    .select(sql<number>`count(*) over (partition by claim.member_id, claim.claim_id)`.as('lines'))
    .where('line.denied', '=', false)
    .orderBy('claim.service_from', 'desc')
    .orderBy('claim.claim_id')
    .orderBy('line.line')
    .limit(max)
    .execute()
  return rows.map((row) => {
    const isOpen = row.state === 'in-progress'
    // The claim's own figures also stand for its only line, even if the file has none for the line.
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
