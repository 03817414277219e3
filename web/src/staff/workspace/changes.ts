import type { OpenedThread } from './types.ts'

/** What happened to a conversation while someone had it open. */
export type ThreadChange =
  | { readonly kind: 'member-wrote' | 'answered' | 'noted'; readonly by: string }
  | { readonly kind: 'assigned'; readonly by: string }
  | { readonly kind: 'released' }
  | { readonly kind: OpenedThread['state'] }

const kinds = { 'from-member': 'member-wrote', 'to-member': 'answered', note: 'noted' } as const

/** In this order: new messages, the assignee, the state. */
export function changesBetween(before: OpenedThread, after: OpenedThread): readonly ThreadChange[] {
  const known = new Set(before.entries.map(({ entryId }) => entryId))
  const written = after.entries
    .filter(({ entryId }) => !known.has(entryId))
    .map(({ kind, from }): ThreadChange => ({ kind: kinds[kind], by: from }))
  const moved = before.assignee?.accountId !== after.assignee?.accountId
  const assigned: ThreadChange = after.assignee ? { kind: 'assigned', by: after.assignee.name } : { kind: 'released' }
  return [
    ...once(written),
    ...(moved ? [assigned] : []),
    ...(before.state !== after.state ? [{ kind: after.state } as const] : []),
  ]
}

/** Earlier changes that were not dismissed are shown along with the new ones. */
export function withChanges(before: readonly ThreadChange[], later: readonly ThreadChange[]): readonly ThreadChange[] {
  return once([...before, ...later])
}

/** A person who has written several times is mentioned once. */
function once(changes: readonly ThreadChange[]): readonly ThreadChange[] {
  const keys = changes.map((change) => JSON.stringify(change))
  return changes.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}
