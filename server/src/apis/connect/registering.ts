import type { AppAuthMethod, Attestation } from '@portico/rules/apps/app'
import { isLaunchAllowed, isRedirectAllowed, isWebAddress, maxRedirects } from '@portico/rules/apps/app'
import { isNpi, maxNpis, type Organization } from '@portico/rules/apps/system'
import { checkEmail } from '@portico/rules/validation/email'
import { hashSecret, newSecret } from '../../identity/tokens/secrets.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { insertApp } from './app-store.ts'

/** An app as its maker describes it; '' for what they leave out. */
export interface Application {
  readonly name: string
  readonly maker: string
  readonly contactEmail: string
  readonly homeUrl: string
  readonly policyUrl: string
  /** Address at which the portal opens the app. */
  readonly launchUrl: string
  readonly redirectUris: readonly string[]
  readonly authMethod: AppAuthMethod
  readonly jwksUri: string
  /** Public keys by value. */
  readonly jwks?: object | null
  readonly attestation: Attestation | null
  /** The organization whose system it is; left out: an app for people (OS-50). */
  readonly organization?: Organization | null
}

type Field = keyof Application

export type Registered =
  | { readonly kind: 'registered'; readonly clientId: string; readonly secret: string | null }
  | { readonly kind: 'refused'; readonly fields: readonly Field[] }
  | { readonly kind: 'too-many' }

/** Registers an app for the sandbox and for a check by staff (OS-36), both from the form and by RFC 7591. */
export async function register(
  { database, limits }: { readonly database: Database; readonly limits: Limits },
  sent: Application,
  at: AuditContext,
): Promise<Registered> {
  const { origin, now } = at
  const fields = wrongIn(sent)
  if (fields.length > 0) return { kind: 'refused', fields }
  if (!(await limits.reserveRequest('app', origin.address, now))) return { kind: 'too-many' }
  const clientId = newId()
  const secret = sent.authMethod.startsWith('client_secret') ? newSecret() : null
  await database.transaction(async (tx) => {
    await insertApp(tx, {
      client_id: clientId,
      name: sent.name,
      maker: sent.maker,
      home_url: sent.homeUrl || null,
      policy_url: sent.policyUrl || null,
      launch_url: sent.launchUrl || null,
      contact_email: sent.contactEmail,
      redirect_uris: JSON.stringify(sent.redirectUris),
      auth_method: sent.authMethod,
      secret_hash: secret === null ? null : hashSecret(secret),
      jwks: sent.jwks ? JSON.stringify(sent.jwks) : null,
      jwks_uri: sent.jwksUri || null,
      attestation: sent.attestation === null ? null : JSON.stringify(sent.attestation),
      organization: sent.organization ? JSON.stringify(sent.organization) : null,
      state: 'waiting',
      registered_at: now,
      changed_at: now,
    })
    await audit(tx, null, { action: 'app.register', recordType: 'app', recordId: clientId }, at)
  })
  return { kind: 'registered', clientId, secret }
}

function wrongIn(sent: Application): Field[] {
  const { redirectUris, authMethod, jwksUri, jwks = null, organization = null } = sent
  const isSystem = organization !== null
  const isWrong: Readonly<Partial<Record<Field, boolean>>> = {
    name: sent.name === '',
    maker: sent.maker === '',
    contactEmail: checkEmail(sent.contactEmail, { required: true, longTopLevel: true }) !== null,
    homeUrl: sent.homeUrl !== '' && !isWebAddress(sent.homeUrl),
    policyUrl: sent.policyUrl !== '' && !isWebAddress(sent.policyUrl),
    launchUrl: sent.launchUrl !== '' && !isLaunchAllowed(sent.launchUrl),
    redirectUris:
      (redirectUris.length === 0) !== isSystem ||
      redirectUris.length > maxRedirects ||
      !redirectUris.every(isRedirectAllowed),
    authMethod: isSystem && authMethod !== 'private_key_jwt',
    organization: organization !== null && !isComplete(organization),
    jwksUri:
      authMethod === 'private_key_jwt' ? (jwksUri === '' ? jwks === null : !isWebAddress(jwksUri)) : jwksUri !== '',
  }
  return (Object.keys(isWrong) as Field[]).filter((field) => isWrong[field])
}

/** Providers must name their numbers, which are matched with those on claims. */
function isComplete({ kind, npis, naic }: Organization): boolean {
  if (npis.length > maxNpis || !npis.every(isNpi)) return false
  return kind === 'payer' ? npis.length > 0 || naic !== null : npis.length > 0
}
