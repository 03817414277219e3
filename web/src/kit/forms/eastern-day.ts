/**
 * The day `yyyy-mm-dd` of a moment in the eastern United States, as the server counts days. The same as `easternParts` of the rules, which the
 * chunk of forms must not take from the chunks that import it.
 */
export function findEasternDay(moment: string): string {
  return new Date(moment).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
}
