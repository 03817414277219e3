/** Days after a denial within which a member can appeal (29 CFR 2560.503-1, 45 CFR 147.136). */
export const APPEAL_DAYS = 180

/** Last day to appeal a denial, both `yyyy-mm-dd`. */
export function appealDeadline(decidedOn: string): string {
  return new Date(Date.parse(decidedOn) + APPEAL_DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
