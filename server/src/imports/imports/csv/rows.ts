import { parse } from 'csv-parse/sync'
import { type Line, readLines } from '../source/lines.ts'
import { openFile } from '../source/open.ts'
import { cleanText } from '../text.ts'
import { RecordJoiner, type TextRecord } from './records.ts'
import {
  createNarrowing,
  createRepeatFinder,
  isSeparatorNote,
  quoteTextMarks,
  withoutTextMark,
} from './spreadsheets.ts'
import { decodeWindows1252 } from './windows-1252.ts'

/** A row of a file and its line; `problem` if it cannot be split into cells. */
export type CsvRow = { readonly line: number } & (
  | { readonly cells: readonly string[]; readonly problem?: undefined }
  | { readonly problem: string; readonly text: string }
)

/** How many rows, and how many characters, are split into cells at a time: a row may have a megabyte. */
const partSize = 200
const partLength = 256 * 1024

/** The most cells of a row: the widest known files, NPPES and the exchange's plans, have some hundred columns. */
const maxCells = 2000

const lineProblems = { 'too-long': 'is longer than 16 MB', 'not-utf8': 'is not UTF-8' } as const

/**
 * Reads the rows of a CSV file (RFC 4180: commas, double quotes, LF or CRLF, quoted line breaks, with or without a byte order mark),
 * compressed or not, with only a few rows in memory at a time. Skips empty rows, what spreadsheets add, and repetitions of the first row.
 * Throws if the rest of the file is unreadable.
 */
export async function* readCsv(file: string, progress?: (bytes: number) => void): AsyncGenerator<CsvRow> {
  let widthOfFile = 0
  const joiner = new RecordJoiner((text) => isRecord(text, widthOfFile))
  const narrow = createNarrowing()
  const isRepeated = createRepeatFinder()
  let isFirst = true
  let part: TextRecord[] = []
  let length = 0
  for await (const read of readLines(await openFile(file, progress))) {
    const line = asText(read)
    if (isFirst && line.problem === undefined && isSeparatorNote(line.text)) continue
    isFirst = false
    const records =
      line.problem === undefined
        ? joiner.add(line)
        : [...joiner.end(), { number: line.number, text: '', problem: lineProblems[line.problem] }]
    part.push(...records)
    if (widthOfFile === 0) widthOfFile = countNamed(records)
    for (const { text } of records) length += text.length
    if (part.length < partSize && length < partLength) continue
    yield* toRows(part, narrow, isRepeated)
    part = []
    length = 0
  }
  yield* toRows([...part, ...joiner.end()], narrow, isRepeated)
}

/** A line that is not UTF-8 is read as Windows-1252, which older spreadsheets write, if possible. */
function asText(line: Line): Line {
  const text = line.problem === 'not-utf8' && line.bytes !== undefined ? decodeWindows1252(line.bytes) : null
  return text === null ? line : { number: line.number, text }
}

function* toRows(
  records: readonly TextRecord[],
  narrow: ReturnType<typeof createNarrowing>,
  isRepeated: ReturnType<typeof createRepeatFinder>,
): Generator<CsvRow> {
  const good = records.filter(({ problem }) => problem === undefined)
  const together = parseCells(good.map(({ text }) => text).join('\n'))
  const cells = together?.length === good.length ? together.values() : undefined
  for (const { number: line, text, problem } of records) {
    if (problem !== undefined) yield { line, text, problem }
    else {
      const own = cells === undefined ? parseCells(text)?.[0] : cells.next().value
      if (own === undefined) {
        if (text.trim() !== '') yield { line, text, problem: 'has a quote where none can be' }
      } else if (own.length > maxCells) {
        yield { line, text, problem: `has ${own.length} cells, where ${maxCells} are the most` }
      } else {
        const plain = own.map((cell) => withoutTextMark(cleanText(cell).trim()))
        if (plain.some((cell) => cell !== '') && !isRepeated(plain)) yield { line, cells: narrow(plain) }
      }
    }
  }
}

/** The number of cells in the first row. */
function countNamed(records: readonly TextRecord[]): number {
  const first = records.find(({ text, problem }) => problem === undefined && text.trim() !== '')
  return first === undefined ? 0 : (parseCells(first.text)?.[0]?.length ?? 0)
}

/** Whether joined lines are one row, and not several rows between a quote that is not closed and one that stands where none can be. */
function isRecord(text: string, widthOfFile: number): boolean {
  const rows = parseCells(text)
  const [own] = rows ?? []
  return own !== undefined && rows?.length === 1 && !hidesRow(text, own[0] ?? '', widthOfFile)
}

/** Whether a line within quotes is itself a row: as many cells as the first row, and a first cell of the same form as this row's. */
function hidesRow(text: string, firstCell: string, widthOfFile: number): boolean {
  const form = describeForm(firstCell)
  return text
    .split('\n')
    .slice(1)
    .some((line) => {
      if (line.split(',').length < widthOfFile) return false
      const cells = parseCells(line)?.[0] ?? parseCells(line.replace('"', ''))?.[0] ?? []
      return cells.length === widthOfFile && describeForm(cells[0] ?? '') === form
    })
}

/** The kinds of characters of a cell: `A` for letters, `9` for digits. */
function describeForm(cell: string): string {
  return cell
    .trim()
    .replace(/\p{L}+/gu, 'A')
    .replace(/\d+/g, '9')
}

/** Null if the text is not CSV. */
function parseCells(text: string): string[][] | null {
  try {
    return parse(text, { relax_column_count: true, trim: true, record_delimiter: '\n' })
  } catch {
    const quoted = quoteTextMarks(text)
    return quoted === text ? null : parseCells(quoted)
  }
}
