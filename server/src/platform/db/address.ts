import pg from 'pg'
import { isOutage, ReadOnlyServerError } from './unavailable.ts'

/**
 * What stands between the portal and PostgreSQL (OP-5): nothing; a pooler that gives each transaction another connection, so that nothing
 * said on one outlives its transaction; or such a pooler that keeps named statements itself.
 */
const poolers = ['none', 'transaction', 'transaction-named'] as const
export type Pooler = (typeof poolers)[number]

/** The values of `target_session_attrs` that ask for a server that takes writes; `any` asks for none. */
const writing = ['read-write', 'primary']

export interface Address {
  /** The same address with each of its hosts (OP-2). */
  readonly urls: readonly [string, ...string[]]
  /** Whether a server that only reads is left for the next one. */
  readonly mustWrite: boolean
  readonly pooler: Pooler
}

/**
 * Reads an address of a database: `postgres://user:password@host:port,host:port/name?parameters`. `target_session_attrs` is as in
 * PostgreSQL's own programs, and `pooler` is ours; all other parameters are left to the driver. Null: it cannot be read.
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
 * Makes clients that connect to the host that answered last; one that cannot be reached, or only reads where a writer is asked for, is left
 * for the next one in the list. `check` has to be called on each new connection.
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

    /** Throws ReadOnlyServerError where a server that writes is asked for. */
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

/** Connects to whichever host answers, trying each of them once as PostgreSQL's own programs do. */
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
