import { publicConfig, secureConfig } from '@portico/contract/calls/config'
import * as settingCalls from '@portico/contract/calls/settings'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { listConfig } from './service.ts'
import type { SettingConsole } from './setting-console.ts'

const scan = { key: 'ATTACHMENT_VIRUS_SCAN', group: 'MESSAGE_CENTER' } as const

export function bindConfigLists(
  binder: Binder,
  parts: { readonly database: Database; readonly scansAttachments: boolean; readonly settings: SettingConsole },
): void {
  const { database, scansAttachments, settings } = parts
  binder.bind(publicConfig, ({ params }) => listConfig(database.read, { ...params, secure: false }))
  binder.bind(secureConfig, async ({ params, principal }) => {
    const { configs } = await listConfig(database.read, { ...params, secure: true })
    const application = params.application.toUpperCase()
    // Tells staff whether the files that members send them were scanned for viruses (MC-4).
    const isTold = principal.role === 'INTERNAL' && ['ALL', scan.group].includes(application)
    return { configs: isTold ? [...configs, { ...scan, booleanValue: scansAttachments }] : configs }
  })
  binder.bind(settingCalls.settings, ({ query }, asking) => settings.list(asking, query.brand))
  binder.bind(settingCalls.changeSetting, ({ params, body }, asking) => settings.change(asking, params, body))
  binder.bind(settingCalls.settingHistory, ({ params }, asking) => settings.history(asking, params))
}
