import { KEPT_CARD_DAYS } from '@portico/rules/coverage/kept-card'
import { readSettings, type Settings } from '../../brands/config-lists/settings.ts'
import type { Reader } from '../../platform/db/database.ts'

/** How many days a brand lets its members keep their ID cards on a phone; 0: not at all. */
export async function readKeepDays(db: Reader, brand: string): Promise<number> {
  return findKeepDays(await readSettings(db, brand))
}

export function findKeepDays(settings: Settings): number {
  return settings.number('KEPT_CARD_DAYS') ?? KEPT_CARD_DAYS
}
