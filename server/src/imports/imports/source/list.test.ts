import { expect, test } from 'vitest'
import { createListScanner, maxEntry } from './list.ts'

function split(...chunks: readonly string[]) {
  const scanner = createListScanner()
  return [...chunks.flatMap((chunk) => [...scanner.take(chunk)]), ...scanner.end()]
}

test('IM-7 the entries of a list are the same wherever chunks cut the file', () => {
  const entries = ['{"a":"} ] \\" {","b":[{"c":1}]}', '7', '"x, ]y"', '{ "d" : null }']
  const text = `\n[ ${entries.join(' ,\n')} ]\n`
  const expected = entries.map((one, at) => ({ line: at + 1, text: one }))
  expect(split(text)).toEqual(expected)
  expect(split(...text)).toEqual(expected)
  for (let at = 1; at < text.length; at += 1)
    expect(split(text.slice(0, at), text.slice(at)), `cut at ${at}`).toEqual(expected)
  // A list under a name, with facts of the whole file around it.
  const named = `\n{ "version": "1.0", "count" : 4, "providers" :${text}, "updated": "x", "others": [{"a":1}] }`
  expect(split(named)).toEqual(expected)
  expect(split(...named)).toEqual(expected)
  expect(split('{"providers":[{"a":1}').at(-1)).toMatchObject({ problem: expect.stringContaining('cut short') })
  // A single entry without a list, and one entry per line.
  expect(split('{"a":1}')).toEqual([{ line: 1, text: '{"a":1}' }])
  expect(split('{"a":1}\n{"a":2}\n')).toHaveLength(2)
})

test('IM-7 OP-7 an entry that is too long or nested too deep costs only itself, and a truncated list is reported', () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const long = `{"a":"${'x'.repeat(maxEntry)}"}`
  expect(split(`[${deep},`, ...(long.match(/.{1,65536}/g) ?? []), ',{"b":1}]')).toEqual([
    { line: 1, text: '', problem: expect.stringContaining('nested') },
    { line: 2, text: '', problem: expect.stringContaining('longer') },
    { line: 3, text: '{"b":1}' },
  ])
  for (const cut of ['[{"a":1},', '[{"a":1},{"b":"x', '[{"a":1}'])
    expect(split(cut)).toEqual([
      { line: 1, text: '{"a":1}' },
      { line: 2, text: '', problem: expect.stringContaining('cut short') },
    ])
})
