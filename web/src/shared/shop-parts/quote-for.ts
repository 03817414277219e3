import { useKeptState } from '../../base/storage/use-kept-state.ts'

/** Whom an agent looks for plans for, so that they are not typed again in the proposal (AG-6). */
export const noOne = {
  ...{ clientId: '', firstName: '', lastName: '', email: '', language: '' },
  /** The plans that they have now, and the last day of these, yyyy-mm-dd; '' if not known. */
  ...{ plans: '', coverageEnds: '' },
}

/** In this browser tab until a proposal is made or they sign out. */
export function useQuoteFor() {
  return useKeptState('quote-for', noOne)
}
