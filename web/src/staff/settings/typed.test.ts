import { findDeclared, settingKeys } from '@portico/rules/settings/declared'
import { valueProblem } from '@portico/rules/settings/judge'
import { expect, test } from 'vitest'
import { formatTyped, parseTyped } from './typed.ts'

test('CT-9 a value that is shown in its field and sent back stays the same', () => {
  for (const key of settingKeys) {
    const { otherwise } = findDeclared(key)
    if (otherwise !== null) expect([key, parseTyped(key, formatTyped(key, otherwise))]).toEqual([key, otherwise])
  }
  expect(formatTyped('SESSION_EXPIRY_MS', 900_000)).toBe('15')
  expect(parseTyped('SESSION_EXPIRY_MS', ' 7.5 ')).toBe(450_000)
  expect(parseTyped('SESSION_CHECK_MS', '5')).toBe(5_000)
})

test.each([
  ['SESSION_EXPIRY_MS', ''],
  // Read as seconds, it would be more than a day; read as minutes, a moment.
  ['SESSION_EXPIRY_MS', '900'],
  ['SESSION_EXPIRY_MS', '0.2'],
  ['SESSION_EXPIRY_MS', '1e3'],
  ['MESSAGES_PER_HOUR', '12.5'],
  ['KEEP_ALIVE', ''],
  ['ATTACHMENT_TYPES', ''],
  ['CHAT_ADDRESS', ''],
  ['IMPORT_PAYERS', ' ; '],
] as const)('CT-9 %s typed as "%s" is told to be wrong', (key, typed) => {
  expect(valueProblem(key, parseTyped(key, typed), { scriptOrigins: [] })).not.toBeNull()
})
