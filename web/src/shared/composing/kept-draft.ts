import { isDraftKey } from '../../base/storage/draft-keys.ts'
import type { Draft } from './draft.ts'

/** The part of `Storage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Where the browser tab keeps a draft. The key includes the writer's login ID: another person in the same tab never sees it. */
export interface DraftPlace<Fields> {
  readonly key: string
  /** The fields in a value from storage; null if it has none. */
  readonly fieldsIn: (value: Readonly<Record<string, unknown>>) => Fields | null
  /** Whether nothing is typed or chosen. */
  readonly isEmpty: (fields: Fields) => boolean
}

/** The draft kept in this browser tab; null when there is none, when it cannot be read, or when storage is refused. */
export function readDraft<Fields>(storage: DraftStorage | null, place: DraftPlace<Fields>): Draft<Fields> | null {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(place.key) ?? 'null')
    if (!isRecord(kept)) return null
    const { clientMessageId, mayHaveArrived, asked, attachmentIds } = kept
    // In an earlier release, replies had their text next to the other properties.
    const fields = place.fieldsIn(isRecord(kept.fields) ? kept.fields : kept)
    if (fields === null || typeof clientMessageId !== 'string') return null
    return {
      fields,
      clientMessageId,
      mayHaveArrived: mayHaveArrived === true,
      asked: Array.isArray(asked) ? asked.filter((words) => typeof words === 'string') : undefined,
      server: serverCopyIn(kept.server),
      attachmentIds: Array.isArray(attachmentIds) ? attachmentIds.filter((id) => typeof id === 'string') : [],
    }
  } catch {
    return null
  }
}

/** Stores a draft. An empty one is removed if the server cannot have anything of it. Returns whether it is stored. */
export function writeDraft<Fields>(
  storage: DraftStorage | null,
  { key, isEmpty }: DraftPlace<Fields>,
  draft: Draft<Fields>,
): boolean {
  try {
    if (isEmpty(draft.fields) && draft.attachmentIds.length === 0 && !draft.mayHaveArrived && !draft.server) {
      storage?.removeItem(key)
      return false
    }
    storage?.setItem(key, JSON.stringify(draft))
    return storage !== null
  } catch {
    return false
  }
}

/** Removes drafts that other people left in this browser tab: a draft is its writer's health data. */
export function removeDraftsOfOthers(storage: DraftStorage | null, owner: string): void {
  for (const key of draftKeys(storage)) if (!isDraftKey(key, owner)) storage?.removeItem(key)
}

/** Keys of all drafts in this browser tab; empty where storage is refused, since then nothing can be read or shown to anyone. */
export function draftKeys(storage: DraftStorage | null): string[] {
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
    return keys.filter((key) => isDraftKey(key))
  } catch {
    return []
  }
}

/** The page's session storage, or null where the browser refuses it. */
export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

function serverCopyIn(value: unknown): Draft<unknown>['server'] {
  if (!isRecord(value) || typeof value.version !== 'number') return undefined
  const { version, savedAt, unsaved } = value
  // Without a time, it is simply saved once more.
  return typeof savedAt === 'string'
    ? { version, savedAt, unsaved: unsaved !== false }
    : { version, savedAt: '', unsaved: true }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
