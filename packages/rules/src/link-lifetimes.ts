const hour = 60 * 60_000
const day = 24 * hour

/** How long a link in an e-mail works, in ms, by the view it leads to (RG-2, RG-3, RG-4, SH-8, AG-6). */
export const linkLifetimes = {
  'new-password': 15 * 60_000,
  'confirm-email': day,
  'confirm-registration': day,
  'resume-registration': 7 * day,
  invitation: 7 * day,
  application: 90 * day,
  compare: 60 * day,
  /** Counted from the start of the application: later edits do not extend it. */
  continue: 60 * day,
  /** Counted from the last time we sent it. */
  proposal: 60 * day,
} as const
