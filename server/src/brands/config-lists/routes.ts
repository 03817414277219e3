import { publicConfig, secureConfig } from '@portico/contract/calls/config'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { listConfig } from './service.ts'

const scan = { key: 'ATTACHMENT_VIRUS_SCAN', group: 'MESSAGE_CENTER' } as const

export function bindConfigLists(
  binder: Binder,
  parts: { readonly database: Database; readonly scansAttachments: boolean },
): void {
  const { database, scansAttachments } = parts
  binder.bind(publicConfig, ({ params }) => listConfig(database.read, { ...params, secure: false }))
  binder.bind(secureConfig, async ({ params, principal }) => {
    const { configs } = await listConfig(database.read, { ...params, secure: true })
    const application = params.application.toUpperCase()
    // Tells staff whether the files that members send them were scanned for viruses (MC-4).
    const isTold = principal.role === 'INTERNAL' && ['ALL', scan.group].includes(application)
    return { configs: isTold ? [...configs, { ...scan, booleanValue: scansAttachments }] : configs }
  })
}
