import type { Organization } from '@portico/rules/apps/system'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Database } from '../src/platform/db/database.ts'
import { addApp } from './apps.ts'

/** The system of a clinic, by the number of its doctor. */
export const clinic: Organization = { kind: 'provider', name: 'Example Clinic', npis: ['1234567893'], naic: null }
/** The system of another plan. */
export const otherPlan: Organization = { kind: 'payer', name: 'Other Plan', npis: ['1982947230'], naic: '12345' }

/** A registered system, and how it gets tokens. */
export interface System {
  readonly clientId: string
  /** A token for a brand, as a system gets it; `claims` change what it proves itself by. */
  token(origin: string, brand: string, scope?: string): Promise<string>
  ask(origin: string, brand: string, changed?: Readonly<Record<string, unknown>>, scope?: string): Promise<Response>
}

/** Registers a system of an organization directly, as one that was checked. */
export async function addSystem(database: Database, clientId: string, organization: Organization): Promise<System> {
  const { publicKey, privateKey } = await generateKeyPair('ES384', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'own', alg: 'ES384', use: 'sig' }] }
  await addApp(database, clientId, {
    auth_method: 'private_key_jwt',
    redirect_uris: '[]',
    jwks: JSON.stringify(jwks),
    organization: JSON.stringify(organization),
  })
  const ask: System['ask'] = async (origin, brand, changed = {}, scope = 'system/*.rs') => {
    const address = `${origin}/connect/${brand}/token`
    const now = Math.floor(Date.now() / 1000)
    const claims = { jti: crypto.randomUUID(), iss: clientId, sub: clientId, aud: address, exp: now + 240, ...changed }
    const assertion = new SignJWT(claims).setProtectedHeader({ alg: 'ES384', kid: 'own', typ: 'JWT' })
    const form = {
      grant_type: 'client_credentials',
      scope,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion.sign(privateKey),
    }
    return fetch(address, { method: 'POST', body: new URLSearchParams(form) })
  }
  return {
    clientId,
    ask,
    token: async (origin, brand, scope) => {
      const answer = await ask(origin, brand, {}, scope)
      const body = (await answer.json()) as { access_token?: string }
      if (body.access_token === undefined) throw new Error(`No token: ${JSON.stringify(body)}`)
      return body.access_token
    },
  }
}

interface Described {
  readonly number: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}

/** A member as another organization describes them, with a permission that names it. */
export function describeMember(
  { number, firstName, lastName, birthDate }: Described,
  permission: {
    readonly npi: string
    readonly start?: string | undefined
    readonly end?: string | undefined
    readonly type?: string
    readonly consent?: null
  },
): object {
  const { npi, start = '2020-01-01', end, type = 'permit' } = permission
  const identifier = { system: 'http://hl7.org/fhir/sid/us-npi', value: npi }
  const consent = {
    ...{ resourceType: 'Consent', id: '3', status: 'active', patient: { reference: 'Patient/1' } },
    scope: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'patient-privacy' }] },
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'IDSCL' }] }],
    policy: [{ uri: 'http://hl7.org/fhir/us/davinci-hrex/StructureDefinition-hrex-consent.html#regular' }],
    provision: {
      ...{ type, period: { start, ...(end !== undefined && { end }) } },
      actor: [
        {
          role: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType', code: 'IRCP' }] },
          reference: { identifier },
        },
      ],
    },
  }
  const patient = { resourceType: 'Patient', id: '1', birthDate, name: [{ family: lastName, given: [firstName] }] }
  const coverage = {
    ...{ resourceType: 'Coverage', id: '2', status: 'active', subscriberId: number },
    ...{ beneficiary: { reference: 'Patient/1' }, payor: [{ display: 'Plan' }] },
  }
  return {
    name: 'MemberBundle',
    part: [
      { name: 'MemberPatient', resource: patient },
      { name: 'CoverageToMatch', resource: coverage },
      ...(permission.consent === null ? [] : [{ name: 'Consent', resource: consent }]),
    ],
  }
}
