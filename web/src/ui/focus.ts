/** Moves the focus to what is no control itself, such as a heading, so that reading goes on there. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** The heading of the view, else the main area: where reading goes on after a change of view (RT-5). */
export function viewHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
}

/** Whether the focus went with what had it. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
