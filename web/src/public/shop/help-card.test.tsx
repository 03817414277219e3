import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { HelpCard } from './help-card.tsx'

const render = (help: readonly ('credit' | 'medicare' | 'medicaid')[], ages: readonly number[]) =>
  renderPage(
    <HelpCard
      market="under65"
      hasRoom
      basis={{
        zipCode: '15222',
        county: '42003',
        people: ages.map((age) => ({ age, tobacco: false })),
        income: { cents: 3000000, householdSize: ages.length },
      }}
      quote={{
        planYear: 2027,
        exchange: { name: 'Pennie', address: 'https://pennie.com/' },
        credit: { kind: 'none', why: 'other-help' },
        help: { percent: 187, reduction: null, people: [...help] },
      }}
    />,
  )

test('SH-5 who can only have Medicare is not sent to the exchange for help; whoever is with them is', () => {
  expect(render(['medicare'], [66])).toContain('Age 66: most people have Medicare')
  expect(render(['medicare'], [66])).not.toContain('Pennie')
  expect(render(['medicare', 'medicaid'], [66, 40])).toContain('Apply for help at Pennie')
})

test('SH-5 people for whom the same is true are told so together, by their ages', () => {
  expect(render(['medicaid', 'medicaid'], [41, 39])).toContain('Ages 41, 39: can probably get Medicaid')
})
