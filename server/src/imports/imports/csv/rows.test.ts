import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refused } from '../refused.ts'
import { words } from './cell-types.ts'
import { readHeader } from './header.ts'
import { optional, requireColumn } from './kind.ts'
import { type CsvRow, readCsv } from './rows.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-rows-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(content: string): string {
  const path = join(folder, 'rows.csv')
  writeFileSync(path, content)
  return path
}

async function readRows(content: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const row of readCsv(file(content))) rows.push(row)
  return rows
}

const columns = { name: requireColumn(words(10), ''), city: optional(words(10), '') }

test('IM-5 IM-6 a row with more cells than any file has is refused as one row, and the rows after it are read', async () => {
  const wide = Array.from({ length: 50_000 }, (_, at) => `column_${at}`).join(',')
  const [first, second] = await readRows(`${wide}\na,b\n`)
  expect(first).toMatchObject({ line: 1, problem: 'has 50000 cells, where 2000 are the most' })
  expect(second).toEqual({ line: 2, cells: ['a', 'b'] })
  expect(() => readHeader(first as CsvRow, columns)).toThrow(/first row, which names the columns, has 50000 cells/)
})

test('IM-6 text marks for spreadsheets are removed from cells', async () => {
  const rows = await readRows(
    'name,city\n="007",="01234"\n"=""008""",\'01234\n ="009" ,"a,=""b"",c"\n"x ""y""",=""\n\'s-Hertogenbosch,="a" b\n',
  )
  expect(rows.map((row) => (row.problem === undefined ? row.cells : row.problem))).toEqual([
    ['name', 'city'],
    ['007', '01234'],
    ['008', '01234'],
    ['009', 'a,="b",c'],
    ['x "y"', ''],
    'has a quote where none can be',
  ])
})

test('IM-6 an empty column without a name is skipped, wherever it is', () => {
  const header = readHeader({ line: 1, cells: ['name', '', 'city'] }, columns)
  expect(header.read(['Ada', '', 'Fargo'])).toEqual({ name: 'Ada', city: 'Fargo' })
  expect(catchRefused(() => header.read(['Ada', '12', 'Fargo'])).message).toBe(
    'has a value in column 2, which has no name',
  )
})

test('IM-5 IM-6 of very many wrong columns, only some are named', () => {
  const cells = ['name', ...Array.from({ length: 1500 }, (_, at) => `c${at}`), 'name', 'c7']
  const refused = catchRefused(() => readHeader({ line: 1, cells }, columns))
  expect(refused.message).toMatch(
    /^unknown columns: c0, c1, .*c49, and 1451 more; columns that are there twice: name, c7$/,
  )
})

test('IM-5 IM-6 long rows come out one by one, without reading the file to its end first', async () => {
  const cell = 'x'.repeat(900_000)
  let read = 0
  const rows = readCsv(file(`name,city\n${`${cell},\n`.repeat(20)}`), (bytes) => {
    read += bytes
  })
  await rows.next()
  expect(read).toBeLessThan(4_000_000)
  let count = 0
  for await (const row of rows) count += row.problem === undefined && row.cells[0]?.length === 900_000 ? 1 : 0
  expect(count).toBe(20)
})

function catchRefused(work: () => unknown): Refused {
  try {
    work()
  } catch (error) {
    if (error instanceof Refused) return error
  }
  throw new Error('Nothing was refused.')
}

test('IM-3 IM-6 rows between a quote that is not closed and a stray one are not taken for the text of a cell', async () => {
  const start = 'id,name,note\n'
  const list = async (content: string) =>
    (await readRows(start + content)).slice(1).map((row) => row.problem ?? row.cells.join('|'))
  const open = 'has a quote that is not closed, or stands where none can be'
  expect(await list('1,Ann,"cut off\n2,Bob,fine\n3,Cid,fine\n4,Dee,Monitor 27"\n5,Eve,x\n')).toEqual([
    open,
    '2|Bob|fine',
    '3|Cid|fine',
    open,
    '5|Eve|x',
  ])
  expect(await list('1,"Ann,x\n2,Bob",fine\n3,Cid,x\n')).toEqual([open, open, '3|Cid|x'])
  // Lines that are no rows belong to the cell.
  expect(await list('1,Ann,"Call back:\nred, green, blue\n\n2, then 3"\n2,Bob,"a\nb"\n')).toEqual([
    '1|Ann|Call back:\nred, green, blue\n\n2, then 3',
    '2|Bob|a\nb',
  ])
})

test('IM-6 a line of blanks is no row, and names in quotes do not hide that semicolons separate the cells', async () => {
  expect((await readRows('name,city\nAda,Fargo\n   \n\t\nEve,Fargo\n')).map(({ line }) => line)).toEqual([1, 2, 5])
  await expect(readRows('"name";"city, state";"street, number"\na;b;c\n')).rejects.toThrow(/separated by semicolons/)
})
