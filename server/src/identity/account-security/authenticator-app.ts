import { Secret, TOTP } from 'otpauth'
import type { DataKey } from '../../platform/data-key.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { beginAuthenticator, changeAuthenticator, findAnySecret, lockRow } from './authenticator-store.ts'

/**
 * Codes of an authenticator app (RFC 6238): six digits, a new code every 30 seconds, with SHA-1, the only algorithm that every such app
 * supports. A code may be one step early or late, because clocks differ, and works once.
 */
const periodS = 30

const secretBytes = 20

/** Time within which a new app must be confirmed; afterward its setup starts over. */
const unconfirmedMs = 3_600_000

export interface NewAuthenticator {
  /** Base32. */
  readonly secret: string
  /** `otpauth://…` */
  readonly address: string
}

export interface AuthenticatorApps {
  /** Creates a secret, replacing an unconfirmed one; null if an app is already set up. */
  begin(
    tx: Tx,
    owner: { accountId: string; loginId: string },
    issuer: string,
    now: Date,
  ): Promise<NewAuthenticator | null>
  /** Turns the app on with its first code. `none`: setup was never begun, or has expired. */
  confirm(tx: Tx, accountId: string, code: string, now: Date): Promise<'on' | 'wrong' | 'none'>
  /** Whether the code is correct and unused; marks it as used. */
  use(tx: Tx, accountId: string, code: string, now: Date): Promise<boolean>
}

export function createAuthenticatorApps(dataKey: DataKey): AuthenticatorApps {
  return {
    begin: async (tx, { accountId, loginId }, issuer, now) => {
      const secret = new Secret({ size: secretBytes })
      const sealed = dataKey.seal(Buffer.from(secret.bytes), contextOf(accountId))
      const begun = { secret: sealed, created_at: now, confirmed_at: null, last_step: null }
      if (!(await beginAuthenticator(tx, accountId, begun))) return null
      return { secret: secret.base32, address: totp(secret, { issuer, label: loginId }).toString() }
    },
    confirm: async (tx, accountId, code, now) => {
      const row = await lockRow(tx, accountId)
      if (!row || row.confirmed_at !== null || now.getTime() - row.created_at.getTime() > unconfirmedMs) return 'none'
      const step = findStep(row, code, now)
      if (step === null) return 'wrong'
      await changeAuthenticator(tx, accountId, { confirmed_at: now, last_step: step })
      return 'on'
    },
    use: async (tx, accountId, code, now) => {
      const row = await lockRow(tx, accountId)
      const step = row?.confirmed_at ? findStep(row, code, now) : null
      if (!row || step === null || (row.last_step !== null && step <= Number(row.last_step))) return false
      await changeAuthenticator(tx, accountId, { last_step: step })
      return true
    },
  }

  /** The time step that the code belongs to. */
  function findStep(row: { account_id: string; secret: Buffer }, code: string, now: Date): number | null {
    const secret = new Secret({ buffer: Uint8Array.from(dataKey.open(row.secret, contextOf(row.account_id))).buffer })
    const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
    return delta === null ? null : Math.floor(now.getTime() / 1000 / periodS) + delta
  }
}

/** Whether the data key opens an app's secret; null if there is no app. */
export async function canOpenSecrets(db: Reader, dataKey: DataKey): Promise<boolean | null> {
  const row = await findAnySecret(db)
  if (row === undefined) return null
  try {
    dataKey.open(row.secret, contextOf(row.account_id))
    return true
  } catch {
    return false
  }
}

function totp(secret: Secret, named: { readonly issuer: string; readonly label: string } = { issuer: '', label: '' }) {
  return new TOTP({ ...named, secret, algorithm: 'SHA1', digits: 6, period: periodS })
}

const contextOf = sealedColumns.authenticator.nameSeal
