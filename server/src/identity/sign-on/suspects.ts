import { toNetwork } from '@portico/rules/identity/network'
import type { Limits } from '../../platform/limits/limits.ts'

const max = 10_000
const suspects = new Set<string>()

/**
 * Remembers an address from which too much was wrong: while that is so, its limit is read before a provider or a directory is asked for it.
 * Other sign-ins need not wait for that.
 */
export function suspect(address: string): void {
  const network = toNetwork(address)
  suspects.delete(network)
  suspects.add(network)
  const [oldest] = suspects
  if (suspects.size > max && oldest !== undefined) suspects.delete(oldest)
}

/** Whether nothing is asked for an address now. */
export async function isShut(
  { isSignOnLocked }: Pick<Limits, 'isSignOnLocked'>,
  address: string,
  now: Date,
): Promise<boolean> {
  if (!suspects.has(toNetwork(address))) return false
  const isLocked = await isSignOnLocked(address, now)
  if (!isLocked) suspects.delete(toNetwork(address))
  return isLocked
}
