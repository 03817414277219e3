import type { Misplaced, Segment, Separators } from './segments.ts'
import { readCode, readText } from './values.ts'

/** What an ISA says about a file from one company to another, and whether the interchange can be accepted. */
export interface Interchange {
  readonly sender: { readonly kind: string; readonly id: string }
  readonly receiver: { readonly kind: string; readonly id: string }
  readonly date: string
  readonly time: string
  readonly control: string
  /** ISA13 exactly as written: an answer repeats it. */
  readonly writtenControl: string
  readonly wantsAnswer: boolean
  readonly isTest: boolean
  readonly separators: Separators
  readonly groups: Group[]
  /** Whether each field of its ISA has the required length; if not, it is accepted all the same. */
  readonly isPadded: boolean
  /** The TA1 note code that says why it is refused; `000`: it is not. */
  note: string
}

/** A functional group: transactions of one kind. */
export interface Group {
  readonly code: string
  readonly sender: string
  readonly receiver: string
  readonly date: string
  readonly time: string
  readonly control: string
  readonly version: string
  /** AK905 codes of why it is refused. */
  readonly problems: string[]
  readonly transactions: Transaction[]
  /** The position of its first transaction in the file. */
  readonly first: number
  received: number
  included: number
}

export interface Transaction {
  /** The position among all transactions of the file, from 0. */
  readonly ordinal: number
  readonly set: string
  readonly control: string
  readonly version: string
  /** The number of its ST segment. */
  readonly at: number
  /** IK502 codes of why it is refused. */
  readonly problems: string[]
  readonly group: Group
  readonly interchange: Interchange
}

export interface EnvelopeEvents {
  interchange?(one: Interchange): void
  begin?(transaction: Transaction, segment: Segment): void
  body?(transaction: Transaction, segment: Segment): void
  end?(transaction: Transaction): void
  /** Called for a segment outside of any interchange. */
  outside?(at: number, what: string): void
}

/** The lengths of the elements of an ISA. */
const isaLengths = [3, 2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]
/** In a larger group, only this many transactions, and the refused ones, are kept to be answered individually. */
const maxAnswered = 10_000

export const noNote = '000'

/** Follows the envelopes of a file's segments: which transaction each segment belongs to, and which envelopes do not match (FD-4). */
export class EnvelopeReader {
  #interchange: Interchange | null = null
  #group: Group | null = null
  #transaction: Transaction | null = null
  #segments = 0
  #ordinal = 0
  #controls = new Set<string>()
  readonly #on: EnvelopeEvents

  constructor(on: EnvelopeEvents) {
    this.#on = on
  }

  take(segment: Segment): void {
    switch (segment.id) {
      case 'ISA':
        this.#openInterchange(segment)
        break
      case 'IEA':
        this.#closeInterchange(segment)
        break
      case 'GS':
        this.#openGroup(segment)
        break
      case 'GE':
        this.#closeGroup(segment)
        break
      case 'ST':
        this.#openTransaction(segment)
        break
      case 'SE':
        this.#closeTransaction(segment)
        break
      default:
        this.#takeBody(segment)
    }
  }

  tellMisplaced({ number, problem }: Misplaced): void {
    if (problem === 'too-long' && this.#transaction !== null) this.#transaction.problems.push('5')
    else if (this.#interchange !== null) this.#spoil('022')
    else this.#on.outside?.(number, outsideWords[problem])
  }

  /** Ends the reading after the last segment. */
  end(): void {
    if (this.#interchange === null) return
    this.#leaveTransaction('2')
    this.#leaveGroup('3')
    this.#spoil('023')
    this.#interchange = null
  }

  #openInterchange({ elements, separators }: Segment): void {
    this.end()
    const field = (at: number) => (elements[at] ?? '').trim()
    this.#interchange = {
      sender: { kind: field(5), id: field(6) },
      receiver: { kind: field(7), id: field(8) },
      date: field(9),
      time: field(10),
      control: field(13),
      writtenControl: elements[13] ?? '',
      wantsAnswer: field(14) === '1',
      isTest: field(15).toUpperCase() === 'T',
      separators,
      groups: [],
      isPadded: isaLengths.every((length, at) => (elements[at] ?? '').length === length),
      note: noNote,
    }
    this.#on.interchange?.(this.#interchange)
  }

  #closeInterchange(segment: Segment): void {
    const one = this.#interchange
    if (one === null) {
      this.#on.outside?.(segment.number, 'an IEA stands outside of an interchange')
      return
    }
    if (this.#transaction !== null || this.#group !== null) {
      this.#leaveTransaction('2')
      this.#leaveGroup('3')
    }
    if (!isSameNumber(readText(segment, 2), one.control)) this.#spoil('001')
    else if (Number(readText(segment, 1)) !== one.groups.length) this.#spoil('021')
    this.#interchange = null
  }

