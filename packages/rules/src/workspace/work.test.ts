import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageNames, computeAge, computeSpan, type Work, type WorkEvent, workAfter, workStates } from './work.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 16, hour))

describe('MC-6 the work on a conversation', () => {
  test('MC-6 a first message opens it; further messages do not restart the waiting', () => {
    const first = workAfter(null, { kind: 'member-wrote', at: at(9) })
    expect(first).toEqual({ state: 'open', waitingSince: at(9) })
    expect(workAfter(first, { kind: 'member-wrote', at: at(11) })).toEqual(first)
  })

  test.each(['waiting', 'resolved'] as const)("MC-6 a member's reply reopens what is %s", (state) => {
    for (const waitingSince of [null, at(7)]) {
      const after = workAfter({ state, waitingSince }, { kind: 'member-wrote', at: at(12) })
      expect(after).toEqual({ state: 'open', waitingSince: at(12) })
    }
  })

  test.each(['waiting', 'resolved'] as const)('MC-6 an answer ends the waiting, and leaves the work %s', (leaves) => {
    const after = workAfter({ state: 'open', waitingSince: at(9) }, { kind: 'replied', at: at(10), leaves })
    expect(after).toEqual({ state: leaves, waitingSince: null })
  })

  test('MC-6 setting work aside unanswered and undoing it changes nothing', () => {
    for (const to of ['waiting', 'resolved'] as const) {
      const open: Work = { state: 'open', waitingSince: at(9) }
      const aside = workAfter(open, { kind: 'set', at: at(10), to })
      expect(aside.state).toBe(to)
      expect(workAfter(aside, { kind: 'set', at: at(11), to: 'open' })).toEqual(open)
    }
  })

  test('MC-6 open work always states since when', () => {
    const moment = fc.date({ min: at(0), max: at(23), noInvalidDate: true })
    const event: fc.Arbitrary<WorkEvent> = fc.oneof(
      fc.record({ kind: fc.constant('member-wrote' as const), at: moment }),
      fc.record({ kind: fc.constant('replied' as const), at: moment, leaves: fc.constantFrom('waiting', 'resolved') }),
      fc.record({ kind: fc.constant('set' as const), at: moment, to: fc.constantFrom(...workStates) }),
    )
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 12 }), (events) => {
        const work = events.reduce<Work | null>(workAfter, null)
        if (work?.state === 'open') expect(work.waitingSince).not.toBeNull()
      }),
    )
  })
})

test('MC-6 everybody who waits is in exactly one age class', () => {
  const now = at(23)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * 60 }), (minutes) => {
      const since = new Date(now.getTime() - minutes * 60_000)
      const holding = ageNames.filter((age) => {
        const { after, until } = computeSpan(age, now)
        return since <= until && (after === null || since > after)
      })
      expect(holding).toEqual([computeAge(since, now)])
    }),
  )
})
