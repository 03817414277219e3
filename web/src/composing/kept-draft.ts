import { isDraftKey } from '../storage/draft-keys.ts'
import type { Draft } from './draft.ts'

/** The part of `Storage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Where the tab keeps a draft. The key holds the writer's login ID: another person in the same tab never sees it. */
export interface DraftPlace<Fields> {
  readonly key: string
  /** The fields in a value of unknown make; null where they are none. */
  readonly fieldsIn: (value: Readonly<Record<string, unknown>>) => Fields | null
  /** Whether nothing is typed or chosen. */
  readonly isEmpty: (fields: Fields) => boolean
}

/** The draft kept in this tab; null when there is none, when it cannot be read, or when storage is refused. */
export function readDraft<Fields>(storage: DraftStorage | null, place: DraftPlace<Fields>): Draft<Fields> | null {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(place.key) ?? 'null')
    if (!isRecord(kept)) return null
    const { clientMessageId, mayHaveArrived, attachmentIds } = kept
    // Replies of an earlier release had their text beside the rest.
    const fields = place.fieldsIn(isRecord(kept.fields) ? kept.fields : kept)
    if (fields === null || typeof clientMessageId !== 'string') return null
    return {
      fields,
      clientMessageId,
      mayHaveArrived: mayHaveArrived === true,
      server: serverCopyIn(kept.server),
      attachmentIds: Array.isArray(attachmentIds) ? attachmentIds.filter((id) => typeof id === 'string') : [],
    }
  } catch {
    return null
  }
}

/** Stores a draft. An empty one is removed once the server can have nothing of it. Returns whether it is stored. */
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

/** Removes what other people left behind in this tab: a draft is health data of the one who wrote it. */
export function removeDraftsOfOthers(storage: DraftStorage | null, owner: string): void {
  for (const key of draftKeys(storage)) if (!isDraftKey(key, owner)) storage?.removeItem(key)
}

/** Keys of all drafts in this tab; none where storage is refused: nothing can be read then, so nothing can be shown to anyone. */
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
  // Without a time it is saved once more.
  return typeof savedAt === 'string'
    ? { version, savedAt, unsaved: unsaved !== false }
    : { version, savedAt: '', unsaved: true }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
