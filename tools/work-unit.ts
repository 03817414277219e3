/**
 * The cost of work in units of other work: a test that asserted milliseconds would fail on a slower or busier machine. Both are CPU time of
 * this thread.
 */
export function measureCost(work: () => unknown): number {
  return measureSpent(work) / unitMs()
}

/**
 * The cost of the cheapest of three tries, or of the first that costs no more than enough: other load may have made a try more expensive.
 */
export function leastCost(work: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && least > enough; tries += 1) least = Math.min(least, measureCost(work))
  return least
}

let unit: number | undefined
const unitsMeasured = 20

/** CPU time of a unit of work in this process, in ms: strings, objects and a map, as in the server's own work. */
export function unitMs(): number {
  // Measured together, because some systems count CPU time in steps longer than one unit.
  unit ??=
    measureSpent(() => {
      for (let turn = 0; turn < unitsMeasured; turn += 1) doUnit()
    }) / unitsMeasured
  return unit
}

function doUnit(): number {
  const seen = new Map<string, number>()
  for (let at = 0; at < 10_000; at += 1) {
    const word = JSON.stringify({ at, text: `${at % 977} words` })
    seen.set(word, (seen.get(word) ?? 0) + word.replace(/\d+/g, '').length)
  }
  return seen.size
}

function measureSpent(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
