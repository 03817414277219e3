import { vi } from 'vitest'

/** Waits until a check holds; the time-out ends only a wait for what never comes. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 600_000, interval: 50 })
}
