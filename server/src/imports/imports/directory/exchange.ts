import { maxNetworks } from '../../../care/finder/importing.ts'
import type { Machine, Piece } from '../machine.ts'
import { Refused } from '../refused.ts'
import { type ListEntry, readList } from '../source/list.ts'
import { readHead } from '../source/open.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import { parseClean } from '../text.ts'
import type { DirectoryItem, LayoutContext } from './brought.ts'
import { buildEntries, seatAll } from './exchange-items.ts'
import { listSeats } from './exchange-networks.ts'
import { readExchangeProvider, readNpi } from './exchange-providers.ts'
import { blank, createJoining } from './joining.ts'
import type { Resource } from './plan-net-shapes.ts'
import type { Brought } from './shelf.ts'

/** How many wrong parts of one entry are reported individually. */
const maxReported = 20

/** Recognizes a file of providers by its beginning, which has fields that no FHIR resource has. */
export async function isExchangeFile(file: string): Promise<boolean> {
  const head = await readHead(file, 64 * 1024)
  return (
    !/"resourceType"\s*:/.test(head) &&
    /^\uFEFF?\s*\[?\s*\{/.test(head) &&
    /"npi"\s*:|"facility_(?:name|type)"\s*:|"type"\s*:\s*"(?:INDIVIDUAL|FACILITY)"/.test(head)
  )
}

interface Reading {
  readonly machine: Machine
  readonly context: LayoutContext
  readonly take: (brought: readonly DirectoryItem[], piece: Piece) => Promise<void>
  /** Receives the number of bytes read, each counted once. */
  readonly bytes?: ((more: number) => void) | undefined
}

/**
 * Reads providers as plans on the exchange publish them (IM-7), in two passes: the first counts the entries of each provider, the second
 * joins them.
 */
export async function readExchange(files: readonly string[], reading: Reading): Promise<void> {
  const { machine, context, take, bytes } = reading
  if (context.brand === null) {
    const refused = new Refused('brand', 'providers of the exchange are in plans of one brand: say --brand CODE')
    for (const file of files) await machine.reject({ file, line: 0 }, refused, '')
    return
  }
  const joining = createJoining(({ practitioner }) => practitioner?.reference ?? null, context.today)
  const networks = new Set<string>()
  const takeAll = async (joined: Iterable<Brought>) => {
    for (const { items, piece } of joined) await take(items, piece)
  }
  try {
    for (const file of files) await expectEntries(file, joining)
    for (const file of files) {
      try {
        for await (const found of readList(file, bytes)) {
          const entry = parseOrNull(found)
          const items = await bring(found, entry, file, reading)
          for (const item of items)
            if (item.is === 'seat' && networks.size <= maxNetworks) networks.add(item.seat.networkId)
          await takeAll(joining.add(toWhose(entry), items, { at: { file, line: found.line }, text: found.text }))
        }
      } catch (error) {
        await machine.reject({ file, line: 0 }, new Refused('', whyUnreadable(error)), '')
      }
    }
    await takeAll(joining.rest())
  } finally {
    joining.close()
  }
  if (networks.size > maxNetworks)
    machine.warn('network', `is one of more than the ${maxNetworks} that the finder tells apart`)
}

/** The first pass. The second pass reports what is unreadable. */
async function expectEntries(file: string, joining: ReturnType<typeof createJoining>): Promise<void> {
  try {
    for await (const found of readList(file)) joining.expect(toWhose(parseOrNull(found)))
  } catch (error) {
    whyUnreadable(error)
  }
}

/** What an entry adds to the directory; nothing if it is refused. */
async function bring(
  found: ListEntry,
  entry: unknown,
  file: string,
  { machine, context }: Reading,
): Promise<readonly DirectoryItem[]> {
  const at = { file, line: found.line }
  try {
    if (found.problem !== undefined) throw new Refused('', found.problem)
    if (entry === null) throw new Refused('', 'is not JSON, or is null')
    if (entry === '') {
      // A line of a rejects file whose entry is on another line.
      machine.skip('part', 'is of an entry that is in another line')
      return []
    }
    const provider = readExchangeProvider(entry, context.leaveOut, machine.warn)
    const { seats, over } = listSeats(provider.plans, Number(context.today.slice(0, 4)))
    const { entries, wrong } = buildEntries(provider, context)
    const parts = [...provider.wrong, ...wrong]
    for (const [part, one] of parts.slice(0, maxReported).entries())
      await machine.reject(at, one, part === 0 ? found.text : '')
    machine.skip('part', 'is wrong, as others of its entry that are reported', Math.max(0, parts.length - maxReported))
    if (over > 0 && seats.length === 0) {
      machine.skip('provider', 'is in no plan of this year or a later one')
      return []
    }
    machine.skip('plan', 'is of years that are over', over)
    return [...entries, ...seatAll(entries, seats, context.brand ?? '')]
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await machine.reject(at, error, found.text)
    return []
  }
}

/** The entry, also from a corrected line of a rejects file; null: it is not JSON. */
function parseOrNull({ text, problem }: ListEntry): unknown {
  if (problem !== undefined) return null
  try {
    const entry = parseClean(text)
    const isRejected = typeof entry === 'object' && entry !== null && 'rejected' in entry && 'resource' in entry
    return isRejected ? entry.resource : entry
  } catch {
    return null
  }
}

/**
 * The provider of an entry, in the form that Plan-Net resources have: entries with the same type and NPI are joined; entries without an NPI
 * are not.
 */
function toWhose(entry: unknown): Resource {
  const npi = readNpi(entry)
  const type = npi === null ? '' : String((entry as { readonly type?: unknown }).type)
  const whose = npi === null ? {} : { practitioner: { reference: `${type.slice(0, 20).toUpperCase()} ${npi}` } }
  return { ...blank, resourceType: 'provider', id: '', identifier: [], ...whose }
}
