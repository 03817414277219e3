import { appScopes, dataScopes } from '@portico/rules/apps/scopes'
import { buildFhirBase, buildIssuer } from './addresses.ts'

/** The document that SMART apps read first (OS-35), at the FHIR server's own address. */
export function describeForSmart({ brand, origin }: { readonly brand: string; readonly origin: string }) {
  const issuer = buildIssuer(origin, brand)
  return {
    issuer,
    jwks_uri: `${issuer}/keys`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    introspection_endpoint: `${issuer}/introspect`,
    revocation_endpoint: `${issuer}/revoke`,
    registration_endpoint: `${issuer}/apps`,
    management_endpoint: `${origin}/mbr/#!/account/apps`,
    user_access_brand_bundle: `${origin}/fhir/brands`,
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
    scopes_supported: [
      ...appScopes,
      'system/*.rs',
      ...dataScopes.filter((scope) => !scope.startsWith('user/') && /\.rs(\?|$)/.test(scope)),
    ],
    capabilities: [
      'launch-ehr',
      'launch-standalone',
      'authorize-post',
      'client-public',
      'client-confidential-symmetric',
      'client-confidential-asymmetric',
      'sso-openid-connect',
      'context-banner',
      'context-ehr-patient',
      'context-standalone-patient',
      'permission-offline',
      'permission-online',
      'permission-patient',
      'permission-user',
      'permission-v1',
      'permission-v2',
    ],
    fhir_server: buildFhirBase(origin, brand),
  }
}
