import type { Tab, TabId } from '@portico/rules/tabs/types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spellOut, splitForReading } from '../id-card/member-number.ts'
import { coverageSentence } from './coverage.ts'
import { dayIn, hourIn, partOfDay } from './greeting.ts'
import { isPressing, paymentState } from './payment.ts'
import { progressGroups } from './progress.ts'
import { claimsTab, shortcutTabs } from './shortcuts.ts'

describe('MP-1 greeting', () => {
  it.each([
    [0, 'evening'],
    [3, 'evening'],
    [4, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ] as const)('MP-1 at %i o’clock it is %s', (hour, part) => {
    expect(partOfDay(hour)).toBe(part)
  })

  it('MP-1 hour and day are those of the reader’s clocks', () => {
    const moment = '2026-11-21T04:30:00.000Z'
    expect(hourIn(moment, 'America/New_York')).toBe(23)
    expect(dayIn(moment, 'America/New_York')).toBe('2026-11-20')
    expect(hourIn('2026-11-21T05:00:00.000Z', 'America/New_York')).toBe(0)
    expect(dayIn(moment, 'UTC')).toBe('2026-11-21')
  })
})

describe('MP-1 coverage', () => {
  const days = { coverageBegin: '2026-01-01', coverageEnd: '2026-12-31' }
  it.each([
    ['upcoming', days, { id: 'starts', day: '2026-01-01' }],
    ['active', { ...days, coverageEnd: null }, { id: 'active', day: null }],
    ['active', days, { id: 'active-through', day: '2026-12-31' }],
    ['pending', days, { id: 'pending', day: null }],
    ['ended', days, { id: 'ended', day: '2026-12-31' }],
    ['unknown', { coverageBegin: null, coverageEnd: null }, null],
  ] as const)('MP-1 HT-4 a coverage that is %s', (standing, told, expected) => {
    expect(coverageSentence({ standing, ...told })).toEqual(expected)
  })
})

describe('MP-1 deductible and out-of-pocket progress', () => {
  const of = (
    kind: 'deductible' | 'out-of-pocket',
    network: 'in' | 'out',
    usedCents: number | null,
    limitCents: number,
  ) => ({ kind, network, usedCents, limitCents, holder: 'person', basis: 'counted', asOf: null }) as const

  it('MP-1 shows the remaining amounts by kind, in network first', () => {
    const groups = progressGroups([
      of('out-of-pocket', 'in', 124_000, 400_000),
      of('deductible', 'out', 0, 300_000),
      of('deductible', 'in', 150_000, 150_000),
    ])
    expect(groups.map((group) => group.kind)).toEqual(['deductible', 'out-of-pocket'])
    expect(groups[0]?.networks).toEqual([
      { network: 'in', family: false, usedCents: 150_000, limitCents: 150_000, leftCents: 0, met: true },
      { network: 'out', family: false, usedCents: 0, limitCents: 300_000, leftCents: 300_000, met: false },
    ])
    expect(progressGroups([])).toEqual([])
  })

  it('MP-1 never owes less than nothing', () => {
    const [group] = progressGroups([of('deductible', 'in', 2, 1)])
    expect(group?.networks[0]).toMatchObject({ leftCents: 0, met: true })
  })

  it('MP-13 an unknown amount counts as neither used up nor left', () => {
    const [group] = progressGroups([of('deductible', 'in', null, 1)])
    expect(group?.networks[0]).toMatchObject({ usedCents: null, leftCents: null, met: false })
  })
})

describe('MP-1 next payment', () => {
  it.each([
    ['2026-11-19', false, 'overdue'],
    ['2026-11-19', true, 'overdue'],
    ['2026-11-20', false, 'today'],
    ['2026-11-27', false, 'soon'],
    ['2026-11-28', false, 'later'],
    ['2026-11-21', true, 'automatic'],
  ] as const)('MP-1 due %s, automatic %s: %s', (dueDate, autoPay, state) => {
    expect(paymentState({ dueDate, autoPay }, '2026-11-20')).toBe(state)
  })

  it('MP-1 only a bill that somebody has to pay soon comes before messages', () => {
    const pressing = (['automatic', 'overdue', 'today', 'soon', 'later'] as const).filter(isPressing)
    expect(pressing).toEqual(['overdue', 'today', 'soon'])
  })
})

describe('MP-1 member number', () => {
  it('MP-1 is grouped for reading and spelled for hearing', () => {
    expect(splitForReading('12345678900')).toEqual(['123', '456', '789', '00'])
    expect(spellOut('ND12')).toBe('N D 1 2')
  })

  it('MP-1 grouping loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (number) => {
        const plain = number.replaceAll(/[\r\n\u2028\u2029]/g, '')
        expect(splitForReading(plain).join('')).toBe(plain)
      }),
    )
  })
})

describe('MP-1 HD-5 shortcuts', () => {
  const tab = (id: TabId): Tab => ({
    id,
    label: id,
    url: `/${id}`,
    icon: 'house',
    showText: true,
    active: false,
    linkTarget: '_self',
  })

  it('HD-5 offer only what the member’s tabs give, never Home', () => {
    const tabs = (['navHome', 'navWellness', 'navFindDoctor'] as const).map(tab)
    expect(shortcutTabs(tabs).map((one) => one.id)).toEqual(['navFindDoctor', 'navWellness'])
    expect(shortcutTabs([tab('navHome')])).toEqual([])
  })

  it('HD-4 claims are found on their own tab, on the combined one, or nowhere', () => {
    expect(claimsTab([tab('navClaimsSpending'), tab('navClaims')])?.id).toBe('navClaims')
    expect(claimsTab([tab('navHome'), tab('navClaimsSpending')])?.id).toBe('navClaimsSpending')
    expect(claimsTab([tab('navHome'), tab('navSpending')])).toBeNull()
  })
})
