import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'

const closeEvent = 'portico:close-menus'

/** Closes every open menu of the page (RT-5). */
export function closeMenus() {
  document.dispatchEvent(new Event(closeEvent))
}

export interface Disclosure {
  readonly open: boolean
  setOpen(open: boolean): void
  /** Goes on the element around button and panel. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  readonly rootProps: {
    readonly onBlur: (event: FocusEvent) => void
  }
}

/**
 * A panel shown and hidden by a button (MN-1): closes on a press elsewhere, on Escape (the focus goes back to the
 * button), when Tab leaves it and when the view changes.
 */
export function useDisclosure(): Disclosure {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    const pressElsewhere = (event: Event) => {
      // By the way the press took: what was pressed may be gone by now, such as the icon that opening replaces.
      if (root.current !== null && !event.composedPath().includes(root.current)) close()
    }
    // Anywhere: a mouse may have opened it while the focus is elsewhere.
    const pressKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
      if (root.current?.contains(document.activeElement)) button.current?.focus()
    }
    const stop = new AbortController()
    const { signal } = stop
    // Assistive technology presses without a pointer.
    document.addEventListener('pointerdown', pressElsewhere, { signal })
    document.addEventListener('click', pressElsewhere, { signal })
    document.addEventListener('keydown', pressKey, { signal })
    document.addEventListener(closeEvent, close, { signal })
    return () => stop.abort()
  }, [open])

  return {
    open,
    setOpen,
    root,
    button,
    rootProps: {
      onBlur(event) {
        if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false)
      },
    },
  }
}
