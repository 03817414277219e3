import { type CacheProvider, generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { ConnectionSettings } from '@portico/rules/identity/connection'
import { omitsGroups } from '@portico/rules/identity/group-claims'
import { newSecret } from '../tokens/secrets.ts'
import { type Arrived, clockToleranceS, readClaims, SignOnFailure, toMoment } from './protocol.ts'
import type { Signer } from './signer.ts'

type SamlSettings = Extract<ConnectionSettings, { readonly kind: 'saml' }>

export interface SamlClient {
  readonly settings: SamlSettings
  /** Where the provider's form arrives. */
  readonly answerAt: string
  /** What we are called, which is where our metadata is. */
  readonly entityId: string
  readonly logout: string
  /** Signs what is said about sign-outs. Sign-ins are asked for unsigned: a provider that was told of no key may refuse a signature. */
  readonly signer?: Signer
}

const requestMs = 10 * 60_000
/** How long what a provider says may be on its way: who someone is, or that a session is over. */
const messageMs = 5 * 60_000
const toleranceMs = clockToleranceS * 1000
/** How a provider's own description of a refusal ends. */
const refused = /^SAML provider returned (\w+) error/
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/**
 * What five hundred groups need, if each is in an attribute of its own, and as much again. The library takes minutes for 40,000, which have room
 * in a form, before it looks at a signature.
 */
const maxElements = 2_500
/** They are different each time, or those of an e-mail address, which may become someone else's (OS-61). */
const unfit = ['nameid-format:transient', 'nameid-format:emailAddress']

/** The address at the provider where a sign-in begins (OS-63); `state` is the request's id. `anew`: it is to ask even whom it knows. */
export function beginSaml(client: SamlClient, state: string, anew: boolean): Promise<string> {
  return createSaml(client, state, anew).getAuthorizeUrlAsync('', undefined, {})
}

/**
 * Checks a form from the provider (OS-63): a signed assertion, its issuer, audience, recipient and times, and that it answers the request that it
 * names. That it does so only once is the caller's matter. Throws SignOnFailure.
 */
export async function finishSaml(client: SamlClient, response: string, state: string): Promise<Arrived> {
  return toArrived(client, await readAssertion(client, response, state), state)
}

/**
 * The same for a form that answers no request (OS-63): whether one may be taken is the connection's matter. `id` is the assertion's own, which
 * the caller takes once. Throws SignOnFailure.
 */
export async function readUnasked(
  client: SamlClient,
  response: string,
): Promise<{ readonly id: string; readonly arrived: Arrived }> {
  const assertion = await readAssertion(client, response, null)
  const id = readAttribute(assertion, 'ID')
  if (id === '') throw invalid('no id')
  return { id, arrived: toArrived(client, assertion, null) }
}

async function readAssertion(client: SamlClient, response: string, state: string | null): Promise<Xml> {
  refuseTricks(Buffer.from(response, 'base64').toString())
  const { profile } = await createSaml(client, state)
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((error: unknown) => {
      throw toSendFailure(error)
    })
  return readObject(profile?.getAssertion?.(), 'Assertion')
}

function toArrived(client: SamlClient, assertion: Xml, state: string | null): Arrived {
  const issuer = readText(assertion, 'Issuer')
  if (issuer !== client.settings.entityId) throw invalid('issuer')
  const [subject = {}] = readList(assertion, 'Subject')
  checkConfirmation(client, subject, state)
  const { name, format } = readName(subject)
  if (name === '' || unfit.some((one) => format.endsWith(one))) throw invalid('NameID')
  const [statement = {}] = readList(assertion, 'AuthnStatement')
  const session = readAttribute(statement, 'SessionIndex')
  const [context = {}] = readList(statement, 'AuthnContext')
  const attributes = readAttributes(assertion)
  return {
    issuer,
    subject: name,
    claims: readClaims({ NameID: name, ...attributes }, client.settings),
    omitsGroups: omitsGroups(attributes, client.settings.groupsClaim),
    factors: [readText(context, 'AuthnContextClassRef')].filter(Boolean),
    session: session === '' ? null : session,
    provenAt: toMoment(Date.parse(readAttribute(statement, 'AuthnInstant'))),
  }
}

/** The address at the provider that ends its session, too; null if it is not told. */
export function leaveSaml(
  client: SamlClient,
  { subject, session }: { readonly subject: string; readonly session: string | null },
): Promise<string | null> {
  if (!client.settings.signOutUrl) return Promise.resolve(null)
  const of = { issuer: client.settings.entityId, nameID: subject, nameIDFormat: persistent }
  return createSaml(client, null).getLogoutUrlAsync(
    { ...of, ...(session !== null && { sessionIndex: session }) },
    '',
    {},
  )
}

/**
 * Whose session a provider ends, by a signed form (OS-63), and the address that tells it so. A request by redirection is not taken: its
 * signature is beside the text, and the library accepts none at all. Throws SignOnFailure.
 */
export async function readLogoutRequest(
  client: SamlClient,
  form: { readonly request: string; readonly relayState: string },
): Promise<{
  readonly id: string
  readonly subject: string
  readonly session: string | null
  readonly back: string | null
}> {
  const xml = Buffer.from(form.request, 'base64').toString()
  refuseTricks(xml)
  const saml = createSaml(client, null)
  const { profile } = await saml.validatePostRequestAsync({ SAMLRequest: form.request }).catch((error: unknown) => {
    throw toSendFailure(error)
  })
  if (profile === null || profile.issuer !== client.settings.entityId) throw invalid('issuer')
  const tag = /<(?:[\w.-]+:)?LogoutRequest\b([^>]*)>/.exec(xml)?.[1] ?? ''
  const read = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  if (read('ID') === '') throw invalid('no id')
  if (read('Destination') !== client.logout) throw invalid('recipient')
  const age = Math.abs(Date.now() - Date.parse(read('IssueInstant')))
  if (!(age <= messageMs + toleranceMs)) throw new SignOnFailure('answer-late', 'times of the request')
  const back = client.settings.signOutUrl
    ? await saml.getLogoutResponseUrlAsync(profile, form.relayState, {}, true)
    : null
  // The library reads the first session alone: where several are named, all of the person's end.
  const isOne = (xml.match(/<(?:[\w.-]+:)?SessionIndex[\s>/]/g) ?? []).length === 1
  return { id: read('ID'), subject: profile.nameID, session: isOne ? (profile.sessionIndex ?? null) : null, back }
}

/** The id of the request that a form says it answers, before anything of it is believed; null if it names none. */
export function readRequestId(response: string): string | null {
  const xml = Buffer.from(response, 'base64').toString()
  // The first tag alone, found in one pass: whoever sends this is not known yet.
  const tag = /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:\w+:)?Response\b([^>]*)>/.exec(xml)?.[1] ?? ''
  return /\sInResponseTo="([\w-]{20,100})"/.exec(tag)?.[1] ?? null
}

