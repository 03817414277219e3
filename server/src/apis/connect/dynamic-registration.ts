import { trimLine } from '@portico/contract/fields'
import { appAuthMethods } from '@portico/rules/apps/app'
import { maxNpis, type Organization, organizationKinds } from '@portico/rules/apps/system'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Database } from '../../platform/db/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { type Application, register } from './registering.ts'

const address = v.optional(v.pipe(v.string(), v.maxLength(500)), '')
const Key = v.looseObject({ kty: v.picklist(['RSA', 'EC']), d: v.optional(v.undefined()) })

/** Client metadata of RFC 7591, with the attestation of OS-37; other fields are ignored, as the RFC says. */
const Metadata = v.object({
  client_name: trimLine(80, 1),
  redirect_uris: v.optional(v.pipe(v.array(v.string()), v.maxLength(10)), []),
  token_endpoint_auth_method: v.optional(v.picklist(appAuthMethods), 'client_secret_basic'),
  grant_types: v.optional(
    v.union([v.array(v.picklist(['authorization_code', 'refresh_token'])), v.tuple([v.literal('client_credentials')])]),
  ),
  response_types: v.optional(v.array(v.literal('code'))),
  /** The organization whose system it is (OS-50). */
  organization_type: v.optional(v.picklist(organizationKinds)),
  npis: v.optional(v.pipe(v.array(v.string()), v.maxLength(maxNpis)), []),
  naic: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d{5}$/))), null),
  client_uri: address,
  policy_uri: address,
  initiate_login_uri: address,
  jwks_uri: address,
  jwks: v.optional(v.nullable(v.object({ keys: v.pipe(v.array(Key), v.minLength(1), v.maxLength(10)) })), null),
  contacts: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.minLength(1), v.maxLength(10)),
  organization: v.optional(trimLine(80), ''),
  attestation: v.optional(
    v.nullable(
      v.object({
        sells: v.boolean(),
        keepsMonths: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1200))),
        deletes: v.boolean(),
        hipaa: v.boolean(),
      }),
    ),
    null,
  ),
})

const names: Readonly<Partial<Record<keyof Application, string>>> = {
  contactEmail: 'contacts',
  homeUrl: 'client_uri',
  policyUrl: 'policy_uri',
  launchUrl: 'initiate_login_uri',
  redirectUris: 'redirect_uris',
  jwksUri: 'jwks or jwks_uri',
  authMethod: 'token_endpoint_auth_method',
  organization: 'organization_type, npis or naic',
  name: 'client_name',
  maker: 'organization',
}

/** Registers an app that a program describes (RFC 7591). */
export async function registerDynamically(
  parts: { readonly database: Database; readonly limits: Limits },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const read = v.safeParse(Metadata, parseJson(request.body))
  const refuse = (status: number, error: string, error_description: string) =>
    reply.code(status).send({ error, error_description })
  if (!read.success) {
    const wrong = [...new Set(read.issues.map((issue) => v.getDotPath(issue) ?? 'the body'))].join(', ')
    return refuse(400, 'invalid_client_metadata', `not as it must be: ${wrong}`)
  }
  const { output } = read
  const isSystem = output.grant_types?.[0] === 'client_credentials'
  if (isSystem !== (output.organization_type !== undefined))
    return refuse(400, 'invalid_client_metadata', 'systems of an organization, and they alone, use client_credentials')
  const registered = await register(
    parts,
    {
      name: output.client_name,
      maker: output.organization || output.client_name,
      contactEmail: output.contacts[0] ?? '',
      homeUrl: output.client_uri,
      policyUrl: output.policy_uri,
      launchUrl: output.initiate_login_uri,
      redirectUris: output.redirect_uris,
      authMethod: output.token_endpoint_auth_method,
      jwksUri: output.jwks_uri,
      jwks: output.jwks,
      attestation: output.attestation,
      organization: readOrganization(output),
    },
    { now: new Date(), origin: { address: request.address, requestId: request.id } },
  )
  if (registered.kind === 'too-many') return refuse(429, 'temporarily_unavailable', 'too many registrations; try later')
  if (registered.kind === 'refused') {
    const wrong = registered.fields.map((field) => names[field] ?? field).join(', ')
    const isRedirect = registered.fields.includes('redirectUris')
    return refuse(400, isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata', `not as it must be: ${wrong}`)
  }
  const { clientId, secret } = registered
  const { attestation, jwks, ...told } = output
  return reply.code(201).send({
    ...told,
    ...(jwks !== null && { jwks }),
    ...(attestation !== null && { attestation }),
    client_id: clientId,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    ...(isSystem
      ? { grant_types: ['client_credentials'], response_types: [] }
      : { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }),
  })
}

function readOrganization(sent: v.InferOutput<typeof Metadata>): Organization | null {
  const { organization_type: kind, organization: name, npis, naic } = sent
  return kind === undefined ? null : { kind, name: name || sent.client_name, npis, naic }
}

function parseJson(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : null
  } catch {
    return null
  }
}
