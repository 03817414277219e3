import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRejects } from './rejects.ts'

/** The lines of the rejects file of resources with these texts. */
async function writeRejects(texts: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-rejects-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const rejects = openRejects(join(folder, 'rejects.ndjson'), 'fhir')
  for (const text of texts) await rejects.write({ file: 'f', line: 1, path: '', reason: 'r', text })
  await rejects.close()
  return readFileSync(join(folder, 'rejects.ndjson'), 'utf8').split('\n').slice(0, -1)
}

const why = '{"rejected":{"file":"f","line":1,"path":"","reason":"r"},"resource":'

test('IM-3 a rejected resource that is nested 5,000 deep, which cannot be written again, is in the rejects file', async () => {
  const deep = `${'{"x":['.repeat(2500)}1${']}'.repeat(2500)}`
  expect(await writeRejects([deep, '{}'])).toEqual([`${why}${deep}}`, `${why}{}}`])
})

test('IM-3 a rejected resource keeps its digits, on one line; what is no JSON is a text', async () => {
  expect(await writeRejects(['{"a":\r\n  1.50,\n"b":12345678901234567890}', '{"cut'])).toEqual([
    `${why}{"a":   1.50, "b":12345678901234567890}}`,
    `${why}"{\\"cut"}`,
  ])
})
