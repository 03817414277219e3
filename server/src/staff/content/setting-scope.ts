import type { PayloadOf } from '@portico/contract/call'
import type { changeSetting, settings } from '@portico/contract/calls/settings'
import { everyBrand } from '@portico/rules/brand/every'
import type { SettingKey } from '@portico/rules/settings/declared'
import { toSetting } from '@portico/rules/settings/stored'
import * as store from '../../brands/config-lists/setting-store.ts'
import { readScope, type Scope, worksFor } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { SettingParts } from './setting-parts.ts'

export type List = PayloadOf<typeof settings>

type Setting = List['settings'][number]

export type Changed = PayloadOf<typeof changeSetting>

export function listCodes({ brands }: SettingParts): string[] {
  return brands.all.map(({ brand }) => brand.code)
}

/** Only people who work for every brand may change what applies to every brand. */
export function mayChange(parts: SettingParts, scope: Scope, brand: string): boolean {
  return brand === everyBrand ? scope.brands === null : listCodes(parts).includes(brand) && worksFor(scope, brand)
}

/** The stored settings of one brand, or of all brands. */
export interface Kept {
  readonly rows: readonly store.SettingRow[]
  readonly changes: readonly store.SettingChange[]
  readonly requests: readonly store.SettingRequest[]
}

export async function readKept(db: Reader, brand: string): Promise<Kept> {
  const rows = await store.listSettings(db)
  const changes = await store.lastChanges(db, toStored(brand))
  return { rows, changes, requests: await store.listRequests(db, toStored(brand)) }
}

export function showSetting(
  parts: SettingParts,
  { accountId }: Scope,
  { brand, key }: { readonly brand: string; readonly key: SettingKey },
  { rows, changes, requests }: Kept,
): Setting {
  const at = store.settingsByBrand(rows)
  const value = at(toStored(brand), key)
  const everywhere = brand === everyBrand ? null : at(everyBrand, key)
  const change = changes.find((one) => one.key === key)
  const waiting = requests.find((one) => one.key === key)
  return {
    key,
    value: value && toSetting(key, value),
    everywhere: everywhere && toSetting(key, everywhere),
    changed: change ? showChange(change) : null,
    waiting: waiting
      ? {
          changeId: waiting.change_id,
          at: waiting.asked_at.toISOString(),
          by: waiting.asker,
          reason: waiting.reason,
          value: toSetting(key, waiting),
          isOwn: waiting.asked_by === accountId,
        }
      : null,
    brandsWithOwn: brand === everyBrand ? listCodes(parts).filter((code) => at(toStored(code), key) !== null) : [],
  }
}

/** A brand's name in rows of the app configuration. */
export function toStored(brand: string): string {
  return brand.toUpperCase()
}

export async function requireAdministrator(db: Reader, { principal }: CallContext<Principal>): Promise<Scope> {
  const scope = await readScope(db, principal)
  if (!scope.entitlements.includes('administer')) throw new CallError('WRONG-ROLE')
  return scope
}

export function showChange(change: store.SettingChange) {
  const { change_id: changeId, changed_at: at, changed_by: by, reason, confirmed_by: confirmedBy } = change
  return { changeId, at: at.toISOString(), by, reason, confirmedBy }
}
