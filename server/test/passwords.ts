import { createPasswords, type Passwords } from '../src/passwords/passwords.ts'

/** Hashes that cost next to nothing: people of tests sign in thousands of times, and thousands choose passwords and answers. */
export function cheapPasswords(): Passwords {
  return createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
}
