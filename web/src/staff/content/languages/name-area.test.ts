import { expect, test } from 'vitest'
import { allTexts, rawCatalogues } from '../../../base/texts/test-texts.ts'
import { nameArea } from './name-area.ts'

test.each(['en', 'es'] as const)(
  'LG-4 AD-2 who approves translations reads what each area of texts is: %s',
  (language) => {
    const { t } = allTexts(language)
    const areas = [...rawCatalogues('en').keys()]
    expect(areas.length).toBeGreaterThan(50)
    expect(areas.filter((area) => nameArea(area, t) === area)).toEqual([])
  },
)
