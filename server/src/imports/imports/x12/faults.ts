import { Refused } from '../refused.ts'
import type { Segment } from './segments.ts'

/** Codes of IK403: what is wrong with an element. */
export type ElementFault = '1' | '4' | '5' | '6' | '7' | '8' | 'I12'

/** What is wrong with an element of a segment, as a 999 tells its sender (FD-4). */
export interface Fault {
  readonly segment: Segment
  readonly element: number
  readonly code: ElementFault
  /** Codes and days alone are copied back, never what tells who a person is. */
  readonly copy: string | null
}

/** An element that breaks the rules of X12. The loop that it is in is left out. */
export class FaultyElement extends Refused {
  readonly fault: Fault

  constructor(fault: Fault, name: string, reason: string) {
    super(formatPlace(fault.segment, fault.element, name), reason)
    this.fault = fault
  }
}

/** Told of what cannot be read of a loop that is taken without it, because nothing else depends on it. */
export type LeaveOut = (error: FaultyElement) => void

/** A loop that is right in syntax and cannot be taken for what it says. */
export class RefusedLoop extends Refused {
  readonly segment: Segment
  readonly element: number

  constructor(segment: Segment, element: number, name: string, reason: string) {
    super(formatPlace(segment, element, name), reason)
    this.segment = segment
    this.element = element
  }
}

/** `Segment 24 (DMG02, birth date)`: what a person looks for in the file. */
function formatPlace({ number, id }: Segment, element: number, name: string): string {
  const place = element === 0 ? id : `${id}${String(element).padStart(2, '0')}`
  return `Segment ${number} (${place}, ${name})`
}
