import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { Refused, Skipped } from '../refused.ts'
import { bounds } from './bounds.ts'
import { createReader, inPlace, type ReadOrNot, type ToRead } from './reader.ts'
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
  const here = (await reader.read(texts, { today: '2026-11-30' })).map(show)
  expect(here.filter((one) => one !== undefined && 'incoming' in one).length).toBeGreaterThan(100)
  expect(here.filter((one) => one !== undefined && 'refused' in one).length).toBeGreaterThan(1)
  expect(here.filter((one) => one !== undefined && 'skipped' in one).length).toBeGreaterThan(0)
  // So many that the reader begins its thread.
  for (let count = 0; count < 1_000; count += texts.length) await reader.read(texts, { today: '2026-11-30' })
  const [all, newest] = await Promise.all([
    reader.read(texts, { today: '2026-11-30' }),
    reader.read(texts.slice(0, 3), { today: '2026-11-30' }),
  ])
  expect(all.map(show)).toEqual(here)
  expect(newest.map(show)).toEqual(here.slice(0, 3))
})

test('FD-2, FD-3: what the portal built of X12 files is refused for its size nowhere, and read alike in either place', async () => {
  const claim = JSON.parse(examples.find((text) => text.includes('"id":"EOBInpatient1"')) ?? '{}')
  const item = Array.from({ length: bounds.list + 1 }, (_, at) => ({ ...claim.item[0], sequence: at + 1 }))
  const text = JSON.stringify({ ...claim, item })
  const long: ToRead = { type: 'ExplanationOfBenefit', text, hash: Buffer.alloc(32) }
  const read = async (where: Pick<typeof reader, 'read'>) => {
    const [built] = (await where.read([long], { today: '2026-11-30', isBuilt: true })).map(show)
    const [came] = (await where.read([long], { today: '2026-11-30' })).map(show)
    return { built, came }
  }
  const here = await read(inPlace)
  expect(here.built).toMatchObject({ type: 'claim' })
  expect(here.came).toMatchObject({ path: 'item' })
  // The first test has begun its thread.
  expect(await read(reader)).toEqual(here)
})
