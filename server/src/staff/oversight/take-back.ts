import type { takeBackImport } from '@portico/contract/calls/oversight'
import { everyBrand } from '@portico/rules/brand/every'
import { isWithin } from '@portico/rules/staff/rights'
import { showYearsBefore } from '../../brands/plans/importing.ts'
import { showBefore } from '../../care/finder/importing.ts'
import { showPricesBefore } from '../../care/rates/importing.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { findRun, showListsBefore } from './take-back-store.ts'

/** Restores what a run has replaced (IM-7 to IM-9). Throws NOT-FOUND if that is no longer possible, or for other brands. */
export const takeBack: AuditedHandler<typeof takeBackImport> = async ({ body: { runId } }, context, tx) => {
  const { brands } = await requireEntitledScope(tx, context, 'administer')
  const run = await findRun(tx, runId)
  if (run === undefined || !isWithin([run.brand ?? everyBrand], brands)) throw new CallError('NOT-FOUND')
  const isDone =
    (await showBefore(tx, runId)) ||
    (await showListsBefore(tx, runId)) ||
    (await showYearsBefore(tx, runId)) ||
    (await showPricesBefore(tx, runId))
  if (!isDone) throw new CallError('NOT-FOUND')
  return about(runId, {}, { memberId: null })
}
