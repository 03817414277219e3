/** An element that has the focus only because the one that had it is gone. */
let substitute: Element | null = null

/**
 * Moves the focus to an element that is not a control, such as a heading, so that reading continues there. `instead`: only until a
 * component knows a better place.
 */
export function focusOn(element: HTMLElement | null | undefined, { instead = false } = {}): void {
  if (!element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  substitute = instead ? element : null
}

/** The heading of the view, or else the main area: where reading continues after a change of view (RT-5). */
export function viewHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
}

/** Whether the focused element has been removed, and no other element has taken the focus deliberately. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement === substitute
}

/** Whether an element can have the focus. */
export function isThere(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && (element.checkVisibility?.() ?? true)
}
