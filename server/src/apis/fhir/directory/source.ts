import { readShown, type ShownDirectory } from '../../../care/finder/store.ts'
import { easternDay } from '../../../platform/day.ts'
import type { Database, Reader } from '../../../platform/db/database.ts'
import type { Candidate, OpenCall, OpenSource, Part, PartAsked } from '../open/source.ts'
import { listBuilt } from './built-source.ts'
import { listReceivedCandidates } from './received-source.ts'
import type { ReceivedFor } from './received-statement.ts'
import { readReceived, readReceivedDirectory } from './shown-store.ts'

/**
 * The public directory of a brand (OS-13): providers with a place in its networks today, with what staff have corrected. Resources that came
 * are served as they came; what came in tables is made into resources.
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
        : listBoth(read, type, asked, shown, { call, of: { ...about, ...received } })
    },
  }
}

/** Begins a place among what is made of tables: ids of what came may be the same. */
const made = '~'

function readPlace(after: string | null): { readonly isMade: boolean; readonly id: string | null } {
  const isMade = after?.startsWith(made) ?? false
  return { isMade, id: isMade ? (after?.slice(made.length) ?? null) : after }
}

const addPlace = (one: Candidate): Candidate => ({ ...one, place: made + one.resource.id })

/** First what came, and then who is in the directory of all brands alone. */
async function listBoth(
  db: Reader,
  type: string,
  asked: PartAsked,
  shown: ShownDirectory,
  { call, of }: { readonly call: OpenCall; readonly of: ReceivedFor },
): Promise<Part> {
  const [{ after, limit }, { generation: received }] = [asked, of]
  const { isMade, id } = readPlace(after)
  const first = isMade ? [] : await listReceivedCandidates(db, type, asked, of)
  if (first.length === limit) return { candidates: first, next: first.at(-1)?.resource.id ?? null }
  const others = { ...shown, networks: shown.networks.filter(({ generation }) => generation !== received) }
  const more = { ...asked, after: isMade ? id : null, limit: limit - first.length }
  const rest = await listBuilt(db, type, more, others, { call, without: received })
  const keys = rest.candidates.map(({ resource }) => `${type}/${resource.id}`)
  const known = new Set((await readReceived(db, keys, of)).map((row) => row.id))
  return {
    candidates: [...first, ...rest.candidates.filter(({ resource }) => !known.has(resource.id)).map(addPlace)],
    next: rest.next === null ? null : made + rest.next,
  }
}
