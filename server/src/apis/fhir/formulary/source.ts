import type { Database, Reader } from '../../../platform/db/database.ts'
import { createLruCache } from '../../../platform/lru-cache.ts'
import { followReceived, listBoth, readPlace } from '../open/received-candidates.ts'
import type { Candidate, OpenSource, PartAsked } from '../open/source.ts'
import { createBuiltSource } from './built-source.ts'
import type { DrugsFor } from './received-statement.ts'
import { listShown, readShown, readShownParts, type ShownParts } from './shown-store.ts'
import { readListsVersion } from './store.ts'

/** Maximum number of brands whose parts are cached: a thousand plans with a hundred parts are only a hundred numbers. */
const maxBrands = 64

/** The formularies of a brand's plans, as last imported (OS-17): resources are served as they came; tables are converted to resources. */
export function createFormularySource(database: Database): OpenSource {
  const [{ read }, built] = [database, createBuiltSource(database)]
  const keep = createLruCache<ShownParts | null>(maxBrands)
  return {
    list: async (type, asked, call) => {
      // Every plan names its parts: they are read once for each change of a list.
      const version = await readListsVersion(read, call.brand)
      const parts = await keep(call.brand, version, () => readShownParts(read, call.brand))
      if (parts === null) return built.list(type, { ...asked, after: readPlace(asked.after).id }, call)
      const of = { brand: call.brand, base: call.base, ...parts }
      return listBoth(type, asked, {
        listReceived: (some) => listReceived(read, type, some, of),
        listMade: (some) => built.list(type, some, call),
        read: (keys) => readShown(read, keys, of),
      })
    },
  }
}

async function listReceived(
  db: Reader,
  type: string,
  { terms, includes, after, limit }: PartAsked,
  of: DrugsFor,
): Promise<readonly Candidate[]> {
  const rows = await listShown(db, type, { terms, after, limit }, of)
  return followReceived(rows, includes, (keys) => readShown(db, keys, of))
}
