import type { Tx } from '../../../platform/db/database.ts'
import { reviewNaming } from './naming-store.ts'
import { dropAwaited, findAwaitedInDirectory } from './npi-store.ts'

/**
 * Has those judged anew who name somebody by an NPI alone of whom a directory that is shown now says that they give sensitive care (MP-14), some
 * of its entries at a time.
 */
export async function judgeByDirectory(
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  shown: { readonly generation: number; readonly source: string },
): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await inTransaction(async (tx) => {
      const { found, last } = await findAwaitedInDirectory(tx, shown, from)
      for (const [brand, some] of Map.groupBy(found, (one) => one.brand)) {
        const npis = some.map(({ npi }) => npi)
        await dropAwaited(tx, brand, npis)
        await reviewNaming(tx, brand, npis)
      }
      return last
    })
  }
}
