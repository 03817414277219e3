import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { Refused, Skipped } from '../refused.ts'
import { createReader, type ReadOrNot, type ToRead } from './reader.ts'
import { shapes } from './shapes.ts'

const guides = join(import.meta.dirname, '../../../../test/fhir/guides.ndjson.gz')
const examples = gunzipSync(readFileSync(guides))
  .toString()
  .split('\n')
  .filter((line) => line !== '')
const odd = [
  '{"resourceType":"ExplanationOfBenefit","id":"cut',
  '{"resourceType":"ExplanationOfBenefit","id":"no-patient"}',
  '{"resourceType":"ExplanationOfBenefit","id":"estimate","use":"predetermination"}',
]
const texts = [...examples, ...odd].flatMap((text): ToRead[] => {
  const type = /"resourceType"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? ''
  const hash = createHash('sha256').update(text).digest()
  return Object.hasOwn(shapes, type) ? [{ type: type as ToRead['type'], text, hash }] : []
})
const reader = createReader()
afterAll(() => reader.close())

/** What of an outcome the import uses. */
function show(one: ReadOrNot | undefined) {
  if (one instanceof Refused) return { refused: one.message, path: one.path, where: one.where }
  return one instanceof Skipped ? { skipped: one.message } : one
}

test('IM-1, IM-3, IM-5: a long file is read in another thread exactly as a short one is read', async () => {
  const here = (await reader.read(texts, '2026-11-30')).map(show)
  expect(here.filter((one) => one !== undefined && 'incoming' in one).length).toBeGreaterThan(100)
  expect(here.filter((one) => one !== undefined && 'refused' in one).length).toBeGreaterThan(1)
  expect(here.filter((one) => one !== undefined && 'skipped' in one).length).toBeGreaterThan(0)
  // So many that the reader begins its thread.
  for (let count = 0; count < 1_000; count += texts.length) await reader.read(texts, '2026-11-30')
  const [all, newest] = await Promise.all([
    reader.read(texts, '2026-11-30'),
    reader.read(texts.slice(0, 3), '2026-11-30'),
  ])
  expect(all.map(show)).toEqual(here)
  expect(newest.map(show)).toEqual(here.slice(0, 3))
})
