/** After this long, it is clear where the focus goes when an error appears. */
const settledMs = 150
/** Screen readers announce what changes in a live region that they have seen before. */
const seenMs = 100

/**
 * Announces an error, unless what the person did last has moved the focus (`hasMoved`) to an invalid control, to what the error describes,
 * or to the form's error summary. Returns a function that cancels the announcement.
 */
export function sayUnlessRead(region: HTMLElement, hasMoved: () => boolean): () => void {
  const words = region.lastElementChild
  const reads = `[aria-invalid], [aria-describedby~="${region.id}"], [data-wrong]`
  let step = setTimeout(() => {
    if (hasMoved() && document.activeElement?.closest(reads)) return
    words?.setAttribute('aria-hidden', 'true')
    region.setAttribute('aria-live', 'polite')
    step = setTimeout(() => words?.removeAttribute('aria-hidden'), seenMs)
  }, settledMs)
  return () => {
    clearTimeout(step)
    words?.removeAttribute('aria-hidden')
    region.removeAttribute('aria-live')
  }
}
