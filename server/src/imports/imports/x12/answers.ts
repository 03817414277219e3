import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Group, type Interchange, noNote, type Transaction } from './envelope.ts'
import type { Fault } from './faults.ts'

/** What an interchange's answer is made from. */
export interface Answered {
  readonly interchange: Interchange
  /** The faults in the loops of each transaction, by the transaction's position in the file. */
  readonly faults: ReadonlyMap<number, readonly FaultAt[]>
  readonly now: Date
  /** The answer's own control number. */
  readonly control: number
}

export interface FaultAt extends Fault {
  /** The position in its transaction; ST is 1. */
  readonly position: number
  readonly loop: string
}

/** The transaction sets that are read; the sender is told of all others that they are skipped. */
const setsRead: ReadonlySet<string> = new Set(['834', '835', '837'])
/** IK502: such transactions are not supported. */
const notRead = '1'

/** The most faulty segments that one answer reports. */
export const maxFaults = 1000
const version = '005010X231A1'

/** TA1: whether the envelope was accepted. Null unless the sender requested it or the envelope was not (FD-4). */
export function interchangeAnswer({ interchange, now, control }: Omit<Answered, 'faults'>): string | null {
  const { wantsAnswer, isPadded, note } = interchange
  if (!wantsAnswer && note === noNote) return null
  const [code, why] = note !== noNote ? ['R', note] : isPadded ? ['A', noNote] : ['E', '022']
  const { control: ownControl, writtenControl } = interchange
  // Padding a control number that is not numeric would name another interchange.
  const number = /^\d+$/.test(ownControl) ? ownControl.padStart(9, '0') : writtenControl
  const said = ['TA1', number, interchange.date, interchange.time, code, why]
  return enclose(interchange, { now, control }, [said], 0)
}

/** 999: what was accepted of each group and transaction. Null if there is no group to answer. */
export function groupAnswer(answered: Answered): string | null {
  const { interchange, now, control } = answered
  const groups = interchange.groups.filter(({ code }) => code !== 'FA')
  if (groups.length === 0 || interchange.note !== noNote) return null
  const said = groups.flatMap((group, index) => {
    const own = String(index + 1).padStart(4, '0')
    const [date, time] = [longDay(now), clock(now)]
    const parts = [['ST', '999', own, version], ...listParts(group, answered)]
    return [
      ['GS', 'FA', group.receiver, group.sender, date, time, String(control + index), 'X', version],
      ...parts,
      ['SE', String(parts.length + 1), own],
      ['GE', '1', String(control + index)],
    ]
  })
  return enclose(interchange, { now, control }, said, groups.length)
}

/** An element, or the components of a composite one. */
type Part = string | readonly string[]

function listParts(group: Group, { faults }: Answered): Part[][] {
  let [taken, flawed] = [0, 0]
  const each = group.transactions.flatMap((one) => {
    const own = faults.get(one.ordinal) ?? []
    const isRead = setsRead.has(one.set)
    const isRefused = one.problems.length > 0 || group.problems.length > 0 || !isRead
    if (!isRefused) taken += 1
    if (!isRefused && own.length > 0) flawed += 1
    const verdict = isRefused
      ? ['R', ...(isRead ? [] : [notRead]), ...one.problems].slice(0, 6)
      : own.length > 0
        ? ['E', '5']
        : ['A']
    return [
      ['AK2', one.set, one.control, ...(one.version === '' ? [] : [one.version])],
      ...own.flatMap((fault) => faultParts(fault)),
      ['IK5', ...verdict],
    ]
  })
  // In a very large group, only refused transactions are listed individually.
  taken += group.received - group.transactions.length
  const refused = group.received - taken
  const code = refused === 0 ? (flawed > 0 ? 'E' : 'A') : taken === 0 ? 'R' : 'P'
  const counts = [group.included || group.received, group.received, taken].map(String)
  const own = group.problems.length > 0 ? ['R', ...counts, ...group.problems.slice(0, 5)] : [code, ...counts]
  return [['AK1', group.code, group.control, group.version], ...each, ['AK9', ...own]]
}

/** Without a wrong element, a segment is missing that the guide requires there (I6). */
function faultParts({ segment, element, component, repetition, code, copy, position, loop }: FaultAt): Part[][] {
  if (element === 0) return [['IK3', segment.id, String(position), loop, 'I6']]
  return [
    ['IK3', segment.id, String(position), loop, '8'],
    ['IK4', placeElement(element, component, repetition), '', code, ...(copy === null ? [] : [copy])],
  ]
}

/** C030: the element, and for a composite element the component and the repetition. */
function placeElement(element: number, component?: number, repetition?: number): Part {
  if (component === undefined && repetition === undefined) return String(element)
  return [element, component ?? '', repetition ?? ''].map(String)
}

/** The answer in its own envelope, from the receiver back to the sender. */
function enclose(
  { sender, receiver, isTest }: Interchange,
  { now, control }: { readonly now: Date; readonly control: number },
  said: readonly (readonly Part[])[],
  groups: number,
): string {
  const number = String(control).padStart(9, '0')
  const company = ({ kind, id }: Interchange['sender']) => [plain(kind).padEnd(2), plain(id).padEnd(15)]
  const empty = ' '.repeat(10)
  const [day, time] = [longDay(now).slice(2), clock(now)]
  const isa = ['ISA', '00', empty, '00', empty, ...company(receiver), ...company(sender), day, time]
  const lines = [
    [...isa, '^', '00501', number, '0', isTest ? 'T' : 'P', ':'],
    ...said.map((parts) => parts.map(writePart)),
    ['IEA', String(groups), number],
  ]
  return lines.map((parts) => `${parts.join('*').replace(/\*+$/, '')}~\n`).join('')
}

function writePart(part: Part): string {
  return typeof part === 'string' ? plain(part) : part.map(plain).join(':').replace(/:+$/, '')
}

/** A sender's text, without the answer's separators. */
function plain(text: string): string {
  return text.replace(/[*~^:\r\n]/g, ' ')
}

function longDay(now: Date): string {
  return now.toISOString().slice(0, 10).replaceAll('-', '')
}

function clock(now: Date): string {
  return now.toISOString().slice(11, 16).replace(':', '')
}

/** Whether a transaction is accepted at all. */
export function isTaken({ problems, group, interchange }: Transaction): boolean {
  return problems.length === 0 && group.problems.length === 0 && interchange.note === noNote
}

/** Writes an answer under its final name only once it is complete. */
export async function writeAnswer(folder: string, kind: 'ta1' | '999', control: number, text: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = `${String(control).padStart(9, '0')}.${kind}`
  const part = join(folder, `.${name}-${randomUUID()}`)
  await writeFile(part, text, { mode: 0o600 })
  await rename(part, join(folder, name))
}
