/** Recovery codes: how many are made at a time, and their length without the dashes. */
export const RECOVERY_CODES = { count: 10, length: 12 } as const

/** Omits I, L, O and U, which people misread or which spell words. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** How many days we remember a browser and do not ask it for a code. */
export const REMEMBER_DEVICE_DAYS = 30

/** With this many codes left or fewer, the person should make new ones. */
export const FEW_RECOVERY_CODES = 3

/** A second factor as typed: a code of an authenticator app, or a recovery code. */
export interface TypedCode {
  readonly kind: 'app' | 'recovery'
  /** Without spaces and dashes: six digits, or the letters of a recovery code in upper case. */
  readonly code: string
}

/**
 * Reads a code however it was typed: with spaces or dashes, in lower case, O for zero, I or L for one; null for anything that is not a
 * code.
 */
export function readCode(typed: string): TypedCode | null {
  const bare = typed.replace(/[\s-]/g, '')
  if (/^[0-9]{6}$/.test(bare)) return { kind: 'app', code: bare }
  const code = bare.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  const isRecovery = code.length === RECOVERY_CODES.length && [...code].every((one) => RECOVERY_ALPHABET.includes(one))
  return isRecovery ? { kind: 'recovery', code } : null
}

/** `ABCD-EFGH-JKMN`: groups of four, which are easier to copy. */
export function inGroups(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}
