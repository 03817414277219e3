import { stubs } from '@portico/contract/stubs'
import { describe, expect, test } from 'vitest'
import { rendered } from '../../base/test-render.tsx'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { ClaimDetails } from './claim-details.tsx'

const shown = (more: Partial<ClaimData>) => rendered(<ClaimDetails claim={{ ...stubs.openClaim, ...more }} />)

describe('MP-8 an appeal that was denied, in words which the server can draw', () => {
  const events = [{ kind: 'appeal-denied', day: '2026-06-10', toCome: false, after: 40_000 } as const]
  const denied = { state: 'denied', appeal: null, appealBy: null, events } as const

  test('MP-8 MP-7 it heads the claim, is in its history, and leads to an external review with its last day', () => {
    const html = shown({ ...denied, appealDenied: { step: 'open', reviewBy: '2026-10-10' } })
    expect(html.indexOf('did not change its decision')).toBeGreaterThan(-1)
    expect(html.indexOf('did not change its decision')).toBeLessThan(html.indexOf('The appeal was denied'))
    expect(html).toContain('until October 10, 2026')
    expect(html).not.toMatch(/You can appeal|must decide by/)
  })

  test('MP-8 a last day that is over, or not known, is said so', () => {
    const over = shown({ ...denied, appealDenied: { step: 'over', reviewBy: '2026-10-10' } })
    expect(over).toContain('ended on October 10, 2026')
    expect(shown({ ...denied, appealDenied: { step: 'open', reviewBy: null } })).toContain('within 4 months')
  })
})

describe('MP-4 MP-7 what is owed, and what is still to come', () => {
  const { figures } = stubs.openClaim
  const billed = 'will send you one'

  test('MP-4 a bill is spoken of only if a share is left', () => {
    expect(shown({})).toContain(billed)
    for (const youOweCents of [0, null]) expect(shown({ figures: { ...figures, youOweCents } })).not.toContain(billed)
    expect(shown({ state: 'replaced' })).not.toContain(billed)
  })

  test('MP-4 a claim that only takes back another one owes nothing, and is no bill', () => {
    const html = shown({ state: 'correction', figures: { ...figures, billedCents: null, youOweCents: 0 } })
    expect(html).toContain('took back an earlier claim')
    expect(html).not.toMatch(/will send you one|covered all of it/)
  })

  test('MP-7 what the plan pays on a day to come is not told as done', () => {
    const paid = (toCome: boolean) => shown({ events: [{ kind: 'paid', day: '2026-11-27', toCome }] })
    expect(paid(true)).toContain('Your plan will pay')
    expect(paid(true)).not.toContain('>Your plan paid</p>')
    expect(paid(false)).toContain('>Your plan paid</p>')
  })
})
