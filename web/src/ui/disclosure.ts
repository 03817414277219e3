import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'

const closeEvent = 'portico:close-menus'

/** Closes all open menus on the page (RT-5). */
export function closeMenus() {
  document.dispatchEvent(new Event(closeEvent))
}

export interface Disclosure {
  readonly open: boolean
  setOpen(open: boolean): void
  /** For the element around button and panel. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  readonly rootProps: {
    readonly onBlur: (event: FocusEvent) => void
  }
}

/**
 * A panel shown and hidden by a button (MN-1): closes on a click elsewhere, on Escape (the focus returns to the button), when Tab
 * leaves it and when the view changes.
 */
export function useDisclosure(): Disclosure {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    const pressElsewhere = (event: Event) => {
      // Uses the event's path: the clicked element may be gone by now, such as an icon that is replaced on opening.
      if (root.current !== null && !event.composedPath().includes(root.current)) close()
    }
    // Listens on the document: a mouse may have opened the panel while the focus is elsewhere.
    const pressKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
      if (root.current?.contains(document.activeElement)) button.current?.focus()
    }
    const stop = new AbortController()
    const { signal } = stop
    // Assistive technology clicks without pointer events.
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
