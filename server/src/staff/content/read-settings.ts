import type { ParamsOf, PayloadOf } from '@portico/contract/call'
import type { settingHistory } from '@portico/contract/calls/settings'
import { everyBrand } from '@portico/rules/brand/every'
import { settingKeys } from '@portico/rules/settings/declared'
import { toSetting } from '@portico/rules/settings/stored'
import * as store from '../../brands/config-lists/setting-store.ts'
import { type Scope, worksFor } from '../../identity/rights/scope.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { SettingParts } from './setting-parts.ts'
import {
  type List,
  listCodes,
  mayChange,
  readKept,
  requireAdministrator,
  showChange,
  showSetting,
  toStored,
} from './setting-scope.ts'

export async function listSettings(parts: SettingParts, context: CallContext<Principal>, brand: string): Promise<List> {
  const { database, brands, surroundings } = parts
  const scope = await requireAdministrator(database.read, context)
  requireReadable(parts, scope, brand)
  const kept = await readKept(database.read, brand)
  return {
    settings: settingKeys.map((key) => showSetting(parts, scope, { brand, key }, kept)),
    editable: mayChange(parts, scope, brand),
    brands: listCodes(parts)
      .filter((code) => worksFor(scope, code))
      .map((code) => ({ code, name: brands.requireLoaded(code).texts[context.language].name })),
    surroundings: { ...surroundings, scriptOrigins: [...surroundings.scriptOrigins] },
  }
}

export async function readHistory(
  parts: SettingParts,
  context: CallContext<Principal>,
  { brand, key }: ParamsOf<typeof settingHistory>,
): Promise<PayloadOf<typeof settingHistory>> {
  const { database } = parts
  const scope = await requireAdministrator(database.read, context)
  requireReadable(parts, scope, brand)
  const changes = await store.listChanges(database.read, toStored(brand), key)
  return {
    changes: changes.map((change) => ({
      ...showChange(change),
      value: toSetting(key, change),
      before: toSetting(key, { boolean_value: change.before_boolean, string_value: change.before_string }),
    })),
  }
}

function requireReadable(parts: SettingParts, scope: Scope, brand: string): void {
  const isThere = brand === everyBrand || (listCodes(parts).includes(brand) && worksFor(scope, brand))
  if (!isThere) throw new CallError('NOT-FOUND')
}
