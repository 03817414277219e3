/** Where everything of a chart of counts stands, in the units of its view box. */
export interface CountsChart {
  readonly width: number
  readonly height: number
  /** Where the bars stand. */
  readonly base: number
  /** `place` on the axis, `series` in the order in which the counts are given. */
  readonly bars: { place: number; series: number; x: number; y: number; width: number; height: number }[]
  readonly ticks: { y: number; count: number }[]
  /** Where the name of each place stands. */
  readonly places: { place: number; x: number }[]
}

const [width, height, top, bottom, start] = [720, 240, 12, 28, 44]
const base = height - bottom
/** Of a place on the axis, what its bars take. */
const filled = 0.75
const mostSteps = 4

/** The bars of each place side by side, over whole numbers (AG-7). A count of none has no bar. */
export function countsChart(rows: readonly (readonly number[])[]): CountsChart {
  const most = Math.max(1, ...rows.flat())
  const step = stepFor(most)
  const steps = Math.ceil(most / step)
  const heightOf = (count: number) => round((count / (step * steps)) * (base - top))
  const slot = (width - start) / Math.max(1, rows.length)
  const left = (place: number) => start + place * slot
  return {
    ...{ width, height, base },
    bars: rows.flatMap((counts, place) => {
      const bar = round((slot * filled) / counts.length)
      return counts.flatMap((count, series) => {
        if (count <= 0) return []
        const x = round(left(place) + (slot * (1 - filled)) / 2 + series * bar)
        return { place, series, x, y: round(base - heightOf(count)), width: bar, height: heightOf(count) }
      })
    }),
    ticks: Array.from({ length: steps + 1 }, (_, at) => ({ y: round(base - heightOf(at * step)), count: at * step })),
    places: rows.map((_, place) => ({ place, x: round(left(place) + slot / 2) })),
  }
}

/** A round whole number of which few steps reach a count: 1, 2 or 5 and zeros. */
function stepFor(most: number): number {
  for (let scale = 1; ; scale *= 10)
    for (const factor of [1, 2, 5]) if (factor * scale * mostSteps >= most) return factor * scale
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
