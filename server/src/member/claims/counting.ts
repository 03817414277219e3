import type { Counted } from '@portico/rules/claims/accumulators'
import { executeKept, type Reader } from '../../platform/db/database.ts'
import { idOnContract } from '../member/contract.ts'
import { countedColumns, hidden } from './store.ts'

/** Claims of everyone on a member's contract since a daythat count toward yearly limits. */
export async function listOnContract(db: Reader, memberId: string, since: string): Promise<Counted[]> {
  const counted = db
    .selectFrom('claim')
    .select(countedColumns)
    .where('member_id', '=', idOnContract(memberId))
    .where('state', 'not in', hidden)
    .where('service_from', '>=', since)
  return executeKept(db, counted)
}

/** When the newest claim of anyone on a member's contract was loaded; null if there never was one. */
export function lastLoaded(db: Reader, memberId: string) {
  return db
    .selectFrom('claim')
    .select((eb) => eb.fn.max('imported_at').as('at'))
    .where('member_id', '=', idOnContract(memberId))
}
