import { capabilityStatement } from '../capability.ts'
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
  return capabilityStatement({ base, plan, what: 'directory of providers' }, { resource })
}
