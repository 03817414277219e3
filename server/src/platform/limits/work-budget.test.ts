import { describe, expect, test } from 'vitest'
import { createWorkBudget } from './work-budget.ts'

const account = { kind: 'account', whose: 'a' } as const
const other = { kind: 'account', whose: 'b' } as const

/** Work that ends on command. */
function createWork() {
  const begun: (() => void)[] = []
  return { begun, work: () => new Promise<void>((resolve) => begun.push(resolve)) }
}
const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('HT-2 RO-4 one person’s share of the work', () => {
  test('HT-2 RO-4 two at a time, the others in order, a limited number waiting; somebody else does not wait', async () => {
    const budget = createWorkBudget(() => 0)
    const { begun, work } = createWork()
    const asked = Array.from({ length: 22 }, () => budget.spend(account, work))
    await turns()
    expect(begun).toHaveLength(2)
    await expect(budget.spend(account, work)).rejects.toMatchObject({
      code: 'TOO-MANY-REQUESTS',
      status: 429,
      retryAfterS: 1,
    })
    const theirs = budget.spend(other, work)
    await turns()
    expect(begun).toHaveLength(3)
    for (let at = 0; at < 23; at += 1) {
      begun[at]?.()
      await turns()
    }
    await Promise.all([...asked, theirs])
    expect(begun).toHaveLength(23)
  })

  test('HT-2 RO-4 a burst in a row, then as many as the refill allows, and the refusal says when', async () => {
    let now = 0
    const budget = createWorkBudget(() => now)
    const spend = () => budget.spend(account, async () => 'done')
    for (let times = 0; times < 120; times += 1) expect(await spend()).toBe('done')
    await expect(spend()).rejects.toMatchObject({ code: 'TOO-MANY-REQUESTS', retryAfterS: 1 })
    expect(await budget.spend(other, async () => 'theirs')).toBe('theirs')
    now += 1000
    expect([await spend(), await spend()]).toEqual(['done', 'done'])
    await expect(spend()).rejects.toMatchObject({ retryAfterS: 1 })
    now += 60 * 60 * 1000
    for (let times = 0; times < 120; times += 1) await spend()
    await expect(spend()).rejects.toMatchObject({ code: 'TOO-MANY-REQUESTS' })
  })

  test('HT-2 RO-4 failed work releases its slot, and an address has room for an office', async () => {
    const budget = createWorkBudget(() => 0)
    for (let times = 0; times < 100; times += 1)
      await expect(budget.spend(account, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
    expect(await budget.spend(account, async () => 'done')).toBe('done')
    const office = { kind: 'address', whose: '10.0.0.1' } as const
    for (let times = 0; times < 600; times += 1) await budget.spend(office, async () => 'done')
    await expect(budget.spend(office, async () => 'done')).rejects.toMatchObject({ code: 'TOO-MANY-REQUESTS' })
  })
})
