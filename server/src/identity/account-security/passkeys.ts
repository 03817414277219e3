import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type {
  addPasskey,
  passkeyRegistration,
  passkeySignIn,
  removePasskey,
  renamePasskey as renamePasskeyCall,
} from '@portico/contract/calls/account-security'
import { v7 as uuidv7 } from 'uuid'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler, FinishedHandler, PreparedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { accountFacts, findPerson } from '../accounts/people.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SignedIn, SignIn } from '../sessions/sign-in.ts'
import { newSecret } from '../tokens/secrets.ts'
import { atField } from './at-field.ts'
import type { Ceremonies } from './ceremonies.ts'
import { demandOwnFactor, noteFactorRemoved } from './factor-due.ts'
import { hostCookie, readHostCookie } from './host-cookie.ts'
import { readOffered } from './offered.ts'
import type { AuthenticationOptions, Binding } from './offered-challenge.ts'
import type { NewPasskey } from './passkey-registration.ts'
import { deletePasskey, insertPasskey, listPasskeys, type Passkey, renamePasskey } from './passkey-store.ts'

export type PasskeyView = PayloadOf<typeof addPasskey>

/** The passkeys of the signed-in person, and signing in with one (RG-4). Throws NOT-FOUND for what the brand does not offer. */
export interface Passkeys {
  list(accountId: string): Promise<PasskeyView[]>
  /** Options for creating a passkey in the browser; throws CONFLICT beyond ten. */
  readonly offer: FinishedHandler<typeof passkeyRegistration, void, null>
  /** Throws CallError CONFLICT for a passkey that already exists, and beyond ten. */
  readonly add: PreparedHandler<typeof addPasskey, NewPasskey>
  readonly remove: AuditedHandler<typeof removePasskey>
  /** Throws TOO-MANY-REQUESTS. */
  signInOptions(brand: string, context: CallContext): Promise<AuthenticationOptions>
  signIn(credential: BodyOf<typeof passkeySignIn>['credential'], context: CallContext): Promise<SignedIn>
}

const maxOfAccount = 10

/** Ties the sign-in to the browser that requested its options; a second request does not change it, so that several tabs may ask. */
const cookieName = 'passkeyBrowser'

const cookieS = 600

/** Dependencies of passkeys. */
export interface PasskeyParts {
  readonly database: Database
  readonly ceremonies: Ceremonies
  readonly brands: BrandService
  readonly signIn: SignIn
  readonly limits: Limits
  readonly sessions: Pick<Sessions, 'setFactorDue' | 'clearFactorDue'>
  readonly staffSecondFactor: boolean
}

export function createPasskeys(parts: PasskeyParts): Passkeys {
  const { database } = parts

  return {
    list: async (accountId) => (await listPasskeys(database.read, accountId)).map(showPasskey),
    offer: offerPasskey(parts),
    add: storePasskey(parts),
    remove: removeOwn(parts),
    signInOptions: (brand, context) => offerSignIn(parts, brand, context),
    signIn: (credential, context) => signInByPasskey(parts, credential, context),
  }
}

const offerPasskey = (parts: PasskeyParts): FinishedHandler<typeof passkeyRegistration, void, null> => ({
  prepare: async ({ principal }) => {
    const { database } = parts
    await checkOffered(parts, principal.brand)
    await demandOwnFactor(database.read, principal)
    if ((await listPasskeys(database.read, principal.accountId)).length >= maxOfAccount) throw new CallError('CONFLICT')
  },
  handle: async () => null,
  finish: async (_begun, { principal }, context) => {
    const { database, brands, ceremonies } = parts
    const { accountId, loginId, brand } = principal
    const { firstName, lastName } = await findPerson(database.read, accountId)
    const brandName = brands.requireLoaded(brand).texts[context.language].name
    const owner = { accountId, loginId, name: `${firstName} ${lastName}`.trim(), brandName }
    return ceremonies.registrationOptions(owner, bindToSession(principal), context)
  },
})

