import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('IM-5 an import with the database to itself stores full transactions', async () => {
  for (const [kind, share] of [
    ['postgres', 1],
    ['embedded', 0.1],
  ] as const) {
    const pace = createPace({ kind, isShared: false })
    await pace.keep(async () => undefined)
    expect(pace.share).toBe(share)
  }
})

test('IM-5 while others wait for the only connection, transactions become small enough for a short wait, and larger again', async () => {
  let clock = 0
  const pace = createPace({ kind: 'embedded', isShared: true }, () => clock)
  const takesMs = (ms: number) =>
    pace.keep(async () => {
      clock += ms
    })
  const first = pace.share
  expect(first).toBeLessThan(1)
  await takesMs(200)
  const slow = pace.share
  expect(slow).toBeLessThan(first)
  for (let times = 0; times < 10; times++) await takesMs(1000)
  expect(pace.share * 500).toBe(5)
  await takesMs(1)
  expect(pace.share * 500).toBe(10)
  for (let times = 0; times < 20; times++) await takesMs(1)
  expect(pace.share).toBe(1)
})

test('IM-5 an import’s own wait for the connection makes no transaction smaller', async () => {
  let clock = 0
  const pace = createPace({ kind: 'embedded', isShared: true }, () => clock)
  const first = pace.share
  await pace.keep(async (begun) => {
    clock += 500
    begun()
    clock += 10
  })
  expect(pace.share).toBe(first * 2)
})
