import type { BodyOf, ParamsOf } from '@portico/contract/call'
import type { changeSetting } from '@portico/contract/calls/settings'
import type { SettingValue } from '@portico/rules/settings/declared'
import { type StoredSetting, toSetting, toStoredSetting } from '@portico/rules/settings/stored'
import * as store from '../../brands/config-lists/setting-store.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Asking } from '../../platform/http/asking.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { SettingParts } from './setting-parts.ts'
import { findProblems } from './setting-problems.ts'
import { type Changed, mayChange, requireAdministrator, showSetting, toStored } from './setting-scope.ts'

export function makeChange(
  parts: SettingParts,
  asking: Asking,
  { brand, key }: ParamsOf<typeof changeSetting>,
  { changeId, basedOn, value, reason }: BodyOf<typeof changeSetting>,
): Promise<Changed> {
  const { database } = parts
  return database.transaction(async (tx) => {
    const scope = await requireAdministrator(tx, asking)
    if (!mayChange(parts, scope, brand)) throw new CallError('NOT-FOUND')
    await store.lockSettings(tx)
    const rows = await store.listSettings(tx)
    const before = await store.findChange(tx, changeId)
    if (before !== null) {
      if (before.brand !== toStored(brand) || before.key !== key) throw new CallError('CONFLICT')
      const setting = showSetting(parts, brand, key, rows, await store.lastChanges(tx, toStored(brand)))
      return { setting, repeated: true, differs: !isSame(toSetting(key, before), value) }
    }
    const [last] = await store.listChanges(tx, toStored(brand), key)
    if ((last?.change_id ?? null) !== basedOn) throw new CallError('CONFLICT')
    const fields = findProblems(parts, rows, { brand, key, value })
    refuseFields(fields)

    const was = store.settingsByBrand(rows)(toStored(brand), key)
    const becomes = value === null ? null : toStoredSetting(value)
    await store.putSetting(tx, toStored(brand), key, becomes)
    await store.addChange(tx, {
      change_id: changeId,
      brand: toStored(brand),
      key,
      ...(becomes ?? unset),
      before_boolean: was?.boolean_value ?? null,
      before_string: was?.string_value ?? null,
      reason,
      changed_at: asking.now,
      account_id: scope.accountId,
      changed_by: scope.name,
    })
    const event = { action: 'setting.change', recordType: 'setting', recordId: changeId, memberId: null }
    await audit(tx, asking.principal, event, asking)
    const after = await store.listSettings(tx)
    const setting = showSetting(parts, brand, key, after, await store.lastChanges(tx, toStored(brand)))
    return { setting, repeated: false, differs: false }
  })
}

const unset: StoredSetting = { boolean_value: null, string_value: null }

function isSame(one: SettingValue | null, other: SettingValue | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
