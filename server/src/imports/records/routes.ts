import * as calls from '@portico/contract/calls/people-data'
import type { Binder } from '../../platform/http/bind.ts'
import { askDataChange, type DataParts, decideDataChange, previewErasure, readDataDesk } from './requests.ts'

/** Changes to people's data that take two administrators (OP-7, RG-3). */
export function bindPeopleData(binder: Binder, parts: DataParts): void {
  binder.bind(calls.dataDesk, readDataDesk(parts))
  binder.bind(calls.previewErasure, previewErasure(parts))
  binder.bind(calls.askDataChange, askDataChange(parts))
  binder.bind(calls.decideDataChange, decideDataChange(parts))
}
