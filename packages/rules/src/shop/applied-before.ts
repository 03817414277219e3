import type { ApplicationState } from './application.ts'

/** Another application, for the same kind of plan and year, that covers someone who applies now. */
export interface EarlierApplication {
  readonly state: ApplicationState
  /** Whether its first premium is being paid. */
  readonly isPaying: boolean
  /** Whether it is the same person's beyond doubt: of their account, or with their e-mail address. */
  readonly isOwn: boolean
  /** Days, `yyyy-mm-dd`; the event is the one that opened enrollment for it. */
  readonly appliedOn: string
  readonly eventOn: string | null
}

/**
 * Whether it keeps another one from being sent (SH-9). What has been paid does, unless something happened since that opens enrollment anew
 * (45 CFR 155.420). What has not been paid does only for its own sender, who is told to go on with it: anyone may know a name and a date
 * of birth, and must not keep that person from a plan.
 */
export function keepsFromApplying(earlier: EarlierApplication, eventOn: string | null): boolean {
  if (earlier.state === 'withdrawn') return false
  return earlier.state === 'pending' ? earlier.isOwn : keepsAfterPayment(earlier, eventOn)
}

/** Whether it keeps another one from being paid: of several for one person, only the first that is paid counts. */
export function keepsFromPaying(earlier: EarlierApplication, eventOn: string | null): boolean {
  if (earlier.state === 'withdrawn') return false
  return earlier.state === 'pending' ? earlier.isPaying : keepsAfterPayment(earlier, eventOn)
}

function keepsAfterPayment({ appliedOn, eventOn: before }: EarlierApplication, eventOn: string | null): boolean {
  const since = before !== null && before > appliedOn ? before : appliedOn
  return eventOn === null || eventOn <= since
}