  #openGroup(segment: Segment): void {
    const one = this.#interchange
    if (one === null) {
      this.#on.outside?.(segment.number, 'a GS stands outside of an interchange')
      return
    }
    if (this.#group !== null) {
      this.#leaveTransaction('2')
      this.#leaveGroup('3')
    }
    this.#group = {
      code: readCode(segment, 1),
      sender: readText(segment, 2),
      receiver: readText(segment, 3),
      date: readText(segment, 4),
      time: readText(segment, 5),
      control: readText(segment, 6),
      version: readCode(segment, 8),
      problems: [],
      transactions: [],
      first: this.#ordinal,
      received: 0,
      included: 0,
    }
    this.#controls = new Set()
    if (isOtherVersion(this.#group)) this.#group.problems.push('2')
    one.groups.push(this.#group)
  }

  #closeGroup(segment: Segment): void {
    const group = this.#group
    if (group === null) {
      this.#spoil('022')
      return
    }
    this.#leaveTransaction('2')
    group.included = Number(readText(segment, 1)) || 0
    if (!isSameNumber(readText(segment, 2), group.control)) group.problems.push('4')
    if (group.included !== group.received) group.problems.push('5')
    this.#group = null
  }

  #openTransaction(segment: Segment): void {
    const [interchange, group] = [this.#interchange, this.#group]
    if (interchange === null || group === null) {
      if (interchange === null) this.#on.outside?.(segment.number, 'an ST stands outside of an interchange')
      else this.#spoil('022')
      return
    }
    this.#leaveTransaction('2')
    const transaction: Transaction = {
      ordinal: this.#ordinal,
      set: readCode(segment, 1),
      control: readText(segment, 2),
      version: readCode(segment, 3) || group.version,
      at: segment.number,
      problems: [],
      group,
      interchange,
    }
    this.#ordinal += 1
    group.received += 1
    if (transaction.control === '') transaction.problems.push('7')
    else if (this.#controls.has(transaction.control)) transaction.problems.push('23')
    this.#controls.add(transaction.control)
    this.#transaction = transaction
    this.#segments = 1
    this.#on.begin?.(transaction, segment)
  }

  #closeTransaction(segment: Segment): void {
    const transaction = this.#transaction
    if (transaction === null) {
      this.#spoil('022')
      return
    }
    this.#segments += 1
    if (!isSameNumber(readText(segment, 2), transaction.control)) transaction.problems.push('3')
    if (Number(readText(segment, 1)) !== this.#segments) transaction.problems.push('4')
    this.#leaveTransaction()
  }

  #takeBody(segment: Segment): void {
    this.#segments += 1
    // Only a TA1 may come between transactions.
    if (this.#transaction !== null) this.#on.body?.(this.#transaction, segment)
    else if (this.#interchange === null) this.#on.outside?.(segment.number, outsideWords['not-x12'])
    else if (segment.id !== 'TA1') this.#spoil('022')
  }

  #leaveTransaction(problem?: string): void {
    const transaction = this.#transaction
    if (transaction === null) return
    if (problem !== undefined) transaction.problems.push(problem)
    const { transactions } = transaction.group
    if (transactions.length < maxAnswered || transaction.problems.length > 0) transactions.push(transaction)
    this.#transaction = null
    this.#on.end?.(transaction)
  }

  #leaveGroup(problem: string): void {
    this.#group?.problems.push(problem)
    if (this.#group !== null) this.#group.included = this.#group.received
    this.#group = null
  }

  /** The first reason counts. */
  #spoil(note: string): void {
    if (this.#interchange?.note === noNote) this.#interchange.note = note
  }
}

/** Members, payments and claims are read by the 005010 guides, with any addenda; some files leave out the version. */
function isOtherVersion({ code, version }: Pick<Group, 'code' | 'version'>): boolean {
  return ['BE', 'HP', 'HC'].includes(code) && version !== '' && !/^0*5010/.test(version)
}

const outsideWords = {
  'not-x12': 'is no X12 segment',
  'too-long': 'is longer than 64 kB, without the sign that ends a segment',
  isa: 'has an ISA that cannot be read',
} as const

/** Control numbers match as written, or else as numbers. */
function isSameNumber(one: string, other: string): boolean {
  return one === other || (/^\d+$/.test(one) && /^\d+$/.test(other) && BigInt(one) === BigInt(other))
}
