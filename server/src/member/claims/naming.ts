import type { Tx } from '../../platform/db/database.ts'
import { listMisnamed, saveNames } from './naming-store.ts'

/** The text in which a search finds a claim. */
export function searchText(words: readonly (string | null)[]): string {
  return [...new Set(words.filter((text) => text !== null))].join('\n').toLowerCase().slice(0, 4000)
}

/** Names providers in the claims of members as in their own files, by id (IM-1). */
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
