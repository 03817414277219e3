/** The loaded part of a conversation: its newest entries, oldest first, and a reference to what comes before them. */
export interface ConversationPart<Entry> {
  readonly entries: readonly Entry[]
  readonly earlier: { readonly before: string; readonly count: number } | null
}

/** An entry's position in time, as in `earlier`: no two are equal, and they sort as text. */
type Place<Entry> = (entry: Entry) => string

/** The conversation with an earlier part added. */
export function withEarlier<Entry>(
  shown: ConversationPart<Entry>,
  part: ConversationPart<Entry>,
  place: Place<Entry>,
): ConversationPart<Entry> {
  return { entries: mergeEntries(part.entries, shown.entries, place), earlier: part.earlier }
}

/**
 * The present conversation, `fresh`, with the earlier entries that were loaded before; without them if there are so many new ones
 * that the two parts do not meet.
 */
export function withNewer<Entry>(
  shown: ConversationPart<Entry>,
  fresh: ConversationPart<Entry>,
  place: Place<Entry>,
): ConversationPart<Entry> {
  const last = shown.entries.at(-1)
  const touches = last !== undefined && fresh.entries.some((entry) => place(entry) === place(last))
  if (fresh.earlier === null || !touches) return fresh
  return { entries: mergeEntries(shown.entries, fresh.entries, place), earlier: shown.earlier }
}

/** Both lists merged in order; for an entry in both, the second list's version. */
function mergeEntries<Entry>(one: readonly Entry[], other: readonly Entry[], place: Place<Entry>): readonly Entry[] {
  const byPlace = new Map([...one, ...other].map((entry) => [place(entry), entry]))
  return [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}

/** How many entries come before the consecutive ones: the opened entry, if it is older. */
export function countApart<Entry>({ entries, earlier }: ConversationPart<Entry>, place: Place<Entry>): number {
  return earlier === null ? 0 : entries.filter((entry) => place(entry) < earlier.before).length
}
