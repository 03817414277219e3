import { MAX_COMPARED } from '@portico/rules/shop/lines'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { addPick, LeftOut } from './next-step.tsx'

const picked = Array.from({ length: MAX_COMPARED }, (_, at) => `plan-${at}`)

test('AG-6 SH-6 if a proposal is full, its plan replaces the last pick, and the page says which one', () => {
  expect(addPick(picked.slice(1), 'new')).toEqual({ compared: [...picked.slice(1), 'new'], leftOut: null })
  expect(addPick(picked, 'new')).toEqual({ compared: [...picked.slice(0, -1), 'new'], leftOut: picked.at(-1) })
  expect(addPick(picked, 'plan-0')).toEqual({ compared: picked, leftOut: null })
  expect(renderPage(<LeftOut name="Silver 2000" />)).toContain('takes the place of Silver 2000')
  expect(renderPage(<LeftOut name={null} />)).toContain('the last one you picked')
})
