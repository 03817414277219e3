import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createSemaphore } from '../../platform/semaphore.ts'

type Cost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>

// argon2id with OWASP's minimum memory and passes (SI-14): 19 MiB, 2 passes, 1 lane.
const leastCost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes and checks passwords, a few at a time, so that sign-ins can neither starve the thread pool nor thrash the cores. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Checks against `stored`; with null it does the same work and returns false, so that the duration reveals nothing. */
  matches(stored: string | null, password: string): Promise<boolean>
}

/** A lower cost is for tests, which hash thousands of times. */
export function createPasswords(cost = leastCost): Passwords {
  const run = createSemaphore(availableParallelism())
  const standIn = hash('a password that nobody has', cost)
  return {
    hash: (password) => run(() => hash(password.normalize('NFC'), cost)),
    matches: (stored, password) =>
      run(async () => {
        const matched = await verify(stored ?? (await standIn), password.normalize('NFC'))
        return stored !== null && matched
      }),
  }
}
