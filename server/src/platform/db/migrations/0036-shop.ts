import { type Kysely, sql } from 'kysely'

/**
 * What people do in the shop (SH-6, SH-7, SH-9). Data about the people covered is encrypted: the database alone reveals no one's age or
 * name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table shop_saved (
    save_id uuid primary key,
    ticket_hash bytea not null unique,
    brand text not null,
    sealed bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index shop_saved_expiry on shop_saved (expires_at)',
  // A cart belongs to an account, or to the browser that holds its secret.
  `create table shop_cart (
    cart_id uuid primary key,
    brand text not null,
    account_id uuid references account,
    secret_hash bytea unique,
    changed_at timestamptz not null,
    unique (account_id, brand),
    check ((account_id is null) <> (secret_hash is null))
  )`,
  'create index shop_cart_changed on shop_cart (changed_at) where account_id is null',
  `create table shop_cart_item (
    cart_id uuid not null references shop_cart on delete cascade,
    plan_year integer not null,
    plan_id text not null,
    item_id uuid not null,
    sealed bytea not null,
    added_at timestamptz not null,
    primary key (cart_id, plan_year, plan_id)
  )`,
  `create table shop_application (
    enrollment_id uuid primary key,
    application_number text not null unique,
    ticket_hash bytea not null unique,
    brand text not null,
    account_id uuid references account,
    plan_year integer not null,
    plan_id text not null,
    plan_name text not null,
    state text not null check (state in ('pending', 'paid', 'effectuated', 'withdrawn')),
    starts date not null,
    pay_by date not null,
    first_premium_cents bigint not null,
    language text not null,
    sealed bytea not null,
    created_at timestamptz not null
  )`,
  "create index shop_application_waiting on shop_application (state) where state in ('pending', 'paid')",
  'create index shop_application_account on shop_application (account_id)',
  `create table shop_application_event (
    enrollment_id uuid not null references shop_application on delete cascade,
    state text not null,
    at timestamptz not null,
    told_at timestamptz,
    primary key (enrollment_id, state)
  )`,
  'create index shop_application_event_untold on shop_application_event (at) where told_at is null',
]
