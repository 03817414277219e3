import type { AccessScope } from '../people/access.ts'
import type { TabId } from './types.ts'

/** The scope that people who look at someone else's information need for a tab's page (RG-3); null: nobody else ever sees it. */
const scopeOf: Readonly<Partial<Record<TabId, AccessScope | null>>> = {
  navPrescriptions: 'claims',
  navSpending: 'claims',
  navYourSpending: 'claims',
  navClaimsSpending: 'claims',
  navClaims: 'claims',
  navPayPremium: null,
  navWellness: null,
}

/** Someone who looks at another person's information. */
export interface Viewing {
  readonly scopes: readonly AccessScope[]
  /** Whether it is a parent looking at a young child's, whose vaccines and check-ups they see. */
  readonly ofChild: boolean
}

/** Whether a tab leads to something that the person may see; `viewing` null: they look at their own information. */
export function isTabShared(id: TabId, viewing: Viewing | null): boolean {
  if (viewing === null) return true
  const scope = id === 'navWellness' && viewing.ofChild ? 'claims' : scopeOf[id]
  return scope === undefined || (scope !== null && viewing.scopes.includes(scope))
}
