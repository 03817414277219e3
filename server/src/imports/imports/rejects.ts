import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { rejectedColumns } from './csv/header.ts'
import { listColumns } from './csv/kind.ts'
import { csvKinds } from './csv/kinds.ts'
import { escapeCells } from './csv/rejected-cells.ts'
import type { RejectedRecord } from './machine.ts'
import { isJsonText } from './source/read.ts'

/** A file of rejected records, which can be corrected in place and imported again. Holds health data: only its owner may read it. */
export interface RejectsFile {
  write(rejected: RejectedRecord): Promise<void>
  close(): Promise<void>
}

/** The extension of a kind's rejects file. */
export function rejectsEnding(kind: string): 'x12' | 'csv' | 'ndjson' {
  if (kind === 'x12') return 'x12'
  return csvKinds.some(({ name }) => name === kind) ? 'csv' : 'ndjson'
}

/**
 * One line for each resource: `{"rejected":{"file","line","path","reason"},"resource":…}`; for rows, one row each, with four more columns
 * that say why; for X12, the loops, each in its own envelope, and a second file beside it with the reasons.
 */
export function openRejects(path: string, kindName: string): RejectsFile {
  if (rejectsEnding(kindName) === 'x12') return openLoops(path)
  const kind = csvKinds.find(({ name }) => name === kindName)
  const stream = openStream(path)
  if (kind !== undefined) void stream.write(`${escapeCells([...rejectedColumns, ...Object.keys(listColumns(kind))])}\n`)
  const formatLine = kind === undefined ? resourceLine : rowLine
  return { write: (rejected) => stream.write(formatLine(rejected)), close: stream.close }
}

function openLoops(path: string): RejectsFile {
  const [loops, reasons] = [openStream(path), openStream(`${path}.reasons.ndjson`)]
  return {
    write: async ({ text, ...why }) => {
      if (text !== '') await loops.write(text)
      await reasons.write(`${JSON.stringify(why)}\n`)
    },
    close: async () => {
      await loops.close()
      await reasons.close()
    },
  }
}

/** A file that only its owner can read. A failure is thrown by the next call. */
function openStream(path: string) {
  const stream = createWriteStream(path, { mode: 0o600 })
  let failure: Error | undefined
  stream.on('error', (error) => {
    failure = error
  })
  return {
    write: async (text: string): Promise<void> => {
      if (failure !== undefined) throw failure
      if (!stream.write(text)) await waitForDrain(stream)
    },
    close: async (): Promise<void> => {
      if (failure !== undefined) throw failure
      stream.end()
      await finished(stream)
    },
  }
}

/** A resource is written as received, on one line, so that it can be corrected; any other text is written as a text. */
function resourceLine({ text, ...rejected }: RejectedRecord): string {
  const resource = isJsonText(text) ? text.replaceAll(/[\r\n]+/g, ' ') : JSON.stringify(text)
  return `{"rejected":${JSON.stringify(rejected)},"resource":${resource}}\n`
}

function rowLine({ file, line, path, reason, text }: RejectedRecord): string {
  return `${escapeCells([file, String(line), path, reason])}${text === '' ? '' : `,${text}`}\n`
}

function waitForDrain(stream: WriteStream): Promise<void> {
  return new Promise((done, fail) => {
    stream.once('drain', done)
    stream.once('error', fail)
  })
}
