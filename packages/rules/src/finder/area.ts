/** A rectangle of the projected map, in degrees of longitude. */
export interface MapBox {
  readonly west: number
  readonly east: number
  readonly low: number
  readonly high: number
}

/**
 * What we ask a map service for in place of the visible rectangle: the cells of a coarse grid that cover it, so that its center does
 * not reveal where someone is looking (MP-24). At most three times as wide and as tall.
 */
export function coarseBox({ west, east, low, high }: MapBox): MapBox {
  const cell = 2 ** Math.floor(Math.log2(Math.max(east - west, high - low)))
  return {
    west: Math.floor(west / cell) * cell,
    east: Math.ceil(east / cell) * cell,
    low: Math.floor(low / cell) * cell,
    high: Math.ceil(high / cell) * cell,
  }
}
