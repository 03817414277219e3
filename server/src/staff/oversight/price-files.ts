import type { PayloadOf } from '@portico/contract/call'
import type { removePrices, whatRuns } from '@portico/contract/calls/oversight'
import { listPriceFiles, removePriceFile } from '../../care/rates/importing.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { requireEntitledScope } from '../staff/administering.ts'

const maxShown = 500

/** The files whose prices are shown, for the reader's brands (IM-8). */
export async function showPriceFiles(
  db: Reader,
  brands: readonly string[] | null,
  findBrandName: (brand: string) => string,
): Promise<PayloadOf<typeof whatRuns>['prices']> {
  const found = await listPriceFiles(db, { brands, max: maxShown })
  return found.map((one) => ({ ...one, brand: findBrandName(one.brand) }))
}

/** Hides the prices of a file (IM-8). Throws NOT-FOUND if they are not shown, or belong to other brands. */
export const removeFile: AuditedHandler<typeof removePrices> = async ({ body: { fileId } }, context, tx) => {
  const { brands } = await requireEntitledScope(tx, context, 'administer')
  if (!(await removePriceFile(tx, fileId, brands))) throw new CallError('NOT-FOUND')
  return about(fileId, {}, { memberId: null })
}
