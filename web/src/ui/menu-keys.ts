import { arrowTo, isArrowKey } from '@portico/rules/widgets/arrow-keys'
import { findTyped, nothingTyped, typeAhead } from '@portico/rules/widgets/type-ahead'

/**
 * Adds what only some people use to open menus (MN-1, MN-6): arrow keys, Home and End move through links and buttons, letters move
 * to the next one that begins with them. Returns a function that stops it.
 */
export function watchMenuKeys(): () => void {
  let typed = nothingTyped

  const pressKey = (event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target instanceof HTMLInputElement) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const items = [...(target.closest('[data-menu]')?.querySelectorAll<HTMLElement>(itemsOfPanel) ?? [])]
    const to = items[indexOf(event, items, items.indexOf(target))]
    if (!to) return
    event.preventDefault()
    to.focus()
  }

  const indexOf = ({ key }: KeyboardEvent, items: readonly HTMLElement[], active: number): number => {
    if (isArrowKey(key)) return arrowTo({ key, active, count: items.length })
    if (key === 'Home') return 0
    if (key === 'End') return items.length - 1
    if (!/^[\p{L}\p{N}]$/u.test(key)) return -1
    typed = typeAhead(typed, key, performance.now())
    return findTyped(
      items.map((item) => item.textContent ?? ''),
      typed.text,
      active,
    )
  }

  document.addEventListener('keydown', pressKey)
  return () => document.removeEventListener('keydown', pressKey)
}

const itemsOfPanel = '[data-menu] > button[aria-expanded="true"] ~ * :is(a[href], button)'
