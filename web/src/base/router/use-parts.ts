import { useRef } from 'react'
import { currentEntry } from './history-entry.ts'
import { useNavigate } from './navigation.ts'

/**
 * Opens parts of a view that replace it, such as one of its results, as entries of the browser's history. `close` goes back to the view, or
 * to the given address if the part was not opened from the view.
 */
export function useParts() {
  const navigate = useNavigate()
  const opened = useRef(new Set<string>())
  return {
    open(to: string) {
      navigate(to, { quiet: true })
      const entry = currentEntry()
      if (entry !== null) opened.current.add(entry.entryId)
    },
    close(to: string) {
      if (opened.current.has(currentEntry()?.entryId ?? '')) history.back()
      else navigate(to, { quiet: true, replace: true })
    },
  }
}
