import { GUARDIAN_PROOF_MS } from '@portico/rules/registration/guardian'
import type { Reader, Tx } from '../../platform/db/database.ts'

export function findGuardian(tx: Tx, memberId: string) {
  return tx.selectFrom('guardian').selectAll().where('member_id', '=', memberId).executeTakeFirst()
}

/** Stores a PIN, replacing the one before. */
export async function keepPin(tx: Tx, memberId: string, pinHash: Buffer, expiresAt: Date): Promise<void> {
  const pin = { pin_hash: pinHash, pin_expires_at: expiresAt }
  await tx
    .insertInto('guardian_check')
    .values({ member_id: memberId, ...pin })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(pin))
    .execute()
}

/** Exchanges the PIN for a proof, once; false if it is wrong, used or expired. */
export async function usePin(
  tx: Tx,
  memberId: string,
  pinHashes: readonly Buffer[],
  proofHash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .updateTable('guardian_check')
    .set({
      pin_hash: null,
      proof_hash: proofHash,
      proof_expires_at: new Date(now.getTime() + GUARDIAN_PROOF_MS),
    })
    .where('member_id', '=', memberId)
    .where('pin_hash', 'in', [...pinHashes])
    .where('pin_expires_at', '>', now)
    .returning('member_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function isProven(db: Reader, memberId: string, proofHash: Buffer, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('guardian_check')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('proof_hash', '=', proofHash)
    .where('proof_expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}
