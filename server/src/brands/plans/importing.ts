import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'
import type { CataloguePart, CatalogueYear } from '../../platform/db/plan-columns.ts'
import { keepYearBefore } from './before-store.ts'
import { lockYear, putYear } from './catalogue-store.ts'
import { catalogueParts, listPartIds, replacePart } from './part-store.ts'

export { showYearsBefore } from './before-store.ts'
export { readKnownPlans, readKnownYear } from './catalogue-store.ts'

/**
 * Replaces a brand's year with the files' content, part by part but all at once: until then readers see the previous generation, which
 * stays until the next load. Returns how each part compares to the previous one.
 */
export async function importYear(
  tx: Tx,
  of: { readonly brand: string; readonly planYear: number; readonly runId: string; readonly now: Date },
  year: CatalogueYear,
): Promise<Partial<Record<CataloguePart, 'created' | 'updated' | 'unchanged'>>> {
  const { brand, planYear, runId, now } = of
  const key = { brand, plan_year: planYear }
  const known = await lockYear(tx, key)
  const hashes: Partial<Record<CataloguePart, string>> = { ...known?.hashes }
  const outcome: Partial<Record<CataloguePart, 'created' | 'updated' | 'unchanged'>> = {}
  const changed: CataloguePart[] = []
  for (const part of catalogueParts) {
    const content = year[part]
    if (content === undefined) continue
    const hash = hashContent(content)
    outcome[part] = hashes[part] === undefined ? 'created' : hashes[part] === hash ? 'unchanged' : 'updated'
    if (hashes[part] !== hash) changed.push(part)
    hashes[part] = hash
  }
  const unsold = JSON.stringify(year.unsold === undefined ? (known?.small_group ?? []) : [...year.unsold].sort())
  const isSame = unsold === JSON.stringify(known?.small_group ?? [])
  if (isSame && changed.length === 0) return outcome
  await keepYearBefore(tx, key, { runId, parts: changed })
  for (const part of changed) await replacePart(tx, key, part, year[part] ?? new Map())
  const row = {
    small_group: unsold,
    generation: uuidv7(),
    hashes: JSON.stringify(hashes),
    run_id: runId,
    loaded_at: now,
  }
  await putYear(tx, key, row)
  return outcome
}

function hashContent(content: ReadonlyMap<string, unknown>): string {
  const sorted = [...content].sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64')
}

/** How much of each part in the files' scope is missing from the files (IM-9). */
export async function countRemovals(
  tx: Tx,
  of: { readonly brand: string; readonly planYear: number },
  year: CatalogueYear,
): Promise<{ readonly part: CataloguePart; readonly removed: number; readonly before: number }[]> {
  const counted = []
  for (const part of catalogueParts) {
    const content = year[part]
    if (content === undefined) continue
    const ids = await listPartIds(tx, { brand: of.brand, plan_year: of.planYear }, part)
    counted.push({ part, removed: ids.filter((id) => !content.has(id)).length, before: ids.length })
  }
  return counted
}
