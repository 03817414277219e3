import { contentDeclared, findAddedType, replyItem } from '@portico/rules/content/declared'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { FieldDifferences, listChangedFields } from './field-differences.tsx'

const reply = replyItem('0197f7a0-0000-8000-8000-00000000abcd')

test('CT-6 CT-8 an approver sees changes side by side, and nothing unchanged', () => {
  const declared = contentDeclared(reply, findAddedType(reply))
  if (declared === null) throw new Error('A canned reply is no text.')
  const write = (text: string) => JSON.stringify({ title: 'Greeting', text })
  const list = (before: string, after: string) => listChangedFields(declared, write(before), write(after), (id) => id)
  const fields = list('Your health, your plan', 'Your health, your way')
  expect(fields).toEqual([{ path: 'text', before: 'Your health, your plan', after: 'Your health, your way' }])
  const shown = renderPage(<FieldDifferences fields={fields} language="en" />)
  expect(shown).toMatch(/<del[^>]*>.*plan<\/del>/)
  expect(shown).toMatch(/<ins[^>]*>.*way<\/ins>/)
  expect(list('The same', 'The same')).toEqual([])
})
