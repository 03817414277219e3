import { createIndex, type Step } from '../steps.ts'

/** Apps search a directory by city (OS-13). Cities with non-ASCII letters or double blanks are matched exactly only afterward. */
export const steps: readonly Step[] = [
  createIndex('directory_entry_city', 'directory_entry (generation, lower(ltrim(city)) text_pattern_ops)'),
  createIndex('directory_entry_odd_city', `directory_entry (generation) where city ~ '[^ -~]' or city like '%  %'`),
]
