/**
 * How far to move something along one axis, in px, so that it fits into the space with a margin at both ends; if it is larger than the
 * space, its start stays visible.
 */
export function shiftInto(placed: {
  readonly start: number
  readonly size: number
  readonly space: number
  readonly margin: number
}): number {
  const { start, size, space, margin } = placed
  return Math.max(margin, Math.min(start, space - margin - size)) - start
}
