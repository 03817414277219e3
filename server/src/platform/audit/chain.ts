import { createHash } from 'node:crypto'
import type { Tables } from '../db/tables.ts'

/** Every column that says what happened; `at` is read as seconds since 1970 with all decimals that the database keeps. */
export const eventColumns = [
  ...['event_id', 'actor_account_id', 'actor_login_id', 'as_account_id', 'as_login_id', 'session_id'],
  ...['member_id', 'action', 'record_type', 'record_id', 'outcome', 'address', 'request_id', 'times'],
] as const satisfies readonly (keyof Tables['audit_event'])[]

/** An event in the form that the chain hashes: the text of each column, or null. */
export type ChainedEvent = Record<'at' | (typeof eventColumns)[number], string | null>

/** The hash before the first event. */
export const chainStart: Buffer = Buffer.alloc(32)

/**
 * Hash of an event at its place in the chain: SHA-256 over the previous hash and the event's canonical form, which is JSON of `seq`, `at`
 * and the other columns by name, in the order of `eventColumns`, without nulls. A new column joins at the end, so that the hashes of events
 * without it do not change.
 */
export function chainHash(before: Buffer, seq: number, event: ChainedEvent): Buffer {
  const columns = (['at', ...eventColumns] as const).flatMap((name) => {
    const value = event[name]
    return value === null ? [] : [[name, value] as const]
  })
  const form = JSON.stringify({ seq, ...Object.fromEntries(columns) })
  return createHash('sha256').update(before).update(form).digest()
}

/** A place in the chain with its hash, written `SEQ:HASH`. An anchor kept elsewhere shows later whether the log still holds that place. */
export interface Anchor {
  readonly seq: number
  readonly hash: Buffer
}

export function anchorText({ seq, hash }: Anchor): string {
  return `${seq}:${hash.toString('hex')}`
}

/** Null if the text is not an anchor. */
export function parseAnchor(text: string): Anchor | null {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
}
