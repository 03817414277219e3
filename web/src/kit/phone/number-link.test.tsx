import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { NumberLink } from './number-link.tsx'

test.each(['412-555-0103', '4125550103', '(412) 555-0103'])(
  'VA-1 FD-3 a number of a source shows in one form: %s',
  (number) => {
    const html = renderPage(<NumberLink number={number} />)
    expect(html).toContain('>(412) 555-0103<')
    expect(html).toContain('href="tel:+14125550103"')
  },
)

test('VA-1 anything but a ten-digit number stays as it came', () => {
  expect(renderPage(<NumberLink number="555-0103 ext. 4" />)).toContain('555-0103 ext. 4')
})
