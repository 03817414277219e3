import { appendFileSync } from 'node:fs'

/** Notes what a drill has found, for the table at its end (`tools/drill.ts`); does nothing in a test run. */
export function noteFact(name: string, value: string | number): void {
  const file = process.env.PORTICO_DRILL_FACTS
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, value })}\n`)
}
