/**
 * How far to move something along one axis, in px, so that it lies in the space with a margin at both ends; where it is
 * larger than that, its start is kept in.
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
