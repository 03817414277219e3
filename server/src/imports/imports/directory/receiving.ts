import {
  addReceived,
  isDirectoryType,
  markNamed,
  type Received,
  type Told,
  toReceived,
  toServedId,
  withdrawUnnamed,
} from '../../../apis/fhir/directory/received.ts'
import { type DirectorySeat, toPlaceKey } from '../../../care/finder/entry.ts'
import { commitLater } from '../../../platform/db/commit-later-statement.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { parseCatalogResource, refuseOversized } from '../fhir/bounds.ts'
import type { Machine } from '../machine.ts'
import { Refused } from '../refused.ts'
import { sayChanged } from '../source/newest.ts'
import { storableJson } from '../text.ts'
import type { DirectoryItem } from './brought.ts'
import type { PlanNet } from './plan-net.ts'
import { parsePlanNet, type Resource } from './plan-net-shapes.ts'

/** The directory that is being loaded: its brand and day. */
export interface ReceivingFor {
  readonly generation: number
  readonly before: number | null
  readonly now: Date
  readonly today: string
}

/** The items that a role or a service brought to the finder, or why there are none. */
export type Brings = readonly DirectoryItem[] | string

/** How many resources are stored at a time. */
const atATime = 1000

/** Stores the Plan-Net resources that are served to others (OS-13), a batch at a time. */
export function createReceiving(machine: Machine, known: PlanNet, loading: ReceivingFor) {
  const batch = machine.gather<{ readonly text: string; readonly received: Received }>()
  const people = new Set<string>()
  /** Organizations and services that resources in a network refer to. */
  const leadTo = new Set<string>()
  return { takeNamed, takeLinking, end }

  /** Takes a resource that others refer to. Throws Refused. */
  async function takeNamed(type: string, text: string): Promise<void> {
    if (type === 'Endpoint') {
      await take(type, text, tellEndpoint(readEndpoint(text)))
      return
    }
    const resource = parsePlanNet(text)
    const providerId = known.identify(resource)
    if (type === 'Practitioner') people.add(toServedId(type, resource.id))
    await take(type, text, { ...known.tell(resource), providerId, places: {} })
  }

  /** Takes a role, an affiliation or a service that was not refused. */
  async function takeLinking(resource: Resource, text: string, brings: Brings): Promise<void> {
    const providerId = known.findProvider(resource)
    const items = typeof brings === 'string' ? [] : brings
    const placed = items.flatMap((item) =>
      item.is === 'entry' && item.at !== undefined
        ? [[item.at.replace(/[^/]+$/, (id) => toServedId('Location', id)), toPlaceKey(item.entry)] as const]
        : [],
    )
    const told = known.tell(resource)
    const seats = items.flatMap((item) => (item.is === 'seat' ? [item.seat] : []))
    const isServed =
      told.isServed &&
      known.isOfActive(resource) &&
      (resource.resourceType !== 'PractitionerRole' || known.namesNetwork(resource))
    const refs = await take(resource.resourceType, text, {
      ...{ ...told, ...findTimes(seats), isServed, providerId, places: Object.fromEntries(placed) },
    })
    if (isServed && (known.namesNetwork(resource) || seats.length > 0))
      for (const ref of refs) if (/=(Organization|HealthcareService)\//.test(ref)) leadTo.add(ref.replace(/^.*?=/, ''))
  }

  /** Returns the references in the resource. */
  async function take(type: string, text: string, told: Told): Promise<readonly string[]> {
    if (!isDirectoryType(type)) return []
    const received = toReceived(type, storableJson(text), told, known)
    if (batch.add({ text, received })) await store()
    return received.refs
  }

  /** Writes the rest. */
  async function end(): Promise<void> {
    await store()
    await inParts([...people], (tx, some) => withdrawUnnamed(tx, loading.generation, some))
    await inParts([...leadTo], (tx, some) => markNamed(tx, loading.generation, some))
  }

  async function inParts(all: readonly string[], work: (tx: Tx, some: readonly string[]) => Promise<void>) {
    for (let at = 0; at < all.length; at += atATime)
      await machine.inTransaction((tx) => work(tx, all.slice(at, at + atATime)))
  }

  async function store(): Promise<void> {
    const all = batch.take().map(({ received }) => received)
    const refused = await machine.storeBeside(all, async (tx, some) => {
      await commitLater(tx)
      await addReceived(tx, some, loading, loading.now)
    })
    for (const { type } of refused) machine.warn(type, 'holds a value that cannot be stored, and is not served')
  }
}

export type Receiving = ReturnType<typeof createReceiving>

/** From the first to the last day in any network; nothing without a seat. */
function findTimes(seats: readonly DirectorySeat[]): Partial<Pick<Told, 'begins' | 'ends'>> {
  if (seats.length === 0) return {}
  const [begins, ends] = [seats.map((seat) => seat.begins), seats.map((seat) => seat.ends)]
  return {
    begins: begins.includes(null) ? null : (begins.toSorted()[0] ?? null),
    ends: ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null),
  }
}

interface Endpoint {
  readonly id: string
  readonly status?: unknown
  readonly meta?: { readonly lastUpdated?: unknown }
}

/** Throws Refused for anything but an Endpoint. */
export function readEndpoint(text: string): Endpoint {
  const parsed = parseCatalogResource(text)
  refuseOversized(parsed, text.length)
  const { id, ...endpoint } = parsed as Partial<Endpoint>
  if (typeof id !== 'string' || id === '') throw new Refused('id', 'is missing')
  return { ...endpoint, id }
}

/** Whether an Endpoint is, or may be, in use. */
export const isInUse = ({ status }: Endpoint) => status !== 'off' && status !== 'entered-in-error'

function tellEndpoint(endpoint: Endpoint): Told {
  return {
    ...{ providerId: null, places: {}, begins: null, ends: null },
    saidAt: sayChanged(endpoint.meta?.lastUpdated),
    isServed: isInUse(endpoint),
  }
}
