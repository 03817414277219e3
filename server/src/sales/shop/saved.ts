import type { PayloadOf } from '@portico/contract/call'
import { openShopping, saveShopping } from '@portico/contract/calls/shop'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import type { PlanCare } from './care.ts'
import type { Shopper } from './shopper.ts'
import { findSaved, keepSaved, type Saved } from './store.ts'
import type { Territory } from './territory.ts'

type Kept = PayloadOf<typeof openShopping>

const contextOf = sealedColumns.shop_saved.nameSeal

/** The `use` that {@link computeTicket} gets here. */
export const SAVED_USE = 'saved shopping'

export function openSaved(dataKey: DataKey, row: Saved): Kept {
  const kept = JSON.parse(dataKey.open(row.sealed, contextOf(row.save_id)).toString('utf8')) as Kept
  // Links stored before these fields existed.
  return { ...kept, care: kept.care ?? null, withCredit: kept.withCredit ?? true }
}

/** The secret of a link: always the same for an id, and impossible to guess without our key. */
export function computeTicket(dataKey: DataKey, id: string, use: string): string {
  return dataKey.hashes(id, use)[0].toString('base64url')
}

/** The secret that a row was made with; null if its key is gone. */
export function findTicket(dataKey: DataKey, id: string, use: string, hash: Buffer): string | null {
  const tickets = dataKey.hashes(id, use).map((one) => one.toString('base64url'))
  return tickets.find((one) => hashSecret(one).equals(hash)) ?? null
}

/** Saved shopping that a link continues later or for someone else (SH-6). */
export function bindSavedShopping(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly dataKey: DataKey
    readonly limits: Limits
    readonly territory: Territory
    readonly care: Pick<PlanCare, 'nameCare'>
    readonly shopper: Shopper
  },
): void {
  const { database, dataKey, limits, territory, care, shopper } = parts
  binder.bind(saveShopping, {
    prepare: async ({ body: { basis, planYear, planIds, withCredit, ...body } }, context) => {
      territory.counties(basis.zipCode, basis.county)
      if (!(await limits.reserveRequest('shop', context.origin.address, context.now)))
        throw new CallError('TOO-MANY-REQUESTS')
      const brand = territory.findBrand(body.brand, context)
      const named = body.care === undefined ? null : await care.nameCare(brand, body.care)
      const kept: Kept = { basis, planYear, planIds, withCredit, care: named }
      return { brand, kept, account: await shopper(context) }
    },
    handle: async ({ body: { saveId } }, { now }, tx, { brand, kept, account }) => {
      const ticket = computeTicket(dataKey, saveId, SAVED_USE)
      const expires = new Date(now.getTime() + linkLifetimes.compare)
      await keepSaved(tx, {
        save_id: saveId,
        ticket_hash: hashSecret(ticket),
        brand,
        sealed: dataKey.seal(Buffer.from(JSON.stringify(kept)), contextOf(saveId)),
        created_at: now,
        expires_at: expires,
        account_id: account?.accountId ?? null,
      })
      return about(saveId, { ticket, until: easternDay(expires) }, { by: account })
    },
  })

  binder.bind(openShopping, async ({ body: { ticket, brand } }, { now, origin }) => {
    const row = await limits.useTicket(origin.address, now, async () => {
      const found = await findSaved(database.read, hashSecret(ticket), now)
      if (found === undefined) throw new CallError('CHALLENGE-EXPIRED')
      return found
    })
    territory.refuseOther(row.brand, brand)
    return openSaved(dataKey, row)
  })
}
