import { expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { GivenCard } from './given-card.tsx'
import { HeldCard } from './held-card.tsx'

test('RG-3 two people of one first name are viewed and given up by their full names', () => {
  const one = { scopes: [], ends: null, firstName: 'Ana' }
  const html = renderPage(
    <HeldCard
      held={[
        { ...one, personId: 'a', accessId: 'a', lastName: 'Reyes' },
        { ...one, personId: 'b', accessId: 'b', lastName: 'Stone' },
      ]}
      onChange={() => {}}
    />,
  )
  for (const name of ['Ana Reyes', 'Ana Stone']) {
    expect(html).toContain(`View as ${name}`)
    expect(html).toContain(`aria-label="Give up access to the information of ${name}"`)
  }
})

test('RG-3 RG-1 a teenager is not told that only they see their information while the subscriber does', () => {
  const parent = { firstName: 'Mayte', lastName: 'Escobar', scopes: ['coverage' as const], ends: '2030-06-13' }
  const render = (seenBy: (typeof parent)[]) =>
    renderPage(<GivenCard people={{ mayInvite: true, seenBy, given: [], held: [] }} onChange={() => {}} />, {
      page: { session: testSession },
    })
  expect(render([])).toContain('Only you')
  const html = render([parent])
  expect(html).not.toContain('Only you')
  for (const text of ['Mayte Escobar', 'without asking until you turn 18', 'Plan and ID card', 'June 13, 2030'])
    expect(html).toContain(text)
})
