import { type DirectoryEntry, type DirectorySeat, toPlaceKey } from '../../../care/finder/entry.ts'
import { isoDayAfter } from '../../../platform/day.ts'
import type { Piece } from '../machine.ts'
import { Refused } from '../refused.ts'
import { keepNewest, readVersion } from '../source/newest.ts'
import type { DirectoryItem } from './brought.ts'
import type { Resource } from './plan-net-shapes.ts'
import { type Brought, createShelf, type Shelf, type Shelved } from './shelf.ts'

/** The longest resource text that is kept for the rejects file while other resources of the same provider are outstanding. */
const maxKept = 64 * 1024
/** The most characters kept in all: in an unsorted file, half of the resources may be waiting. */
const maxKeptInAll = 32 * 1024 * 1024

/**
 * Joins Plan-Net resources about one provider at one location, such as a role for each specialty or network: holds them back until the last
 * resource of that provider has come. `findProvider` names the provider of a resource once all referenced resources are known.
 */
export function createJoining(
  findProvider: (resource: Resource) => string | null,
  today: string,
  shelf = createShelf(),
  /** Receives the types of resources that a later version replaces. */
  leaveOut: (type: string) => void = () => {},
) {
  /** How many resources are outstanding, first by their reference to the provider, later by provider. */
  const named = new Map<string, { readonly one: Resource; count: number }>()
  let left: Map<string, number> | null = null
  const held = new Map<string, Shelved[]>()
  const { hold, takeBack } = limitTexts(shelf)

  const findOrNone = (resource: Resource) => findOrNobody(resource, findProvider)
  const countLeft = () => {
    const counts = new Map<string, number>()
    for (const { one, count } of named.values()) {
      const provider = findOrNone(one)
      if (provider !== null) counts.set(provider, (counts.get(provider) ?? 0) + count)
    }
    named.clear()
    return counts
  }

  const join = (all: readonly Brought[]) => {
    const newest = keepNewest(all)
    const counting = new Set(newest)
    for (const one of all) if (!counting.has(one)) leaveOut(one.version?.of.split('/', 1)[0] ?? '')
    return joinAll(newest, today)
  }

  return {
    /** Announces a resource that will come. */
    expect(resource: Resource): void {
      const { resourceType, id, practitioner, participatingOrganization, providedBy, contained, identifier } = resource
      const isWithin = contained.length > 0
      const whose = { practitioner, participatingOrganization, providedBy }
      const key = isWithin ? `${resourceType} ${id}` : JSON.stringify([resourceType, whose])
      const known = named.get(key)
      if (known !== undefined) known.count += 1
      else named.set(key, { one: isWithin ? resource : { ...blank, resourceType, id, identifier, ...whose }, count: 1 })
    },

    /** Takes the items of a resource, and returns those that are now complete. */
    add(resource: Resource, items: readonly DirectoryItem[], piece: Piece): readonly Brought[] {
      left ??= countLeft()
      const provider = findOrNone(resource)
      if (provider === null) return [{ items, piece }]
      const more = (left.get(provider) ?? 1) - 1
      left.set(provider, more)
      const all = held.get(provider) ?? []
      const version = readVersion(resource)
      // A later version without items, such as a role that has ended, removes the items of an earlier one.
      const counts = items.length > 0 || version !== undefined
      const brought = { items, piece: items.length > 0 ? piece : { ...piece, text: '' }, ...(version && { version }) }
      if (more > 0) {
        if (counts) all.push(hold(brought))
        held.set(provider, all)
        return []
      }
      held.delete(provider)
      return join([...all.map(takeBack), ...(counts ? [brought] : [])])
    },

    /** Returns what is still held. */
    *rest(): Generator<Brought> {
      for (const all of held.values()) yield* join(all.map(takeBack))
      held.clear()
    },

    /** Releases the shelf, whether or not everything was taken. */
    close: shelf.close,
  }
}

