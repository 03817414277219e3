import { decideFeed, openOriginal, removePrices, takeBackImport, whatRuns } from '@portico/contract/calls/oversight'
import type { Binder } from '../../platform/http/bind.ts'
import { bindAuditLog } from './audit-log.ts'
import { decideAboutFeed } from './feeds.ts'
import { readOriginal } from './originals.ts'
import { removeFile } from './price-files.ts'
import { type RunningParts, readRunning } from './running.ts'
import { takeBack } from './take-back.ts'

/** The audit log and the running system (AD-4, AD-5). */
export function bindOversight(binder: Binder, parts: RunningParts): void {
  bindAuditLog(binder, parts)
  binder.bind(takeBackImport, takeBack)
  binder.bind(removePrices, removeFile)
  binder.bind(decideFeed, decideAboutFeed)
  binder.bind(openOriginal, readOriginal(parts))
  binder.bind(whatRuns, readRunning(parts))
}
