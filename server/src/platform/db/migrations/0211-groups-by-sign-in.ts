import { createIndex, type Step } from '../steps.ts'

/**
 * Groups that a provider names at sign-in (OS-67) are kept beside those that arrive by SCIM. A sign-in that waits for our own code
 * remembers its connection, and a link remembers the person's name in a directory (SI-5).
 */
export const steps: readonly Step[] = [
  `alter table scim_group add column if not exists connection_id uuid references identity_connection on delete cascade`,
  createIndex(
    'scim_group_by_name_of_scim',
    'scim_group (brand, audience, lower(display_name)) where connection_id is null',
    { unique: true },
  ),
  createIndex('scim_group_of_connection', 'scim_group (connection_id, display_name) where connection_id is not null', {
    unique: true,
  }),
  'drop index if exists scim_group_by_name',
  `create table if not exists sign_on_member (
    group_id uuid not null references scim_group on delete cascade,
    account_id uuid not null references account on delete cascade,
    primary key (group_id, account_id))`,
  'create index if not exists sign_on_member_of_account on sign_on_member (account_id)',
  `alter table sign_in_challenge add column if not exists connection_id uuid,
    add column if not exists provider_session text`,
  'alter table identity_link add column if not exists known_as text',
]
