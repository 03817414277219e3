import { expect, test } from 'vitest'
import { rawCatalogues } from '../texts/test-texts.ts'
import { explainedReasons } from './reasons.ts'

test('MP-8 every reason that has words has them in every language, and none is forgotten', () => {
  for (const language of ['en', 'es'] as const) {
    const ids = Object.keys(rawCatalogues(language).get('claims') ?? {})
    const explained = ids.flatMap((id) => /^claims\.reason-(\d+)$/.exec(id)?.[1] ?? [])
    expect(explained).toEqual([...explainedReasons])
  }
})
