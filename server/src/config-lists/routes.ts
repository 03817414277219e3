import { publicConfig, secureConfig } from '@portico/contract/calls/config'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { listConfig } from './service.ts'

export function bindConfigLists(binder: Binder, { database }: { readonly database: Database }): void {
  binder.bind(publicConfig, ({ params }) => listConfig(database.read, { ...params, secure: false }))
  binder.bind(secureConfig, ({ params }) => listConfig(database.read, { ...params, secure: true }))
}
