import { expect, test } from 'vitest'
import { renderPage } from '../base/test-render.tsx'
import { DatePartsField } from './date-parts-field.tsx'

test.each([
  ['Invalid Date', 3],
  [undefined, 0],
])('VA-10 with the error %s, %i of the fields of a day are marked invalid', (error, marked) => {
  const value = { month: '2', day: '30', year: '1990' }
  const html = renderPage(<DatePartsField label="Date of birth" value={value} onValue={() => {}} error={error} />)
  expect(html.match(/<input [^>]*aria-invalid="true"/g) ?? []).toHaveLength(marked)
})
