import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const tickMs = 10

/** CPU time that a process has used so far, in ms; with its children's, as for a PostgreSQL server. 0 if there is no /proc. */
export function readSpentMs(pid: number, { withChildren = false } = {}): number {
  const own = readStat(pid)
  const children = withChildren
    ? listPids()
        .map(readStat)
        .filter((one) => one?.parent === pid)
    : []
  return [own, ...children].reduce((sum, one) => sum + (one?.ticks ?? 0), 0) * tickMs
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function readStat(pid: number): { readonly parent: number; readonly ticks: number } | undefined {
  try {
    // The program's name may contain anything; what follows it are numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return undefined
  }
}
