const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A time in ms, in the largest unit of which it is a whole number: `15 minutes`, `84 seconds`, `0.5 seconds`. */
export function durationText(ms: number, locale: string): string {
  const [unit, length] = units.find(([, one]) => ms >= one && ms % one === 0) ?? (['second', 1_000] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(ms / length)
}
