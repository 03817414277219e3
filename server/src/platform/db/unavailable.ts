/** No connection was available: all have been in use for too long, or the database does not answer. */
export class NoConnectionError extends Error {
  constructor(cause: unknown) {
    super('No connection to the database could be had.', { cause })
  }
}

/** The server led to only reads: another one may have taken its place. */
export class ReadOnlyServerError extends Error {
  constructor() {
    super('The server of the database only reads.')
  }
}

/** Another service that we store data in is down, or refuses for now. */
export class StoreAwayError extends Error {}

/**
 * SQLSTATEs of a server that is out of resources, starting or stopping, of a statement that took too long, of a deadlock, and of a server
 * that only reads, because another one has taken its place.
 */
const passing = /^(08|53|57P|57014|40001|40P01|25006)/

/** Of a connection that has broken: as it breaks, and whenever it is used afterwards. */
const broken = /^(Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/

const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/** Whether a failure of a store is temporary: the same call may succeed in a moment. */
export function isUnavailable(error: Error): boolean {
  if (error instanceof NoConnectionError || error instanceof ReadOnlyServerError || error instanceof StoreAwayError)
    return true
  if (!('code' in error) || typeof error.code !== 'string') return broken.test(error.message)
  return passing.test(error.code) || unreachable.includes(error.code)
}

/** SQLSTATEs of a server that starts or stops or only reads, and of a connection that breaks: not of one that has too much to do. */
const lost = /^(08|57P|25006)/

/**
 * Whether a server of the database was lost, or another one has taken its place: whatever was not committed is undone, and the next
 * connection may lead to one that works.
 */
export function isOutage(error: Error): boolean {
  if (error instanceof ReadOnlyServerError) return true
  if (!('code' in error) || typeof error.code !== 'string') return broken.test(error.message)
  return lost.test(error.code) || unreachable.includes(error.code)
}

/** Whether the server behind a connection only reads: it stays so, and the next connection may lead to one that writes. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006'
}

/** SQLSTATEs of a row that another transaction has inserted meanwhile, of one that it has changed, and of a deadlock. */
const overtaken = new Set(['23505', '40001', '40P01'])

/** Whether a transaction failed because of another one at the same moment: begun again, it sees what that one did. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && overtaken.has(String(error.code))
}

/** Whether a statement named a table that there is not, or no longer. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01'
}
