import type { Reader } from '../../platform/db/database.ts'
import { findLoadedAt, listServices } from './store.ts'

/** Services of a member's own claims by code, with their days; also from denied claims, because the care was given. */
export function readServices(
  db: Reader,
  memberId: string,
  codes: readonly string[],
): Promise<{ code: string; day: string }[]> {
  return listServices(db, { memberId, codes, openAlone: false })
}

/** The same without those of sensitive claims, for whoever else may see the others. */
export function readOpenServices(
  db: Reader,
  memberId: string,
  codes: readonly string[],
): Promise<{ code: string; day: string }[]> {
  return listServices(db, { memberId, codes, openAlone: true })
}

/** When the plan last sent a claim of a member; null if it has sent none. */
export async function readClaimsLoadedAt(db: Reader, memberId: string): Promise<string | null> {
  return (await findLoadedAt(db, memberId))?.toISOString() ?? null
}
