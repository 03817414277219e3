import { createPasswords, type Passwords } from '../src/identity/passwords/passwords.ts'

/** Hashes that cost almost nothing: in tests people sign in thousands of times, and set thousands of passwords and answers. */
export function cheapPasswords(): Passwords {
  return createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
}
