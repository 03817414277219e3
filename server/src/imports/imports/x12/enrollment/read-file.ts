import type { Transaction } from '../envelope.ts'
import type { Loop } from '../loops.ts'
import type { Segment } from '../segments.ts'
import { parseDay, readCode, readText } from '../values.ts'

/** What an 834 says about all its members. */
export interface EnrollmentFile {
  /** The sender's own reference for the file. */
  readonly reference: string
  /** When it was made, as a comparable version. */
  readonly version: string
  /** `2`: changes; `4`: everybody, to verify; `RX`: everybody, to replace. */
  readonly action: string
  readonly groupName: string | null
  readonly payer: { readonly name: string; readonly id: string }
  /** Its transaction, and so its sender. */
  readonly place: Transaction
}

/** Whether a file lists everybody, so that an absence has a meaning. */
export function isFull({ action }: Pick<EnrollmentFile, 'action'>): boolean {
  return action === '4' || action === 'RX'
}

export function readEnrollmentFile({ above, transaction }: Pick<Loop, 'above' | 'transaction'>): EnrollmentFile {
  const header = above[0] ?? []
  const bgn = header.find(({ id }) => id === 'BGN')
  const findNamed = (...kinds: readonly string[]) =>
    header.find((segment) => segment.id === 'N1' && kinds.includes(readCode(segment, 1)))
  const [sponsor, payer] = [findNamed('P5'), findNamed('IN')]
  const { date, time } = transaction.group
  return {
    reference: readText(bgn, 2),
    version: toMoment(readText(bgn, 3), readText(bgn, 4)) ?? toMoment(date, time) ?? '1970-01-01T00:00:00Z',
    action: readCode(bgn, 8),
    groupName: readText(sponsor, 2) || null,
    payer: { name: readText(payer, 2), id: readText(payer, 4) },
    place: transaction,
  }
}

/** A day and a time as one moment; null if the day is invalid. Times are compared as their sender wrote them. */
export function toMoment(date: string, time: string): string | null {
  // Earlier versions of X12 write years with two digits.
  const day = parseDay(/^\d{6}$/.test(date) ? `20${date}` : date)
  if (day === null) return null
  const [, hour = '00', minute = '00', second = '00'] = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)?/.exec(time) ?? []
  return `${day}T${hour}:${minute}:${second}Z`
}

/** The segments of each name loop: its NM1 and what follows up to the next one. */
export function loopsByName(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const loops: Segment[][] = []
  for (const segment of segments) {
    if (segment.id === 'NM1') loops.push([segment])
    else loops.at(-1)?.push(segment)
  }
  return loops
}
