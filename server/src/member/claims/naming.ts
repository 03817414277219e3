import type { Tx } from '../../platform/db/database.ts'
import { listMisnamed, saveNames } from './naming-store.ts'

/** The text that searches for a claim look through. */
export function searchText(words: readonly (string | null)[]): string {
  return [...new Set(words.filter((text) => text !== null))].join('\n').toLowerCase().slice(0, 4000)
}

/** Gives the providers in members' claims the names that their own files give, by id (IM-1). */
export async function nameClaims(
  tx: Tx,
  members: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (names.size === 0) return
  const rows = await listMisnamed(tx, members, names)
  if (rows.length === 0) return
  const changes = rows.map(({ claimNumber, descriptions, ...one }) => ({
    ...one,
    text: searchText([claimNumber, one.providerName, one.facilityName, ...descriptions]),
  }))
  await saveNames(tx, changes)
}
