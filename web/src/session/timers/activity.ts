/** Everything that shows that a person is there (SE-1): the sources' own four, and touch, focus, pointers and dictation. */
const signs = [
  'scroll',
  'resize',
  'click',
  'keydown',
  'input',
  'touchstart',
  'pointerdown',
  'focusin',
  'focus',
] as const

const options = { capture: true, passive: true }

/** Calls `listener` at every sign of activity; returns a function that stops it. */
export function onActivity(listener: () => void): () => void {
  for (const sign of signs) window.addEventListener(sign, listener, options)
  return () => {
    for (const sign of signs) window.removeEventListener(sign, listener, options)
  }
}
