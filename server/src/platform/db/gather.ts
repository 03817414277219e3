import { AsyncLocalStorage } from 'node:async_hooks'
import { isOutage, NoConnectionError } from './unavailable.ts'

interface Waiting<Asked, Answer> {
  readonly asked: Asked
  finish(answer: Answer): void
  fail(error: unknown): void
  /** Runs something as patiently as whoever asked. */
  runAs<T>(work: () => T): T
}

/** Two, so that one connection that says nothing does not keep everyone waiting. */
const maxUnderWay = 2
const maxTogether = 100

/**
 * Lets many ask the database the same at the same time: while statements are under way, those who come gather for the next one. Nobody is
 * answered by a statement that began before they asked. `ask` returns an answer for each, in their order.
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
      // Nobody fails because of what another asked, or of how long another may wait; nor does anyone wait twice where all connections are taken.
      if (batch.length === 1 || isTaken(error)) for (const { fail } of batch) fail(error)
      else await Promise.all(batch.map((one) => answer([one])))
    }
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof NoConnectionError && !(error.cause instanceof Error && isOutage(error.cause))
}
