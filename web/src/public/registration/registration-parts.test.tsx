import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { Wizard } from '../../ui/wizard.tsx'
import { filterSummary } from './registration-form.ts'

test('RG-1 VA-12 errors are listed in the order of the page', () => {
  const wrong = ['terms', 'questionId1', 'answer1', 'email'].map((name) => ({
    controlId: `register-${name}`,
    label: name,
    problem: 'Field is Required',
  }))
  const { wrong: told } = filterSummary({ summary: { wrong, incomplete: true, refusals: 1 } }, 'finish')
  expect(told.map(({ label }) => label)).toEqual(['questionId1', 'answer1', 'terms'])
})

test.each([
  [0, 0],
  [1, 1],
  [3, 2],
])('MN-3 with steps that are right up to %i, %i others can be jumped to and look like it', (reach, buttons) => {
  const steps = ['start', 'person', 'contact'].map((id) => ({ id, label: id }))
  const html = renderPage(<Wizard title="Register" steps={steps} active={0} reach={reach} onJump={() => {}} />)
  expect(html.match(/<button/g) ?? []).toHaveLength(buttons)
})

test.each([
  [0, 'It cannot be one that is easy to guess.'],
  [5, 'It cannot be one of your last 5 passwords, or one that is easy to guess.'],
])('VA-4 who has had %i passwords is told of no others', (history, words) => {
  const tier = { minLength: 8, upper: true, lower: true, digit: true, special: true } as const
  const rule = { tier, history, loginId: '' }
  expect(renderPage(<NewPasswordField label="Password" value="" onValue={() => {}} rule={rule} />)).toContain(words)
})
