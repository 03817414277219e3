import { expect, test } from 'vitest'
import { renderPage } from '../base/test-render.tsx'
import { More } from './more.tsx'

test('AG-4 AG-5 a cut list says how much of it is shown; a complete one says nothing', () => {
  const cut = renderPage(<More shown={500} total={1234} onMore={() => {}} />)
  expect(cut).toContain('Showing 500 of 1,234')
  expect(cut).toContain('<button')
  expect(renderPage(<More shown={50} total={57} onMore={null} />)).not.toContain('<button')
  expect(renderPage(<More shown={3} total={3} onMore={null} />)).toBe('')
})
