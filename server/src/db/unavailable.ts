/** No connection was available: all have been in use for too long, or the database does not answer. */
export class NoConnectionError extends Error {
  constructor(cause: unknown) {
    super('No connection to the database could be had.', { cause })
  }
}

/** Another service that we store data in is down, or refuses for now. */
export class StoreAwayError extends Error {}

/** SQLSTATEs of a server that is out of resources, starting or stopping, of a statement that took too long, and of a deadlock. */
const passing = /^(08|53|57P|57014|40001|40P01)/

/** Whether a failure of a store is temporary: the same call may succeed in a moment. */
export function isUnavailable(error: Error): boolean {
  if (error instanceof NoConnectionError || error instanceof StoreAwayError) return true
  if (!('code' in error) || typeof error.code !== 'string') return /^Connection terminated/.test(error.message)
  return passing.test(error.code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(error.code)
}
