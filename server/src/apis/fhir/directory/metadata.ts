import { directoryTypes } from './api.ts'

/** Tells what the directory of a brand serves. */
export function directoryCapabilities(base: string, plan: string): string {
  const resource = Object.entries(directoryTypes).map(([type, names]) => ({
    type,
    interaction: [{ code: 'read' }, { code: 'search-type' }],
    searchParam: [
      { name: '_id', type: 'token' },
      ...names.map((name) => ({ name, type: name === 'identifier' || name === 'type' ? 'token' : 'reference' })),
    ],
  }))
  return JSON.stringify({
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-11-26',
    publisher: plan,
    kind: 'instance',
    implementation: { description: `${plan}: directory of providers`, url: base },
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [{ mode: 'server', resource }],
  })
}
