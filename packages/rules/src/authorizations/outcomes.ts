/** How an appeal of a prior authorization ended. */
export const appealOutcomes = ['approved', 'partly', 'denied', 'pending'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

/** Why a prior authorization was denied or approved only in part: the plan's code, its words, or both. */
export interface ReviewReason {
  readonly code: string | null
  readonly text: string | null
}
