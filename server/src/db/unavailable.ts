/** No connection could be had: all are taken for too long, or the database does not answer. */
export class NoConnectionError extends Error {
  constructor(cause: unknown) {
    super('No connection to the database could be had.', { cause })
  }
}

/** Another service that we store in is away, or refuses for now. */
export class StoreAwayError extends Error {}

/** What a server out of resources, starting or stopping says, a statement that took too long, and a deadlock (SQLSTATE). */
const passing = /^(08|53|57P|57014|40001|40P01)/

/** Whether a failure of a store is one that passes: the same call may be answered in a moment. */
export function isUnavailable(error: Error): boolean {
  if (error instanceof NoConnectionError || error instanceof StoreAwayError) return true
  if (!('code' in error) || typeof error.code !== 'string') return /^Connection terminated/.test(error.message)
  return passing.test(error.code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(error.code)
}
