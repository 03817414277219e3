import { Refused } from '../refused.ts'
import type { Segment } from './segments.ts'

/** Codes of IK403: what is wrong with an element. */
export type ElementFault = '1' | '4' | '5' | '6' | '7' | '8' | 'I12'

/** What is wrong with an element of a segment, as a 999 tells its sender (FD-4). */
export interface Fault {
  readonly segment: Segment
  readonly element: number
  /** Of a composite element, which part, and of which repetition; left out where the whole element is meant. */
  readonly component?: number
  readonly repetition?: number
  readonly code: ElementFault
  /** Codes and days alone are copied back, never what tells who a person is. */
  readonly copy: string | null
}

/** An element that breaks the rules of X12. The loop that it is in is left out. */
export class FaultyElement extends Refused {
  readonly fault: Fault

  constructor(fault: Fault, name: string, reason: string) {
    super(formatPlace(fault.segment, fault.element, name, fault.component), reason)
    this.fault = fault
  }
}

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

/** What a loop says that cannot be read and is not needed: it is stored without that, and its sender is told. */
export type NoteFault = (error: FaultyElement) => void

/** What is read of a part that a loop can do without; what is wrong with it costs only itself, and is noted (FD-4). */
export function readSpare<Value>(read: () => Value, otherwise: Value, note: NoteFault): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FaultyElement)) throw error
    note(error)
    return otherwise
  }
}

/** `Segment 24 (DMG02, birth date)`, `Segment 30 (SV101-2, service)`: what a person looks for in the file. */
function formatPlace({ number, id }: Segment, element: number, name: string, component?: number): string {
  const part = component === undefined ? '' : `-${component}`
  const place = element === 0 ? id : `${id}${String(element).padStart(2, '0')}${part}`
  return `Segment ${number} (${place}, ${name})`
}
