import { useKeptState } from '../../base/storage/use-kept-state.ts'

/** Whom an agent looks for plans for, so that they are not typed again in the proposal (AG-6). */
export const noOne = { clientId: '', firstName: '', lastName: '', email: '', language: '' }

/** In this browser tab until a proposal is made or they sign out. */
export function useQuoteFor() {
  return useKeptState('quote-for', noOne)
}