const storePasskey = (parts: PasskeyParts): PreparedHandler<typeof addPasskey, NewPasskey> => ({
  prepare: async ({ principal, body: { credential } }, context) => {
    await checkOffered(parts, principal.brand)
    const made = parts.ceremonies.register(credential, bindToSession(principal), context)
    return made.catch((error: unknown) => {
      throw atField('credential', error)
    })
  },
  handle: async ({ principal, body: { name } }, { now }, tx, made) => {
    const passkey = { account_id: principal.accountId, passkey_id: uuidv7(), name, created_at: now, ...made }
    await lockAccount(tx, principal.accountId)
    await demandOwnFactor(tx, principal)
    const isFull = (await listPasskeys(tx, principal.accountId)).length >= maxOfAccount
    const stored = isFull ? undefined : await insertPasskey(tx, passkey)
    if (stored === undefined) throw new CallError('CONFLICT')
    await parts.sessions.clearFactorDue(tx, principal.sessionId)
    return about(passkey.passkey_id, showPasskey(stored))
  },
})

export const renameOwn: AuditedHandler<typeof renamePasskeyCall> = async (
  { principal, params, body },
  _context,
  tx,
) => {
  const { passkeyId } = params
  const renamed = await renamePasskey(tx, { accountId: principal.accountId, passkeyId }, body.name)
  if (renamed === undefined) throw new CallError('NOT-FOUND')
  return about(passkeyId, showPasskey(renamed))
}

const removeOwn =
  (parts: PasskeyParts): AuditedHandler<typeof removePasskey> =>
  async ({ principal, params: { passkeyId } }, _context, tx) => {
    await lockAccount(tx, principal.accountId)
    const deleted = await deletePasskey(tx, { accountId: principal.accountId, passkeyId })
    if (!deleted) throw new CallError('NOT-FOUND')
    await noteFactorRemoved(tx, parts, principal)
    return about(passkeyId, { removed: true as const })
  }

async function offerSignIn(parts: PasskeyParts, brand: string, context: CallContext): Promise<AuthenticationOptions> {
  const { limits, ceremonies } = parts
  await checkOffered(parts, brand)
  const { origin, now } = context
  limits.tidy(now)
  if (!(await limits.reserveRequest('passkey', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
  const secret = readHostCookie(context, cookieName) ?? newSecret()
  context.setCookie(hostCookie(context, cookieName), secret, { httpOnly: true, maxAge: cookieS })
  return ceremonies.authenticationOptions({ purpose: 'passkey-sign-in', secret }, context)
}

async function signInByPasskey(
  parts: PasskeyParts,
  credential: BodyOf<typeof passkeySignIn>['credential'],
  context: CallContext,
): Promise<SignedIn> {
  const { ceremonies, database, signIn } = parts
  const secret = readHostCookie(context, cookieName)
  if (!secret) throw new CallError('CHALLENGE-EXPIRED')
  const passkey = await ceremonies.authenticate(credential, { purpose: 'passkey-sign-in', secret }, context)
  const facts = await accountFacts(database.read, passkey.account_id)
  await checkOffered(parts, facts.brand)
  const signedIn = await signIn.proceed(passkey.account_id, { method: 'passkey' }, context)
  context.clearCookie(hostCookie(context, cookieName))
  return signedIn
}

async function checkOffered({ database }: PasskeyParts, brand: string): Promise<void> {
  const { passkeys } = await readOffered(database.read, brand)
  if (!passkeys) throw new CallError('NOT-FOUND')
}

function bindToSession({ sessionId }: Principal): Binding {
  return { purpose: 'passkey-registration', secret: sessionId }
}

function showPasskey(passkey: Passkey): PasskeyView {
  return {
    passkeyId: passkey.passkey_id,
    name: passkey.name,
    createdAt: passkey.created_at.toISOString(),
    lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
  }
}
