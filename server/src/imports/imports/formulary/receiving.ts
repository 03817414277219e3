import { createHash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  addToPart,
  beginPart,
  forgetSome,
  listForgottenParts,
  type ReceivedDrugs,
  readLiveParts,
  toReceivedDrugs,
} from '../../../apis/fhir/formulary/received.ts'
import { commitLater } from '../../../platform/db/commit-later-statement.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { PartDays } from '../../../platform/db/tables.ts'
import type { Machine } from '../machine.ts'
import { storableJson } from '../text.ts'
import type { Arranged, CamePart } from './arranging.ts'
import { always, type Period } from './periods.ts'

/** A part of a run's resources that belongs to a plan's list. */
export interface FreshPart extends Period {
  /** Below zero in a dry run, which stores no parts. */
  readonly part: number
  readonly hash: string
  readonly days: readonly PartDays[]
}

type Placed = Pick<FreshPart, 'part' | 'hash' | 'days'>

/** Stores the resources of lists that are served to others (OS-17), before the lists that refer to them; unchanged parts stay. */
export async function createReceiving(
  machine: Machine,
  database: Database,
  { parts, windows }: Pick<Arranged, 'parts' | 'windows'>,
  { brand, now }: { readonly brand: string; readonly now: Date },
) {
  const stored = parts.length === 0 ? [] : await readLiveParts(database.read, brand)
  const live = stored.map(({ part }) => part)
  const [bySource, byHash] = [
    new Map(stored.map((one) => [one.source, one])),
    new Map(stored.map((one) => [one.hash, one])),
  ]
  const known = new Set(parts.flatMap(({ resources }) => resources.map(({ type, sourceId }) => `${type}/${sourceId}`)))
  const references = {
    resolve: (reference: string) => resolveReference(reference, known),
    isServed: (type: string, sourceId: string) => known.has(`${type}/${sourceId}`),
  }
  const all = hash('sha256', [...known].sort().join('\n'))
  const placed = new Map<CamePart, Placed>()
  let storing: Promise<void> = Promise.resolve()
  return { place }

  /** Returns the parts of a plan's list, storing those that are missing. */
  async function place(planId: string): Promise<readonly FreshPart[]> {
    const window = windows.get(planId) ?? always
    const own: FreshPart[] = []
    for (const part of parts.filter(({ planIds }) => planIds.includes(planId))) {
      const one = placed.get(part) ?? (await placePart(part))
      placed.set(part, one)
      own.push({ part: one.part, hash: one.hash, days: one.days, ...window })
    }
    await storing
    return own
  }

  async function placePart({ resources }: CamePart): Promise<Placed> {
    const source = hashSource(resources, all)
    const same = bySource.get(source)
    if (same !== undefined) return same
    const made: ReceivedDrugs[] = []
    for (const { type, text, days } of resources) {
      made.push(toReceivedDrugs(type, storableJson(text), days, references))
      // Meanwhile the previous part is being stored.
      if (made.length % 50 === 0) await setImmediate()
    }
    const [content, days] = [hashAll(made), listDays(made)]
    const there = byHash.get(content)
    if (there !== undefined) return there
    if (machine.dryRun) return { part: -1 - placed.size, hash: content, days }
    const begun = { ...{ brand, source, hash: content, days, now }, runId: machine.runId }
    const part = await machine.inTransaction(async (tx) => {
      await commitLater(tx)
      return beginPart(tx, begun)
    })
    // The database stores a part while the next one is prepared.
    await storing
    storing = storePart(machine, made, { brand, part, live, now })
    // `await storing` reports the error.
    storing.catch(() => undefined)
    return { part, hash: content, days }
  }
}

/** Adds resources to a part, a batch at a time. */
async function storePart(
  machine: Machine,
  all: readonly ReceivedDrugs[],
  at: Parameters<typeof addToPart>[2],
): Promise<void> {
  const batch = machine.gather<{ readonly text: string; readonly one: ReceivedDrugs }>()
  const put = async () => {
    const refused = await machine.storeBeside(
      batch.take().map(({ one }) => one),
      async (tx, some) => {
        await commitLater(tx)
        await addToPart(tx, some, at)
      },
    )
    for (const { type } of refused) machine.warn(type, 'holds a value that cannot be stored, and is not served')
  }
  for (const one of all) if (batch.add({ text: one.body, one })) await put()
  await put()
}

/** Deletes the resources of a brand that no list has any longer. */
export async function forgetParts(machine: Machine, { brand, now }: { readonly brand: string; readonly now: Date }) {
  if (machine.dryRun) return
  const about = { runId: machine.runId, now }
  const forgotten = await machine.inTransaction((tx) => listForgottenParts(tx, brand, about))
  for (const part of forgotten) while (await machine.inTransaction((tx) => forgetSome(tx, part)));
}

/** `Type/id` for a `urn:`. */
function resolveReference(reference: string, known: ReadonlySet<string>): string | null {
  if (!reference.startsWith('urn:')) return null
  const id = reference.slice(reference.lastIndexOf(':') + 1)
  const types = ['InsurancePlan', 'MedicationKnowledge', 'Location', 'Basic']
  return types.map((type) => `${type}/${id}`).find((key) => known.has(key)) ?? null
}

/** The edition of how lists' resources are published. Raising it publishes all of them again from the same files. */
const edition = 1

/** The same for the same received resources; `known` identifies everything that they may refer to. */
function hashSource(resources: CamePart['resources'], known: string): string {
  const digest = createHash('sha256').update(`${edition} ${known}\n`)
  const keyed = resources.map(({ type, sourceId, days, text }) => ({
    key: `${type}/${sourceId} ${days.join(' ')}`,
    text,
  }))
  for (const { key, text } of keyed.sort((one, other) => (one.key < other.key ? -1 : 1)))
    digest.update(`${key}\n`).update(text)
  return digest.digest('hex')
}

/** The same for the same resources on the same days. */
function hashAll(all: readonly ReceivedDrugs[]): string {
  const digest = createHash('sha256')
  const lines = all.map(({ type, id, hash, days }) => `${type}/${id} ${days.join(' ')} ${hash.toString('hex')}`)
  for (const line of lines.sort()) digest.update(`${line}\n`)
  return digest.digest('hex')
}

/** The days of several resources, each pair once. */
function listDays(all: readonly ReceivedDrugs[]): readonly PartDays[] {
  return [...new Map(all.map(({ days }) => [days.join(' '), days])).values()]
}
