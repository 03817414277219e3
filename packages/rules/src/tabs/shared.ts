import type { AccessScope } from '../people/access.ts'
import type { TabId } from './types.ts'

/** What people who look at someone else's information need to see a tab's page (RG-3); null: no one else ever sees it. */
const scopeOf: Readonly<Partial<Record<TabId, AccessScope | null>>> = {
  navPrescriptions: 'claims',
  navSpending: 'claims',
  navYourSpending: 'claims',
  navClaimsSpending: 'claims',
  navClaims: 'claims',
  navPayPremium: null,
  navWellness: null,
}

/** Who looks at someone else's information. */
export interface Viewing {
  readonly scopes: readonly AccessScope[]
  /** A parent, at that of a young child, whose vaccines and check-ups they see. */
  readonly ofChild: boolean
}

/** Whether a tab leads to something that the person sees; `viewing` is null for those who look at their own. */
export function isTabShared(id: TabId, viewing: Viewing | null): boolean {
  if (viewing === null) return true
  const scope = id === 'navWellness' && viewing.ofChild ? 'claims' : scopeOf[id]
  return scope === undefined || (scope !== null && viewing.scopes.includes(scope))
}
