/** All that shows that a person is there (SE-1): besides the sources' own four, touch, focus, pointers and dictation. */
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

/** Calls `listener` at every sign of activity; returns how to stop. */
export function onActivity(listener: () => void): () => void {
  for (const sign of signs) window.addEventListener(sign, listener, options)
  return () => {
    for (const sign of signs) window.removeEventListener(sign, listener, options)
  }
}
