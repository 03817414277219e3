import { sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/db/database.ts'

/** What identifies an interchange; brand '': of several brands. */
interface InterchangeKey {
  readonly brand: string
  readonly sender: string
  readonly control: string
  readonly sent: string
}

/** The digest of the file that an interchange came with; null: it has not come. */
export async function findDigest(db: Reader, { brand, sender, control, sent }: InterchangeKey): Promise<Buffer | null> {
  const { rows } = await sql<{ digest: Buffer }>`select digest from x12_interchange
    where brand = ${brand} and sender = ${sender} and control = ${control} and sent = ${sent}`.execute(db)
  return rows[0]?.digest ?? null
}

/** Records an interchange; a known one stays as it is. */
export async function noteInterchange(
  tx: Tx,
  key: InterchangeKey,
  { digest, runId, now }: { readonly digest: Buffer; readonly runId: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('x12_interchange')
    .values({ ...key, digest, run_id: runId, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes the next control number for an answer. */
export async function takeControl(db: Reader): Promise<number> {
  const { rows } = await sql<{ number: string }>`select nextval('x12_control')::text as number`.execute(db)
  return Number(rows[0]?.number)
}
