import type { changeSetting } from '@portico/contract/calls/settings'
import { needsSecondPerson, type SettingKey, type SettingValue } from '@portico/rules/settings/declared'
import { type StoredSetting, toSetting, toStoredSetting } from '@portico/rules/settings/stored'
import * as store from '../../brands/config-lists/setting-store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { CallInput } from '../../platform/http/stages.ts'
import { tellConfirmers } from '../staff/confirmers.ts'
import type { SettingParts } from './setting-parts.ts'
import { findAllProblems } from './setting-problems.ts'
import { mayChange, readKept, requireAdministrator, showSetting, toStored } from './setting-scope.ts'

/** Changes a setting at once, or sends the change to a second administrator if it affects everybody's session or password. */
export const makeChange =
  (parts: SettingParts) =>
  async (
    { params: at, body }: Pick<CallInput<typeof changeSetting>, 'params' | 'body'>,
    context: CallContext<Principal>,
    tx: Tx,
  ) => {
    const { changeId, basedOn, value, reason } = body
    const { brand, key } = at
    const scope = await requireAdministrator(tx, context)
    if (!mayChange(parts, scope, brand)) throw new CallError('NOT-FOUND')
    await store.lockSettings(tx)
    const before = (await store.findChange(tx, changeId)) ?? (await store.findRequest(tx, changeId))
    if (before !== null) {
      if (before.brand !== toStored(brand) || before.key !== key) throw new CallError('CONFLICT')
      const setting = showSetting(parts, scope, at, await readKept(tx, brand))
      return leaveUnchanged({ setting, repeated: true, differs: !isSame(toSetting(key, before), value) })
    }
    await requireLast(tx, at, basedOn)
    refuseFields(await findAllProblems(parts, tx, { brand, key, value }))
    const becomes = value === null ? unset : toStoredSetting(value)
    const kept = { change_id: changeId, brand: toStored(brand), key, reason, ...becomes }
    const { accountId, name } = scope
    const waits = needsSecondPerson(key)
    if (waits) {
      const asked = { based_on: basedOn, asked_by: accountId, asker: name, asked_at: context.now }
      await store.keepRequest(tx, { ...kept, ...asked })
      await tellConfirmers(tx, parts.emails, { brands: [brand], except: accountId }, context.now)
    } else {
      const by = { account_id: accountId, changed_by: name, confirmed_by: null }
      await storeChange(tx, { ...kept, ...by, key, changed_at: context.now })
    }
    const setting = showSetting(parts, scope, at, await readKept(tx, brand))
    const action = waits ? 'setting.ask' : 'setting.change'
    return about(changeId, { setting, repeated: false, differs: false }, { action, memberId: null })
  }

/** Throws CONFLICT if the setting has changed since the change that the caller knows. */
export async function requireLast(
  tx: Tx,
  { brand, key }: { readonly brand: string; readonly key: SettingKey },
  known: string | null,
): Promise<void> {
  const [last] = await store.listChanges(tx, toStored(brand), key)
  if ((last?.change_id ?? null) !== known) throw new CallError('CONFLICT')
}

/** Puts the value into force, and records the previous value. */
export async function storeChange(
  tx: Tx,
  change: Omit<store.SettingChange, 'place' | 'before_boolean' | 'before_string' | 'key'> & {
    readonly key: SettingKey
  },
): Promise<void> {
  const { brand, key, boolean_value, string_value } = change
  const was = store.settingsByBrand(await store.listSettings(tx))(brand, key)
  const isRemoved = boolean_value === null && string_value === null
  await store.putSetting(tx, brand, key, isRemoved ? null : { boolean_value, string_value })
  await store.addChange(tx, {
    ...change,
    before_boolean: was?.boolean_value ?? null,
    before_string: was?.string_value ?? null,
  })
}

const unset: StoredSetting = { boolean_value: null, string_value: null }

function isSame(one: SettingValue | null, other: SettingValue | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
