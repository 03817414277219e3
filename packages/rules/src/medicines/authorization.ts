/** The state of a prior authorization according to the plan's file (MP-15). */
export const toldStates = ['approved', 'partly', 'denied', 'pending', 'cancelled'] as const
export type ToldState = (typeof toldStates)[number]

/** `expired`: approved for days that are over; `unknown`: the file does not say. */
export const authorizationStates = [...toldStates, 'expired', 'unknown'] as const
export type AuthorizationState = (typeof authorizationStates)[number]

/** Review actions of X12 306, as payers send them. */
const actions: Readonly<Record<string, ToldState>> = {
  a1: 'approved',
  a2: 'partly',
  a3: 'denied',
  a4: 'pending',
  a6: 'partly',
  c: 'cancelled',
}

/** The overall outcome of the reviews of a request's services; null: none of them says. */
export function joinReviews(codes: readonly string[]): ToldState | null {
  const states = [...new Set(codes.flatMap((code) => actions[code] ?? []))]
  const [only] = states
  if (states.length <= 1) return only ?? null
  if (states.includes('pending')) return 'pending'
  return states.some((state) => state === 'approved' || state === 'partly') ? 'partly' : 'denied'
}

export function authorizationState(
  { told, ends }: { readonly told: ToldState | null; readonly ends: string | null },
  today: string,
): AuthorizationState {
  if (told === null) return 'unknown'
  const wasGiven = told === 'approved' || told === 'partly'
  return wasGiven && ends !== null && ends < today ? 'expired' : told
}
