import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { Goals } from './goals.tsx'

test('MP-20 without goals there is no list of them, which would be announced as empty', () => {
  expect(renderPage(<Goals goals={[]} today="2026-11-22" onChange={() => {}} />)).not.toContain('role="list"')
})
