import type { AccessScope } from '@portico/rules/people/access'
import { usePage } from '../../base/page-state.tsx'

/** Whether the page may show or do this: always, except for people viewing someone else's information without this scope (RG-3). */
export function useMay(scope: AccessScope): boolean {
  const scopes = usePage().session?.simulation?.scopes
  return !scopes || scopes.includes(scope)
}
