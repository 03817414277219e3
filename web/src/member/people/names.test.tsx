import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
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
