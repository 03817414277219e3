import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { CannotRun } from '../../../platform/command-line.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import type { ImportJob, JobReports } from '../job.ts'
import type { Report } from '../report.ts'
import { handOverAddress } from './address.ts'
import { readMessages, type ServerMessage, tell } from './messages.ts'

/** The result of an import, with its report if requested. */
export interface Done {
  readonly counts: ImportCountsData
  readonly report: Report
}

/**
 * Hands an import over to the server that holds a data folder; undefined if none listens. Throws CannotRun with the server's reason if the
 * server ends the import.
 */
export async function handOver(
  dataDir: string,
  job: ImportJob & { readonly report: boolean },
  reports: JobReports,
  signal: AbortSignal,
): Promise<Done | undefined> {
  const socket = await connectTo(handOverAddress(dataDir))
  if (socket === undefined) return undefined
  // Closing the sending side asks the server to stop after its current batch and to report it.
  signal.addEventListener('abort', () => socket.end())
  await tell(socket, { ...job, files: job.files.map((file) => resolve(file)) })
  let bytes = 0
  for await (const message of readMessages(socket)) {
    const told = message as ServerMessage
    if (told.say === 'done') return told
    if (told.say === 'stopped') throw new CannotRun(told.why)
    if (told.say === 'rejected') await reports.reject(told.rejected)
    else {
      reports.bytes(told.bytes - bytes)
      bytes = told.bytes
      if (told.counts !== null) reports.progress(told.counts)
    }
  }
  throw new CannotRun('The server ended. Run the same command again to go on.')
}

function connectTo(address: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = connect({ path: address, allowHalfOpen: true })
    socket.once('connect', () => {
      // After a connection error, the message stream ends.
      socket.on('error', () => socket.destroy())
      done(socket)
    })
    socket.once('error', () => done(undefined))
  })
}