/** What the provider is to know about us (OS-63). */
export function describeUs({ answerAt, entityId, logout, signer }: Required<Omit<SamlClient, 'settings'>>): string {
  const described = generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: answerAt,
    logoutCallbackUrl: logout,
    identifierFormat: persistent,
    wantAssertionsSigned: true,
    privateKey: signer.key,
    publicCerts: signer.certificate,
    generateUniqueId: () => `_${newSecret()}`,
  })
  // The library takes a key to mean that every request is signed.
  return described.replace('AuthnRequestsSigned="true"', 'AuthnRequestsSigned="false"')
}

function createSaml(
  { settings, answerAt, entityId, logout, signer }: SamlClient,
  state: string | null,
  anew = false,
): SAML {
  return new SAML({
    ...(signer && { privateKey: signer.key, signatureAlgorithm: 'sha256' }),
    idpCert: [...settings.certificates],
    issuer: entityId,
    callbackUrl: answerAt,
    entryPoint: settings.signInUrl,
    audience: entityId,
    identifierFormat: persistent,
    disableRequestedAuthnContext: true,
    forceAuthn: anew,
    wantAssertionsSigned: true,
    // The assertion's signature is enough: few providers sign both.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: toleranceMs,
    maxAssertionAgeMs: messageMs,
    validateInResponseTo: state === null ? ValidateInResponseTo.never : ValidateInResponseTo.always,
    logoutUrl: settings.signOutUrl || settings.signInUrl,
    logoutCallbackUrl: logout,
    requestIdExpirationPeriodMs: requestMs,
    generateUniqueId: () => state ?? `_${newSecret()}`,
    cacheProvider: onlyKnows(state),
  })
}

