/** A bar of a chart, in the units of its viewBox. */
export interface ChartBar {
  readonly month: number
  readonly side: 'in' | 'out'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface MonthsChart {
  readonly width: number
  readonly height: number
  /** The y position that the bars stand on. */
  readonly base: number
  readonly bars: ChartBar[]
  /** Horizontal grid lines, each with its amount. */
  readonly ticks: { readonly y: number; readonly cents: number }[]
  /** Where each month's name goes. */
  readonly months: { readonly month: number; readonly x: number }[]
}

const [width, height, top, bottom, start] = [720, 240, 12, 28, 64]
const base = height - bottom
const slot = (width - start) / 12
const bar = 20

/** A round amount, in cents, of which at most four steps reach the given amount: 1, 2 or 5 followed by zeros. */
export function stepFor(cents: number): number {
  let step = 100
  for (const factor of endlessly([2, 2.5, 2])) {
    if (step * 4 >= cents) return step
    step *= factor
  }
  return step
}

function* endlessly(factors: readonly number[]): Generator<number> {
  for (;;) yield* factors
}

/** The layout of a year's chart: money in and money out, side by side, month by month (MP-11). */
export function monthsChart(
  months: readonly { readonly month: number; readonly inCents: number; readonly outCents: number }[],
): MonthsChart {
  const max = Math.max(0, ...months.flatMap(({ inCents, outCents }) => [inCents, -outCents]))
  const step = stepFor(max)
  const steps = Math.max(1, Math.ceil(max / step))
  const computeHeight = (cents: number) => round((cents / (step * steps)) * (base - top))
  const computeLeft = (month: number) => start + (month - 1) * slot
  return {
    width,
    height,
    base,
    bars: months.flatMap(({ month, inCents, outCents }) =>
      [['in', inCents] as const, ['out', -outCents] as const].flatMap(([side, cents], at) => {
        if (cents <= 0) return []
        const tall = Math.max(1, computeHeight(cents))
        const x = round(computeLeft(month) + slot / 2 - bar - 1 + at * (bar + 2))
        return { month, side, x, y: round(base - tall), width: bar, height: tall }
      }),
    ),
    ticks: Array.from({ length: steps + 1 }, (_, at) => ({
      y: round(base - computeHeight(at * step)),
      cents: at * step,
    })),
    months: months.map(({ month }) => ({ month, x: round(computeLeft(month) + slot / 2) })),
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
