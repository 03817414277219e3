import type { Tx } from '../../../platform/db/database.ts'
import { noteJudged } from './due-store.ts'
import { listEarlierAfter, markEarlier } from './earlier-store.ts'
import { judge } from './judge.ts'
import { findMarks } from './marks.ts'

/** How many records of an earlier plan are read at once: each may be large. */
const atOnce = 100

/** Decides for each resource of an earlier plan whether only the patient sees it, as for the plan's own (MP-14). */
export async function judgeEarlier(tx: Tx, brand: string, resources: readonly unknown[]): Promise<boolean[]> {
  await noteJudged(tx, brand)
  return judge(tx, brand, resources.map(findMarks))
}

/** Judges again what earlier plans sent about some members. */
export async function reviewEarlier(tx: Tx, brand: string, members: readonly string[]): Promise<void> {
  for (const memberId of members) {
    let rows = await listEarlierAfter(tx, memberId, null, atOnce)
    while (rows.length > 0) {
      const judged = await judgeEarlier(
        tx,
        brand,
        rows.map(({ body }) => JSON.parse(body)),
      )
      await markEarlier(
        tx,
        memberId,
        rows.map((row, index) => ({ ...row, sensitive: judged[index] ?? true })),
      )
      rows = await listEarlierAfter(tx, memberId, rows.at(-1) ?? null, atOnce)
    }
  }
}
