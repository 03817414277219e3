import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsIn, withTexts } from './places.ts'

const file = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../content', name), 'utf8'))
const files = ['forms.json', 'guides.json', 'message-topics.json', 'preventive-care.json', 'wellness.json']

test('CT-5 texts in several languages are identified by their place and by the ids around them', () => {
  const tree = {
    note: 'For who reads the file',
    categories: [{ categoryId: 'claims', label: { en: 'Claims', es: 'Reclamaciones' }, notFor: ['AZ'] }],
    steps: [{ title: { en: 'First', es: 'Primero' }, texts: { en: { about: 'One' } } }],
  }
  expect(textsIn(tree, 'en')).toEqual({
    'categories.claims.label': 'Claims',
    'steps.0.title': 'First',
    'steps.0.about': 'One',
  })
  const changed = withTexts(tree, (language) =>
    language === 'es' ? { 'categories.claims.label': 'Reclamos', 'steps.0.about': 'no such' } : {},
  )
  expect(changed).toEqual({ ...tree, categories: [{ ...tree.categories[0], label: { en: 'Claims', es: 'Reclamos' } }] })
})

test.each(files)(
  'CT-5 %s reads the same with its own texts in their places, each of which is a single text',
  (name) => {
    const tree = file(name) as object
    expect(withTexts(tree, (language) => textsIn(tree, language))).toEqual(tree)
    const marked = withTexts(tree, (language) =>
      Object.fromEntries(Object.keys(textsIn(tree, language)).map((at) => [at, `${language} ${at}`])),
    )
    for (const language of ['en', 'es'] as const) {
      for (const [at, text] of Object.entries(textsIn(marked, language))) expect(text).toBe(`${language} ${at}`)
    }
  },
)
