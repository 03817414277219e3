import { healthRecord } from '@portico/contract/calls/health-record'
import type { Binder } from '../../platform/http/bind.ts'
import { readHealthRecord } from './read.ts'

/** What the plan holds about a member's health (OS-1): for the member alone, and of their young children. */
export function bindHealthRecord(binder: Binder): void {
  binder.bind(healthRecord, readHealthRecord)
}
