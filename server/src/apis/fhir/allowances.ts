import { FhirError } from './outcome.ts'

/** Requests and bytes per minute for each grant, whichever app it is (OS-43). */
export const perMinute = { requests: 600, bytes: 50_000_000 }
const windowMs = 60_000

interface Minute {
  readonly endsAt: number
  requests: number
  bytes: number
}

export interface Allowance {
  /** `RateLimit` and `RateLimit-Policy`, as in the IETF draft. */
  readonly headers: Readonly<Record<string, string>>
  /** Counts bytes sent. */
  send(text: string): void
}

export interface Allowances {
  /** Counts a request. Throws 429 if the grant has used up its minute. */
  take(grantId: string): Allowance
}

/** Counts in this process, in minutes that start with a first request; refused requests are not counted. */
export function createAllowances(now: () => number = () => performance.now()): Allowances {
  const minutes = new Map<string, Minute>()
  let tidiedAt = now()
  return {
    take: (grantId) => {
      tidy()
      const minute = findMinute(grantId)
      const leftS = Math.max(1, Math.ceil((minute.endsAt - now()) / 1000))
      if (minute.requests >= perMinute.requests || minute.bytes >= perMinute.bytes)
        throw new FhirError(429, 'throttled', 'Too many requests or bytes in a minute.', { retryAfterS: leftS })
      minute.requests += 1
      const left = { requests: perMinute.requests - minute.requests, bytes: perMinute.bytes - minute.bytes }
      return {
        headers: buildHeaders(left, leftS),
        send: (text) => {
          minute.bytes += Buffer.byteLength(text)
        },
      }
    },
  }

  function findMinute(grantId: string): Minute {
    const known = minutes.get(grantId)
    if (known !== undefined && known.endsAt > now()) return known
    const minute = { endsAt: now() + windowMs, requests: 0, bytes: 0 }
    minutes.set(grantId, minute)
    return minute
  }

  function tidy(): void {
    if (now() - tidiedAt < windowMs) return
    tidiedAt = now()
    for (const [grantId, { endsAt }] of minutes) if (endsAt <= now()) minutes.delete(grantId)
  }
}

function buildHeaders(left: typeof perMinute, leftS: number): Allowance['headers'] {
  const { requests, bytes } = perMinute
  return {
    'ratelimit-policy': `"requests";q=${requests};w=60, "bytes";q=${bytes};qu="content-bytes";w=60`,
    ratelimit: `"requests";r=${left.requests};t=${leftS}, "bytes";r=${left.bytes};t=${leftS}`,
  }
}
