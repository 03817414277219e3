import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { HouseholdForm } from './household-form.tsx'

const shopping = {
  ...{ basis: null, brief: false, planYear: null, compared: [], care: { doctors: [], drugs: [] }, withCredit: true },
  ...{ zipCode: '', age: null },
}
const ask = (isBrief: boolean) =>
  renderPage(<HouseholdForm market="under65" isBrief={isBrief} shopping={shopping} onDone={() => {}} />)

test('SH-4 dental and vision plans, whose price depends on neither, ask for no tobacco and no income', () => {
  expect(ask(false)).toMatch(/Uses tobacco.*<summary>/s)
  expect(ask(true)).not.toMatch(/tobacco|<summary>/)
  expect(ask(true)).toContain('Age')
})
