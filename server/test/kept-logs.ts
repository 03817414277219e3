import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps what was logged where a whole run of the tests wants to search it afterwards (`tools/log-scan.ts`). */
export function keepLog(name: string, text: string): void {
  const folder = process.env.PORTICO_TEST_LOGS
  if (folder !== undefined) appendFileSync(join(folder, `${name}-${process.pid}.log`), text)
}
