import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { gather } from './gather.ts'
import { NoConnectionError } from './unavailable.ts'

/** A database that answers on request. */
function openGate() {
  const statements: { readonly asked: readonly number[]; finish(): void; fail(error?: Error): void }[] = []
  const ask = gather(
    (asked: readonly number[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        statements.push({
          asked,
          finish: () => resolve(asked.map((one) => `answer ${one}`)),
          fail: (error = new Error('The connection broke.')) => reject(error),
        })
      }),
  )
  return { ask, statements }
}

describe('SE-4 concurrent requests of one kind', () => {
  test('SE-4 share one statement, and each gets its own answer', async () => {
    const { ask, statements } = openGate()
    const answers = Promise.all([1, 2, 3, 4, 5].map(ask))
    expect(statements.map(({ asked }) => asked)).toEqual([[1], [2]])
    statements[0]?.finish()
    await setImmediate()
    expect(statements[2]?.asked).toEqual([3, 4, 5])
    for (const { finish } of statements) finish()
    expect(await answers).toEqual([1, 2, 3, 4, 5].map((one) => `answer ${one}`))
  })

  test('SE-4 never get the answer of a statement that began before the request', async () => {
    const { ask, statements } = openGate()
    const early = [ask(1), ask(2)]
    const late = ask(1)
    for (const { finish } of [...statements]) finish()
    await Promise.all(early)
    await setImmediate()
    expect(statements.map(({ asked }) => asked)).toEqual([[1], [2], [1]])
    statements[2]?.finish()
    expect(await late).toBe('answer 1')
  })

  test('SE-4 do not fail because of each other', async () => {
    const { ask, statements } = openGate()
    const first = [ask(1), ask(2)]
    const gathered = Promise.allSettled([ask(3), ask(4)])
    for (const { finish } of [...statements]) finish()
    await Promise.all(first)
    await setImmediate()
    expect(statements[2]?.asked).toEqual([3, 4])
    statements[2]?.fail()
    await setImmediate()
    expect(statements.slice(3).map(({ asked }) => asked)).toEqual([[3], [4]])
    statements[3]?.fail()
    statements[4]?.finish()
    expect((await gathered).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  test('SE-4 wait for a connection only once when all are in use', async () => {
    const { ask, statements } = openGate()
    const first = [ask(1), ask(2)]
    const gathered = Promise.allSettled([ask(3), ask(4)])
    for (const { finish } of [...statements]) finish()
    await Promise.all(first)
    await setImmediate()
    statements[2]?.fail(new NoConnectionError(new Error('timeout exceeded when trying to connect')))
    await setImmediate()
    expect(statements).toHaveLength(3)
    expect((await gathered).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('SE-4 continue while one statement is never answered', async () => {
    const { ask, statements } = openGate()
    void ask(1)
    const others = [ask(2), ask(3)]
    statements[1]?.finish()
    await setImmediate()
    statements[2]?.finish()
    expect(await Promise.all(others)).toEqual(['answer 2', 'answer 3'])
  })
})
