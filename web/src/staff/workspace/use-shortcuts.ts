import { useEffect, useEffectEvent, useState } from 'react'

/** In the order they are listed; Enter works by itself on links, and the last two belong to the composer. */
export const shortcutKeys = ['j', 'k', 'Enter', 'r', 'n', 'a', 'e', 'x', '/', '?', 'Ctrl+Enter', 'Escape'] as const
type ShortcutKey = Exclude<(typeof shortcutKeys)[number], 'Enter' | 'Ctrl+Enter' | 'Escape'>

const storageKey = 'portico.workspace.shortcuts'

/** Single-key shortcuts that work while no one is typing; they can be turned off (WCAG 2.1.4). */
export function useShortcuts(actions: Partial<Record<ShortcutKey, () => void>>): {
  readonly on: boolean
  setOn(on: boolean): void
} {
  const [on, setOn] = useState(true)
  // Actions for the list on the screen, from the moment it is shown.
  const findAction = useEffectEvent((key: string) => actions[normalizeKey(key) as ShortcutKey])

  useEffect(() => {
    if (sessionStorage.getItem(storageKey) === 'off') setOn(false)
  }, [])
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event)) return
      const action = findAction(event.key)
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])

  return {
    on,
    setOn: (next) => {
      sessionStorage.setItem(storageKey, next ? 'on' : 'off')
      setOn(next)
    },
  }
}

function normalizeKey(key: string): string {
  if (key === 'ArrowDown') return 'j'
  if (key === 'ArrowUp') return 'k'
  return key
}

/** Radio buttons and checkboxes take no letters, so the keys work from there, too. */
const typingPlaces = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]'

/** Whether someone is typing, or the focused element uses the key itself. */
function isBusy({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (document.querySelector('dialog[open]')) return true
  if (target.closest(typingPlaces)) return true
  const isList = target.closest('[data-work-list]') !== null
  return key.startsWith('Arrow') && !isList
}
