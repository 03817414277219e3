import { Readable } from 'node:stream'
import type { Organization } from '@portico/rules/apps/system'
import type { Database } from '../../../platform/db/database.ts'
import { notFound } from '../outcome.ts'
import { listMembersAmong } from './group-store.ts'
import { listLeftOut } from './may-export.ts'
import { type Line, openLines } from './sealed-chunk.ts'
import { findChunk, type Work } from './work-store.ts'

interface Taken {
  readonly work: Work
  readonly key: Buffer
  readonly file: number
  readonly organization: Organization
}

/** Streams a file, one part in memory at a time. Throws 404 if there is none. */
export async function openFile(database: Database, taken: Taken): Promise<Readable> {
  const first = await readPart(database, taken, 0)
  if (first === null) throw notFound()
  return Readable.from(
    (async function* () {
      yield first
      for (let chunk = 1; ; chunk += 1) {
        const part = await readPart(database, taken, chunk)
        if (part === null) return
        yield part
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  )
}

/** A part of a file, without members who may no longer be exported (OS-42); null: there are no more. */
async function readPart(database: Database, taken: Taken, chunk: number): Promise<string | null> {
  const { work, key, file } = taken
  const found = await findChunk(database.read, work.work_id, file, chunk)
  if (found === undefined) return null
  const lines = await openLines(key, found.content, { workId: work.work_id, file, chunk })
  const may = await listMay(database, taken, lines)
  return lines.flatMap(({ memberId, text }) => (memberId === '' || may.has(memberId) ? `${text}\n` : [])).join('')
}

/** The members who may be exported now. */
async function listMay(database: Database, { work, organization }: Taken, lines: readonly Line[]) {
  const ids = new Set(lines.flatMap(({ memberId }) => (memberId === '' ? [] : [memberId])))
  if (ids.size === 0 || work.group_id === null) return new Set<string>()
  const members = await listMembersAmong(database.read, work.group_id, [...ids])
  const leftOut = await listLeftOut(database.read, { brand: work.brand, organization }, members)
  return new Set(members.flatMap(({ memberId }) => (leftOut.has(memberId) ? [] : [memberId])))
}
