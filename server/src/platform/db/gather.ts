import { AsyncLocalStorage } from 'node:async_hooks'
import { isOutage, NoConnectionError } from './unavailable.ts'

interface Waiting<Asked, Answer> {
  readonly asked: Asked
  finish(answer: Answer): void
  fail(error: unknown): void
  /** Runs something with the caller's patience (`patience.ts`). */
  runAs<T>(work: () => T): T
}

/** Two, so that one silent connection does not keep everyone waiting. */
const maxUnderWay = 2
const maxTogether = 100

/**
 * Batches concurrent requests of the same kind: while statements are under way, new callers gather for the next one. No caller gets the
 * answer of a statement that began before they asked. `ask` returns one answer for each, in order.
 */
export function gather<Asked, Answer>(
  ask: (all: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let gathered: Waiting<Asked, Answer>[] = []
  let underWay = 0
  return (asked) =>
    new Promise((finish, fail) => {
      gathered.push({ asked, finish, fail, runAs: AsyncLocalStorage.snapshot() })
      if (underWay < maxUnderWay) void work()
    })

  async function work(): Promise<void> {
    underWay += 1
    while (gathered.length > 0) {
      const batch = gathered.slice(0, maxTogether)
      gathered = gathered.slice(maxTogether)
      await answer(batch)
    }
    underWay -= 1
  }

  async function answer(batch: readonly Waiting<Asked, Answer>[]): Promise<void> {
    const [first] = batch
    try {
      const answers = (await first?.runAs(() => ask(batch.map(({ asked }) => asked)))) ?? []
      batch.forEach(({ finish }, at) => void finish(answers[at] as Answer))
    } catch (error) {
      // No one fails because of another's request, or of how long another may wait; and no one waits twice when all connections are in use.
      if (batch.length === 1 || isTaken(error)) for (const { fail } of batch) fail(error)
      else await Promise.all(batch.map((one) => answer([one])))
    }
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof NoConnectionError && !(error.cause instanceof Error && isOutage(error.cause))
}
