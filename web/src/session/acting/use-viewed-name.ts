import { usePage } from '../../base/page-state.tsx'

/** The first name of the person whose information someone else is looking at, so that texts name them; null: one's own (RG-3, CS-1). */
export function useViewedName(): string | null {
  const { session } = usePage()
  return session?.simulation ? (session.firstName ?? null) : null
}
