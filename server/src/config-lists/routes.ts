import { publicConfig, secureConfig } from '@portico/contract/calls/config'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { listConfig } from './service.ts'

const scan = { key: 'ATTACHMENT_VIRUS_SCAN', group: 'MESSAGE_CENTER' } as const

export function bindConfigLists(
  binder: Binder,
  { database, scansAttachments }: { readonly database: Database; readonly scansAttachments: boolean },
): void {
  binder.bind(publicConfig, ({ params }) => listConfig(database.read, { ...params, secure: false }))
  binder.bind(secureConfig, async ({ params, principal }) => {
    const { configs } = await listConfig(database.read, { ...params, secure: true })
    const application = params.application.toUpperCase()
    // Staff are told whether the files that members send them were looked at by a virus scanner (MC-4).
    const isTold = principal.role === 'INTERNAL' && ['ALL', scan.group].includes(application)
    return { configs: isTold ? [...configs, { ...scan, booleanValue: scansAttachments }] : configs }
  })
}
