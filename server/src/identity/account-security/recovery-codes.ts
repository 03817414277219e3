import { randomInt } from 'node:crypto'
import { inGroups, RECOVERY_ALPHABET, RECOVERY_CODES } from '@portico/rules/account-security/codes'
import type { DataKey } from '../../platform/data-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import { deleteRecoveryCodes, insertRecoveryCodes, useRecoveryCode } from './recovery-code-store.ts'

/** Codes for someone who lost their authenticator app (RG-4): shown once, each usable once, stored as keyed hashes. */
export interface RecoveryCodes {
  /** Creates a new set that replaces the old one; returns it as shown to the person. */
  renew(tx: Tx, accountId: string): Promise<string[]>
  /** Uses up a code, given without dashes; false if it is unknown or already used. */
  use(tx: Tx, accountId: string, code: string, now: Date): Promise<boolean>
}

export function createRecoveryCodes(dataKey: DataKey): RecoveryCodes {
  const formatContext = (accountId: string) => `recovery code ${accountId}`
  return {
    renew: async (tx, accountId) => {
      const codes = Array.from({ length: RECOVERY_CODES.count }, newCode)
      await deleteRecoveryCodes(tx, accountId)
      const hashes = codes.map((code) => dataKey.hashes(code, formatContext(accountId))[0])
      await insertRecoveryCodes(tx, accountId, hashes)
      return codes.map(inGroups)
    },
    use: (tx, accountId, code, now) =>
      useRecoveryCode(tx, accountId, dataKey.hashes(code, formatContext(accountId)), now),
  }
}

function newCode(): string {
  return Array.from(
    { length: RECOVERY_CODES.length },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join('')
}
