import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { stepUp, stepUpOptions } from '@portico/contract/calls/account-security'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal, SessionPrincipal } from '../../platform/http/principal.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { atField } from './at-field.ts'
import { authenticatorSince } from './authenticator-app.ts'
import type { Ceremonies } from './ceremonies.ts'
import type { Codes } from './codes.ts'
import { hasSecondFactor } from './factor-due.ts'
import type { Binding } from './offered-challenge.ts'

/** Proving once more who one is, before a sensitive change. */
export interface StepUp {
  options(principal: SessionPrincipal, context: CallContext): Promise<PayloadOf<typeof stepUpOptions>>
  /**
   * Checks one proof. Throws CallError FIELD-INVALID at the field of the proof, with the code of what is wrong with it: someone with an
   * authenticator app needs more than the password (SECOND-FACTOR-REQUIRED), and so do staff with a passkey in a session that the password
   * alone has opened. Also throws TOO-MANY-REQUESTS.
   */
  confirm(
    principal: SessionPrincipal,
    proof: BodyOf<typeof stepUp>,
    context: CallContext,
  ): Promise<PayloadOf<typeof stepUp>>
}

const action = 'step-up'

export function createStepUp({
  database,
  sessions,
  codes,
  ceremonies,
  passwordCheck,
}: {
  readonly database: Database
  readonly sessions: Sessions
  readonly codes: Codes
  readonly ceremonies: Ceremonies
  readonly passwordCheck: PasswordCheck
}): StepUp {
  return {
    options: async (principal, context) => {
      const { accountId } = principal
      const code = (await authenticatorSince(database.read, accountId)) !== null
      const options = await ceremonies.authenticationOptions(buildBinding(principal), context, accountId)
      // With an empty list the browser would ask for any passkey, not only for the person's own.
      return {
        password: await isEnough(principal),
        code,
        passkey: options.allowCredentials.length > 0 ? options : null,
      }
    },
    confirm: async (principal, proof, context) => {
      await prove(principal, proof, context)
      await database.transaction(async (tx) => {
        await sessions.noteProof(tx, principal.sessionId, context.now)
        if (proof.password === undefined) await sessions.clearFactorDue(tx, principal.sessionId)
        await audit(tx, principal, { action }, context)
      })
      return { authenticatedAt: context.now.toISOString() }
    },
  }

  /** Whether the password is enough to prove who someone is. */
  async function isEnough({ accountId, factorDue }: SessionPrincipal): Promise<boolean> {
    if (factorDue) return !(await hasSecondFactor(database.read, accountId))
    return (await authenticatorSince(database.read, accountId)) === null
  }

  async function prove(principal: SessionPrincipal, proof: BodyOf<typeof stepUp>, context: CallContext): Promise<void> {
    const { password, code, credential } = proof
    const { accountId } = principal
    if (Object.values(proof).filter((part) => part !== undefined).length !== 1) throw new CallError('BAD-REQUEST')
    if (password !== undefined) {
      if (!(await isEnough(principal))) throw atField('password', new CallError('SECOND-FACTOR-REQUIRED'))
      await passwordCheck.confirm(principal, { password, field: 'password', action }, context)
    } else if (code !== undefined) {
      const judged = codes.judgeCode(accountId, context.now, (tx) => codes.use(tx, accountId, code, context.now))
      await judged.catch((error: unknown) => refuse('code', error, principal, context))
    } else if (credential !== undefined) {
      const authenticated = ceremonies.authenticate(credential, buildBinding(principal), context, accountId)
      await authenticated.catch((error: unknown) => refuse('credential', error, principal, context))
    }
  }

  async function refuse(field: string, error: unknown, principal: Principal, context: CallContext): Promise<never> {
    await database.transaction((tx) => audit(tx, principal, { action, outcome: 'refused' }, context))
    throw atField(field, error)
  }
}

function buildBinding({ sessionId }: Principal): Binding {
  return { purpose: 'step-up', secret: sessionId }
}
