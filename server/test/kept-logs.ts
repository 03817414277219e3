import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Saves a log to the folder that a complete test run scans at the end (`tools/log-scan.ts`). */
export function keepLog(name: string, text: string): void {
  const folder = process.env.PORTICO_TEST_LOGS
  if (folder !== undefined) appendFileSync(join(folder, `${name}-${process.pid}.log`), text)
}
