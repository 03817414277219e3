import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingKeys } from '@portico/rules/settings/declared'
import { expect, test } from 'vitest'

test('CT-9 CT-5 every setting stands in the operators’ document', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
  expect(settingKeys.filter((key) => !text.includes(`\`${key}\``))).toEqual([])
})
