import type { DataKey } from '../../platform/data-key.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'

const formatContext = sealedColumns.identity_version.nameSeal

/** A provider's secret in stored form: it opens only with our data key, and only for this connection. */
export function sealSecret(dataKey: DataKey, connectionId: string, secret: string): Buffer {
  return dataKey.seal(Buffer.from(secret), formatContext(connectionId))
}

export function openSecret(
  dataKey: Pick<DataKey, 'open'>,
  { connection_id: connectionId, secret }: { readonly connection_id: string; readonly secret: Buffer | null },
): string | null {
  return secret === null ? null : dataKey.open(secret, formatContext(connectionId)).toString()
}
