import { expect, test } from 'vitest'
import { formatApprovals, parseApprovals } from './approvals.ts'

const texts = 'a'.repeat(22)
const others = 'b-_9'.padEnd(22, 'c')

test('LG-4 a brand’s approvals are formatted and parsed alike', () => {
  const said = new Map([
    ['ar', texts],
    ['zh', others],
  ] as const)
  expect(parseApprovals(formatApprovals(said) ?? '')).toEqual(said)
  expect(formatApprovals(new Map())).toBeNull()
})

test.each(['', 'ar', 'ar=short', `en=${texts}`, `xx=${texts}`, `ar=${texts}; ar=${others}`, `ar=${texts};`])(
  'LG-4 “%s” approves nothing',
  (value) => expect(parseApprovals(value)).toBeNull(),
)
