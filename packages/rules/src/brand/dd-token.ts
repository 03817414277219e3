import { decodeBase64, encodeBase64 } from '../text/base64.ts'

/** A host of the brand table: the numbers that belong to it and the brand it shows when nothing else names one. */
interface DdHost {
  readonly numbers: readonly number[]
  readonly home: string
}

/** The host table (BR-4), by the label that names the host. */
export const DD_HOSTS: ReadonlyMap<string, DdHost> = new Map([
  ['salesplatform', { numbers: [14], home: 'mincr' }],
  ['highmark', { numbers: [1, 3, 7, 18], home: 'hmbcbs' }],
  ['bluecrossmnonline', { numbers: [14], home: 'mincr' }],
  ['ccstpaonline', { numbers: [14], home: 'ccs' }],
  ['bluelinktpamnonline', { numbers: [14], home: 'bl' }],
  ['bcbsndportals', { numbers: [16], home: 'ndbcbs' }],
  ['yourwyoblue', { numbers: [17], home: 'wybcbs' }],
])

/** Brands by number (BR-4, BR-6). On hosts that list 14, the number 14 means the host's home brand instead. */
const BRAND_OF_NUMBER: ReadonlyMap<number, string> = new Map([
  [1, 'hmbcbs'],
  [3, 'hbs'],
  [7, 'ms'],
  [18, 'de'],
  [14, 'mincr'],
  [16, 'ndbcbs'],
  [17, 'wybcbs'],
])

/** Numbers that count on every host; the others count only on their own host and on hosts outside the table. */
const EVERYWHERE: ReadonlySet<number> = new Set([14, 16, 17])

export type DdTokenProblem = 'not-base64' | 'not-a-number' | 'unknown-number' | 'number-not-on-host'

/** The value of a ddToken cookie for a brand number. */
export function encodeDdToken(number: number): string {
  return encodeBase64(String(number))
}

/** The brand number in a ddToken cookie (BR-4); garbage gives a reason, never an error. */
export function decodeDdToken(token: string): { readonly number: number } | { readonly problem: DdTokenProblem } {
  const text = decodeBase64(token)
  if (text === null) return { problem: 'not-base64' }
  if (!/^[1-9][0-9]{0,5}$/.test(text)) return { problem: 'not-a-number' }
  return { number: Number(text) }
}

/**
 * The brand code a ddToken cookie means on a host (BR-4, BR-6). `hostLabel` is the label that names the host,
 * e.g. `highmark`, or null where the host names no brand.
 */
export function brandOfDdToken(
  token: string,
  hostLabel: string | null,
): { readonly code: string } | { readonly problem: DdTokenProblem } {
  const decoded = decodeDdToken(token)
  if ('problem' in decoded) return decoded
  const { number } = decoded
  const code = BRAND_OF_NUMBER.get(number)
  if (code === undefined) return { problem: 'unknown-number' }
  const host = hostLabel === null ? undefined : DD_HOSTS.get(hostLabel)
  if (number === 14 && host?.numbers.includes(14)) return { code: host.home }
  if (host && !EVERYWHERE.has(number) && !host.numbers.includes(number)) return { problem: 'number-not-on-host' }
  return { code }
}

/** Whether top-level domains of e-mail addresses may be longer than four letters: the cookie decodes to '16' (VA-6). */
export function allowsLongTopLevel(ddToken: string | undefined): boolean {
  const decoded = decodeDdToken(ddToken ?? '')
  return 'number' in decoded && decoded.number === 16
}
