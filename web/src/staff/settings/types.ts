import type { PayloadOf } from '@portico/contract/call'
import type { settingHistory, settings } from '@portico/contract/calls/settings'

export type SettingList = PayloadOf<typeof settings>
export type Setting = SettingList['settings'][number]
export type Surroundings = SettingList['surroundings']
export type SettingChange = PayloadOf<typeof settingHistory>['changes'][number]
