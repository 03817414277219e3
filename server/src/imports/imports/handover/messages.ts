import type { Socket } from 'node:net'
import * as v from 'valibot'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import type { RejectedRecord } from '../machine.ts'
import type { Report } from '../report.ts'
import { readLines } from '../source/lines.ts'

/** What the command hands over: its options, and its files by their absolute paths. */
export const Job = v.object({
  kind: v.string(),
  files: v.array(v.string()),
  brand: v.nullable(v.string()),
  dryRun: v.boolean(),
  assignNumbers: v.boolean(),
  partial: v.exactOptional(v.boolean()),
  allowRemovals: v.exactOptional(v.boolean()),
  answers: v.exactOptional(v.nullable(v.string())),
  thresholds: v.exactOptional(v.nullable(v.string())),
  /** Whether the command wants a report at the end. */
  report: v.boolean(),
})
export type HandedJob = v.InferOutput<typeof Job>

/** Messages of the server during an import, one line of JSON each. */
export type ServerMessage =
  | { readonly say: 'progress'; readonly bytes: number; readonly counts: ImportCountsData | null }
  | { readonly say: 'rejected'; readonly rejected: RejectedRecord }
  | { readonly say: 'done'; readonly counts: ImportCountsData; readonly report: Report }
  | { readonly say: 'stopped'; readonly why: string }

/** Writes a message, and waits while the receiver is slow. */
export async function tell(socket: Socket, message: ServerMessage | HandedJob): Promise<void> {
  if (socket.destroyed || socket.write(`${JSON.stringify(message)}\n`)) return
  await new Promise<void>((done) => {
    socket.once('drain', done)
    socket.once('close', () => done())
  })
}

/** The messages of the other side as they arrive. */
export async function* readMessages(socket: Socket): AsyncGenerator<unknown> {
  for await (const line of readLines(socket)) if (line.problem === undefined) yield JSON.parse(line.text)
}
