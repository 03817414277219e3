import type pg from 'pg'
import type { Engine } from './engine.ts'
import { mayReadElsewhere, retryWhile } from './patience.ts'
import { isOutage, NoConnectionError } from './unavailable.ts'

/** How often what a standby answers looks for the primary again. */
const lookAgainMs = 2_000

/**
 * Returns how to get a connection: to the primary, waiting for it as long as whoever asks may, or to a standby while the primary is away, for
 * what it may answer. Throws NoConnectionError.
 */
export function createConnecting(engine: Pick<Engine, 'connect' | 'connectToStandby'>): () => Promise<pg.PoolClient> {
  /** All connections in use is no outage, unless it is because none can be made. */
  let away = false
  /** Until when the primary is taken to be away, where a standby may answer. */
  let awayUntil = 0
  const isAway = (error: Error) => {
    away ||= isOutage(error)
    return away
  }
  const connectToPrimary = async () => {
    const client = await engine.connect()
    away = false
    awayUntil = 0
    return client
  }
  const connectToEither = async () => {
    const { connectToStandby } = engine
    if (connectToStandby === null || !mayReadElsewhere()) return connectToPrimary()
    if (performance.now() < awayUntil) return connectToStandby().catch(connectToPrimary)
    try {
      return await connectToPrimary()
    } catch (error) {
      if (!(error instanceof Error) || !isAway(error)) throw error
      awayUntil = performance.now() + lookAgainMs
      return connectToStandby().catch(() => {
        throw error
      })
    }
  }
  return async () => {
    try {
      return await retryWhile(isAway, connectToEither)
    } catch (error) {
      throw new NoConnectionError(error)
    }
  }
}
