import { type NumberPlaces, usualPlaces } from '@portico/rules/feeds/thresholds'
import type { ClaimPart } from './claims/part.ts'
import { readBill } from './claims/read-bill.ts'
import { readPayment } from './claims/read-payment.ts'
import { type EnrollmentFile, readEnrollmentFile } from './enrollment/read-file.ts'
import { type ReadMember, readMember } from './enrollment/read-member.ts'
import type { NoteFault } from './faults.ts'
import type { Loop } from './loops.ts'

/** A loop as read, of a known brand. */
export type Read =
  | { readonly type: 'member'; readonly read: ReadMember; readonly file: EnrollmentFile }
  | { readonly type: 'claim'; readonly part: ClaimPart }

/** Null: the portal does not keep it. `note` receives unreadable parts that it is stored without. Throws Refused. */
export function readLoop(
  loop: Loop,
  isPayer: (names: readonly string[]) => boolean,
  note: NoteFault,
  places: NumberPlaces = usualPlaces,
  secrets: Set<string> = new Set(),
): Read | null {
  switch (loop.transaction.set) {
    case '834':
      return { type: 'member', read: readMember(loop, note, places, secrets), file: readEnrollmentFile(loop) }
    case '835': {
      const part = readPayment(loop, note)
      return part && { type: 'claim', part }
    }
    default: {
      const part = readBill(loop, isPayer, note)
      return part && { type: 'claim', part }
    }
  }
}
