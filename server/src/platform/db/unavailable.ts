/** No connection was available: all have been in use for too long, or the database does not answer. */
export class NoConnectionError extends Error {
  constructor(cause: unknown) {
    super('No connection to the database could be had.', { cause })
  }
}

/** The connection led to a read-only server: another one may have taken its place. */
export class ReadOnlyServerError extends Error {
  constructor() {
    super('The server of the database only reads.')
  }
}

/** Another store of our data is down, or refuses for now. */
export class StoreAwayError extends Error {}

/**
 * SQLSTATEs of a server that is out of resources, starting or stopping, of a statement timeout, of a deadlock, and of a read-only server,
 * which another one has replaced.
 */
const passing = /^(08|53|57P|57014|40001|40P01|25006)/

/** Errors of a broken connection, when it breaks and at every use afterward. */
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

/** SQLSTATEs of a server that is starting, stopping or read-only, and of a broken connection; not of an overloaded server. */
const lost = /^(08|57P|25006)/

/**
 * Whether a database server was lost, or another one has taken its place: anything uncommitted is undone, and the next connection may reach
 * a working one.
 */
export function isOutage(error: Error): boolean {
  if (error instanceof ReadOnlyServerError) return true
  if (!('code' in error) || typeof error.code !== 'string') return broken.test(error.message)
  return lost.test(error.code) || unreachable.includes(error.code)
}

/** Whether the server behind a connection is read-only: it stays so, and the next connection may reach a writable one. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006'
}

/** SQLSTATEs of a row that a concurrent transaction inserted, of one that it changed, and of a deadlock. */
const overtaken = new Set(['23505', '40001', '40P01'])

/** Whether a transaction failed because of a concurrent one: on a retry it sees what that one did. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && overtaken.has(String(error.code))
}

/** Whether a statement named a table that does not exist, or no longer does. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01'
}
