/**
 * The day `yyyy-mm-dd` of a moment in the eastern United States, which is how the server counts days. It repeats `easternParts` of the
 * rules, because the chunk of forms must not import from chunks that import it.
 */
export function findEasternDay(moment: string): string {
  return new Date(moment).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
}
