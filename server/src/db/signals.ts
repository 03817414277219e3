import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** The one channel that all signals of the portal go by. */
export const signalChannel = 'portico'

/**
 * What is told when a transaction commits, and whose id comes with it; never more than the id.
 * `mail`: something changed in the messages or drafts of a member. `session`: a session has ended. `outbox`: an e-mail waits; no id.
 */
export type SignalTopic = 'mail' | 'session' | 'outbox'

export interface SignalListener {
  hear(id: string): void
  /** The connection was away for a while: whatever was told then is lost, and has to be looked up. */
  missed?(): void
}

/** What other transactions, of this and of other instances, told when they committed (LISTEN and NOTIFY). */
export interface Signals {
  /** Returns how to stop. */
  on(topic: SignalTopic, listener: SignalListener): () => void
}

/** Passes what an engine hears on to its listeners. */
export class SignalHub implements Signals {
  readonly #listeners = new Map<string, Set<SignalListener>>()
  readonly #begin: () => void

  /** `begin` is called when the first listener comes. */
  constructor(begin: () => void = () => undefined) {
    this.#begin = begin
  }

  on(topic: SignalTopic, listener: SignalListener): () => void {
    if (this.#listeners.size === 0) this.#begin()
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** `payload` is `topic:id`. */
  take(payload: string): void {
    const at = payload.indexOf(':')
    for (const listener of this.#listeners.get(payload.slice(0, at)) ?? []) listener.hear(payload.slice(at + 1))
  }

  miss(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.missed?.()
  }
}

/** Tells every instance, once the transaction commits. What the database tells by itself is in migration 0009. */
export async function signal(tx: Tx, topic: SignalTopic, id = ''): Promise<void> {
  await sql`select pg_notify(${signalChannel}, ${`${topic}:${id}`})`.execute(tx)
}
