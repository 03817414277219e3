import type { Database, Reader } from '../../../platform/db/database.ts'
import { followReceived, listBoth, readPlace } from '../open/received-candidates.ts'
import type { Candidate, OpenSource, PartAsked } from '../open/source.ts'
import { createBuiltSource } from './built-source.ts'
import type { DrugsFor } from './received-statement.ts'
import { listShown, readShown, readShownParts } from './shown-store.ts'

/**
 * The lists of covered drugs of a brand's plans, as they were imported last (OS-17): resources that came are served as they came; what came in
 * tables is made into resources.
 */
export function createFormularySource(database: Database): OpenSource {
  const [{ read }, built] = [database, createBuiltSource(database)]
  return {
    list: async (type, asked, call) => {
      const parts = await readShownParts(read, call.brand)
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
