import { audiences, directoryGroups, findWrongSettings, isDomain } from '@portico/rules/identity/connection'
import type { MessageId } from '../../base/texts/catalogues.ts'
import type { Connection } from './types.ts'

/** The fields of the form, as they are typed. */
export interface ConnectionValues {
  readonly name: string
  readonly brand: string
  readonly audience: string
  readonly kind: string
  readonly domains: string
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  readonly entityId: string
  readonly signInUrl: string
  readonly signOutUrl: string
  readonly certificates: string
  readonly servers: string
  readonly bindDn: string
  readonly base: string
  readonly loginAttribute: string
  readonly groupBase: string
  readonly nameClaim: string
  readonly groupsClaim: string
  readonly factorValues: string
}

/** The form's initial values: from the waiting settings, else from those in effect. */
export function listValues(before: Connection | null, brand: string): Record<keyof ConnectionValues, string> {
  const known = before?.waiting ?? before?.live ?? null
  const settings = known?.settings
  const oidc = settings?.kind === 'oidc' ? settings : null
  const saml = settings?.kind === 'saml' ? settings : null
  const ldap = settings?.kind === 'ldap' ? settings : null
  return {
    name: before?.name ?? '',
    brand: before?.brand ?? brand,
    audience: before?.audience ?? 'staff',
    kind: before?.kind ?? 'oidc',
    domains: known?.domains.join(' ') ?? '',
    issuer: oidc?.issuer ?? '',
    clientId: oidc?.clientId ?? '',
    secret: '',
    entityId: saml?.entityId ?? '',
    signInUrl: saml?.signInUrl ?? '',
    signOutUrl: saml?.signOutUrl ?? '',
    certificates: (saml ?? ldap)?.certificates.map(wrapCertificate).join('\n') ?? '',
    servers: ldap?.servers.join(' ') ?? '',
    bindDn: ldap?.bindDn ?? '',
    base: ldap?.base ?? '',
    loginAttribute: ldap?.loginAttribute ?? 'uid',
    groupBase: ldap?.groupBase ?? '',
    nameClaim: settings?.nameClaim ?? '',
    groupsClaim: settings?.groupsClaim ?? '',
    factorValues: settings?.factorValues.join(' ') ?? 'mfa',
  }
}

/** The form's checkboxes. */
export interface ConnectionChoices {
  readonly trustsFactor: boolean
  readonly takesUnasked: boolean
  readonly makesPeople: boolean
  readonly isActiveDirectory: boolean
  readonly isWritable: boolean
}

/** The state of the checkboxes when the form opens. */
export function listChoices(before: Connection | null): ConnectionChoices {
  const settings = (before?.waiting ?? before?.live)?.settings
  return {
    trustsFactor: settings?.trustsFactor ?? false,
    takesUnasked: settings?.kind === 'saml' && settings.takesUnasked === true,
    makesPeople: settings?.makesPeople ?? false,
    isActiveDirectory: settings?.kind === 'ldap' && settings.isActiveDirectory,
    isWritable: settings?.kind === 'ldap' && settings.isWritable,
  }
}

/** The settings that were typed. */
export function readSettings(values: ConnectionValues, choices: ConnectionChoices) {
  return {
    brand: values.brand,
    audience: audiences.find((one) => one === values.audience) ?? 'staff',
    domains: splitWords(values.domains.toLowerCase()),
    settings: readKind(values, choices),
  }
}

/** Hints for fields with values that the server would refuse. */
const entering = {
  domains: 'administration.connections.enter.domains',
  issuer: 'administration.connections.enter.address',
  signInUrl: 'administration.connections.enter.address',
  signOutUrl: 'administration.connections.enter.address',
  certificates: 'administration.connections.enter.certificates',
  servers: 'administration.connections.enter.servers',
  bindDn: 'administration.connections.enter.bindDn',
  base: 'administration.connections.enter.base',
  groupBase: 'administration.connections.enter.base',
  loginAttribute: 'administration.connections.enter.attribute',
  nameClaim: 'administration.connections.enter.nameClaim',
} as const satisfies Partial<Record<keyof ConnectionValues, MessageId>>

/** The hint for a field whose typed value the server would refuse; null if the value is right. */
export function findEntering(
  name: keyof ConnectionValues,
  values: ConnectionValues,
  choices: ConnectionChoices,
): MessageId | null {
  const { domains, settings } = readSettings(values, choices)
  const isWrong = name === 'domains' ? !domains.every(isDomain) : findWrongSettings(settings).includes(name)
  return isWrong && Object.hasOwn(entering, name) ? entering[name as keyof typeof entering] : null
}

function readKind(values: ConnectionValues, choices: ConnectionChoices): NonNullable<Connection['live']>['settings'] {
  const common = {
    nameClaim: values.nameClaim.trim(),
    groupsClaim: values.groupsClaim.trim(),
    trustsFactor: choices.trustsFactor,
    factorValues: splitWords(values.factorValues),
    makesPeople: choices.makesPeople && values.audience === 'staff',
  }
  const certificates = readCertificates(values.certificates)
  if (values.kind === 'saml')
    return {
      kind: 'saml',
      ...common,
      entityId: values.entityId.trim(),
      signInUrl: values.signInUrl.trim(),
      signOutUrl: values.signOutUrl.trim(),
      takesUnasked: choices.takesUnasked,
      certificates,
    }
  if (values.kind !== 'ldap')
    return { kind: 'oidc', ...common, issuer: values.issuer.trim(), clientId: values.clientId.trim() }
  return {
    kind: 'ldap',
    ...common,
    // A directory lists its groups itself, and has no second factor.
    groupsClaim: values.groupBase.trim() === '' ? '' : directoryGroups,
    trustsFactor: false,
    factorValues: [],
    servers: splitWords(values.servers),
    certificates,
    bindDn: values.bindDn.trim(),
    base: values.base.trim(),
    loginAttribute: values.loginAttribute.trim(),
    groupBase: values.groupBase.trim(),
    isActiveDirectory: choices.isActiveDirectory,
    isWritable: choices.isWritable,
  }
}

function splitWords(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}

const frame = /-----(BEGIN|END) CERTIFICATE-----/g

/** Certificates in PEM, or bare base64 on separate lines with an empty line between two certificates. */
export function readCertificates(text: string): string[] {
  return text
    .split(/-----END CERTIFICATE-----|\n\s*\n/)
    .map((one) => one.replace(frame, '').replace(/\s/g, ''))
    .filter(Boolean)
}

function wrapCertificate(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`
}
