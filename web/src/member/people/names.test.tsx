import { expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { GivenCard } from './given-card.tsx'
import { HeldCard } from './held-card.tsx'

test('RG-3 two people with the same first name are viewed and removed by their full names', () => {
  const one = { scopes: [], ends: null, until: null, firstName: 'Ana' }
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

test('RG-3 RG-1 a teenager does not read that only they see their information if the subscriber does, too', () => {
  const parent = {
    firstName: 'Mayte',
    lastName: 'Escobar',
    scopes: ['coverage' as const],
    ends: '2030-06-13',
    until: '2030-06-13',
  }
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

test('RG-3 parent and young child learn the day from which the parent sees less, and what remains then', () => {
  const days = { ends: '2032-05-04', until: '2028-05-04' }
  const all = { scopes: ['coverage' as const, 'claims' as const], ...days }
  const told = 'All of this through May 4, 2028. After that, only the plan and ID card, through May 4, 2032.'
  const child = { ...all, personId: 'a', accessId: null, firstName: 'Alma', lastName: 'Lindqvist' }
  expect(renderPage(<HeldCard held={[child]} onChange={() => {}} />)).toContain(told)
  const parent = { ...all, firstName: 'Tomas', lastName: 'Lindqvist' }
  const people = { mayInvite: false, seenBy: [parent], given: [], held: [] }
  const own = { page: { session: testSession } }
  expect(renderPage(<GivenCard people={people} onChange={() => {}} />, own)).toContain(told)
  const ending = { ...child, ends: '2026-12-31', until: '2026-12-31' }
  expect(renderPage(<HeldCard held={[ending]} onChange={() => {}} />)).toContain('Through December 31, 2026')
})
