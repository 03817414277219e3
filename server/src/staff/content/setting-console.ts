import type { BodyOf, ParamsOf, PayloadOf } from '@portico/contract/call'
import type { changeSetting, settingHistory } from '@portico/contract/calls/settings'
import type { Asking } from '../../platform/http/asking.ts'
import { makeChange } from './change-setting.ts'
import { listSettings, readHistory } from './read-settings.ts'
import type { SettingParts } from './setting-parts.ts'
import type { Changed, List } from './setting-scope.ts'

/** Settings as administrators see and change them, each for the brands they work for (CT-9). */
export interface SettingConsole {
  list(asking: Asking, brand: string): Promise<List>
  change(asking: Asking, at: ParamsOf<typeof changeSetting>, change: BodyOf<typeof changeSetting>): Promise<Changed>
  history(asking: Asking, at: ParamsOf<typeof settingHistory>): Promise<PayloadOf<typeof settingHistory>>
}

export function createSettingConsole(parts: SettingParts): SettingConsole {
  return {
    list: (asking, brand) => listSettings(parts, asking, brand),
    change: (asking, at, change) => makeChange(parts, asking, at, change),
    history: (asking, at) => readHistory(parts, asking, at),
  }
}
