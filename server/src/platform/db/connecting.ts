import type pg from 'pg'
import type { Engine } from './engine.ts'
import { mayReadElsewhere, retryWhile } from './patience.ts'
import { isOutage, NoConnectionError } from './unavailable.ts'

/** How often reads served by a standby try the primary again. */
const lookAgainMs = 2_000

/**
 * Returns a function that gets a connection: to the primary, waiting for it as long as the caller may, or to a standby while the primary is
 * unavailable, if a standby may serve the read. Throws NoConnectionError.
 */
export function createConnecting(engine: Pick<Engine, 'connect' | 'connectToStandby'>): () => Promise<pg.PoolClient> {
  /** A fully used pool is no outage, unless it is because no connection can be made. */
  let away = false
  /** The primary counts as unavailable before this moment, if a standby may answer. */
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
