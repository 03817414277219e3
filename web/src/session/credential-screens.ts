import type { Match } from '../router/match.ts'

const screens = [
  'forgot-username',
  'forgot-password',
  'new-password',
  'register',
  'confirm-registration',
  'change-password',
]

/** Whether a view is one where credentials are typed, so that the timer of SE-1 guards it. */
export function isCredentialScreen({ kind, place }: Pick<Match, 'kind' | 'place'>): boolean {
  return kind === 'sign-in' || (place.prefix === '/login/' && screens.includes(place.segments[0] ?? ''))
}
