import { declaredContent } from '@portico/rules/content/declared'
import { expect, test } from 'vitest'
import coverage from '../../../../content/site/coverage-tab.json' with { type: 'json' }
import footer from '../../../../content/site/footer.json' with { type: 'json' }
import tabs from '../../../../content/site/tabs.json' with { type: 'json' }
import { renderPage } from '../../base/test-render.tsx'
import { ItemForm } from './item-form.tsx'

const content = { ...coverage, ...footer, ...tabs }

function readLabels(name: keyof typeof content, language: 'en' | 'es') {
  const value = JSON.stringify(content[name].items.find((one) => one.language === language)?.value)
  const key = { name, brand: 'ALL', language, qualifiers: {}, contentType: null }
  const item = { ...key, live: null, latest: null, otherLanguages: true, ownBrands: [], waiting: null }
  const texts = { released: value, shown: value, start: value }
  const html = renderPage(
    <ItemForm
      item={item as never}
      declared={declaredContent[name]}
      {...texts}
      onSaved={() => {}}
      onConflict={() => {}}
    />,
    { language },
  )
  return [...html.matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(([, label = '']) => label.replaceAll('&amp;', '&'))
}

test.each(Object.keys(content) as (keyof typeof content)[])('CT-6 each field of %s has a name of its own', (name) => {
  for (const language of ['en', 'es'] as const) {
    const labels = readLabels(name, language)
    expect(labels.length).toBeGreaterThan(2)
    expect(labels.filter((label) => label.trim() === '')).toEqual([])
    expect(new Set(labels).size).toBe(labels.length)
  }
})

test('HD-2 CT-6 the choices of a tab or link are named with its words', () => {
  expect(readLabels('MBR_HEADER_TABS', 'en')).toContain('Pay Premium › Opens')
  expect(readLabels('MBR_FOOTER_LINKS', 'es')).toContain('Accesibilidad (WCAG 2.2 AA) › En una ventana nueva')
})
