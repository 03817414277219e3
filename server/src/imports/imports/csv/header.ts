import { Refused } from '../refused.ts'
import { isUnsaidCell } from './cell-types.ts'
import type { Columns } from './kind.ts'
import { unescapeCell } from './rejected-cells.ts'
import type { CsvRow } from './rows.ts'

/** Columns of a rejects file that say what was wrong; ignored when the file is loaded again. */
export const rejectedColumns = ['rejected_file', 'rejected_line', 'rejected_column', 'rejected_reason'] as const

/** The first row of a file. */
export interface CsvHeader {
  /** The values of a row by column; null for an empty cell. Throws Refused with every wrong cell. */
  read(cells: readonly string[]): Record<string, unknown>
  /** The same, with null for each wrong cell. Throws Refused only for a row whose cells belong to no columns. */
  readAll(cells: readonly string[]): ReadCells
  /** The cells in the order of the kind's columns, followed by extra cells. */
  inOrder(cells: readonly string[]): string[]
  /** Whether a row only records the fault of an unreadable one. */
  isNote(cells: readonly string[]): boolean
}

export interface ReadCells {
  readonly values: Record<string, unknown>
  readonly wrong: readonly Refused[]
}

/** Throws Refused with every unknown, missing or repeated column. */
export function readHeader(row: CsvRow, columns: Columns): CsvHeader {
  if (row.problem !== undefined) throw new Refused('', `the first row, which names the columns, ${row.problem}`)
  const known = new Map([...Object.keys(columns), ...rejectedColumns].map((name) => [squeeze(name), name]))
  const names = row.cells.map((cell) => known.get(squeeze(cell)) ?? cell.toLowerCase().replace(/[\s-]+/g, '_'))
  checkNames(names, columns)
  const declared = Object.keys(columns)
  const places = new Map(declared.map((name) => [name, names.indexOf(name)]))
  const notes = new Set<string>(rejectedColumns)
  // Only a rejects file has apostrophes before cells that a spreadsheet would take for formulas.
  const plain = names.some((name) => notes.has(name)) ? unescapeCell : (cell: string) => cell
  const readAll = (cells: readonly string[]): ReadCells => {
    if (cells.length !== names.length) {
      throw new Refused('', `the row has ${cells.length} cells, and the first row names ${names.length} columns`)
    }
    // An empty unnamed column is harmless; a value in one may belong to a neighboring column.
    const stray = cells.findIndex((cell, at) => cell !== '' && names[at] === '')
    if (stray !== -1) throw new Refused('', `has a value in column ${stray + 1}, which has no name`)
    const wrong: Refused[] = []
    const values = Object.entries(columns).map(([name, column]) => {
      const value = readCell(name, column, plain(cells[places.get(name) ?? -1] ?? ''))
      if (!(value instanceof Refused)) return [name, value] as const
      wrong.push(value)
      return [name, null] as const
    })
    return { values: Object.fromEntries(values), wrong }
  }
  return {
    isNote: (cells) => cells.every((cell, index) => cell === '' || notes.has(names[index] ?? '')),
    inOrder: (cells) => [
      ...declared.map((name) => plain(cells[places.get(name) ?? -1] ?? '')),
      ...cells.slice(names.length),
    ],
    readAll,
    read: (cells) => {
      const { values, wrong } = readAll(cells)
      if (wrong.length > 0) throw joinFaults(wrong)
      return values
    },
  }
}

/** The same for `Member Number`, `member-number` and `MemberNumber`. */
function squeeze(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}

/** Joins all faults of a row, so that nobody has to load a file again for each wrong cell. */
export function joinFaults(wrong: readonly Refused[]): Refused {
  const [first, ...others] = wrong
  if (first !== undefined && others.length === 0) return first
  return new Refused(
    wrong.map(({ path }) => path).join(', '),
    wrong.map(({ path, message }) => `${path} ${message}`).join('; '),
  )
}

/** How many wrong columns are listed. */
const maxTold = 50

function checkNames(names: readonly string[], columns: Columns): void {
  const known = new Set<string>([...Object.keys(columns), ...rejectedColumns])
  if (!names.some((name) => known.has(name))) {
    // The first row may be someone's data, which no message repeats.
    throw new Refused('', `the first row names no column; columns are ${Object.keys(columns).join(', ')}`)
  }
  const named = names.filter((name) => name !== '')
  const unknown = named.filter((name) => !known.has(name))
  const seen = new Set<string>()
  const twice = named.filter((name) => seen.size === seen.add(name).size)
  const missing = Object.keys(columns).filter((name) => columns[name]?.required && !seen.has(name))
  const list = (some: readonly string[]) =>
    [
      ...some.slice(0, maxTold).map((name) => name.slice(0, 80)),
      ...(some.length > maxTold ? [`and ${some.length - maxTold} more`] : []),
    ].join(', ')
  const problems = [
    ...(unknown.length > 0 ? [`unknown columns: ${list(unknown)}`] : []),
    ...(missing.length > 0 ? [`missing columns: ${list(missing)}`] : []),
    ...(twice.length > 0 ? [`columns that are there twice: ${list(twice)}`] : []),
  ]
  if (problems.length === 0) return
  throw new Refused(unknown[0] ?? missing[0] ?? twice[0] ?? '', problems.join('; '))
}

/** The value of a cell, or its fault. */
function readCell(name: string, { type, required }: Columns[string], text: string): unknown {
  if (isUnsaidCell(type, text)) {
    if (required !== true) return null
    return new Refused(name, text === '' ? 'is empty' : 'stands for what is not known')
  }
  try {
    return type.read(text)
  } catch (error) {
    if (error instanceof Refused) return new Refused(name, error.message)
    throw error
  }
}
