import { readShown, type ShownDirectory } from '../../../care/finder/store.ts'
import { easternDay } from '../../../platform/day.ts'
import type { Database, Reader } from '../../../platform/db/database.ts'
import { listBoth, readPlace } from '../open/received-candidates.ts'
import type { OpenCall, OpenSource, Part, PartAsked } from '../open/source.ts'
import { listBuilt } from './built-source.ts'
import { listReceivedCandidates } from './received-source.ts'
import type { ReceivedFor } from './received-statement.ts'
import { readReceived, readReceivedDirectory } from './shown-store.ts'

/**
 * A brand's public directory (OS-13): providers with a place in its networks today, with staff's corrections. Resources that came as FHIR
 * are served as they came; tables are converted to resources.
 */
export function createDirectorySource({ read }: Database): OpenSource {
  return {
    list: async (type, asked, call) => {
      const shown = await readShown(read, call.brand)
      const own = shown.generations.flatMap(({ source, generation }) => (source === call.brand ? [generation] : []))
      const about = { brand: call.brand, day: easternDay(call.now), base: call.base }
      const received = own.length === 0 ? undefined : await readReceivedDirectory(read, own, about)
      return received === undefined
        ? listBuilt(read, type, { ...asked, after: readPlace(asked.after).id }, shown, { call, without: null })
        : listWithOthers(read, type, asked, shown, { call, of: { ...about, ...received } })
    },
  }
}

/** First the received resources, then those who are only in the directory shared by all brands. */
function listWithOthers(
  db: Reader,
  type: string,
  asked: PartAsked,
  shown: ShownDirectory,
  { call, of }: { readonly call: OpenCall; readonly of: ReceivedFor },
): Promise<Part> {
  const { generation: received } = of
  const others = { ...shown, networks: shown.networks.filter(({ generation }) => generation !== received) }
  return listBoth(type, asked, {
    listReceived: (some) => listReceivedCandidates(db, type, some, of),
    listMade: (some) => listBuilt(db, type, some, others, { call, without: received }),
    read: (keys) => readReceived(db, keys, of),
  })
}
