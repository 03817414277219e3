import { randomInt } from 'node:crypto'
import { inGroups, RECOVERY_ALPHABET, RECOVERY_CODES } from '@portico/rules/account-security/codes'
import type { DataKey } from '../../platform/data-key.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Codes for someone who lost their authenticator app (RG-4): shown once, each usable once, stored as keyed hashes. */
export interface RecoveryCodes {
  /** Makes a new set that replaces the old one; returns it as shown to the person. */
  renew(tx: Tx, accountId: string): Promise<string[]>
  /** Uses up a code, given without dashes; false if it is unknown or was used. */
  use(tx: Tx, accountId: string, code: string, now: Date): Promise<boolean>
}

export function createRecoveryCodes(dataKey: DataKey): RecoveryCodes {
  const formatContext = (accountId: string) => `recovery code ${accountId}`
  return {
    renew: async (tx, accountId) => {
      const codes = Array.from({ length: RECOVERY_CODES.count }, newCode)
      await deleteRecoveryCodes(tx, accountId)
      const hashes = codes.map((code) => dataKey.hashes(code, formatContext(accountId))[0])
      await tx
        .insertInto('recovery_code')
        .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
        .execute()
      return codes.map(inGroups)
    },
    use: async (tx, accountId, code, now) => {
      const used = await tx
        .updateTable('recovery_code')
        .set({ used_at: now })
        .where('account_id', '=', accountId)
        .where('code_hash', 'in', [...dataKey.hashes(code, formatContext(accountId))])
        .where('used_at', 'is', null)
        .returning('account_id')
        .executeTakeFirst()
      return used !== undefined
    },
  }
}

export async function recoveryCodesLeft(db: Reader, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function deleteRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

function newCode(): string {
  return Array.from(
    { length: RECOVERY_CODES.length },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join('')
}
