import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Inactivity,
  type InactivityEvent,
  type InactivityOptions,
  nextInactivity,
  roundSecondsLeft,
  startInactivity,
} from './inactivity.ts'
import { DEFAULT_INACTIVITY, MEMBER_INACTIVITY } from './timing.ts'

const options = DEFAULT_INACTIVITY
const start = 1_000_000_000_000

/** A clock that the test moves by hand. */
function watch(from: InactivityOptions = options) {
  let now = start
  let state: Inactivity = startInactivity(now, from)
  return {
    do(event: InactivityEvent) {
      state = nextInactivity(state, event, now, from)
      return state
    },
    /** Time passes while the page checks the clock as often as it should. */
    wait(ms: number) {
      const end = now + ms
      while (now + from.checkMs <= end) {
        now += from.checkMs
        state = nextInactivity(state, { type: 'checked' }, now, from)
      }
      now = end
      return state
    },
    /** The machine sleeps, and nothing checks the clock. */
    sleep(ms: number) {
      now += ms
    },
    now: () => now,
  }
}

it('SE-1 the defaults: warning after 84 s, end after 90 s, checked each second', () => {
  expect(options).toEqual({ expiryMs: 90_000, warningMs: 84_000, checkMs: 1_000 })
  const clock = watch()
  expect(clock.wait(83_999).state).toBe('active')
  expect(clock.wait(1)).toEqual({ lastActivity: start, state: 'active', msLeft: 7_000 })
  expect(clock.do({ type: 'checked' })).toEqual({ lastActivity: start, state: 'warning', msLeft: 6_000 })
  expect(clock.wait(5_999).state).toBe('warning')
  expect(clock.wait(1_000)).toEqual({ lastActivity: start, state: 'expired', msLeft: 0 })
})

it('SE-2 signed-in pages: warning after 13 minutes, end after 15, checked every three seconds', () => {
  expect(MEMBER_INACTIVITY).toEqual({ expiryMs: 900_000, warningMs: 780_000, checkMs: 3_000 })
  const clock = watch(MEMBER_INACTIVITY)
  expect(clock.wait(777_000).state).toBe('active')
  expect(clock.wait(3_000).state).toBe('warning')
  expect(clock.wait(117_000).state).toBe('warning')
  expect(clock.wait(3_000).state).toBe('expired')
})

it('SE-1 activity restarts the timer, unless the warning shows; closing it restarts it', () => {
  const clock = watch()
  clock.wait(80_000)
  expect(clock.do({ type: 'active' })).toMatchObject({ state: 'active', msLeft: 90_000 })
  clock.wait(85_000)
  expect(clock.do({ type: 'active' })).toMatchObject({ state: 'warning', msLeft: 5_000 })
  expect(clock.do({ type: 'closed' })).toMatchObject({ state: 'active', msLeft: 90_000 })
})

it('SE-2 a laptop that slept past the end wakes to an ended session, whatever is pressed first', () => {
  for (const type of ['checked', 'active', 'closed'] as const) {
    const clock = watch()
    clock.wait(30_000)
    clock.sleep(60_000)
    expect(clock.do({ type }).state, type).toBe('expired')
  }
})

it('SE-2 a laptop that slept into the last seconds shows the warning at its first check, with the time that is left', () => {
  const clock = watch()
  clock.sleep(86_500)
  expect(clock.do({ type: 'checked' })).toMatchObject({ state: 'warning', msLeft: 3_500 })
})

it('SE-2 activity in another tab keeps this one alive and closes its warning', () => {
  const clock = watch()
  clock.wait(85_000)
  expect(clock.do({ type: 'heard', at: clock.now() - 2_000 })).toMatchObject({ state: 'active', msLeft: 88_000 })
  clock.sleep(90_000)
  expect(clock.do({ type: 'heard', at: clock.now() - 1_000 })).toMatchObject({ state: 'active', msLeft: 89_000 })
})

it('SE-2 an old report from another tab changes nothing, and reports from the future are ignored', () => {
  const clock = watch()
  clock.wait(50_000)
  expect(clock.do({ type: 'heard', at: start - 1 })).toMatchObject({ lastActivity: start })
  expect(clock.do({ type: 'heard', at: clock.now() + 1e9 })).toMatchObject({ state: 'active', msLeft: 90_000 })
})

it('SE-2 a clock set back by an hour does not lengthen the session by an hour', () => {
  const clock = watch()
  clock.wait(10_000)
  clock.sleep(-3_600_000)
  clock.do({ type: 'checked' })
  expect(clock.wait(90_000).state).toBe('expired')
})

const event: fc.Arbitrary<InactivityEvent> = fc.oneof(
  fc.constantFrom<InactivityEvent>({ type: 'checked' }, { type: 'active' }, { type: 'closed' }),
  fc.integer({ min: -200_000, max: 200_000 }).map((offset): InactivityEvent => ({ type: 'heard', at: start + offset })),
)

it('SE-1 SE-2 whatever happens, it never ends early, never lives too long, and stays ended', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(60_000)), { maxLength: 40 }), (steps) => {
      let now = start
      let state = startInactivity(now, options)
      for (const [step, ms] of steps) {
        now += ms
        const before = state
        state = nextInactivity(before, step, now, options)
        const idle = now - state.lastActivity
        expect(idle).toBeGreaterThanOrEqual(0)
        expect(state.lastActivity).toBeGreaterThanOrEqual(before.lastActivity)
        if (before.state === 'expired') expect(state).toBe(before)
        else expect(state.state).toBe(idle >= 90_000 ? 'expired' : idle >= 84_000 ? 'warning' : 'active')
        if (before.state === 'warning' && step.type === 'active') expect(state.lastActivity).toBe(before.lastActivity)
      }
    }),
  )
})

it('SE-1 a screen reader announces the remaining time each half minute and at ten seconds', () => {
  const heard = Array.from({ length: 121 }, (_, second) => roundSecondsLeft((120 - second) * 1000))
  expect([...new Set(heard)]).toEqual([120, 90, 60, 30, 10])
  expect(roundSecondsLeft(6_000)).toBe(10)
  expect(roundSecondsLeft(0)).toBe(10)
})
