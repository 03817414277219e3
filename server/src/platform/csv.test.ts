import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test.each([
  ['a line feed', 'one\n=1+1'],
  ['a carriage return', 'one\r=1+1'],
  ['both', 'one\r\ntwo'],
  ['a quote and a comma', 'one "two", three'],
  ['a separator of another country', 'one;two'],
])('MP-6 a cell with %s stays one cell of its row (RFC 4180)', (_, cell) => {
  const text = csvLines([[cell, 'next']]).toString('utf8')
  expect(parse(text, { record_delimiter: '\r\n' })).toEqual([[cell, 'next']])
  // No program takes text within a cell for a new row, whose first cell it would evaluate.
  const outside = text.replace(/"(?:[^"]|"")*"/g, '').replace(/\r\n$/, '')
  expect(outside).not.toMatch(/[\r\n]/)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
  'MP-6 a cell that a spreadsheet would compute has an apostrophe before it: %j',
  (cell) => {
    expect(parse(csvLines([[cell]]).toString('utf8'), { record_delimiter: '\r\n' })).toEqual([[`'${cell}`]])
  },
)
