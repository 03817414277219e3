/** The loaded part of a conversation: its newest entries, oldest first, and what comes before them. */
export interface ConversationPart<Entry> {
  readonly entries: readonly Entry[]
  readonly earlier: { readonly before: string; readonly count: number } | null
}

/** An entry's place in time, as `earlier` names one: no two are the same, and they are ordered as texts. */
type Place<Entry> = (entry: Entry) => string

/** The conversation with the part that comes before it. */
export function withEarlier<Entry>(
  shown: ConversationPart<Entry>,
  part: ConversationPart<Entry>,
  place: Place<Entry>,
): ConversationPart<Entry> {
  return { entries: joined(part.entries, shown.entries, place), earlier: part.earlier }
}

/**
 * The conversation as it is now, `fresh`, with what was loaded before of its earlier part; alone where so much is new that the
 * two do not touch.
 */
export function withNewer<Entry>(
  shown: ConversationPart<Entry>,
  fresh: ConversationPart<Entry>,
  place: Place<Entry>,
): ConversationPart<Entry> {
  const last = shown.entries.at(-1)
  const touches = last !== undefined && fresh.entries.some((entry) => place(entry) === place(last))
  if (fresh.earlier === null || !touches) return fresh
  return { entries: joined(shown.entries, fresh.entries, place), earlier: shown.earlier }
}

/** Both in order; of an entry that stands in both, the second list's. */
function joined<Entry>(one: readonly Entry[], other: readonly Entry[], place: Place<Entry>): readonly Entry[] {
  const byPlace = new Map([...one, ...other].map((entry) => [place(entry), entry]))
  return [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}

/** How many entries stand before those that follow each other without a gap: the one that was opened, where it is older. */
export function countApart<Entry>({ entries, earlier }: ConversationPart<Entry>, place: Place<Entry>): number {
  return earlier === null ? 0 : entries.filter((entry) => place(entry) < earlier.before).length
}
