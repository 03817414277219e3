import { createHash } from 'node:crypto'
import { openFile } from '../source/open.ts'
import { isTaken } from './answers.ts'
import { EnvelopeReader, type Group, type Interchange, noNote, type Transaction } from './envelope.ts'
import { SegmentReader } from './segments.ts'

/** The envelopes of a file, read before anything of it is stored (FD-4). */
export interface Inspected {
  readonly file: string
  readonly digest: Buffer
  readonly interchanges: readonly Interchange[]
  /** Segments outside of interchanges: their position, and what they are. */
  readonly outside: readonly { readonly at: number; readonly what: string }[]
  /** The transaction sets in the file. */
  readonly sets: ReadonlySet<string>
  /** When its first group was made, as written. */
  readonly moment: string
}

const maxOutside = 20

/** Reads a whole file for its structure alone, so that nothing of a transaction that will be refused is ever stored. */
export async function inspectFile(file: string): Promise<Inspected> {
  const interchanges: Interchange[] = []
  const outside: { at: number; what: string }[] = []
  const sets = new Set<string>()
  const envelope = new EnvelopeReader({
    interchange: (one) => interchanges.push(one),
    begin: ({ set }) => sets.size < 100 && sets.add(set),
    outside: (at, what) => outside.length < maxOutside && outside.push({ at, what }),
  })
  const reader = new SegmentReader(
    (segment) => envelope.take(segment),
    (problem) => envelope.tellMisplaced(problem),
  )
  const digest = createHash('sha256')
  for await (const chunk of (await openFile(file)) as AsyncIterable<Buffer>) {
    digest.update(chunk)
    reader.push(chunk)
  }
  reader.end()
  envelope.end()
  const first = interchanges[0]?.groups[0]
  const moment = first === undefined ? '' : `${first.date}${first.time}`
  return { file, digest: digest.digest(), interchanges, outside, sets, moment }
}

/** Whether the transaction at an ordinal of a file is refused: with its interchange, with its group or by itself. */
export function refusals({ interchanges }: Pick<Inspected, 'interchanges'>): (ordinal: number) => boolean {
  const groups = interchanges.flatMap(({ groups: some, note }) =>
    some.filter(({ problems }) => note !== noNote || problems.length > 0),
  )
  const ranges = groups.map(({ first, received }) => [first, first + received] as const)
  const single = new Set(
    interchanges.flatMap(({ groups: some }) =>
      some.flatMap(({ transactions }) => transactions.filter((one) => !isTaken(one)).map(({ ordinal }) => ordinal)),
    ),
  )
  return (ordinal) => single.has(ordinal) || ranges.some(([from, to]) => ordinal >= from && ordinal < to)
}

/** Whether nothing of a file's structure is refused; interchanges for another receiver do not count. */
export function isWhole({ interchanges, outside }: Pick<Inspected, 'interchanges' | 'outside'>): boolean {
  return (
    outside.length === 0 &&
    interchanges.every(
      ({ note, groups }) =>
        note === notForUs ||
        (note === noNote &&
          groups.every(({ problems, transactions }) => problems.length === 0 && transactions.every(isTaken))),
    )
  )
}

/** The TA105 code for an interchange with another receiver. */
export const notForUs = '009'

/** Why an interchange is refused, for the people who made it. */
export function interchangeWords(note: string): string {
  return noteWords[note] ?? 'cannot be taken'
}

const noteWords: Readonly<Record<string, string>> = {
  '001': 'is refused: the control numbers of ISA13 and IEA02 differ',
  '009': 'is refused: it is for somebody else (ISA08)',
  '021': 'is refused: IEA01 counts other groups than there are',
  '022': 'is refused: segments stand where none can be',
  '023': 'is refused: it is cut short, the IEA is missing',
  '025':
    'is refused: another interchange of the sender has the same control number (ISA13) and time, and other content',
}

/** Why a group or a transaction is refused. */
export function groupWords({ problems }: Pick<Group, 'problems'>): string {
  return problems.map((code) => groupProblems[code] ?? code).join('; ')
}

export function transactionWords({ problems }: Pick<Transaction, 'problems'>): string {
  return problems.map((code) => transactionProblems[code] ?? code).join('; ')
}

const groupProblems: Readonly<Record<string, string>> = {
  '2': 'its version (GS08) is not read',
  '3': 'the GE is missing',
  '4': 'the control numbers of GS06 and GE02 differ',
  '5': 'GE01 counts other transactions than there are',
}

const transactionProblems: Readonly<Record<string, string>> = {
  '2': 'the SE is missing',
  '3': 'the control numbers of ST02 and SE02 differ',
  '4': 'SE01 counts other segments than there are',
  '5': 'a segment is too long',
  '7': 'it has no control number (ST02)',
  '23': 'its control number (ST02) is used twice in the group',
}
