import { type Kysely, sql } from 'kysely'

/** Requests for more of a medicine (MP-16), and whether members want e-mails about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table medicine_order (
    member_id uuid not null references member,
    order_id uuid not null,
    -- The member who asked: a parent for a child.
    asked_by uuid not null,
    receipt text not null,
    medicine_id uuid not null,
    kind text not null check (kind in ('refill', 'renewal')),
    drug text not null,
    rxnorm text,
    ndc text,
    prescription_id text,
    pharmacy_id text,
    pharmacy_name text not null,
    pharmacy_address text,
    sensitive boolean not null,
    state text not null check (state in ('requested', 'sent', 'accepted', 'ready', 'refused')),
    reason text,
    sequence integer not null,
    requested_at timestamptz not null,
    sent_at timestamptz,
    changed_at timestamptz not null,
    attempts integer not null,
    -- Null: there is nothing to send.
    next_try_at timestamptz,
    primary key (member_id, order_id)
  )`,
  'create index medicine_order_due on medicine_order (next_try_at) where next_try_at is not null',
  // A pharmacy's notice finds its order by this.
  'create index medicine_order_by_id on medicine_order (order_id)',
  'alter table notification_choice add column order_news boolean not null default true',
]
