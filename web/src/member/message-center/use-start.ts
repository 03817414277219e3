import { useEffect, useRef } from 'react'

/**
 * Scrolls an opened conversation to a message: in its own scroll area if it has one, otherwise in the page. A sent reply is
 * scrolled into view as well. `last`: the newest message there, and whether the reader wrote it.
 */
export function useStart(
  start: string | null,
  last: { readonly messageId: string; readonly own: boolean } | undefined,
) {
  const thread = useRef<HTMLOListElement>(null)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const entries = [...(thread.current?.children ?? [])]
    const entry = entries.find((one) => one instanceof HTMLElement && one.dataset.message === start)
    // The pane starts at the first message anyway.
    if (entry !== undefined && entry !== entries[0]) bringUp(entry, thread.current)
  }, [start])
  useEffect(() => {
    const before = shown.current
    shown.current = last?.messageId ?? null
    if (before !== null && last?.own && before !== last.messageId)
      thread.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [last?.messageId, last?.own])
  return thread
}

function bringUp(entry: Element, thread: HTMLElement | null) {
  if (thread !== null && getComputedStyle(thread).overflowY === 'auto')
    thread.scrollTop += entry.getBoundingClientRect().top - thread.getBoundingClientRect().top
  else entry.scrollIntoView({ block: 'start' })
}
