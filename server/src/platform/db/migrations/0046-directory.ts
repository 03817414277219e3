import { type Kysely, sql } from 'kysely'

/** The directory of providers with its networks (IM-7), and what members and staff do with it (MP-22 to MP-25). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // Indexes a number together with a point, which finds the nearest entries of a kind. Any owner of a database may add the extension.
  'create extension if not exists btree_gist',
  // A new directory is loaded beside the live one, then replaces it at once. source: a brand, or '' for data that all brands share.
  `create table directory_generation (
    generation integer generated always as identity primary key,
    source text not null,
    state text not null check (state in ('loading', 'live', 'old')),
    begun_at timestamptz not null,
    live_at timestamptz,
    entries integer not null,
    facts jsonb not null,
    run_id uuid not null
  )`,
  "create unique index directory_live on directory_generation (source) where state = 'live'",
  // A provider at one place. Null: the file does not say.
  `create table directory_entry (
    generation integer not null,
    provider_id text not null,
    place text not null,
    npi text,
    kind text not null check (kind in ('individual', 'facility', 'hospital', 'pharmacy', 'store')),
    name text not null,
    credential text,
    gender text check (gender in ('F', 'M', 'X')),
    specialties text[] not null,
    specialty_name text,
    words text[] not null,
    address text,
    city text,
    state text,
    zip text,
    lat double precision not null,
    lon double precision not null,
    exact boolean not null,
    phone text,
    website text,
    hours text,
    languages text[] not null,
    accepting boolean,
    telehealth boolean,
    wheelchair boolean,
    saturday boolean,
    affiliations text[] not null,
    rating integer,
    verified_on date,
    origin text,
    content_hash bytea not null,
    primary key (generation, provider_id, place)
  )`,
  // Terms that find an entry: a kind of care or a word of its name, within a generation, as one number; and the entry's place on the map.
  `create table directory_term (
    term bigint not null,
    spot point not null,
    generation integer not null,
    provider_id text not null,
    place text not null
  )`,
  'create index directory_term_near on directory_term using gist (term, spot)',
  // Words of names, for spelling mistakes and suggestions.
  `create table directory_word (
    generation integer not null,
    word text not null,
    entries integer not null,
    primary key (generation, word)
  )`,
  'create index directory_word_begins on directory_word (generation, word text_pattern_ops)',
  `create table directory_network (
    generation integer not null,
    brand text not null,
    network_id text not null,
    name text not null,
    plan_ids text[] not null,
    primary key (generation, brand, network_id)
  )`,
  // Network membership; zip '': in all places.
  `create table directory_seat (
    generation integer not null,
    brand text not null,
    network_id text not null,
    provider_id text not null,
    zip text not null,
    begins date,
    ends date,
    accepting boolean,
    primary_care boolean,
    verified_on date,
    primary key (generation, provider_id, brand, network_id, zip)
  )`,
  // Mistakes that staff found, kept until a file corrects them.
  `create table directory_correction (
    provider_id text not null,
    brand text not null,
    kind text not null check (kind in ('phone', 'address', 'not-accepting', 'left', 'network', 'other')),
    value text,
    made_at timestamptz not null,
    primary key (provider_id, brand, kind)
  )`,
  `create table saved_provider (
    member_id uuid not null references member,
    provider_id text not null,
    name text not null,
    saved_at timestamptz not null,
    primary key (member_id, provider_id)
  )`,
  `create table primary_care_choice (
    member_id uuid primary key references member,
    provider_id text not null,
    name text not null,
    chosen_at timestamptz not null
  )`,
  // What the directory showed a member, who may rely on it.
  `create table provider_shown (
    member_id uuid not null references member,
    shown_id uuid not null,
    provider_id text not null,
    shown_at timestamptz not null,
    content jsonb not null,
    content_hash bytea not null,
    primary key (member_id, shown_id)
  )`,
  'create index provider_shown_last on provider_shown (member_id, provider_id, shown_at desc)',
  `create table directory_report (
    member_id uuid not null references member,
    report_id uuid not null,
    brand text not null,
    provider_id text not null,
    name text not null,
    entry jsonb not null,
    kind text not null check (kind in ('phone', 'address', 'not-accepting', 'left', 'network', 'other')),
    note text not null,
    reported_at timestamptz not null,
    due_on date not null,
    outcome text check (outcome in ('corrected', 'right', 'cannot-tell')),
    settled_by uuid,
    settled_at timestamptz,
    answer text not null,
    primary key (member_id, report_id)
  )`,
  'create index directory_report_open on directory_report (brand, due_on) where outcome is null',
]
