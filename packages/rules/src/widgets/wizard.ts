/** The state of a step in a wizard (MN-3). */
export type StepState = 'complete' | 'incomplete' | 'active'

/**
 * The states of a wizard's steps (MN-3): those before the active one are complete, those after it incomplete, so that moving on
 * completes the earlier step and a jump in either direction sets all of them. `active` is 0-based; `count` itself means that the
 * last step is completed too.
 */
export function stepStates({ count, active }: { readonly count: number; readonly active: number }): StepState[] {
  return Array.from({ length: count }, (_, step) =>
    step === active ? 'active' : step < active ? 'complete' : 'incomplete',
  )
}

/** The active step after moving on; past the last step the wizard is done. */
export function moveOn({ count, active }: { readonly count: number; readonly active: number }): number {
  return Math.min(active + 1, count)
}
