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

test('SH-5 people who can only have Medicare are not sent to the exchange for help; the others with them are', () => {
  expect(render(['medicare'], [66])).toContain('Age 66: most people have Medicare')
  expect(render(['medicare'], [66])).not.toContain('Pennie')
  expect(render(['medicare', 'medicaid'], [66, 40])).toContain('Apply for help at Pennie')
})

test('SH-5 people in the same situation share a text, by their ages', () => {
  expect(render(['medicaid', 'medicaid'], [41, 39])).toContain('Ages 41, 39: can probably get Medicaid')
})

test('SH-5 LG-3 if the state helps instead of the credit, the income’s percentage of the poverty line is said once', () => {
  const say = (why: 'income-low' | 'income-high', kind: 'gap' | 'high') =>
    renderPage(
      <HelpCard
        market="under65"
        hasRoom
        basis={{
          zipCode: '82001',
          county: '56021',
          people: [{ age: 41, tobacco: false }],
          income: { cents: 1_250_000, householdSize: 1 },
        }}
        quote={{
          planYear: 2027,
          exchange: { name: 'HealthCare.gov', address: 'https://www.healthcare.gov/' },
          credit: { kind: 'none', why, percent: 78, limitCents: 1_596_000 },
          help: { percent: 78, reduction: null, people: [kind] },
        }}
      />,
    )
  const low = say('income-low', 'gap')
  expect(low.match(/78%/g)).toHaveLength(1)
  expect(low.match(/Ask your state about Medicaid/g)).toHaveLength(1)
  expect(low).toContain('The credit begins at $15,960')
  expect(say('income-high', 'high').match(/78%/g)).toHaveLength(1)
})
