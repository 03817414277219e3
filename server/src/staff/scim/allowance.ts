import { ScimError } from '@portico/rules/scim/error'

/** How many requests a token may make in a minute (OS-69). */
export const perMinute = 1200
const windowMs = 60_000

/** Counts each token's requests in this process. The function throws 429 for one too many. */
export function createAllowance(now: () => number = () => performance.now()): (tokenId: string) => void {
  const minutes = new Map<string, { readonly endsAt: number; requests: number }>()
  return (tokenId) => {
    const known = minutes.get(tokenId)
    const minute = known !== undefined && known.endsAt > now() ? known : { endsAt: now() + windowMs, requests: 0 }
    // There are only as many entries as tokens, which people create by hand.
    minutes.set(tokenId, minute)
    if (minute.requests >= perMinute) throw new ScimError(429, null, 'Too many requests in a minute.')
    minute.requests += 1
  }
}
