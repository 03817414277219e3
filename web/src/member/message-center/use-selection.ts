import { useMemo, useState } from 'react'
import type { MailPage } from '../../shared/conversation/types.ts'

interface Selection {
  /** Among the rows shown. */
  readonly selected: ReadonlySet<string>
  select(selected: ReadonlySet<string>): void
  /** Selects none, unless another list is shown by now. */
  clear(): void
}

/** The selected conversations in a list; another page, sorting or folder starts with none selected. */
export function useSelection(page: MailPage | null, listKey: string): Selection {
  const [chosen, setChosen] = useState<{ readonly key: string; readonly ids: ReadonlySet<string> }>()
  const selected = useMemo(() => {
    const ids = chosen?.key === listKey ? chosen.ids : new Set<string>()
    // Conversations that have left the list must not be changed unseen.
    return new Set((page?.messages ?? []).map(({ threadId }) => threadId).filter((id) => ids.has(id)))
  }, [chosen, listKey, page])
  return {
    selected,
    select: (ids) => setChosen({ key: listKey, ids }),
    clear: () => setChosen((last) => (last?.key === listKey ? undefined : last)),
  }
}

export function withSelected(selected: ReadonlySet<string>, threadId: string, chosen: boolean): ReadonlySet<string> {
  const others = [...selected].filter((id) => id !== threadId)
  return new Set(chosen ? [...others, threadId] : others)
}
