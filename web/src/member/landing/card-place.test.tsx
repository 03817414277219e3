import { stubs } from '@portico/contract/stubs'
import { standings } from '@portico/rules/coverage/standing'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { CardPlace } from './card-place.tsx'

test.each(standings)('MP-1 MP-4 Home shows a card of coverage that is %s exactly if Coverage does', (standing) => {
  const html = renderPage(<CardPlace overview={{ ...stubs.overview, standing }} more="Keep it" />)
  expect(html.includes('There is no card for a plan that has ended.')).toBe(standing === 'ended')
  expect(html.includes(stubs.overview.planName)).toBe(standing !== 'ended')
  expect(html.includes('Keep it')).toBe(standing !== 'ended')
})
