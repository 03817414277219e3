import type { Ground } from '../platform/ground.ts'
import { bindFhir } from './fhir/routes.ts'

/** What other people's software may ask. */
export function bindApis({ app }: Ground): void {
  // Until apps can be given access, no token is known.
  bindFhir(app, { readAppAccess: async () => null })
}
