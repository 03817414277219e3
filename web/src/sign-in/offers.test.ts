import { expect, test } from 'vitest'
import { match } from '../router/match.ts'
import { readPlace } from '../router/place.ts'
import { offers } from './offers.ts'

test.each(offers)('SI-1 what $text promises is online, at $place', ({ place }) => {
  const { kind } = match(readPlace(place), { role: 'MEMBER' })
  expect(kind).toBe('view')
})
