import type { PageState } from '@portico/contract/page'
import type { InactivityOptions } from '@portico/rules/session/inactivity'
import { MEMBER_INACTIVITY } from '@portico/rules/session/timing'
import type { RouteMatch } from '../../base/router/match.ts'

const screens = ['forgot-username', 'forgot-password', 'new-password', 'confirm-registration', 'change-password']

/** Views with many fields, and with e-mails to wait for: they have as much time as a signed-in page (WCAG 2.2.1). */
const longScreens = ['register', 'guardian', 'resume-registration']

/** `due`: the person is signed in, but must set up a second factor before anything else (AD-2). */
export type CredentialScreen = 'short' | 'long' | 'due'

/** Whether people type credentials in a view, so that the timer of SE-1 guards it, and how long it may take. */
export function credentialScreen(
  { kind, place }: Pick<RouteMatch, 'kind' | 'place'>,
  { factorDue }: Pick<PageState, 'factorDue'>,
): CredentialScreen | null {
  if (factorDue) return 'due'
  const name = place.prefix === '/login/' ? (place.segments[0] ?? '') : ''
  if (longScreens.includes(name)) return 'long'
  return kind === 'sign-in' || screens.includes(name) ? 'short' : null
}

/** The timer for a screen that takes long: the default page timer, or the brand's if that allows more time. */
export function longer({ expiryMs, warningMs, checkMs }: InactivityOptions): InactivityOptions {
  return expiryMs > MEMBER_INACTIVITY.expiryMs ? { expiryMs, warningMs, checkMs } : MEMBER_INACTIVITY
}