/** The library asks whether it knows a request; here it knows one, which the caller has found. */
function onlyKnows(state: string | null): CacheProvider {
  const now = new Date().toISOString()
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === state ? now : null),
    removeAsync: async (key) => key,
  }
}

/** What no provider sends, and attackers do: a DTD, comments and instructions within values, a second assertion, elements without end. */
function refuseTricks(xml: string): void {
  const body = xml.replace(/^\s*<\?xml[^>]*\?>/, '')
  if (/<!|<\?/.test(body)) throw invalid('markup')
  if ((body.match(/<[^/]/g) ?? []).length > maxElements) throw invalid('too many elements')
  const opened = body.match(/<(?:[\w.-]+:)?(?:Encrypted)?Assertion[\s>/]/g)
  if (opened !== null && opened.length > 1) throw invalid('several assertions')
}

/** The library leaves an assertion without a confirmation alone, and does not look at its recipient. */
function checkConfirmation({ answerAt }: SamlClient, subject: Xml, state: string | null): void {
  const isOurs = readList(subject, 'SubjectConfirmation').some((confirmation) => {
    const [data = {}] = readList(confirmation, 'SubjectConfirmationData')
    const until = Date.parse(readAttribute(data, 'NotOnOrAfter'))
    return (
      readAttribute(confirmation, 'Method') === bearer &&
      readAttribute(data, 'Recipient') === answerAt &&
      readAttribute(data, 'InResponseTo') === (state ?? '') &&
      Date.now() - toleranceMs < until
    )
  })
  if (!isOurs) throw invalid('recipient')
}

function toSendFailure(error: unknown): SignOnFailure {
  const text = error instanceof Error ? error.message : ''
  const code = refused.exec(text)?.[1]
  if (code !== undefined) return new SignOnFailure('provider-refused', code)
  // It finds no confirmation where the times of each are over, or to come.
  if (/expired|not yet valid|No valid subject confirmation/.test(text))
    return new SignOnFailure('answer-late', 'times of the assertion')
  if (/InResponseTo/i.test(text)) return invalid('InResponseTo')
  if (/audience/i.test(text)) return invalid('audience')
  return invalid(/signature/i.test(text) ? 'signature' : 'XML')
}

function invalid(what: string): SignOnFailure {
  return new SignOnFailure('answer-invalid', what)
}

/** XML as the library gives it: attributes in `$`, text in `_`, elements in lists by their names. */
type Xml = Readonly<Record<string, unknown>>

function isXml(value: unknown): value is Xml {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readObject(value: unknown, name: string): Xml {
  const found = isXml(value) ? value[name] : null
  if (!isXml(found)) throw invalid('no assertion')
  return found
}

function readList(parent: Xml, name: string): Xml[] {
  const found = parent[name]
  return Array.isArray(found) ? found.map((one) => (isXml(one) ? one : { _: one })) : []
}

function readText(parent: Xml, name: string): string {
  const [first] = readList(parent, name)
  return typeof first?._ === 'string' ? first._.trim() : ''
}

function readAttribute({ $: attributes }: Xml, name: string): string {
  const value = isXml(attributes) ? attributes[name] : null
  return typeof value === 'string' ? value : ''
}

function readName(subject: Xml): { readonly name: string; readonly format: string } {
  const [nameId = {}] = readList(subject, 'NameID')
  return { name: readText(subject, 'NameID'), format: readAttribute(nameId, 'Format') }
}

/** Some providers write an attribute of its own for each of several values. */
function readAttributes(assertion: Xml): Record<string, unknown> {
  const read = new Map<string, unknown[]>()
  const attributes = readList(assertion, 'AttributeStatement').flatMap((statement) => readList(statement, 'Attribute'))
  for (const attribute of attributes) {
    const name = readAttribute(attribute, 'Name')
    const values = readList(attribute, 'AttributeValue').map(({ _: text }) => text)
    read.set(name, [...(read.get(name) ?? []), ...values])
  }
  return Object.fromEntries(read)
}
