import { everyBrand } from '@portico/rules/brand/every'
import { sql } from 'kysely'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { requestDays } from './request-store.ts'

interface Waiting {
  /** Codes of the brands that the change is about, or ALL. */
  readonly brands: readonly string[]
  /** Who asked for it, and cannot confirm it. */
  readonly except: string
}

/** Tells the other administrators who can confirm a change that it waits (AD-2); the e-mail says neither what nor for whom. */
export async function tellConfirmers(
  tx: Tx,
  emails: Pick<EmailService, 'queue'>,
  waiting: Waiting,
  now: Date,
): Promise<void> {
  const letter = { template: 'staff-confirmation', language: 'en', memberId: null, now } as const
  for (const { email: to, brand } of await listConfirmers(tx, waiting))
    await emails.queue(tx, { ...letter, to, brand, values: { days: String(requestDays) } })
}

async function listConfirmers(
  db: Reader,
  { brands, except }: Waiting,
): Promise<readonly { readonly email: string; readonly brand: string }[]> {
  const { rows } = await sql<{ email: string; brand: string }>`
    select email, brand from account
    where account_id <> ${except} and email is not null and not temporary_password and role = 'INTERNAL'
      and entitlements @> '["administer"]' and ended_at is null and locked_at is null
      and (exists (select from staff_brand own where own.account_id = account.account_id and own.brand = ${everyBrand})
        or not exists (select from unnest(${[...brands]}::text[]) as of(brand) where of.brand not in
          (select own.brand from staff_brand own where own.account_id = account.account_id)))
    order by account_id limit 50`.execute(db)
  return rows
}
