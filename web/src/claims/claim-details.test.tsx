import { stubs } from '@portico/contract/stubs'
import { describe, expect, test } from 'vitest'
import type { ClaimData } from '../claim-parts/claim-looks.ts'
import { rendered } from '../test-render.tsx'
import { ClaimDetails } from './claim-details.tsx'

const shown = (more: Partial<ClaimData>) => rendered(<ClaimDetails claim={{ ...stubs.openClaim, ...more }} />)

describe('MP-8 an appeal that was denied, in words which the server can draw', () => {
  const events = [{ kind: 'appeal-denied', day: '2026-06-10', after: 40_000 } as const]
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
