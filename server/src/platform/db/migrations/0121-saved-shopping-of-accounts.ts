import { createIndex, type Step } from '../steps.ts'

/** Plans that a signed-in person saves in the shop appear on their home page (RO-1, SH-6). */
export const steps: readonly Step[] = [
  'alter table shop_saved add column if not exists account_id uuid references account on delete cascade',
  createIndex('shop_saved_account', 'shop_saved (account_id) where account_id is not null'),
]
