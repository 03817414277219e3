import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { type ChildCareData, ShownCare } from './child-care.tsx'

const child = stubs.childCare.child as ChildCareData
const render = (more: Partial<ChildCareData>, language: 'en' | 'es' = 'en') =>
  renderPage(<ShownCare child={{ ...child, ...more }} name="Alma" />, { language })

test('MP-20 RG-3 care recommended for a child names its source, and says that a missing claim does not mean missing care', () => {
  expect(render({})).toMatch(/Flu shot .*No claim seen.*ACIP.*does not mean that Alma did not have it/)
  expect(render({})).toContain('August 10, 2021')
})

test('MP-20 the words “No claim seen” are explained only where they are shown', () => {
  const seen = child.care.filter(({ state }) => state !== 'no-claim')
  expect(render({ care: seen })).not.toContain('No claim seen')
  expect(render({ care: seen })).toContain('we compared this list')
})

test('MP-20 without vaccines on record the text says just that, in both languages, never that none was given', () => {
  expect(render({ vaccines: [] })).toMatch(/no vaccines of Alma on record\. That does not mean that there were none/)
  expect(render({ vaccines: [] }, 'es')).toMatch(/no consta ninguna vacuna de Alma\. Eso no significa/)
})
