import type { BodyOf, ParamsOf, PayloadOf } from '@portico/contract/call'
import type { changeSetting, decideSetting, settingHistory } from '@portico/contract/calls/settings'
import type { Asking } from '../../platform/http/asking.ts'
import { makeChange } from './change-setting.ts'
import { decideChange } from './decide-setting.ts'
import { listSettings, readHistory } from './read-settings.ts'
import type { SettingParts } from './setting-parts.ts'
import type { Changed, List } from './setting-scope.ts'

/** Settings as administrators see and change them, each for the brands they work for (CT-9). */
export interface SettingConsole {
  list(asking: Asking, brand: string): Promise<List>
  change(asking: Asking, at: ParamsOf<typeof changeSetting>, change: BodyOf<typeof changeSetting>): Promise<Changed>
  decide(
    asking: Asking,
    at: ParamsOf<typeof decideSetting>,
    decision: BodyOf<typeof decideSetting>,
  ): Promise<PayloadOf<typeof decideSetting>>
  history(asking: Asking, at: ParamsOf<typeof settingHistory>): Promise<PayloadOf<typeof settingHistory>>
}

export function createSettingConsole(parts: SettingParts): SettingConsole {
  return {
    list: (asking, brand) => listSettings(parts, asking, brand),
    change: (asking, at, change) => makeChange(parts, asking, at, change),
    decide: (asking, at, decision) => decideChange(parts, asking, at, decision),
    history: (asking, at) => readHistory(parts, asking, at),
  }
}
