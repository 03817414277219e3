import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotRun, cannotRun, type Told, toMessage } from '../command-line.ts'
import { readObjectStore } from '../config.ts'
import { openForCommand } from '../db/command-database.ts'
import { createShelf } from '../storage/shelf.ts'
import { type Anchor, anchorText, parseAnchor } from './chain.ts'
import { type Break, type Verification, verifyChain } from './verify.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `npm run audit:verify -- [--expect SEQ:HASH …]`: checks the audit log against its seals. Reads the database at DATABASE_URL, else the
 * embedded one in DATA_DIR while no server uses it, and changes nothing. Exits with 0 if the log is intact, 1 if it is not, 2 if it could
 * not be checked.
 */
export async function auditVerify(args: readonly string[], environment: Environment): Promise<Told> {
  try {
    const anchors = readAnchors(args)
    const database = await openForCommand(readPlace(environment))
    try {
      const found = await verifyChain(database.read, { anchors, shelf: openArchive(environment) })
      return { said: formatReport(found, new Date()), code: found.breaks.length === 0 ? 0 : 1 }
    } finally {
      await database.close()
    }
  } catch (error) {
    return cannotRun(error, (unexpected) => `The audit log could not be checked: ${toMessage(unexpected)}`)
  }
}

function readAnchors(args: readonly string[]): Anchor[] {
  const { values } = parseArgs({ args: [...args], options: { expect: { type: 'string', multiple: true } } })
  return (values.expect ?? []).map((text) => {
    const anchor = parseAnchor(text)
    if (anchor === null) throw new CannotRun(`--expect ${text}: must be SEQ:HASH, as the server's log tells it.`)
    return anchor
  })
}

/** The archive that the settings name. */
function openArchive(environment: Environment) {
  return createShelf(environment.ARCHIVE_DIR ? resolve(environment.ARCHIVE_DIR) : null, readObjectStore(environment))
}

function readPlace({ DATABASE_URL: url, DATA_DIR }: Environment) {
  return { databaseUrl: url || undefined, databaseListenUrl: undefined, dataDir: resolve(DATA_DIR || './.data') }
}

function formatReport({ sealed, archived, head, breaks, unsealed }: Verification, now: Date): string {
  const age = unsealed.oldest && Math.max(0, Math.round((now.getTime() - unsealed.oldest.getTime()) / 1000))
  return [
    `sealed: ${sealed}`,
    ...(archived.count === 0 ? [] : [formatArchived(archived)]),
    `head: ${head ? anchorText(head) : 'none'}`,
    `not yet sealed: ${unsealed.count}${age === null ? '' : `, the oldest for ${age} s`}`,
    ...(breaks.length === 0 ? ['The audit log is whole.'] : ['The audit log is NOT what was sealed:']),
    ...breaks.map((one) => `  ${formatBreak(one)}`),
  ].join('\n')
}

function formatArchived({ count, unread }: Verification['archived']): string {
  return `in the archive: ${count}${unread === 0 ? '' : `, of which ${unread} were not read: removed in time, or neither ARCHIVE_DIR nor S3_… is set`}`
}

function formatBreak(found: Break): string {
  switch (found.kind) {
    case 'changed':
      return `event ${found.seq} (${found.eventId}): it, or what stood before it, was changed`
    case 'misplaced':
      return `event ${found.seq} (${found.eventId}): its place is another event's`
    case 'missing':
      return found.from === found.to
        ? `event ${found.from} is missing`
        : `events ${found.from} to ${found.to} are missing`
    case 'left-out':
      return `event ${found.eventId} is not sealed, and does not wait for it`
    case 'anchor-differs':
      return `event ${found.seq} is not the one that was expected there`
    case 'file-gone':
      return `the file ${found.file}, with event ${found.seq} and later ones, is missing`
    case 'file-changed':
      return `the file ${found.file}, with event ${found.seq} and later ones, is not what was put there`
    case 'anchor-gone':
      return `event ${found.seq} was expected, and is not there`
  }
}
