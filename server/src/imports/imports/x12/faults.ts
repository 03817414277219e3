import { Refused } from '../refused.ts'
import type { Segment } from './segments.ts'

/** IK403 codes: what is wrong with an element. */
export type ElementFault = '1' | '4' | '5' | '6' | '7' | '8' | 'I12'

/** What is wrong with an element of a segment, as a 999 reports it to the sender (FD-4). */
export interface Fault {
  readonly segment: Segment
  readonly element: number
  /** In a composite element, which component, and of which repetition; missing if the whole element is meant. */
  readonly component?: number
  readonly repetition?: number
  readonly code: ElementFault
  /** Only codes and days are copied back, never data that identifies a person. */
  readonly copy: string | null
}

/** An element that breaks X12's rules. Its loop is left out. */
export class FaultyElement extends Refused {
  readonly fault: Fault

  constructor(fault: Fault, name: string, reason: string) {
    super(formatPlace(fault.segment, fault.element, name, fault.component), reason)
    this.fault = fault
  }
}

/** A loop with valid syntax that cannot be accepted for its content. */
export class RefusedLoop extends Refused {
  readonly segment: Segment
  readonly element: number

  constructor(segment: Segment, element: number, name: string, reason: string) {
    super(formatPlace(segment, element, name), reason)
    this.segment = segment
    this.element = element
  }
}

/** Receives an unreadable but dispensable part of a loop: the loop is stored without it, and its sender is told. */
export type NoteFault = (error: FaultyElement) => void

/** Reads a dispensable part of a loop; a fault costs only this part, and is noted (FD-4). */
export function readSpare<Value>(read: () => Value, otherwise: Value, note: NoteFault): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FaultyElement)) throw error
    note(error)
    return otherwise
  }
}

/** `Segment 24 (DMG02, birth date)`, `Segment 30 (SV101-2, service)`: what a person can look for in the file. */
function formatPlace({ number, id }: Segment, element: number, name: string, component?: number): string {
  const part = component === undefined ? '' : `-${component}`
  const place = element === 0 ? id : `${id}${String(element).padStart(2, '0')}${part}`
  return `Segment ${number} (${place}, ${name})`
}
