import type { OpenTypes } from '@portico/contract/fhir/type'
import { capabilityStatement } from '../capability.ts'

const control = (name: string, type: string) => ({ name, type })

/** The CapabilityStatement of a brand's public API, built from the registry that its searches use. */
export function describeOpenApi(
  types: OpenTypes,
  about: { readonly base: string; readonly plan: string; readonly what: string },
): string {
  const resource = Object.entries(types).map(([type, { parameters, targets, profiles }]) => {
    const includes = Object.keys(targets)
    const reverse = Object.entries(types).flatMap(([other, { targets: others }]) =>
      Object.entries(others).flatMap(([name, to]) => (to.includes(type) ? [`${other}:${name}`] : [])),
    )
    return {
      type,
      supportedProfile: profiles,
      interaction: [{ code: 'read' }, { code: 'search-type' }],
      ...(includes.length > 0 && { searchInclude: ['*', ...includes.map((name) => `${type}:${name}`)] }),
      ...(reverse.length > 0 && { searchRevInclude: reverse }),
      searchParam: [
        control('_id', 'token'),
        control('_lastUpdated', 'date'),
        ...Object.entries(parameters).map(([name, { kind }]) => control(name, kind)),
      ],
    }
  })
  return capabilityStatement(about, { resource })
}
