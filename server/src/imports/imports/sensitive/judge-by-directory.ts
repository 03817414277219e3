import type { Tx } from '../../../platform/db/database.ts'
import { namesInDirectory, noteNpis } from '../npi-names-store.ts'
import { judge } from './judge.ts'
import { findMarks } from './marks.ts'
import { reviewNaming } from './naming-store.ts'
import { dropAwaited, findAwaited, listGivingInDirectory, listInDirectory } from './npi-store.ts'

/** The NPIs for which a directory lists somebody who gives sensitive care (MP-14), by specialty or by name. */
export async function listGiving(tx: Tx, brand: string, npis: readonly string[]): Promise<ReadonlySet<string>> {
  const giving = await listGivingInDirectory(tx, brand, npis)
  const others = npis.filter((npi) => !giving.has(npi))
  const names = [...(await namesInDirectory(tx, brand, others))]
  const asked = names.map(([, name]) => findMarks({ provider: { display: name } }))
  const judged = await judge(tx, brand, asked)
  return new Set([...giving, ...names.flatMap(([npi], index) => (judged[index] ? npi : []))])
}

/**
 * Updates claims and records that have only a provider's NPI with data of a newly shown directory, some of its providers at a time: their
 * names (IM-1), and that they give sensitive care (MP-14).
 */
export async function takeFromDirectory(
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  shown: { readonly generation: number; readonly source: string },
): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await inTransaction(async (tx) => {
      const ids = await listInDirectory(tx, shown.generation, from)
      const found = await findAwaited(tx, shown.source, ids)
      for (const [brand, some] of Map.groupBy(found, (one) => one.brand)) {
        const awaited = some.map(({ npi }) => npi)
        const giving = [...(await listGiving(tx, brand, awaited))]
        await dropAwaited(tx, brand, giving)
        await reviewNaming(tx, brand, giving)
      }
      await noteNpis(tx, ids)
      return ids.at(-1) ?? null
    })
  }
}
