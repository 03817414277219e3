import type { ParamsOf, PayloadOf } from '@portico/contract/call'
import type { changeSetting, decideSetting, settingHistory } from '@portico/contract/calls/settings'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { makeChange } from './change-setting.ts'
import { decideChange } from './decide-setting.ts'
import { listSettings, readHistory } from './read-settings.ts'
import type { SettingParts } from './setting-parts.ts'
import type { List } from './setting-scope.ts'

/** Settings as administrators see and change them, each for the brands they work for (CT-9). */
export interface SettingConsole {
  list(context: CallContext<Principal>, brand: string): Promise<List>
  readonly change: AuditedHandler<typeof changeSetting>
  readonly decide: AuditedHandler<typeof decideSetting>
  history(
    context: CallContext<Principal>,
    at: ParamsOf<typeof settingHistory>,
  ): Promise<PayloadOf<typeof settingHistory>>
}

export function createSettingConsole(parts: SettingParts): SettingConsole {
  return {
    list: (context, brand) => listSettings(parts, context, brand),
    change: makeChange(parts),
    decide: decideChange(parts),
    history: (context, at) => readHistory(parts, context, at),
  }
}
