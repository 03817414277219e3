import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { type OutlookData, OutlookParts } from './outlook.tsx'

type Line = OutlookData['lines'][number]

const line: Line = {
  ...{ lineId: 'free', kind: 'checkup', person: { memberId: '1', firstName: 'Ada', lastName: 'Kestrel' } },
  ...{
    name: null,
    names: ['Blood pressure check'],
    times: 1,
    eachCents: 0,
    cents: 0,
    why: null,
    counts: true,
    pastLimit: false,
  },
  ...{ firstDay: null, daysSupply: null, pricedOn: null, refillsLeft: null, endsOn: null },
}
const open: Line = {
  ...line,
  lineId: 'open',
  kind: 'refill',
  name: 'Albuterol',
  names: [],
  times: null,
  why: 'as-needed',
}
const build = (over: Partial<OutlookData>): OutlookData => ({
  ...stubs.spendingOutlook,
  plan: { name: 'Harbor EPO', begins: '2026-01-01', ends: '2026-12-31' },
  lines: [line, { ...open, eachCents: null, cents: null }],
  limits: [
    {
      kind: 'out-of-pocket',
      person: null,
      limitCents: 400_000,
      usedCents: 100_000,
      leftCents: 300_000,
      toComeCents: 0,
    },
  ],
  accounts: [],
  loadedAt: '2026-11-29T12:00:00.000Z',
  ...over,
})

test('MP-10 if only free care has a price, the amount is unknown: no sum of zero shows', () => {
  const shown = renderPage(<OutlookParts outlook={build({ sumCents: 0, likelyCents: 0 })} />)
  expect(shown).toContain('Amount not known')
  expect(shown).not.toContain('How we added it up')
  expect(shown).toContain('$1,000 used so far, $3,000 left, of $4,000')
  const all = { sumCents: 4500, likelyCents: 4500, fromAccountsCents: null, fromPocketCents: 4500 }
  const priced = renderPage(<OutlookParts outlook={build(all)} />)
  expect(priced).toContain('About $45')
  expect(priced).toContain('1 more is likely to come')
  expect(priced).toContain('How we added it up')
})

test('MP-10 past the out-of-pocket maximum no further costs are expected, and each line says why', () => {
  const free: Line = { ...open, eachCents: null, cents: 0, pastLimit: true }
  const shown = renderPage(<OutlookParts outlook={build({ lines: [line, free], sumCents: 0, likelyCents: 0 })} />)
  expect(shown).toContain('<strong>$0.00</strong> <span>likely still to come')
  expect(shown).toContain('so we do not know how often it comes. The out-of-pocket maximum is met')
  expect(shown).not.toMatch(/Not counted|Amount not known/)
})

test('MP-10 MP-15 a medicine without a name makes no nameless line', () => {
  const shown = renderPage(<OutlookParts outlook={build({ lines: [{ ...open, name: null }] })} />)
  expect(shown).toContain('Medicine that the plan’s records do not name')
})

test('MP-10 MP-12 once the family has reached its limit, nobody has anything left of their own', () => {
  const limit = {
    kind: 'deductible',
    limitCents: 500_000,
    usedCents: 500_000,
    leftCents: 0,
    toComeCents: null,
  } as const
  const own = { ...limit, limitCents: 250_000, usedCents: 10_000, leftCents: 240_000, person: line.person }
  const shown = renderPage(<OutlookParts outlook={build({ limits: [own, { ...limit, person: null }] })} />)
  expect(shown).toContain('Met by the family')
  expect(shown).not.toContain('$2,400 of $2,500 left')
  const open = { ...limit, person: null, leftCents: 100 }
  expect(renderPage(<OutlookParts outlook={build({ limits: [own, open] })} />)).toContain('$2,400 of $2,500 left')
})

test('MP-10 an estimate of nothing is never called too high, whatever limits are not known', () => {
  const nothing = {
    lines: [line],
    limits: [],
    sumCents: 0,
    likelyCents: 0,
    fromAccountsCents: null,
    fromPocketCents: 0,
  }
  const shown = renderPage(<OutlookParts outlook={build(nothing)} />)
  expect(shown).toContain('<strong>$0.00</strong> <span>likely still to come')
  expect(shown).not.toMatch(/too high|What is left of the limits/)
  const some = { ...nothing, lines: [{ ...line, eachCents: 4500, cents: 4500 }], sumCents: 4500, likelyCents: 4500 }
  expect(
    renderPage(<OutlookParts outlook={build({ ...some, fromPocketCents: 4500 })} />).match(/too high/g),
  ).toHaveLength(2)
})

test('MP-10 if the plan has sent neither medicines nor approvals, free check-ups alone do not add up to zero', () => {
  const sums = { sumCents: 0, likelyCents: 0, fromPocketCents: 0, lines: [line] }
  const render = (loadedAt: string | null) => renderPage(<OutlookParts outlook={build({ ...sums, loadedAt })} />)
  expect(render(null)).toContain('Amount not known')
  expect(render(null)).not.toContain('How we added it up')
  const unlimited = renderPage(<OutlookParts outlook={build({ ...sums, loadedAt: null, limits: [] })} />)
  expect(unlimited).not.toContain('too high')
  expect(render('2026-11-29T12:00:00.000Z')).not.toContain('Amount not known')
})

test('MP-10 LG-4 a sum reads from left to right, also on a page in Arabic', () => {
  const twice: Line = { ...open, name: 'Sitagliptin', times: 2, eachCents: 4_500, cents: 9_000, why: null }
  const html = renderPage(<OutlookParts outlook={build({ lines: [twice] })} />, { language: 'ar' })
  expect(html).toMatch(/<bdi dir="ltr"><span[^>]*>2 × \$45\.00 = <\/span><strong>\$90\.00/)
})
