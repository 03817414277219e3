import { stubs } from '@portico/contract/stubs'
import { describe, expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { Account } from './account.tsx'
import { Terms } from './autopay-dialog.tsx'
import { NoBills } from './no-bills.tsx'
import { ToldCard } from './told-card.tsx'
import type { MethodData, PremiumAccountData } from './types.ts'

const [account] = stubs.premiumBills.accounts as [PremiumAccountData]
const [bill] = account.bills as [PremiumAccountData['bills'][number]]
const render = (
  more: Partial<PremiumAccountData> = {},
  language: 'en' | 'es' = 'en',
  methods: readonly MethodData[] = [],
) =>
  renderPage(<Account account={{ ...account, ...more }} methods={methods} onChange={() => {}} onBegun={() => {}} />, {
    language,
  })

describe('MP-18 the bills in words, which the server can render', () => {
  test('MP-18 the amount owed, its due date and as-of day, each line and the total', () => {
    const html = render()
    for (const text of [
      '$212.40',
      'Please pay by December 1, 2026.',
      'From your plan, as of November 20, 2026.',
      'Monthly premium, Mayte',
    ])
      expect(html).toContain(text)
    expect(html).toContain('You have 31 days after the due date')
    expect(html).toContain('ends on the last day that you have paid for')
  })

  test('MP-18 a grace period says its last day, the days left, and the day coverage would end', () => {
    const grace = { stage: 'running', lastDay: '2027-01-30', daysLeft: 69, ends: '2026-11-30' } as const
    const html = render({ grace, overdueCents: 21_240, dueOn: '2026-11-01', taxCredit: true })
    for (const text of [
      'Pay in full by January 30, 2027',
      '69 days are left',
      'your coverage will have ended on November 30, 2026',
    ])
      expect(html).toContain(text)
    expect(html).toContain('Past due')
    expect(render({ grace: { ...grace, ends: null } })).toContain('has not told us on which day')
    expect(render({ grace: { stage: 'unknown' } })).toContain('how long you can still pay')
    expect(render({ grace: { ...grace, daysLeft: 1 } })).toContain('Today is the last day.')
    expect(render({ grace }, 'es')).toContain('su cobertura habrá terminado el 30 de noviembre de 2026')
    expect(render({ grace: { ...grace, ends: grace.lastDay } })).toContain('your coverage ends on January 30, 2027')
  })

  test('MP-18 the terms of automatic payment name the first payment, or say that the limit is below it', () => {
    const first = { state: 'wait', on: '2026-12-05', cents: 21_240 } as const
    const read = (most: number | null) =>
      renderPage(<Terms account={{ ...account, autopayFirst: first }} most={most} />)
    for (const most of [null, 21_240]) expect(read(most)).toContain('The first payment: $212.40 on December 5, 2026.')
    expect(read(21_239)).toContain('Your limit is less than the $212.40 that you owe.')
  })

  test('MP-18 unknown amounts are said to be unknown, and never zero', () => {
    const html = render({
      balanceCents: null,
      asOf: null,
      dueOn: null,
      overdueCents: null,
      autoPay: null,
      paidThrough: null,
      history: [],
      bills: [],
    })
    expect(html).toContain('has not told us what you owe in all')
    expect(html).not.toContain('$0')
  })

  test('MP-18 MP-29 a bill that is charged automatically can be paid earlier, and is not urged', () => {
    const look = (more: Partial<PremiumAccountData>) =>
      /class="[^"]*(primary|quiet)[^"]*"[^>]*>Pay now( anyway)?</
        .exec(render({ takesPayments: true, payments: [], ...more }))
        ?.slice(1)
    expect(look({ autoPay: false, autopay: null })).toEqual(['primary', undefined])
    expect(look({ autoPay: true, autopay: null, dueOn: '2026-12-06' })).toEqual(['quiet', ' anyway'])
    expect(look({ autoPay: true, autopay: null, overdueCents: 21_240, dueOn: '2026-11-01' })).toEqual([
      'primary',
      undefined,
    ])
  })

  test('MP-18 MP-12 before the first payment no grace period is promised, since there is no coverage to continue', () => {
    const html = render({ isFirst: true, graceDays: null, endRule: null, grace: { stage: 'none' } })
    expect(html).toContain('Your coverage begins once your plan has it.')
    expect(html).not.toMatch(/grace period|Your coverage continues/)
  })

  test('MP-18 automatic payment without a known amount or due date never says that nothing is due', () => {
    const on = { methodId: 'm', maxCents: 30_000, nextOn: null, nextCents: null, failedOn: null, takenBackOn: null }
    const html = render({ takesPayments: true, dueOn: null, autopay: { ...on, state: 'unknown' } })
    expect(html).toContain('We cannot take a payment now')
    expect(html).not.toContain('Nothing is due')
    expect(render({ takesPayments: true, dueOn: null, autopay: { ...on, state: 'none' } })).toContain(
      'Nothing is due now',
    )
  })

  test('MP-18 MP-19 while a payment is under way, automatic payment neither reads as failed nor charges another one', () => {
    const on = { methodId: 'm', maxCents: 30_000, nextOn: null, nextCents: null, failedOn: null, takenBackOn: null }
    const html = render({ takesPayments: true, autoPay: false, autopay: { ...on, state: 'under-way' } })
    expect(html).toContain('A payment is under way')
    for (const untrue of ['did not go through', 'We will take $', 'Please pay by']) expect(html).not.toContain(untrue)
  })

  test('MP-18 MP-19 a payment that the bank took back is owed again, and automatic payment says that it charges nothing', () => {
    const autopay = {
      methodId: 'm',
      maxCents: 30_000,
      state: 'paused',
      nextOn: null,
      nextCents: null,
      failedOn: '2026-11-15',
      takenBackOn: '2026-11-20',
    } as const
    const payment = {
      paymentId: 'p',
      accountId: 'a',
      state: 'succeeded',
      amountCents: 21_240,
      paidCents: 21_240,
      refundedCents: 0,
      takenBackCents: 21_240,
      takenBackOn: '2026-11-20',
      url: null,
      at: '2026-11-15T15:00:00.000Z',
      settledAt: null,
      sandbox: false,
      automatic: true,
      saved: false,
      paidBy: null,
      paidFor: [],
    } as const
    const paused = {
      takesPayments: true,
      autoPay: false,
      autopay,
      paidHereCents: -21_240,
      payments: [{ ...payment, paidFor: [] }],
    }
    const html = render(paused)
    for (const text of [
      'Paused',
      'We are not taking payments for now',
      'your bank took back $212.40 of the payment that you made on November 15, 2026',
      'We have added the $212.40 that your bank has taken back since then.',
      'Taken back',
    ])
      expect(html).toContain(text)
    for (const untrue of ['did not go through', 'We will take', '>Paid<', 'went back to you'])
      expect(html).not.toContain(untrue)
    expect(render(paused, 'es')).toContain('su banco devolvió un pago')
    const methods = [{ methodId: 'm', kind: 'card', label: 'Visa', lastFour: '4242', state: 'saved' }] as const
    const paying = 'We pay your bills from Visa ending in 4242.'
    expect(render(paused, 'en', methods)).not.toContain(paying)
    expect(render({ ...paused, autopay: { ...autopay, state: 'none', takenBackOn: null } }, 'en', methods)).toContain(
      paying,
    )
    // Once it is paid again, or reinstated, it is history.
    const again = {
      ...payment,
      paidFor: [],
      paymentId: 'q',
      takenBackCents: 0,
      takenBackOn: null,
      at: '2026-11-22T15:00:00.000Z',
    }
    expect(render({ ...paused, payments: [again, ...paused.payments] })).not.toContain('You owe it again')
    expect(render({ ...paused, balanceCents: 0 })).not.toContain('You owe it again')
  })

  test('MP-18 an amount due on several days does not read as due on the first', () => {
    const late = (dueOn: string, billId: string) =>
      ({ ...bill, billId, dueOn, state: 'overdue', openCents: 10_000 }) as const
    const [one, two] = [late('2026-09-01', 'a'), late('2026-10-01', 'b')]
    const about = { dueOn: '2026-09-01', takesPayments: true, autopay: null } as const
    expect(render({ ...about, overdueCents: 10_000, bills: [one] })).toContain('$100.00 of it was due on September 1')
    expect(render({ ...about, overdueCents: 20_000, bills: [two, one] })).toContain('$200.00 of it is past due.')
  })

  test('MP-18 CS-1 to a representative the bills name the member, and mention no debt or refund of the reader', () => {
    const session = {
      ...testSession,
      simulation: { by: 'CSRREP01', endsAt: '2026-11-22T16:00:00.000Z', scopes: null, ofChild: false, isBeside: true },
    }
    const grace = { stage: 'running', lastDay: '2027-01-30', daysLeft: 69, ends: '2026-11-30' } as const
    for (const more of [
      {},
      { balanceCents: -500 },
      { balanceCents: null, asOf: null },
      { grace, overdueCents: 21_240 },
    ]) {
      const html = renderPage(
        <Account
          account={{ ...account, taxCredit: true, ...more }}
          methods={[]}
          onChange={() => {}}
          onBegun={() => {}}
        />,
        { page: { session } },
      )
      expect(html).not.toMatch(/\bYou\b|\byour?\b(?! bank)/i)
    }
  })

  test('MP-18 a credit is no debt', () => {
    const html = render({ balanceCents: -500, dueOn: null })
    expect(html).toContain('You have paid too much by')
    expect(html).toContain('$5.00')
  })

  test.each([
    ['not-payer', 'not-subscriber', 'The subscriber pays'],
    ['not-payer', 'viewing', 'If that is you, stop viewing and open Pay Premium.'],
    ['none', null, 'does not send you premium bills'],
    ['not-loaded', null, 'has not sent us its bills yet'],
  ] as const)('MP-18 why there are none: %s, %s', (state, why, text) => {
    expect(renderPage(<NoBills premium={{ state, why, accounts: [], methods: [], told: [] }} />)).toContain(text)
  })
})

test('FD-1 MP-18 the premium from enrollment files shows, and values that they lack are unknown', () => {
  const told = [
    { kind: 'premium', plan: null, amountCents: 82_500, from: '2026-01-01' },
    { kind: 'taxCredit', plan: null, amountCents: 30_000, from: null },
  ] as const
  const page = renderPage(<ToldCard told={told} />)
  expect(page).toMatch(/Premium for everyone on your plan.*From January 1, 2026.*\$825\.00/s)
  expect(page).toMatch(/Tax credit paid in advance.*\$300\.00/s)
  expect(page).toMatch(/Your share of the premium.*not known/is)
  expect(renderPage(<ToldCard told={[]} />)).not.toContain('What your plan told us')
})
