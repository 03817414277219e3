import { fhirProfiles } from '@portico/contract/fhir/profiles'
import { type FhirTypeName, fhirTypes } from '@portico/contract/fhir/types'
import { capabilityStatement } from '../capability.ts'

const control = (name: string, type: string) => ({ name, type })

/** Operations for other organizations' systems (OS-51 to OS-53). */
const groups = {
  type: 'Group',
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  operation: [
    { name: 'export', definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/group-export' },
    ...['davinci-data-export', 'BulkMemberMatch', 'ProviderMemberMatch'].map((id) => ({
      name: { BulkMemberMatch: 'bulk-member-match', ProviderMemberMatch: 'provider-member-match' }[id] ?? id,
      definition: `http://hl7.org/fhir/us/davinci-pdex/OperationDefinition/${id}`,
    })),
  ],
}

/**
 * The CapabilityStatement of a brand's member API (OS-1), built from the registry that the router and the searches use. `takesRequests`: a
 * utilization system decides prior authorization requests.
 */
export function capabilities(
  base: string,
  plan: string,
  { takesRequests }: { readonly takesRequests: boolean },
): string {
  const names = Object.keys(fhirTypes) as FhirTypeName[]
  const resources = names.map((type) => {
    const { audience, parameters, includes } = fhirTypes[type]
    const searched = Object.entries(parameters).map(([name, { kind }]) => control(name, kind))
    const profiles = (fhirProfiles[type] ?? []).map(({ url, version }) => `${url}|${version}`)
    return {
      type,
      ...(profiles.length > 0 && { supportedProfile: profiles }),
      interaction: ['read', 'vread', 'history-instance', 'search-type'].map((code) => ({ code })),
      versioning: 'versioned',
      readHistory: true,
      conditionalRead: 'full-support',
      ...(includes.length > 0 && { searchInclude: ['*', ...includes.map((name) => `${type}:${name}`)] }),
      ...(audience === 'member' && { searchRevInclude: ['Provenance:target'] }),
      searchParam: [control('_id', 'token'), control('_lastUpdated', 'date'), ...searched],
      ...(type === 'Patient' && {
        operation: [
          { name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' },
          { name: 'member-match', definition: 'http://hl7.org/fhir/us/davinci-hrex/OperationDefinition/member-match' },
        ],
      }),
    }
  })
  const built = [
    { type: 'Provenance', names: ['patient', 'target', 'recorded'], interaction: ['read', 'search-type'] },
    { type: 'AuditEvent', names: ['patient', 'date'], interaction: ['search-type'] },
    { type: 'Consent', names: ['patient'], interaction: ['read', 'search-type'] },
  ].map(({ type, names: known, interaction }) => ({
    type,
    interaction: interaction.map((code) => ({ code })),
    searchParam: known.map((name) => control(name, name === 'date' || name === 'recorded' ? 'date' : 'reference')),
  }))
  const pas = 'http://hl7.org/fhir/us/davinci-pas/OperationDefinition'
  const inquired = {
    type: 'Claim',
    operation: [
      { name: 'inquire', definition: `${pas}/Claim-inquiry` },
      ...(takesRequests ? [{ name: 'submit', definition: `${pas}/Claim-submit` }] : []),
    ],
  }
  const service = 'http://terminology.hl7.org/CodeSystem/restful-security-service'
  const security = { cors: true, service: [{ coding: [{ system: service, code: 'SMART-on-FHIR' }] }] }
  return capabilityStatement(
    { base, plan, what: 'data of members' },
    { security, resource: [...resources, ...built, groups, inquired] },
  )
}
