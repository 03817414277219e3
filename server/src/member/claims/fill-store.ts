import type { ClaimState } from '@portico/rules/claims/state'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { ClaimScope } from './people.ts'
import { hidden } from './store.ts'

/** More lines than anyone has in this period. */
const max = 2000

/**
 * Lines of pharmacy claims for a scope's people since a day, newest first, each with the number of lines of its claim; without denied
 * claims.
 */
export async function listFillLines(db: Reader, scope: ClaimScope, since: string) {
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
    .where('state', 'not in', [...hidden, sql.lit<ClaimState>('denied'), sql.lit<ClaimState>('correction')])
    .where('service_from', '>=', since)
    .orderBy('service_from', 'desc')
    .orderBy('claim_id')
    .limit(max)
  return db
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
}
