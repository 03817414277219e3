import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytes, documented, formatSizing, perMember, sizeFor } from '../bench/sizing.ts'

const text = readFileSync(join(import.meta.dirname, '../docs/scaling.md'), 'utf8')

test('OP-14 the document has the sizes that the model computes, and every constant of it', () => {
  for (const members of documented) expect(text).toContain(formatSizing(sizeFor(members)))
  for (const value of [...Object.values(bytes), ...Object.values(perMember)])
    expect(text).toContain(value.toLocaleString('en'))
})

test('OP-14 sizes grow with members, and there are always two instances', () => {
  expect(sizeFor(1).instances).toBe(2)
  const [one, twenty] = [sizeFor(1_000_000), sizeFor(20_000_000)]
  expect(twenty.auditGbYear / one.auditGbYear).toBeCloseTo(20, 0)
  expect(twenty.instances).toBeGreaterThan(one.instances)
})
