import { readSettings } from '../../../brands/config-lists/settings.ts'
import type { Reader } from '../../../platform/db/database.ts'
import type { ClaimPart } from './claims/part.ts'
import type { Transaction } from './envelope.ts'
import { nameSender } from './name-sender.ts'
import { readNames } from './sender-rules.ts'

/**
 * Marks claims from senders under 42 CFR Part 2, which a brand's setting names: X12 has no labels, and everything they send reveals
 * treatment for substance use.
 */
export function createRestricting(
  db: Reader,
): (brand: string, part: ClaimPart, place: Transaction) => Promise<ClaimPart> {
  const senders = new Map<string, ReadonlySet<string>>()
  return async (brand, part, place) => {
    const named = senders.get(brand) ?? (await readNamed(db, brand))
    senders.set(brand, named)
    if (named.size === 0) return part
    const sender = nameSender(place)
    const isRestricted = named.has(sender) || named.has(sender.split('/')[0] ?? '')
    return isRestricted ? { ...part, content: { ...part.content, isRestricted } } : part
  }
}

async function readNamed(db: Reader, brand: string): Promise<ReadonlySet<string>> {
  return readNames((await readSettings(db, brand)).text('X12_PART2_SENDERS') ?? '')
}
