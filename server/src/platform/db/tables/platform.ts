import type { ColumnType } from 'kysely'
import { apart } from '../personal-data.ts'
import type { Json, MaybeJson, MaybeMoment, Moment } from './columns.ts'

/** The installation and its audit log. */
export const platformTables = {
  audit_event: apart<{
    event_id: string
    at: Moment
    actor_account_id: string | null
    actor_login_id: string | null
    session_id: string | null
    member_id: string | null
    action: string
    record_type: string
    record_id: string | null
    outcome: 'done' | 'refused' | 'failed'
    address: string
    request_id: string
    /** The person for whom the actor acted; null if for themselves. */
    as_account_id: string | null
    as_login_id: string | null
    /** Number of refusals of the same kind that the row stands for; null: a single event. */
    times: number | null
    /** Place in the chain and hash there, for events sealed before `audit_seal` existed. */
    seq: ColumnType<number | null, never, never>
    hash: ColumnType<Buffer | null, never, never>
  }>('append-only; its owner sees it under Recent activity'),
  /** Places of events in the chain, with the hashes there. */
  audit_seal: apart<{
    seq: number
    event_id: string
    hash: Buffer
  }>('places and hashes of audit events'),
  /** Events that wait to be sealed: the database itself adds and removes them. */
  audit_waiting: apart<{
    event_id: ColumnType<string, never, never>
  }>('ids of audit events'),
  /** Segments of the audit log archived as files (OP-7). */
  audit_archive: apart<{
    first_seq: number
    last_seq: number
    last_hash: Buffer
    last_at: Moment
    object_name: string
    sha256: Buffer
    public_key: Buffer
    signature: Buffer
    archived_at: Moment
    removed_at: MaybeMoment
  }>('where parts of the audit log are, and their hashes'),
  /** How far a warehouse has each table (OP-12). */
  extract_state: apart<{
    name: string
    extracted_until: MaybeMoment
    begun_at: MaybeMoment
    free_text: boolean
    parts: Json<unknown>
    after_key: MaybeJson<unknown>
  }>('names of tables and files, and keys until an extract is whole'),
  /** How far other systems have the audit log (OP-11). */
  audit_forward: apart<{
    /** The receiver's address. */
    name: string
    /** The last place in the chain that the receiver has; 0: none. */
    seq: number
    /** The server that forwards, for as long as its lease lasts. */
    holder: string
    leased_until: Moment
  }>('places in the audit log, no person'),
  /** A running server, as it last reported itself (AD-5). */
  instance: apart<{
    instance_id: string
    host: string
    pid: number
    version: string
    started_at: Moment
    seen_at: Moment
    streams: number
  }>('servers, no person'),
  /** The place of this database's real portal: a copy elsewhere sends nothing (OP-6). */
  site: apart<{
    place: string
    adopted_by: string
    adopted_at: Moment
  }>('about the installation'),
}
