import type { decideSetting } from '@portico/contract/calls/settings'
import type { SettingKey } from '@portico/rules/settings/declared'
import { toSetting } from '@portico/rules/settings/stored'
import * as store from '../../brands/config-lists/setting-store.ts'
import { readScope, type Scope } from '../../identity/rights/scope.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readsLanguages } from '../languages/reading.ts'
import { requireLast, storeChange } from './change-setting.ts'
import type { SettingParts } from './setting-parts.ts'
import { findAllProblems } from './setting-problems.ts'
import { mayChange, readKept, requireAdministrator, showSetting, toStored } from './setting-scope.ts'

/** Puts a waiting change into force, or drops it. It is validated again: other settings may have changed since the request. */
export const decideChange =
  (parts: SettingParts): AuditedHandler<typeof decideSetting> =>
  async ({ params: at, body: { waitingId, confirm } }, context, tx) => {
    const { brand, key } = at
    const scope = await requireAdministrator(tx, context)
    if (!mayChange(parts, scope, brand)) throw new CallError('NOT-FOUND')
    await store.lockSettings(tx)
    const request = await store.findRequest(tx, waitingId)
    const isWaiting = request?.state === 'waiting' && request.brand === toStored(brand) && request.key === key
    if (!isWaiting) throw new CallError('NOT-FOUND')
    if (confirm) {
      const asker = await readScope(tx, { accountId: request.asked_by })
      // Someone who has lost the right to ask can no longer ask for anything.
      const couldAsk = mayAsk(asker, key) && mayChange(parts, asker, brand)
      if (request.asked_by === scope.accountId || !couldAsk) throw new CallError('CONFLICT')
      await requireLast(tx, at, request.based_on)
      const value = toSetting(key, request)
      refuseFields(await findAllProblems(parts, tx, { brand, key, value }))
      const { change_id, boolean_value, string_value, reason, asked_by: account_id, asker: changed_by } = request
      await storeChange(tx, {
        ...{ change_id, brand: toStored(brand), key, boolean_value, string_value, reason, account_id, changed_by },
        changed_at: context.now,
        confirmed_by: scope.name,
      })
    }
    const state = confirm ? 'confirmed' : 'dropped'
    await store.settleRequest(tx, waitingId, { state, by: scope.accountId, at: context.now })
    const setting = showSetting(parts, scope, at, await readKept(tx, brand))
    return about(waitingId, { setting }, { action: confirm ? 'setting.change' : 'setting.drop', memberId: null })
  }

/** People who read languages approve them; administrators ask for all other changes. */
function mayAsk(asker: Scope, key: SettingKey): boolean {
  return key === 'APPROVED_LANGUAGES' ? readsLanguages(asker) : asker.entitlements.includes('administer')
}