/** The provider of a resource; null if its contained resources are malformed. */
function findOrNobody(resource: Resource, findProvider: (resource: Resource) => string | null): string | null {
  try {
    return findProvider(resource)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Puts items on a shelf, without their texts once it holds too much text. */
function limitTexts(shelf: Shelf) {
  let kept = 0
  const spare = (piece: Piece): Piece => {
    const { length } = piece.text
    if (length > maxKept || kept + length > maxKeptInAll) return { ...piece, text: '' }
    kept += length
    return piece
  }
  return {
    hold: (one: Brought): Shelved => shelf.put({ ...one, piece: spare(one.piece) }),
    takeBack: (one: Shelved): Brought => {
      const back = shelf.take(one)
      kept -= back.piece.text.length
      return back
    },
  }
}

export const blank = {
  extension: [],
  contained: [],
  telecom: [],
  qualification: [],
  communication: [],
  code: [],
  category: [],
  specialty: [],
  location: [],
  network: [],
  healthcareService: [],
  availableTime: [],
  hoursOfOperation: [],
  coverage: [],
  plan: [],
}

/** Joins items about the same location or the same seat. */
function joinAll(all: readonly Brought[], today: string): readonly Brought[] {
  if (all.length < 2 && all.every(({ items }) => items.length < 2)) return all
  const items = all.flatMap((one) => one.items)
  const entries = items.flatMap((item) => (item.is === 'entry' ? [item.entry] : []))
  const seats = items.flatMap((item) => (item.is === 'seat' ? [item.seat] : []))
  const places = new Map([...Map.groupBy(entries, toPlaceKey)].map(([key, some]) => [key, joinEntries(some)]))
  const taken = new Map([...Map.groupBy(seats, toSeatKey)].map(([key, some]) => [key, joinSeats(some, today)]))
  const join = (item: DirectoryItem): DirectoryItem =>
    item.is === 'entry'
      ? { is: 'entry', entry: places.get(toPlaceKey(item.entry)) ?? item.entry }
      : { is: 'seat', seat: taken.get(toSeatKey(item.seat)) ?? item.seat }
  return all.map((one) => ({ ...one, items: one.items.map(join) }))
}

const toSeatKey = ({ brand, networkId, zip }: DirectorySeat) => JSON.stringify([brand, networkId, zip])

const list = <One>(all: readonly (readonly One[])[]) => [...new Set(all.flat())]
const first = <One>(all: readonly (One | null)[]) => all.find((one) => one !== null) ?? null
const anyYes = (all: readonly (boolean | null)[]) => (all.includes(true) ? true : first(all))
/** Contradicting values are unknown. */
function findSame(all: readonly (boolean | null)[]): boolean | null {
  const said = new Set(all.flatMap((one) => one ?? []))
  return said.size === 1 ? said.has(true) : null
}
/** The oldest confirmation counts: a partly old entry is not confirmed since. */
const findEarliest = (days: readonly (string | null)[]) => days.filter((day) => day !== null).sort()[0] ?? null

function joinEntries(all: readonly DirectoryEntry[]): DirectoryEntry {
  const [main] = all as readonly [DirectoryEntry]
  if (all.length === 1) return main
  return {
    ...main,
    kind: all.find(({ kind }) => kind !== 'facility')?.kind ?? main.kind,
    specialties: list(all.map(({ specialties }) => specialties)),
    specialtyName: first(all.map(({ specialtyName }) => specialtyName)),
    phone: first(all.map(({ phone }) => phone)),
    website: first(all.map(({ website }) => website)),
    hours: first(all.map(({ hours }) => hours)),
    languages: list(all.map(({ languages }) => languages)),
    accepting: findSame(all.map(({ accepting }) => accepting)),
    telehealth: anyYes(all.map(({ telehealth }) => telehealth)),
    wheelchair: anyYes(all.map(({ wheelchair }) => wheelchair)),
    saturday: anyYes(all.map(({ saturday }) => saturday)),
    affiliations: list(all.map(({ affiliations }) => affiliations)),
    verifiedOn: findEarliest(all.map(({ verifiedOn }) => verifiedOn)),
  }
}

/** Joins periods in a network that adjoin or overlap, and returns the one in force, or else the next, or else the last. */
function joinSeats(all: readonly DirectorySeat[], today: string): DirectorySeat {
  const [main] = all as readonly [DirectorySeat]
  if (all.length === 1) return main
  const spells: { begins: string | null; ends: string | null; of: DirectorySeat[] }[] = []
  for (const one of all.toSorted((a, b) => (a.begins ?? '').localeCompare(b.begins ?? ''))) {
    const last = spells.at(-1)
    if (last !== undefined && (last.ends === null || (one.begins ?? '') <= isoDayAfter(last.ends, 1))) {
      last.ends = last.ends === null || one.ends === null ? null : ([last.ends, one.ends].sort()[1] ?? null)
      last.of.push(one)
    } else spells.push({ begins: one.begins, ends: one.ends, of: [one] })
  }
  const spell = spells.find(({ ends }) => ends === null || ends >= today) ?? spells.at(-1)
  if (spell === undefined) return main
  const now = spell.of.filter(({ begins, ends }) => (begins ?? '') <= today && (ends ?? today) >= today)
  const counting = now.length > 0 ? now : spell.of.slice(0, 1)
  return {
    ...main,
    begins: spell.begins,
    ends: spell.ends,
    accepting: findSame(counting.map(({ accepting }) => accepting)),
    verifiedOn: findEarliest(counting.map(({ verifiedOn }) => verifiedOn)),
  }
}
