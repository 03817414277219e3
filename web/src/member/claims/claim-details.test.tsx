import { stubs } from '@portico/contract/stubs'
import type { AccessScope } from '@portico/rules/people/access'
import { describe, expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { ClaimDetails } from './claim-details.tsx'

const render = (more: Partial<ClaimData>) => renderPage(<ClaimDetails claim={{ ...stubs.openClaim, ...more }} />)

describe('MP-8 a denied appeal in words, which the server can render', () => {
  const events = [{ kind: 'appeal-denied', day: '2026-06-10', toCome: false, after: 40_000 } as const]
  const denied = { state: 'denied', appeal: null, appealBy: null, events } as const

  test('MP-8 MP-7 it heads the claim, is in its history, and leads to an external review with its last day', () => {
    const html = render({ ...denied, appealDenied: { step: 'open', reviewBy: '2026-10-10' } })
    expect(html.indexOf('did not change its decision')).toBeGreaterThan(-1)
    expect(html.indexOf('did not change its decision')).toBeLessThan(html.indexOf('The appeal was denied'))
    expect(html).toContain('through October 10, 2026')
    expect(html).not.toMatch(/You can appeal|must decide by/)
  })

  test('MP-8 a past or unknown last day says so', () => {
    const over = render({ ...denied, appealDenied: { step: 'over', reviewBy: '2026-10-10' } })
    expect(over).toContain('ended on October 10, 2026')
    expect(render({ ...denied, appealDenied: { step: 'open', reviewBy: null } })).toContain('tells you by when')
  })

  test('MP-8 MP-7 Medicaid leads to the state’s hearing, and Medicare sends the case on by itself', () => {
    const ask = (program: 'medicaid' | 'medicare', reviewBy: string | null, step: 'open' | 'over' = 'open') =>
      render({ ...denied, program, appealDenied: { step, reviewBy } })
    const until: Partial<ClaimData> = {
      ...denied,
      events: [...events, { kind: 'review-until', day: '2026-10-10', toCome: true }],
      program: 'medicaid',
      appealDenied: { step: 'open', reviewBy: '2026-10-10' },
    }
    for (const html of [ask('medicaid', null), ask('medicaid', '2026-10-10', 'over'), render(until)]) {
      expect(html).toContain('fair hearing')
      expect(html).not.toMatch(/outside review|ask for a review|experts/i)
    }
    expect(render(until)).toContain('Last day to ask for a hearing')
    expect(render(until)).toContain('your state for a fair hearing through October 10, 2026')
    const medicare = ask('medicare', null)
    expect(medicare).toContain('You do not have to ask.')
    expect(medicare).not.toMatch(/you can ask for|by when|how to ask/i)
    const late = { step: 'over', daysLeft: 0, answerBy: '2030-01-01', sent: null } as const
    const over = (program: 'medicaid' | 'medicare') =>
      render({ state: 'denied', program, appeal: late, appealBy: '2026-02-02', appealDenied: null })
    expect(over('medicaid')).toContain('your state for a fair hearing')
    for (const html of [over('medicaid'), over('medicare')]) expect(html).not.toContain('outside review')
  })
})

describe('MP-4 MP-7 the amount owed, and coming events', () => {
  const { figures, owed } = stubs.openClaim
  const billed = 'will send you one'
  const nothing = { shareCents: 0, paidCents: 0, youOweCents: 0, step: 'nothing' } as const

  test('MP-4 the page mentions a bill only if a share is left', () => {
    expect(render({})).toContain(billed)
    for (const step of ['unknown', 'nothing', 'counter', 'paid'] as const)
      expect(render({ owed: { ...owed, step } })).not.toContain(billed)
    expect(render({ state: 'replaced', owed: nothing })).not.toContain(billed)
  })

  test('MP-4 MP-8 a copay at the pharmacy, payments of accounts and a duplicate claim each say what is left, and mention no bill', () => {
    const at = (step: 'counter' | 'paid', category: 'pharmacy' | 'office') =>
      render({ category, owed: { shareCents: 1_000, paidCents: 1_000, youOweCents: 0, step } })
    expect(at('counter', 'pharmacy')).toMatch(
      /\$0\.00<\/strong> left to pay.*You paid your share of \$10\.00 at the pharmacy/,
    )
    expect(at('paid', 'office')).toContain('A plan account covers your share of $10.00.')
    const twice = render({
      state: 'duplicate',
      owed: nothing,
      figures: { ...figures, shareCents: 0, discountCents: 18_000 },
    })
    expect(twice).toContain('This claim was sent twice.')
    expect(twice).not.toMatch(/appeal|will send you one|Plan discount/i)
    for (const html of [at('counter', 'pharmacy'), at('paid', 'office'), twice])
      expect(html).not.toMatch(/sends you a bill/)
    // An amount that is already paid is a share, and no longer owed.
    expect(render({})).toContain('Why you owe $25.00')
    for (const html of [at('counter', 'pharmacy'), at('paid', 'office')]) {
      expect(html).toContain('Why your share is $25.00')
      expect(html).not.toContain('Why you owe')
    }
  })

  test('MP-7 a decided claim says in its state what is left to pay', () => {
    expect(render({})).toContain('Decided: left to pay')
    expect(render({ owed: nothing })).toContain('Decided: nothing to pay')
    expect(render({})).not.toContain('Finished')
  })

  test('MP-4 a claim that only reverses another one owes nothing, and is no bill', () => {
    const html = render({
      state: 'correction',
      owed: nothing,
      figures: { ...figures, billedCents: null, shareCents: 0 },
    })
    expect(html).toContain('took back an earlier claim')
    expect(html).not.toMatch(/will send you one|covered all of it/)
  })

  test('MP-4 a negative payment of a plan is an amount that it took back', () => {
    const html = render({
      owed: nothing,
      figures: { ...figures, billedCents: 0, planPaidCents: -2_000, shareCents: 0 },
    })
    expect(html).toMatch(/The plan took back.*?\$20\.00/s)
    expect(html).not.toContain('Your plan paid')
  })

  test('MP-7 a payment of the plan on a future day does not read as done', () => {
    const renderPaid = (toCome: boolean) => render({ events: [{ kind: 'paid', day: '2026-11-27', toCome }] })
    expect(renderPaid(true)).toContain('Your plan will pay')
    expect(renderPaid(true)).not.toMatch(/[Pp]lan paid/)
    expect(renderPaid(false)).toContain('>Your plan paid</p>')
    expect(renderPaid(false)).not.toContain('plan will pay')
  })
})

test('RG-3 MP-4 to a parent the claim of a child names the child, and never calls the parent the patient', () => {
  const simulation = {
    by: 'FAMILY01',
    endsAt: '2026-11-27T20:00:00Z',
    scopes: ['coverage', 'claims'],
    ofChild: true,
    isBeside: false,
  } as const
  const session = { ...testSession, firstName: 'Alma', simulation }
  const see = (language: 'en' | 'es') =>
    renderPage(<ClaimDetails claim={stubs.openClaim} />, { language, page: { session } })
  expect(see('en')).toContain('Alma’s share')
  expect(see('en')).toContain('Alma got care')
  expect(see('en')).not.toMatch(/\bYou (?:owe|got|pay)|Your (?:share|plan)/)
  expect(see('es')).toContain('Parte de Alma')
  expect(see('es')).not.toMatch(/Usted (?:debe|recibió)|Su (?:parte|plan)/)
  // The member themselves are addressed directly.
  expect(render({})).toContain('You got care')
})

test('RG-3 MP-8 someone who may see a denial but not write learns who can appeal, and is not asked to send anything', () => {
  const appeal = { step: 'open', daysLeft: 40, answerBy: '2027-01-28', sent: null } as const
  const claim = { ...stubs.openClaim, state: 'denied', appealBy: '2027-01-09', appealDenied: null, appeal } as const
  const see = (scopes: readonly AccessScope[]) => {
    const simulation = {
      by: 'PROSPECT1',
      endsAt: '2026-11-27T20:00:00Z',
      scopes: [...scopes],
      ofChild: false,
      isBeside: false,
    }
    const session = { ...testSession, firstName: 'Chung', simulation }
    return renderPage(<ClaimDetails claim={claim} />, { page: { session } })
  }
  const letter = /send it when you are ready|If you send it today|Appeal this decision/
  const reader = see(['coverage', 'claims'])
  expect(reader).toContain('Chung can appeal')
  expect(reader).toContain('anyone whom Chung lets write messages')
  expect(reader).not.toMatch(letter)
  const writer = see(['coverage', 'claims', 'messages', 'write'])
  expect(writer).toMatch(letter)
  expect(writer).not.toContain('anyone whom Chung lets')
})
