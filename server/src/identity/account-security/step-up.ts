import type { BodyOf, PayloadOf } from '@portico/contract/call'
import { stepUp, type stepUpOptions } from '@portico/contract/calls/account-security'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal, SessionPrincipal } from '../../platform/http/principal.ts'
import { refuseKeeping } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import { dueThere } from '../passwords/directory-passwords.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { atField } from './at-field.ts'
import { authenticatorSince } from './authenticator-store.ts'
import type { Ceremonies } from './ceremonies.ts'
import type { Codes } from './codes.ts'
import { hasSecondFactor } from './factor-due.ts'
import type { Binding } from './offered-challenge.ts'

/** Proving one's identity again, before a sensitive change. */
export interface StepUp {
  options(principal: SessionPrincipal, context: CallContext): Promise<PayloadOf<typeof stepUpOptions>>
  /**
   * Checks one proof. Throws CallError FIELD-INVALID at the proof's field, with a code for what is wrong: the password is not enough for
   * someone with an authenticator app (SECOND-FACTOR-REQUIRED), nor for staff with a passkey in a session that was opened with only the
   * password. Also throws TOO-MANY-REQUESTS.
   */
  readonly confirm: PreparedHandler<typeof stepUp, { readonly refusal: CallError | null }>
  /**
   * The same with a fresh assertion from the provider that opened the session (OS-62). Throws CallError SECOND-FACTOR-REQUIRED if more is
   * needed than the provider asked for.
   */
  confirmByProvider(
    principal: SessionPrincipal,
    proof: { readonly hasFactor: boolean },
    context: AuditContext,
  ): Promise<void>
}

/** A provider at which a session's owner can prove their identity again. */
export interface ProofProvider {
  readonly name: string
  readonly to: string
  /** Whether we accept its second factor. */
  readonly trustsFactor: boolean
}

const { action } = stepUp.audit

export function createStepUp({
  database,
  sessions,
  codes,
  ceremonies,
  passwordCheck,
  findProvider,
}: {
  readonly database: Database
  readonly sessions: Sessions
  readonly codes: Codes
  readonly ceremonies: Ceremonies
  readonly passwordCheck: PasswordCheck
  readonly findProvider: (principal: SessionPrincipal) => Promise<ProofProvider | null>
}): StepUp {
  return {
    options: async (principal, context) => {
      const { accountId } = principal
      const code = (await authenticatorSince(database.read, accountId)) !== null
      const options = await ceremonies.authenticationOptions(buildBinding(principal), context, accountId)
      const isEnough = await isPasswordEnough(database.read, principal)
      const own = await findProvider(principal)
      const provider = own !== null && (isEnough || own.trustsFactor) ? { name: own.name, to: own.to } : null
      // With an empty list, the browser would ask for any passkey, not only the person's own.
      return {
        password: isEnough && own === null,
        code,
        passkey: options.allowCredentials.length > 0 ? options : null,
        provider,
        authenticatedAt: principal.authenticatedAt.toISOString(),
      }
    },
    confirm: {
      prepare: async ({ principal, body: proof }, context) => ({ refusal: await prove(principal, proof, context) }),
      handle: async ({ principal, body: { password } }, { now }, tx, { refusal }) => {
        if (refusal !== null) return refuseKeeping(refusal, [{ recordId: principal.accountId }])
        await keepProof(tx, principal, password === undefined, now)
        return { authenticatedAt: now.toISOString() }
      },
    },
    confirmByProvider: async (principal, { hasFactor }, context) => {
      const isEnough = hasFactor || (await isPasswordEnough(database.read, principal))
      const outcome = isEnough ? 'done' : 'refused'
      await database.transaction(async (tx) => {
        if (isEnough) await keepProof(tx, principal, hasFactor, context.now)
        await audit(tx, principal, { action, outcome }, context)
      })
      if (!isEnough) throw new CallError('SECOND-FACTOR-REQUIRED')
    },
  }

  async function keepProof(tx: Tx, { sessionId }: SessionPrincipal, hasFactor: boolean, now: Date): Promise<void> {
    await sessions.noteProof(tx, sessionId, now)
    if (hasFactor) await sessions.clearFactorDue(tx, sessionId)
  }

  /** Why a code or a passkey is refused; null if it is accepted. Throws for a wrong password, which the password check audits. */
  async function prove(
    principal: SessionPrincipal,
    proof: BodyOf<typeof stepUp>,
    context: CallContext,
  ): Promise<CallError | null> {
    const { password, code, credential } = proof
    const { accountId } = principal
    if (Object.values(proof).filter((part) => part !== undefined).length !== 1) throw new CallError('BAD-REQUEST')
    if (password !== undefined) {
      if (!(await isPasswordEnough(database.read, principal)))
        throw atField('password', new CallError('SECOND-FACTOR-REQUIRED'))
      return findDueThere(passwordCheck.confirm(principal, { password, field: 'password', action }, context))
    } else if (code !== undefined) {
      const judged = codes.judgeCode(accountId, context.now, (tx) => codes.use(tx, accountId, code, context.now))
      return findRefusal('code', judged)
    } else if (credential !== undefined) {
      return findRefusal('credential', ceremonies.authenticate(credential, buildBinding(principal), context, accountId))
    }
    return null
  }
}

/** The error for a correct but expired password; it is no guess, so the password check does not audit it. */
async function findDueThere(confirming: Promise<void>): Promise<CallError | null> {
  try {
    await confirming
    return null
  } catch (error) {
    if (error instanceof CallError && error.fields.some(({ code }) => code === dueThere)) return error
    throw error
  }
}

async function findRefusal(field: string, proving: Promise<unknown>): Promise<CallError | null> {
  try {
    await proving
    return null
  } catch (error) {
    const refusal = atField(field, error)
    if (refusal instanceof CallError) return refusal
    throw refusal
  }
}

/** Whether the password alone is sufficient proof of identity. */
async function isPasswordEnough(db: Reader, { accountId, factorDue }: SessionPrincipal): Promise<boolean> {
  if (factorDue) return !(await hasSecondFactor(db, accountId))
  return (await authenticatorSince(db, accountId)) === null
}

function buildBinding({ sessionId }: Principal): Binding {
  return { purpose: 'step-up', secret: sessionId }
}
