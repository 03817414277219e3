import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const tickMs = 10

/**
 * CPU time that a process has used so far, in ms; with its children's, as for a PostgreSQL server, including those that have ended meanwhile.
 * 0 if there is no /proc.
 */
export function readSpentMs(pid: number, { withChildren = false } = {}): number {
  const own = readStat(pid)
  const children = withChildren
    ? listPids()
        .map(readStat)
        .filter((one) => one?.parent === pid)
    : []
  const ended = withChildren ? (own?.ended ?? 0) : 0
  return [own, ...children].reduce((sum, one) => sum + (one?.ticks ?? 0), ended) * tickMs
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function readStat(
  pid: number,
): { readonly parent: number; readonly ticks: number; readonly ended: number } | undefined {
  try {
    // The program's name may contain anything; what follows it are numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const sum = (first: number) => Number(fields[first]) + Number(fields[first + 1])
    return { parent: Number(fields[1]), ticks: sum(11), ended: sum(13) }
  } catch {
    return undefined
  }
}
