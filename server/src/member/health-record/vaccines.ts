import type { Reader } from '../../platform/db/database.ts'
import { findLastVaccine, listVaccines } from './store.ts'

/** Vaccines that a member was given, as claims name them (`CVX 113`), with their days. */
export async function readVaccines(db: Reader, memberId: string): Promise<{ code: string; day: string }[]> {
  const rows = await listVaccines(db, memberId)
  return rows.flatMap(({ tokens, day }) => listCvx(tokens).map((number) => ({ code: `CVX ${number}`, day })))
}

function listCvx(tokens: readonly string[]): string[] {
  return tokens.flatMap((token) => {
    const number = /^vaccine-code\|.*\/cvx\|(\d{1,3})$/.exec(token)?.[1]
    return number === undefined ? [] : number.padStart(2, '0')
  })
}

/** When the plan last sent a vaccine of a member; null if it has sent none. */
export async function readVaccinesLoadedAt(db: Reader, memberId: string): Promise<string | null> {
  const at = await findLastVaccine(db, memberId)
  return at === undefined ? null : new Date(at).toISOString()
}
