import { useEffect, useState } from 'react'

/** Rows drawn at once: few enough that a slow phone reacts to a press in between. */
export const sliceRows = 10

/**
 * The rows of a long list, with one more slice after each painted frame. `start` identifies the list: another list begins with its first
 * slice again, and a list whose rows changed continues. `whole`: all at once, as for printing.
 */
export function useSlices<Row>(rows: readonly Row[], start: string, whole = false): readonly Row[] {
  const [drawn, setDrawn] = useState({ start, count: sliceRows })
  const count = drawn.start === start ? drawn.count : sliceRows
  const isDone = whole || count >= rows.length
  useEffect(() => {
    if (isDone) return
    const timer = setTimeout(() => setDrawn({ start, count: count + sliceRows }))
    return () => clearTimeout(timer)
  }, [isDone, start, count])
  return isDone ? rows : rows.slice(0, count)
}
