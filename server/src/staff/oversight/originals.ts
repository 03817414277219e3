import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { PayloadOf } from '@portico/contract/call'
import type { openOriginal, whatRuns } from '@portico/contract/calls/oversight'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { findOriginal, listOriginals, type Original, readOriginalPart } from '../../platform/versions/original-store.ts'
import { requireEntitledScope } from '../staff/administering.ts'

const maxShown = 50
const inflate = promisify(inflateRaw)

/** The original X12 files that we keep (FD-4). */
export async function showOriginals(
  db: Reader,
  brands: readonly string[] | null,
  formatName: (brand: string) => string,
): Promise<PayloadOf<typeof whatRuns>['originals']> {
  const found = await listOriginals(db, { brands, max: maxShown })
  return found.map(({ fileId, name, brand, bytes, arrivedAt, keptUntil, isHeld }) => ({
    ...{ fileId, name, brand: brand && formatName(brand), bytes, held: isHeld },
    arrivedAt: arrivedAt.toISOString(),
    keptUntil: keptUntil.toISOString(),
  }))
}

/** An original file, for administrators of its brand only; the audit log records who gets it before any of it is sent. */
export const readOriginal = ({ database, dataKey }: { readonly database: Database; readonly dataKey: DataKey }) => {
  const handle: AuditedHandler<typeof openOriginal, undefined, Original> = async (
    { body: { fileId } },
    context,
    tx,
  ) => {
    const { brands } = await requireEntitledScope(tx, context, 'administer')
    const original = await findOriginal(tx, fileId, brands)
    if (original === null) throw new CallError('NOT-FOUND')
    return about(fileId, original, { memberId: null })
  }
  return {
    handle,
    finish: async ({ fileId, name, bytes }: Original) => ({
      name,
      type: 'application/octet-stream',
      size: bytes,
      inline: false,
      content: openParts(database.read, dataKey, fileId),
    }),
  }
}

async function* openParts(db: Reader, dataKey: DataKey, fileId: string): AsyncGenerator<Uint8Array> {
  for (let place = 0; ; place += 1) {
    const part = await readOriginalPart(db, fileId, place)
    if (part === null) return
    const small = dataKey.open(part.sealed, sealedColumns.x12_original_part.nameSeal(part.partId))
    yield (await inflate(small)) as Buffer
  }
}
