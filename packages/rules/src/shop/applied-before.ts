import type { ApplicationState } from './application.ts'

/** Another application, for the same kind of plan and year, that covers someone who applies now. */
export interface EarlierApplication {
  readonly state: ApplicationState
  /** Whether its first premium is being paid. */
  readonly isPaying: boolean
  /** Whether it is certainly the same person's: from their account, or with their e-mail address. */
  readonly isOwn: boolean
  /** Days, `yyyy-mm-dd`; `eventOn` is the event that opened enrollment for it. */
  readonly appliedOn: string
  readonly eventOn: string | null
}

/**
 * Whether it keeps another application from being sent (SH-9). A paid application does, unless an event since then opens enrollment
 * anew (45 CFR 155.420). An unpaid one does so only for its own sender, whom we ask to continue it: anyone may know a name and a date
 * of birth, and must not be able to keep that person from a plan.
 */
export function keepsFromApplying(earlier: EarlierApplication, eventOn: string | null): boolean {
  if (earlier.state === 'withdrawn') return false
  return earlier.state === 'pending' ? earlier.isOwn : keepsAfterPayment(earlier, eventOn)
}

/** Whether it keeps another application from being paid: of several for one person, only the first paid one counts. */
export function keepsFromPaying(earlier: EarlierApplication, eventOn: string | null): boolean {
  if (earlier.state === 'withdrawn') return false
  return earlier.state === 'pending' ? earlier.isPaying : keepsAfterPayment(earlier, eventOn)
}

function keepsAfterPayment({ appliedOn, eventOn: before }: EarlierApplication, eventOn: string | null): boolean {
  const since = before !== null && before > appliedOn ? before : appliedOn
  return eventOn === null || eventOn <= since
}
