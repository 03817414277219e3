import { exportData } from '@portico/contract/calls/data-export'
import type { Binder } from '../http/bind.ts'
import type { DataExports } from './service.ts'

export function bindDataExport(binder: Binder, exports: DataExports): void {
  binder.bind(exportData, ({ principal, body }, context) => exports.create(principal, body.format, context))
}
