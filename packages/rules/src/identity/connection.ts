import type { Role } from '../roles.ts'

/** Whom a connection serves (OS-60). */
export const audiences = ['staff', 'agents', 'members'] as const
export type Audience = (typeof audiences)[number]

export const connectionKinds = ['oidc', 'saml', 'ldap'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** Settings that all kinds share. */
export interface CommonSettings {
  /** The claim or attribute that identifies a person at their first sign-in; never an e-mail address (OS-61). */
  readonly nameClaim: string
  /** The claim or attribute with the names of groups; '' for none. */
  readonly groupsClaim: string
  /** Whether a second factor at the provider counts here. */
  readonly trustsFactor: boolean
  /** Whether a staff member without an account gets one, without rights, at their first sign-in; absent: no. */
  readonly makesPeople?: boolean | undefined
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
  /** PEM without its first and last line; two while the provider rotates its key. */
  readonly certificates: readonly string[]
  /** AuthnContextClassRef values that mean a second factor. */
  readonly factorValues: readonly string[]
  /** Whether we accept sign-ins that begin at the provider, although no request of ours proves that this browser asked for them. */
  readonly takesUnasked?: boolean | undefined
  /** Where we notify the provider of sign-outs here; '' for nowhere. */
  readonly signOutUrl?: string | undefined
}

/** A directory that we ask about passwords directly (OS-64). It reports no second factor, so we still require ours. */
export interface LdapSettings extends CommonSettings {
  /** `ldaps://host`, or `ldap://host`, which we never use without StartTLS; tried in this order. */
  readonly servers: readonly string[]
  /** Certificates of the authorities that we accept for it, as base64; empty: those that the server trusts anyway. */
  readonly certificates: readonly string[]
  /** The account that we bind as to search; its password is the connection's secret. */
  readonly bindDn: string
  /** The base of people searches, and below it the attribute that people sign in with. */
  readonly base: string
  readonly loginAttribute: string
  /** The base of group searches; '' for none. */
  readonly groupBase: string
  /** Active Directory has its own ids, group rules and passwords. */
  readonly isActiveDirectory: boolean
  /** Whether people can set a new directory password through us (ER-7). */
  readonly isWritable: boolean
  readonly factorValues: readonly string[]
}

export type ConnectionSettings =
  | ({ readonly kind: 'oidc' } & OidcSettings)
  | ({ readonly kind: 'saml' } & SamlSettings)
  | ({ readonly kind: 'ldap' } & LdapSettings)

/** The attribute in which a directory's group names arrive. */
export const directoryGroups = 'groups'

export const maxDomains = 20

/** A host name of at least two parts, in lower case, e.g. `plan.example`. */
export function isDomain(text: string): boolean {
  return text.length <= 100 && /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(text)
}

/** The domain of a login ID that looks like an e-mail address, in lower case; null for any other login ID. */
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

/** `mail`, `emailAddress`, `userPrincipalName` and `mailLocalAddress` by OID, which SAML often uses as attribute names. */
const mailOids =
  /(?:^|[^\d.])(?:0\.9\.2342\.19200300\.100\.1\.3|1\.2\.840\.113549\.1\.9\.1|1\.2\.840\.113556\.1\.4\.656|2\.16\.840\.1\.113730\.3\.1\.13)$/

/**
 * Whether a claim may identify people at their first sign-in. Whoever manages a directory can set an e-mail address, or give it to
 * someone else later, so e-mail claims may not (OS-61).
 */
export function isNameClaim(text: string): boolean {
  return text !== '' && !/e-?mail|^upn$|userPrincipalName|\bmail$/i.test(text) && !mailOids.test(text)
}

/**
 * Whether people signed in by a connection must sign in again when its settings change (OS-60): what let them in would no longer do so,
 * because the provider is different, or a certificate or a second factor no longer counts.
 */
export function endsSessions(before: ConnectionSettings, after: ConnectionSettings): boolean {
  if (nameProvider(before) !== nameProvider(after)) return true
  const hasLost = (kept: readonly string[], now: readonly string[]) => kept.some((one) => !now.includes(one))
  if (before.kind === 'ldap' && after.kind === 'ldap' && hasLost(listTrusted(before), listTrusted(after))) return true
  if (before.kind === 'saml' && after.kind === 'saml') {
    if (hasLost(before.certificates, after.certificates)) return true
    if (before.takesUnasked === true && after.takesUnasked !== true) return true
  }
  return before.trustsFactor && (!after.trustsFactor || hasLost(before.factorValues, after.factorValues))
}

/** The certificates that prove a directory's identity; without any, an empty one stands for those that the server trusts anyway. */
function listTrusted({ certificates }: LdapSettings): readonly string[] {
  return certificates.length > 0 ? certificates : ['']
}

/** The identity of the provider that vouches for people. */
function nameProvider(settings: ConnectionSettings): string {
  const { kind } = settings
  if (kind === 'oidc') return JSON.stringify([kind, settings.issuer, settings.clientId])
  if (kind === 'saml') return JSON.stringify([kind, settings.entityId])
  return JSON.stringify([kind, settings.servers.toSorted(), settings.base, settings.loginAttribute])
}

/** The connection settings that cannot be right. */
export function findWrongSettings(settings: ConnectionSettings): readonly string[] {
  const { kind } = settings
  const wrong =
    kind === 'oidc' ? findWrongOidc(settings) : kind === 'saml' ? findWrongSaml(settings) : findWrongLdap(settings)
  return isNameClaim(settings.nameClaim) ? wrong : [...wrong, 'nameClaim']
}

function findWrongOidc({ issuer, clientId }: OidcSettings): string[] {
  return [...(isProviderAddress(issuer) ? [] : ['issuer']), ...(clientId === '' ? ['clientId'] : [])]
}

const isCertificate = (text: string) => /^[A-Za-z0-9+/]{100,}={0,2}$/.test(text)
const isAttribute = (text: string) => /^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(text)
const isName = (text: string) => /^[A-Za-z][\w.-]*\s*=.*[^,\s]/.test(text)

/** `ldaps://host` or `ldap://host`, with or without a port. */
export function isDirectoryAddress(text: string): boolean {
  return text.length <= 300 && /^ldaps?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?\/?$/i.test(text)
}

function findWrongLdap(settings: LdapSettings): string[] {
  const { servers, certificates, bindDn, base, loginAttribute, groupBase, nameClaim, trustsFactor } = settings
  const checks: Readonly<Record<string, boolean>> = {
    servers: servers.length > 0 && servers.every(isDirectoryAddress),
    certificates: certificates.every(isCertificate),
    bindDn: isName(bindDn) || bindDn.includes('@'),
    base: isName(base),
    loginAttribute: isAttribute(loginAttribute),
    groupBase: groupBase === '' || isName(groupBase),
    nameClaim: isAttribute(nameClaim),
    trustsFactor: !trustsFactor,
  }
  return Object.keys(checks).filter((name) => checks[name] === false)
}

function findWrongSaml({ entityId, signInUrl, signOutUrl = '', certificates }: SamlSettings): string[] {
  const isRight = certificates.length > 0 && certificates.every(isCertificate)
  return [
    ...(entityId === '' ? ['entityId'] : []),
    ...(isProviderAddress(signInUrl) ? [] : ['signInUrl']),
    ...(signOutUrl === '' || isProviderAddress(signOutUrl) ? [] : ['signOutUrl']),
    ...(isRight ? [] : ['certificates']),
  ]
}

/** An audience by its name; null for any other text. */
export function readAudience(name: unknown): Audience | null {
  return audiences.find((one) => one === name) ?? null
}

/** The roles that sign in through connections of each audience. */
export const rolesOfAudience = {
  staff: ['INTERNAL'],
  agents: ['AGENT', 'AGENCY_ADMIN'],
  members: ['MEMBER'],
} as const satisfies Readonly<Record<Audience, readonly Role[]>>

/** How a sign-in through a connection ended; anything except `signed-in`, `tried`, `linked` and `signed-out` is a failure. */
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
  'account-waiting',
  'groups-omitted',
  'password-wrong',
  'password-due',
] as const
export type SignOnOutcome = (typeof signOnOutcomes)[number]
