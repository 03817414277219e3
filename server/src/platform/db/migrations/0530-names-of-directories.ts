import { createIndex, type Step } from '../steps.ts'

/**
 * Apps search a directory by any part of a name (OS-13), which trigrams find. Names with non-ASCII letters are matched exactly only
 * afterward.
 */
export const steps: readonly Step[] = [
  'create extension if not exists pg_trgm',
  createIndex(
    'directory_entry_name',
    'directory_entry using gin (lower(ltrim(name)) gin_trgm_ops, lower(ltrim(credential)) gin_trgm_ops)',
  ),
  createIndex(
    'directory_entry_odd_name',
    `directory_entry (generation) where name ~ '[^ -~]' or name like '%  %' or credential ~ '[^ -~]' or credential like '%  %'`,
  ),
]
