import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { hidden } from './store.ts'

/** More services than a member's claims have in the years that count. */
const maxServices = 2_000

/** Services of a member's own claims by code, with their days; also from denied claims, because the care was given. */
export async function readServices(
  db: Reader,
  memberId: string,
  codes: readonly string[],
): Promise<{ code: string; day: string }[]> {
  return listServices(db, memberId, codes)
}

/** The same without those of sensitive claims, for whoever else may see the others. */
export async function readOpenServices(
  db: Reader,
  memberId: string,
  codes: readonly string[],
): Promise<{ code: string; day: string }[]> {
  return listServices(db, memberId, codes, true)
}

async function listServices(db: Reader, memberId: string, codes: readonly string[], openAlone = false) {
  const rows = await db
    .selectFrom('claim_line as line')
    .innerJoin('claim', (join) =>
      join.onRef('claim.member_id', '=', 'line.member_id').onRef('claim.claim_id', '=', 'line.claim_id'),
    )
    .select(['line.code', 'line.service_date', 'claim.service_from'])
    .where('line.member_id', '=', memberId)
    .where('line.code', '=', sql<string>`any(${[...new Set(codes)]}::text[])`)
    .where('claim.state', 'not in', hidden)
    .$if(openAlone, (open) => open.where('claim.sensitive', '=', false))
    .orderBy('claim.service_from', 'desc')
    .limit(maxServices)
    .execute()
  return rows.map(({ code, service_date, service_from }) => ({ code: code ?? '', day: service_date ?? service_from }))
}

/** When the plan last sent a claim of a member; null if it has sent none. */
export async function readClaimsLoadedAt(db: Reader, memberId: string): Promise<string | null> {
  const row = await db
    .selectFrom('claim')
    .select(({ fn }) => fn.max('imported_at').as('at'))
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.at ? new Date(row.at).toISOString() : null
}
