import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** The one channel for all signals of the portal. */
export const signalChannel = 'portico'

/**
 * Topics of signals, sent when a transaction commits, with at most an id. `mail`: a member's messages or drafts changed; with the member's
 * id. `session`: a session has ended; with its id. `outbox`: an e-mail waits; without an id.
 */
export type SignalTopic = 'mail' | 'session' | 'outbox'

export interface SignalListener {
  hear(id: string): void
  /** Called after a lost connection is back: signals sent meanwhile are lost, so look the changes up. */
  handleMissed?(): void
}

/** Signals that transactions on this and other instances sent when they committed (LISTEN and NOTIFY). */
export interface Signals {
  /** Returns a function that stops listening. */
  on(topic: SignalTopic, listener: SignalListener): () => void
}

/** Passes an engine's signals on to their listeners. */
export class SignalHub implements Signals {
  readonly #listeners = new Map<string, Set<SignalListener>>()
  readonly #begin: () => void

  /** `begin` is called for the first listener. */
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
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.handleMissed?.()
  }
}

/** Signals every instance once the transaction commits. Migration 0009 defines the signals that the database sends itself. */
export async function signal(tx: Tx, topic: SignalTopic, id = ''): Promise<void> {
  await sql`select pg_notify(${signalChannel}, ${`${topic}:${id}`})`.execute(tx)
}
