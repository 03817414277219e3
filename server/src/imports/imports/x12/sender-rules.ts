import { type NumberPlaces, type SenderRules as SenderSettings, usualPlaces } from '@portico/rules/feeds/thresholds'
import { readSettings } from '../../../brands/config-lists/settings.ts'
import type { Reader } from '../../../platform/db/database.ts'
import type { Transaction } from './envelope.ts'
import { nameSender } from './name-sender.ts'
import { readSenders } from './thresholds.ts'

/** A brand's settings about the senders and receivers of its files (FD-4). */
interface SenderRules {
  /** Whether a 999 also reports faults in the content of loops with valid syntax to a sender. */
  readonly tellsContent: (sender: string) => boolean
  /** Whether an interchange is for the brand, by the receiver that it names (ISA08). */
  readonly isForUs: (receiver: string) => boolean
}

export async function readSenderRules(db: Reader, brand: string | null): Promise<SenderRules> {
  if (brand === null) return { tellsContent: () => false, isForUs: () => true }
  const settings = await readSettings(db, brand)
  const [told, receivers] = [
    readNames(settings.text('X12_BUSINESS_999') ?? ''),
    readNames(settings.text('X12_RECEIVERS') ?? ''),
  ]
  return {
    tellsContent: (sender) => told.has('*') || told.has(sender) || told.has(sender.split('/')[0] ?? ''),
    isForUs: (receiver) => receivers.size === 0 || receivers.has(receiver.toUpperCase()),
  }
}

/** Where each sender of a brand writes members' numbers. */
export function createNumbering(db: Reader): (brand: string, place: Transaction) => Promise<NumberPlaces> {
  const known = new Map<string, Promise<(sender: string) => SenderSettings>>()
  return async (brand, place) => {
    const find = known.get(brand) ?? readSenders(db, brand)
    known.set(brand, find)
    return { ...usualPlaces, ...(await find)(nameSender(place)).numbers }
  }
}

/** Names separated by semicolons, in capitals. */
export function readNames(text: string): ReadonlySet<string> {
  const names = text.split(';').map((name) => name.trim().toUpperCase())
  return new Set(names.filter((name) => name !== ''))
}
