import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { reviewAgain } from './due-store.ts'
import { judge } from './judge.ts'
import { findMarks } from './marks.ts'
import { readParties } from './party-store.ts'

/** How deep drugs may contain one another: a pack, its drug, a compound in it, its ingredients. */
const deepest = 5

const isMedication = (key: string) => key.startsWith('Medication/')

/**
 * The drugs among some, as `Medication/id` on the shelf, that are for sensitive care (MP-14): by themselves, or by a referenced ingredient.
 * A circular reference is followed once.
 */
export async function findSensitiveMedications(
  tx: Tx,
  brand: string,
  asked: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = new Set(asked.filter(isMedication))
  const sensitive = new Set<string>()
  /** The ingredients of each drug. */
  const parts = new Map<string, readonly string[]>()
  let next = [...wanted]
  for (let depth = 0; next.length > 0 && depth <= deepest; depth += 1) {
    const found = await readParties(tx, brand, next)
    const marks = found.map(({ body }) => findMarks(JSON.parse(body)))
    const judged = await judge(tx, brand, marks)
    for (const [index, { type, id }] of found.entries()) {
      const key = `${type}/${id}`
      if (judged[index]) sensitive.add(key)
      parts.set(key, [...(parts.get(key) ?? []), ...(marks[index]?.reasons.filter(isMedication) ?? [])])
    }
    next = [...new Set([...parts.values()].flat())].filter((key) => !parts.has(key) && !next.includes(key))
  }
  return new Set([...wanted].filter((key) => hasPart(key, parts, sensitive)))
}

function hasPart(key: string, parts: ReadonlyMap<string, readonly string[]>, some: ReadonlySet<string>): boolean {
  const met = new Set([key])
  for (const one of met) {
    if (some.has(one)) return true
    for (const part of parts.get(one) ?? []) met.add(part)
  }
  return false
}

/**
 * Schedules a new review if `shelve` puts drugs on the shelf that are newly known to be for sensitive care and that something already
 * refers to.
 */
export async function noteNewsOfDrugs(
  tx: Tx,
  brand: string,
  keys: readonly string[],
  shelve: () => Promise<void>,
): Promise<void> {
  const before = await findSensitiveMedications(tx, brand, keys)
  const known = new Set([
    ...(await readParties(tx, brand, keys)).map(({ type, id }) => `${type}/${id}`),
    ...(await listAwaited(tx, keys)),
  ])
  await shelve()
  const news = [...(await findSensitiveMedications(tx, brand, keys))].filter((key) => !before.has(key))
  if (news.some((key) => known.has(key))) await reviewAgain(tx, brand)
}

async function listAwaited(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`select distinct target from fhir_waiting
    where target = any(${[...keys]}::text[])`.execute(tx)
  return rows.map(({ target }) => target)
}
