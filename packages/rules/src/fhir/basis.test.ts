import { expect, test } from 'vitest'
import { toBasis } from './basis.ts'

test('OS-54 an amount goes even if it has no currency, and the reasons for a decision stay', () => {
  const claim = {
    ...{ resourceType: 'ExplanationOfBenefit', id: '1' },
    extension: [{ url: 'x', valueMoney: { value: 41.5 } }],
    item: [
      {
        sequence: 1,
        adjudication: [
          { category: { coding: [{ code: 'benefit' }] }, amount: { value: 41.5 } },
          { category: { coding: [{ code: 'denialreason' }] }, reason: { coding: [{ code: 'A1' }] } },
        ],
      },
    ],
  }
  const text = toBasis(JSON.stringify(claim))
  expect(text).not.toContain('41.5')
  expect(text).toContain('denialreason')
})
