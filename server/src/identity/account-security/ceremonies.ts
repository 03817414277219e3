import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type {
  Assertion,
  AuthenticationOptions,
  Binding,
  Registration,
  RegistrationOptions,
} from './offered-challenge.ts'
import { offerAuthentication, verifyAuthentication } from './passkey-answer.ts'
import { type NewPasskey, offerRegistration, verifyRegistration } from './passkey-registration.ts'
import type { Passkey } from './passkey-store.ts'

/** The ceremonies of WebAuthn (RG-4). Passkeys are discoverable, always verify the person, and belong to one host. */
export interface Ceremonies {
  registrationOptions(
    owner: { readonly accountId: string; readonly loginId: string; readonly name: string; readonly brandName: string },
    binding: Binding,
    context: CallContext,
  ): Promise<RegistrationOptions>
  /** A new passkey from the browser, not stored yet. Throws CallError CHALLENGE-EXPIRED or PASSKEY-UNKNOWN. */
  register(credential: Registration, binding: Binding, context: CallContext): Promise<NewPasskey>
  /** With `accountId`, only that account's passkeys are accepted. */
  authenticationOptions(binding: Binding, context: CallContext, accountId?: string): Promise<AuthenticationOptions>
  /**
   * Returns the passkey that answered and records its use; with `accountId`, it must belong to that account. Throws CallError
   * CHALLENGE-EXPIRED or PASSKEY-UNKNOWN.
   */
  authenticate(credential: Assertion, binding: Binding, context: CallContext, accountId?: string): Promise<Passkey>
}

export function createCeremonies(database: Database): Ceremonies {
  return {
    registrationOptions: (owner, binding, context) => offerRegistration(database, owner, binding, context),
    register: (credential, binding, context) => verifyRegistration(database, credential, binding, context),
    authenticationOptions: (binding, context, accountId) => offerAuthentication(database, binding, context, accountId),
    authenticate: (credential, binding, context, accountId) =>
      verifyAuthentication(database, credential, binding, context, accountId),
  }
}
