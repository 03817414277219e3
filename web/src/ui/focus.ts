/** Moves the focus to an element that is not a control, such as a heading, so that reading continues there. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** The heading of the view, or else the main area: where reading continues after a change of view (RT-5). */
export function viewHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
}

/** Whether the focused element has been removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
