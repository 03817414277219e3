import { focusOn, isThere, viewHeading } from './focus.ts'

/** How long a view may take to move the focus itself, to something better, in ms. */
const settleMs = 50

/** Elements that their own heading can represent. */
const parts = 'li, section, article, dialog, main'

/**
 * Keeps the reader's place if the focused element is removed, such as a button that disappears when pressed: the focus moves to the nearest
 * heading above it instead of to the top of the document (WCAG 2.4.3). A view that knows a better place moves it there, before or after
 * (`isFocusLost`). Returns a function that stops this.
 */
export function watchFocus(): () => void {
  let last: { readonly element: HTMLElement; readonly around: readonly Element[] } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  // The ancestors of the element that opened a dialog, for when both are gone.
  const openers = new WeakMap<Element, readonly Element[]>()
  const settle = () => {
    timer = undefined
    if (last === null || !isNowhere()) return
    const { element, around } = last
    last = null
    // Someone who has left an element that is still there, e.g. by a click beside it, meant to.
    if (!isThere(element)) focusOn(findHeading(around) ?? viewHeading(), { instead: true })
  }
  const look = () => {
    if (last !== null && isNowhere()) timer ??= setTimeout(settle, settleMs)
  }
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const dialog = target.closest('dialog')
      if (dialog && last && !dialog.contains(last.element)) openers.set(dialog, last.around)
      const around = listAncestors(target)
      const opener = dialog && openers.get(dialog)
      last = {
        element: target,
        around: opener ? [...around.slice(0, around.indexOf(dialog) + 1), ...opener] : around,
      }
    },
    { signal },
  )
  // Looks only after the browser has moved the focus.
  document.addEventListener('focusout', () => setTimeout(look), { signal })
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    stop.abort()
    observer.disconnect()
  }
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** The present ancestors, because a removed element has none. */
function listAncestors(element: Element): Element[] {
  const { parentElement } = element
  return parentElement === null ? [] : [parentElement, ...listAncestors(parentElement)]
}

/** The heading, or the label, of the nearest part that is still there. */
function findHeading(around: readonly Element[]): HTMLElement | undefined {
  for (const part of around) {
    const label = document.getElementById(part.getAttribute('aria-labelledby') ?? '')
    const heading = label ?? (part.matches(parts) ? part.querySelector<HTMLElement>('h1, h2, h3, h4') : null)
    if (heading !== null && isThere(heading)) return heading
  }
  return undefined
}
