import { expect, test } from 'vitest'
import { computePublished, noRequests, tellCount } from './figures.ts'

const standard = { ...noRequests, requests: 40, approved: 29, denied: 11, approvedOnAppeal: 3, extendedApproved: 2 }

test('OS-80 shares refer to all requests of their kind, with one decimal', () => {
  const expedited = { ...noRequests, requests: 3, approved: 2, denied: 1, extendedApproved: 1 }
  const { shares } = computePublished({ standard, expedited, unsaid: 0 })
  expect(shares.map(({ percent }) => percent)).toEqual([72.5, 27.5, 7.5, 7, 66.7, 33.3])
})

test('OS-80 a share without requests and an unknown time are never zero', () => {
  const { shares, times } = computePublished({ standard, expedited: noRequests, unsaid: 0 })
  expect(shares.filter(({ percent }) => percent === null).map(({ name }) => name)).toEqual([
    'expedited-approved',
    'expedited-denied',
  ])
  expect(times.every(({ hours }) => hours === null)).toBe(true)
})

test('OS-80 a count that could identify a person is not published, nor one from which it follows', () => {
  const share = { name: 'standard-denied', percent: 0 } as const
  expect(tellCount({ ...share, count: 10, of: 100 })).toBeNull()
  expect(tellCount({ ...share, count: 95, of: 100 })).toBeNull()
  expect(tellCount({ ...share, count: 11, of: 100 })).toEqual({ count: 11, of: 100 })
  expect(tellCount({ ...share, count: 0, of: 100 })).toEqual({ count: 0, of: 100 })
})
