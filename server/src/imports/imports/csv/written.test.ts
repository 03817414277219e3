import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { Refused } from '../refused.ts'
import { readHeader } from './header.ts'
import { listColumns } from './kind.ts'
import { csvKinds } from './kinds.ts'
import { readCsv } from './rows.ts'

const samples = join(import.meta.dirname, '../../../../../docs/samples')
const folder = mkdtempSync(join(tmpdir(), 'portico-written-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Row = Readonly<Record<string, unknown>> | string

/** Reads a file of a kind: the values of each row, or why it or a row is refused. */
async function readAs(kind: (typeof csvKinds)[number] | null, content: string | Buffer): Promise<readonly Row[]> {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  const found: Row[] = []
  let header: ReturnType<typeof readHeader> | undefined
  try {
    for await (const row of readCsv(path)) {
      if (row.problem !== undefined) found.push(row.problem)
      else if (kind === null) found.push({ cells: row.cells })
      else if (header === undefined) header = readHeader(row, listColumns(kind))
      else found.push(header.read(row.cells))
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    found.push(error.message)
  }
  return found
}

/** Cells of a kind's sample, with words that encodings write differently. */
function listCells(name: string, textAt?: number): string[][] {
  const [header = [], ...cells]: string[][] = parse(readFileSync(join(samples, `${name}.csv`)))
  const first = cells[0]
  if (textAt !== undefined && first !== undefined) first[textAt] = 'Zoë’s “Café”'
  return [header, ...cells]
}

/** Finds the index of a non-empty free-text column; undefined: the kind has none. */
function findText({ columns }: (typeof csvKinds)[number], [names = [], first = []]: string[][]): number | undefined {
  const at = names.findIndex(
    (name, place) => /^text, [1-9]\d+ /.test(columns[name]?.type.words ?? '') && first[place] !== '',
  )
  return at === -1 ? undefined : at
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const plain = (cell: string) => (/[",\n\r]/.test(cell) ? quote(cell) : cell)
const joinCells = (rows: readonly (readonly string[])[], sign = ',', write = plain) =>
  rows.map((row) => `${row.map(write).join(sign)}\n`).join('')

/** Characters used here whose Windows-1252 bytes differ from Unicode. */
const ofWindows: Readonly<Record<string, number>> = { '’': 0x92, '“': 0x93, '”': 0x94 }
const toWindows = (text: string) => Buffer.from([...text].map((one) => ofWindows[one] ?? one.charCodeAt(0)))
const toUtf16 = (text: string) => Buffer.from(text, 'utf16le')
const swap = (bytes: Buffer) => Buffer.from(bytes).swap16()

type Writing = readonly [
  name: string,
  write: (rows: string[][]) => string | Buffer,
  rows?: (rows: string[][]) => string[][],
]
const withNames = ([names = [], ...rows]: string[][], change: (name: string) => string) => [names.map(change), ...rows]
const same = (rows: string[][]) => rows
const repeatRows = ([names = [], ...rows]: string[][]) => [names, ...rows, ...rows]

const readable: readonly Writing[] = [
  ['UTF-8 with a byte order mark', (rows) => `\uFEFF${joinCells(rows)}`],
  ['a byte order mark before a quote', (rows) => `\uFEFF${joinCells(rows, ',', quote)}`],
  ['CRLF', (rows) => joinCells(rows).replaceAll('\n', '\r\n')],
  ['gzip', (rows) => gzipSync(joinCells(rows))],
  ['Windows-1252', (rows) => toWindows(joinCells(rows))],
  ['Windows-1252 with CRLF', (rows) => toWindows(joinCells(rows).replaceAll('\n', '\r\n'))],
  ['a note of commas', (rows) => `\uFEFFsep=,\r\n${joinCells(rows)}`],
  ['no line break at its end', (rows) => joinCells(rows).trimEnd()],
  ['empty columns at the end', (rows) => joinCells(rows.map((row) => [...row, '', '']))],
  ['blanks around its cells', (rows) => joinCells(rows, ' , ')],
  [
    'headings in capital letters with blanks',
    (rows) => joinCells(withNames(rows, (name) => ` ${name.toUpperCase().replaceAll('_', ' ')} `)),
  ],
  [
    'headings in other letters without blanks',
    (rows) => joinCells(withNames(rows, (name) => name.replaceAll(/_(.)/g, (_, sign: string) => sign.toUpperCase()))),
  ],
  ['the headings once more in the middle', (rows) => `${joinCells(rows)}${joinCells(rows)}`, repeatRows],
  [
    'a byte order mark and the headings in the middle',
    (rows) => `\uFEFF${joinCells(rows)}\uFEFF${joinCells(rows, ',', quote)}`,
    repeatRows,
  ],
  [
    'headings in the middle that are written otherwise',
    (rows) => `${joinCells(rows)}${joinCells(withNames(rows, (name) => name.toUpperCase().replaceAll('_', ' ')))}`,
    repeatRows,
  ],
]

const refused: readonly (readonly [name: string, write: (rows: string[][]) => string | Buffer, reason: RegExp])[] = [
  ['UTF-16, little end first, with a mark', (rows) => toUtf16(`\uFEFF${joinCells(rows)}`), /is UTF-16/],
  ['UTF-16, little end first, without one', (rows) => toUtf16(joinCells(rows)), /is UTF-16/],
  ['UTF-16, big end first, with a mark', (rows) => swap(toUtf16(`\uFEFF${joinCells(rows)}`)), /is UTF-16/],
  ['UTF-16, big end first, without one', (rows) => swap(toUtf16(joinCells(rows))), /is UTF-16/],
  ['UTF-16 in gzip', (rows) => gzipSync(toUtf16(`\uFEFF${joinCells(rows, '\t')}`)), /is UTF-16/],
  ['CR alone', (rows) => joinCells(rows).replaceAll('\n', '\r'), /with CR alone/],
  ['CR alone behind a note of commas', (rows) => `sep=,\n${joinCells(rows).replaceAll('\n', '\r')}`, /with CR alone/],
  ['semicolons', (rows) => joinCells(rows, ';'), /separated by semicolons/],
  ['semicolons between quotes', (rows) => joinCells(rows, ';', quote), /separated by semicolons/],
  ['a note of semicolons', (rows) => `sep=;\n${joinCells(rows, ';')}`, /separated by semicolons/],
  [
    'a note of semicolons behind a mark',
    (rows) => `\uFEFF"sep=;"\r\n${joinCells(rows, ';')}`,
    /separated by semicolons/,
  ],
  ['semicolons behind a note of commas', (rows) => `sep=,\n${joinCells(rows, ';')}`, /separated by semicolons/],
  ['tabs', (rows) => joinCells(rows, '\t'), /separated by tabs/],
  ['vertical bars', (rows) => joinCells(rows, '|'), /separated by vertical bars/],
]

const others = readdirSync(samples).flatMap((file) =>
  /^(?:directory|plans\.\w+)\.csv$/.test(file) ? [file.slice(0, -4)] : [],
)
const kinds = [...csvKinds.map((kind) => [kind.name, kind] as const), ...others.map((name) => [name, null] as const)]

describe.each(kinds)('IM-6 a file of %s', (name, kind) => {
  const own = listCells(name)
  const text = kind === null ? undefined : findText(kind, own)
  const cells = listCells(name, text)

  test('IM-6 the sample has words that distinguish encodings', () => {
    if (kind !== null && kind.name !== 'appointments') expect(text).toBeDefined()
  })

  test.each(readable.map(([said, write, rows = same]) => [said, write, rows] as const))(
    'IM-6 is read correctly with %s',
    async (_, write, rows) => {
      const expected = await readAs(kind, joinCells(rows(cells)))
      expect(expected.filter((one) => typeof one === 'string')).toEqual([])
      const seen = await readAs(kind, write(cells))
      // Without a kind, the reader does not know the columns and keeps the first row as written.
      expect(kind === null ? seen.slice(1) : seen).toEqual(kind === null ? expected.slice(1) : expected)
    },
  )

  test.each(refused)('IM-6 IM-3 is refused once by name with %s', async (_, write, reason) => {
    expect(await readAs(kind, write(cells))).toEqual([expect.stringMatching(reason)])
  })

  test('IM-6 keeps a line break between quotes, and refuses a row with too few or too many cells', async () => {
    if (text !== undefined && kind !== null) {
      const broken = cells.map((row, at) => (at === 1 ? row.with(text, 'One\r\nTwo') : row))
      const [first] = await readAs(kind, joinCells(broken))
      const column = cells[0]?.[text] ?? ''
      expect(String((first as Record<string, unknown>)[column]).replaceAll(/\s+/g, ' ')).toBe('One Two')
    }
    const [names = [], row = []] = cells
    if (kind !== null)
      for (const wrong of [row.slice(0, -1), [...row, 'more']])
        expect(await readAs(kind, joinCells([names, wrong]))).toEqual([expect.stringMatching(/the row has \d+ cells/)])
  })

  test('IM-6 IM-3 is read no further after column names in another order, or other names', async () => {
    const turned = cells.map((row) => row.toReversed())
    const [names = [], ...rest] = cells
    const other = [names.with(-1, 'another_column'), ...rest]
    for (const more of names.length > 2 ? [turned, other] : [turned])
      expect((await readAs(kind, `${joinCells(cells)}${joinCells(more)}`)).at(-1)).toEqual(
        expect.stringMatching(/names its columns again/),
      )
  })
})
