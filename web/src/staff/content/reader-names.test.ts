import { QUALIFIERS } from '@portico/rules/content/request'
import { expect, test } from 'vitest'
import { allTexts } from '../../base/texts/test-texts.ts'
import { nameReaders } from './reader-names.ts'

test.each(['en', 'es', 'zh', 'ar'] as const)('CT-5 authors choose readers by words, not by keys: %s', (language) => {
  const { t } = allTexts(language)
  const named = QUALIFIERS.slice(1).map((qualifier) => nameReaders(qualifier, t))
  expect(named.filter((name) => /[a-z][A-Z]/.test(name))).toEqual([])
  expect(named).not.toContain('PBM')
  expect(new Set(named).size).toBe(named.length)
})
