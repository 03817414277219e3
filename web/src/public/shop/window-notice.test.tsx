import type { PlanLine } from '@portico/rules/shop/lines'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { WindowNotice } from './window-notice.tsx'

const window = { open: true, planYear: 2027, begins: '2026-10-15', ends: '2026-12-07', starts: '2027-01-01' }
const render = (line: PlanLine, open = true) =>
  renderPage(<WindowNotice market="medicare" line={line} window={{ ...window, open }} />)

test('SH-9 Medigap has a window of its own: six months that begin with 65 and Part B, never the yearly period of Medicare', () => {
  for (const open of [true, false]) {
    const medigap = render('medigap', open)
    expect(medigap).toContain('any day of the year')
    expect(medigap).toMatch(
      /six months begin with the first month in which you are 65 or older and have Medicare Part B/,
    )
    expect(medigap).toContain('After that, we may ask about your health')
    expect(medigap).not.toMatch(/Open enrollment|December 7/)
  }
})

test('SH-9 other Medicare plans have the yearly period, and outside of it the months around the 65th birthday', () => {
  expect(render('medicare-advantage')).toMatch(/Open enrollment for 2027 runs through December 7, 2026/)
  expect(render('part-d', false)).toMatch(/begins on October 15, 2026.*seven months to choose a Medicare plan/)
})
