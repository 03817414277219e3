import pg from 'pg'
import { isOutage, ReadOnlyServerError } from './unavailable.ts'

/**
 * What stands between the portal and PostgreSQL (OP-5): nothing; a pooler that may give each transaction another connection, so that
 * session state does not outlive a transaction; or such a pooler that tracks named statements itself.
 */
const poolers = ['none', 'transaction', 'transaction-named'] as const
export type Pooler = (typeof poolers)[number]

/** Values of `target_session_attrs` that require a writable server; `any` does not. */
const writing = ['read-write', 'primary']

export interface Address {
  /** The same address once for each of its hosts (OP-2). */
  readonly urls: readonly [string, ...string[]]
  /** Whether to skip a read-only server in favor of the next one. */
  readonly mustWrite: boolean
  readonly pooler: Pooler
}

/**
 * Parses a database address: `postgres://user:password@host:port,host:port/name?parameters`. `target_session_attrs` works as in libpq, and
 * `pooler` is ours; all other parameters go to the driver. Null: it cannot be parsed.
 */
export function readAddress(text: string): Address | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/.exec(text)
  if (parts === null) return null
  const [, head = '', hosts = '', path = '', query = ''] = parts
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs')
  const pooler = poolers.find((one) => one === (parameters.get('pooler') ?? 'none'))
  if (pooler === undefined || (wanted !== null && wanted !== 'any' && !writing.includes(wanted))) return null
  parameters.delete('target_session_attrs')
  parameters.delete('pooler')
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  const [first = '', ...others] = hosts.split(',').map((host) => `${head}${host}${path}${rest}`)
  const urls = [first, ...others] as const
  if (others.length > 0 && hosts.split(',').some((host) => !/^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host)))
    return null
  return { urls, pooler, mustWrite: wanted === null ? others.length > 0 : writing.includes(wanted) }
}

/**
 * Makes clients that connect to the host that last answered; they move to the next host if one is unreachable, or is read-only where a
 * writer is required. Call `check` on each new connection.
 */
export function createClients({ urls, mustWrite }: Address) {
  let at = 0
  const leave = (left: string) => {
    if (urls[at] === left) at = (at + 1) % urls.length
  }

  class HostClient extends pg.Client {
    readonly #url: string

    constructor(options: pg.ClientConfig) {
      const url = urls[at] ?? urls[0]
      super({ ...options, connectionString: url })
      this.#url = url
      // A server may end a connection in the moment after it is made, before anyone else listens; unheard, the error would end the process.
      // Whoever uses the connection next is told.
      this.on('error', () => undefined)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = super.connect().catch((error: unknown) => {
        leave(this.#url)
        throw error
      })
      if (callback === undefined) return connecting as unknown as Promise<pg.Client>
      connecting.then(() => callback(null as unknown as Error), callback)
      return undefined
    }

    /** Throws ReadOnlyServerError if the server is read-only and a writer is required. */
    async check(): Promise<void> {
      if (!mustWrite) return
      const { rows } = await this.query<{ transaction_read_only: string }>('show transaction_read_only')
      if (rows[0]?.transaction_read_only !== 'on') return
      leave(this.#url)
      throw new ReadOnlyServerError()
    }
  }
  return HostClient
}

/** Connects to whichever host answers, trying each once, as libpq does. */
export async function connectToAny<T>({ urls }: Address, connect: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await connect()
    } catch (error) {
      if (tried >= urls.length || !(error instanceof Error) || !isOutage(error)) throw error
    }
  }
}

export type Clients = ReturnType<typeof createClients>
