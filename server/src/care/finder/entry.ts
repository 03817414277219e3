import { createHash } from 'node:crypto'
import { projectPoint } from '@portico/rules/finder/distance'
import type { ProviderKind } from '@portico/rules/finder/limits'
import type { Specialty } from '@portico/rules/finder/specialties'
import { splitWords } from '@portico/rules/search/words'

/** A provider at one place, as a file lists it; null: the file does not say. */
export interface DirectoryEntry {
  /** The NPI, or an id that stays the same in every file. */
  readonly providerId: string
  readonly npi: string | null
  readonly kind: ProviderKind
  readonly name: string
  readonly credential: string | null
  readonly gender: 'F' | 'M' | 'X' | null
  readonly specialties: readonly Specialty[]
  /** In the file's words. */
  readonly specialtyName: string | null
  readonly address: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zip: string | null
  readonly lat: number
  readonly lon: number
  /** Whether the point is that of the building, rather than of its ZIP code. */
  readonly exact: boolean
  readonly phone: string | null
  readonly website: string | null
  readonly hours: string | null
  readonly languages: readonly string[]
  readonly accepting: boolean | null
  readonly telehealth: boolean | null
  readonly wheelchair: boolean | null
  readonly saturday: boolean | null
  readonly affiliations: readonly string[]
  readonly rating: number | null
  readonly verifiedOn: string | null
  readonly origin: string | null
}

/** A provider's seat in a network of a brand. */
export interface DirectorySeat {
  readonly brand: string
  readonly networkId: string
  readonly networkName: string
  /** Empty: every plan of the brand uses it. */
  readonly planIds: readonly string[]
  readonly providerId: string
  /** Null: at all places. */
  readonly zip: string | null
  readonly begins: string | null
  readonly ends: string | null
  readonly accepting: boolean | null
  readonly primaryCare: boolean | null
  readonly verifiedOn: string | null
}

const digest = (text: string) => createHash('sha1').update(text).digest()

/** An id for providers without an NPI: equal words give equal ids. */
export function idWithoutNpi(...said: readonly string[]): string {
  return `x${digest(said.join('|').toLowerCase()).toString('hex').slice(0, 15)}`
}

/** Tells a provider's places apart. */
export function toPlaceKey({ address, zip }: Pick<DirectoryEntry, 'address' | 'zip'>): string {
  const plain = `${address ?? ''}|${(zip ?? '').slice(0, 5)}`.toLowerCase().replace(/[^a-z0-9|]+/g, '')
  return digest(plain).toString('hex').slice(0, 8)
}

/** The key that finds an entry in a generation: a kind of care (`s`) or a word of its name (`w`), as a 63-bit number. */
export function computeTerm(generation: number, kind: 's' | 'w', value: string): string {
  return (digest(`${generation} ${kind} ${value}`).readBigUInt64BE() >> 1n).toString()
}

/** The point of an entry in the index for nearest-neighbor searches. */
export function toSpot(point: { readonly lat: number; readonly lon: number }): string {
  const { x, y } = projectPoint(point)
  return `(${x.toFixed(6)},${y.toFixed(6)})`
}

/** Whether it is a National Provider Identifier: ten digits, the last of which is a check digit (Luhn with the prefix 80840). */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  const digits = [...`80840${text}`].reverse().map(Number)
  const sum = digits.reduce((all, digit, at) => {
    const twice = at % 2 === 1 ? digit * 2 : digit
    return all + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return sum % 10 === 0
}

/** The distinct words of a name that a search can find. */
export function nameWords(name: string): string[] {
  return [...new Set(splitWords(name.replace(/['’]s\b/g, 's')))].slice(0, 20)
}
