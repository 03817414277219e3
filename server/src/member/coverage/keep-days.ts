import { KEPT_CARD_DAYS } from '@portico/rules/coverage/kept-card'
import { readSettings } from '../../brands/config-lists/settings.ts'
import type { Reader } from '../../platform/db/database.ts'

/** For how many days a brand lets its members keep their ID cards on a phone; 0: not at all. */
export async function readKeepDays(db: Reader, brand: string): Promise<number> {
  return (await readSettings(db, brand)).number('KEPT_CARD_DAYS') ?? KEPT_CARD_DAYS
}
