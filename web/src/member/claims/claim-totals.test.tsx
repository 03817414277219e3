import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { ClaimTotals } from './claim-totals.tsx'

const leftOut = /Payments from other family members’ accounts are not counted here/

test('RG-3 MP-3 the sums of claims say that the reader’s own accounts are left out, but not to a parent, whose accounts count', () => {
  const render = (simulation?: { readonly ofChild: boolean }) =>
    renderPage(<ClaimTotals totals={stubs.listClaims.totals} />, {
      page: {
        session: {
          ...testSession,
          simulation: simulation
            ? { by: 'FAMILY01', endsAt: '2026-11-27T20:00:00Z', scopes: ['claims'], isBeside: false, ...simulation }
            : null,
        },
      },
    })
  expect(render()).not.toMatch(leftOut)
  expect(render({ ofChild: false })).toMatch(leftOut)
  expect(render({ ofChild: true })).not.toMatch(leftOut)
})
