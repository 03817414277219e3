import { useKeptState } from '../../base/storage/use-kept-state.ts'

/** The person for whom an agent looks for plans, so that the agent does not type their data again in the proposal (AG-6). */
export const noOne = {
  ...{ clientId: '', firstName: '', lastName: '', email: '', language: '' },
  /** Their present plans, and the last day of these, yyyy-mm-dd; '' if not known. */
  ...{ plans: '', coverageEnds: '' },
}

/** Kept in this browser tab until the agent makes a proposal or signs out. */
export function useQuoteFor() {
  return useKeptState('quote-for', noOne)
}
