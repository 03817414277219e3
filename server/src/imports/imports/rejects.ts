import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { rejectedColumns } from './csv/header.ts'
import { type CsvKind, columnsOf } from './csv/kind.ts'
import { rejectedCells } from './csv/rejected-cells.ts'
import type { RejectedRecord } from './machine.ts'

/** A file of rejected records, which can be corrected in place and imported again. Holds health data: only its owner may read it. */
export interface RejectsFile {
  write(rejected: RejectedRecord): Promise<void>
  close(): Promise<void>
}

/**
 * One line for each resource: `{"rejected":{"file","line","path","reason"},"resource":…}`; for rows, one row each, with four more columns
 * that say why.
 */
export function openRejects(path: string, kind: CsvKind | undefined): RejectsFile {
  const stream = createWriteStream(path, { mode: 0o600 })
  let failure: Error | undefined
  stream.on('error', (error) => {
    failure = error
  })
  if (kind !== undefined) stream.write(`${rejectedCells([...rejectedColumns, ...Object.keys(columnsOf(kind))])}\n`)
  const lineOf = kind === undefined ? resourceLine : rowLine
  return {
    write: async (rejected) => {
      if (failure !== undefined) throw failure
      if (!stream.write(lineOf(rejected))) await drained(stream)
    },
    close: async () => {
      if (failure !== undefined) throw failure
      stream.end()
      await finished(stream)
    },
  }
}

function resourceLine({ text, ...rejected }: RejectedRecord): string {
  return `${JSON.stringify({ rejected, resource: asJson(text) })}\n`
}

function rowLine({ file, line, path, reason, text }: RejectedRecord): string {
  return `${rejectedCells([file, String(line), path, reason])}${text === '' ? '' : `,${text}`}\n`
}

function drained(stream: WriteStream): Promise<void> {
  return new Promise((done, fail) => {
    stream.once('drain', done)
    stream.once('error', fail)
  })
}

/** A resource as JSON if possible, so that it can be corrected; anything else as text. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
