import type { Role } from '../roles.ts'

/** For whom a connection is (OS-60). */
export const audiences = ['staff', 'agents', 'members'] as const
export type Audience = (typeof audiences)[number]

export const connectionKinds = ['oidc', 'saml'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** What all kinds have in common. */
export interface CommonSettings {
  /** The claim or attribute by which a person's first sign-in is recognized; an e-mail address may not be one (OS-61). */
  readonly nameClaim: string
  /** The claim or attribute with the names of groups; '' if none. */
  readonly groupsClaim: string
  /** Whether a second factor that the provider asked for counts as one. */
  readonly trustsFactor: boolean
}

export interface OidcSettings extends CommonSettings {
  readonly issuer: string
  readonly clientId: string
  /** Values of `acr` or `amr` that mean a second factor. */
  readonly factorValues: readonly string[]
}

export interface SamlSettings extends CommonSettings {
  readonly entityId: string
  readonly signInUrl: string
  /** PEM without its first and last line; two while the provider changes its key. */
  readonly certificates: readonly string[]
  /** AuthnContextClassRef values that mean a second factor. */
  readonly factorValues: readonly string[]
}

export type ConnectionSettings = ({ readonly kind: 'oidc' } & OidcSettings) | ({ readonly kind: 'saml' } & SamlSettings)

export const maxDomains = 20

/** A host name of at least two parts, in lower case, e.g. `plan.example`. */
export function isDomain(text: string): boolean {
  return text.length <= 100 && /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(text)
}

/** The domain of a login ID that is typed like an e-mail address, in lower case; null for any other. */
export function readDomain(loginId: string): string | null {
  const domain = /^[^@\s]{1,100}@([^@\s]{3,100})$/.exec(loginId.trim())?.[1]?.toLowerCase() ?? ''
  return isDomain(domain) ? domain : null
}

/** An address of a provider: https, or http on the same machine; no user part, query or fragment. */
export function isProviderAddress(text: string): boolean {
  if (text.length > 500) return false
  const [, scheme, host = ''] =
    /^(https?):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?(?:\/[\w.~!$&'()*+,;=:@%/-]*)?$/i.exec(text) ?? []
  if (scheme === undefined) return false
  return scheme.toLowerCase() === 'https' || ['localhost', '127.0.0.1', '[::1]'].includes(host.toLowerCase())
}

/**
 * Whether people may be recognized by a claim at their first sign-in. An e-mail address can be set by whoever manages a directory, and be given
 * to someone else later (OS-61).
 */
export function isNameClaim(text: string): boolean {
  return text !== '' && !/e-?mail|^upn$|\bmail$/i.test(text)
}

/** The fields of a connection's settings that cannot be right. */
export function findWrongSettings(settings: ConnectionSettings): readonly string[] {
  const wrong = settings.kind === 'oidc' ? findWrongOidc(settings) : findWrongSaml(settings)
  return isNameClaim(settings.nameClaim) ? wrong : [...wrong, 'nameClaim']
}

function findWrongOidc({ issuer, clientId }: OidcSettings): string[] {
  return [...(isProviderAddress(issuer) ? [] : ['issuer']), ...(clientId === '' ? ['clientId'] : [])]
}

function findWrongSaml({ entityId, signInUrl, certificates }: SamlSettings): string[] {
  const isRight = certificates.length > 0 && certificates.every((one) => /^[A-Za-z0-9+/]{100,}={0,2}$/.test(one))
  return [
    ...(entityId === '' ? ['entityId'] : []),
    ...(isProviderAddress(signInUrl) ? [] : ['signInUrl']),
    ...(isRight ? [] : ['certificates']),
  ]
}

/** Which roles sign in by the connections of an audience. */
export const rolesOfAudience = {
  staff: ['INTERNAL'],
  agents: ['AGENT', 'AGENCY_ADMIN'],
  members: ['MEMBER'],
} as const satisfies Readonly<Record<Audience, readonly Role[]>>

/** How a sign-in by a connection ended; what is not `signed-in`, `tried`, `linked` or `signed-out` failed. */
export const signOnOutcomes = [
  'signed-in',
  'tried',
  'linked',
  'signed-out',
  'provider-unreachable',
  'provider-refused',
  'answer-invalid',
  'answer-late',
  'answer-repeated',
  'other-browser',
  'not-linked',
  'account-refused',
] as const
export type SignOnOutcome = (typeof signOnOutcomes)[number]
