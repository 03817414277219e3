import { randomUUID } from 'node:crypto'
import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/content-console'
import { scheduleProblem } from '@portico/rules/content/states'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Author } from './authors.ts'
import { mayApprove, toRelease } from './console-items.ts'
import * as store from './console-store.ts'
import {
  type ConsoleParts,
  changeContent,
  isLatest,
  readDeskIn,
  recordChange,
  refuseAuthor,
  requireSound,
} from './desk.ts'

/** Approves versions that wait, and shows them from a moment on. */
export function releaseVersions(
  parts: ConsoleParts,
  context: CallContext<Principal>,
  { releaseId, versionIds: ids, from, until, note }: BodyOf<typeof calls.releaseContent>,
): Promise<PayloadOf<typeof calls.releaseContent>> {
  return changeContent(parts, context, async (tx, author) => {
    const versionIds = [...new Set(ids.map((id) => id.toLowerCase()))]
    const versions = await store.findVersions(tx, versionIds)
    const isMissing = versions.length < versionIds.length
    if (isMissing || !author.mayApprove || !versions.every(({ brand }) => author.mayChange(brand))) {
      throw refuseAuthor(author, versions.find(({ brand }) => !author.mayChange(brand))?.brand ?? '', isMissing)
    }
    const before = await store.findRelease(tx, releaseId)
    if (before !== null) {
      const items = await store.itemsReleased(tx, [releaseId])
      const isSame = items.length === versionIds.length && items.every((one) => versionIds.includes(one.version_id))
      return { release: toRelease(author, before, items), repeated: true, differs: !isSame }
    }
    const desk = await readDeskIn(tx, author, context)
    const isWaiting = (one: store.KnownVersion) => isLatest(desk, one) && one.last?.step === 'submit'
    if (!versions.every(isWaiting)) throw new CallError('CONFLICT')
    if (!versions.every((one) => mayApprove(author, one))) throw fieldError('versionIds', 'content.problem.own')
    for (const { name, brand, value } of versions) {
      const released = desk.findReleased(name, brand)
      if (released !== null) requireSound(name, released, value)
    }
    const schedule = {
      from: from === null ? context.now : new Date(from),
      until: until === null ? null : new Date(until),
    }
    const wrong = scheduleProblem(schedule, context.now)
    if (wrong !== null) throw fieldError(wrong === 'content.problem.from' ? 'from' : 'until', wrong)
    const who = { account_id: author.accountId }
    await store.addSteps(
      tx,
      versions.map(({ version_id }) => ({
        step_id: randomUUID(),
        version_id,
        step: 'approve',
        note,
        taken_at: context.now,
        ...who,
        taken_by: author.name,
      })),
    )
    await store.addRelease(
      tx,
      {
        release_id: releaseId,
        live_from: schedule.from,
        live_until: schedule.until,
        note,
        released_at: context.now,
        ...who,
        released_by: author.name,
      },
      versionIds,
    )
    await recordChange(tx, context, 'release', releaseId)
    return { release: await readRelease(tx, author, releaseId), repeated: false, differs: false }
  })
}

/** Takes a release back. */
export function undoRelease(
  parts: ConsoleParts,
  context: CallContext<Principal>,
  { undoId, releaseId, note }: BodyOf<typeof calls.undoRelease>,
): Promise<PayloadOf<typeof calls.undoRelease>> {
  return changeContent(parts, context, async (tx, author) => {
    const row = await store.findRelease(tx, releaseId)
    const items = await store.itemsReleased(tx, [releaseId])
    const foreign = items.find(({ brand }) => !author.mayChange(brand))
    if (row === null || !author.mayApprove || foreign) throw refuseAuthor(author, foreign?.brand ?? '', row === null)
    if (row.undo !== null) {
      if (row.undo.undo_id !== undoId.toLowerCase()) throw new CallError('CONFLICT')
      return { release: toRelease(author, row, items), repeated: true, differs: row.undo.note !== note }
    }
    const undo = { undo_id: undoId, release_id: releaseId, note, undone_at: context.now, undone_by: author.name }
    await store.undoRelease(tx, { ...undo, account_id: author.accountId })
    await recordChange(tx, context, 'undo', releaseId)
    return { release: await readRelease(tx, author, releaseId), repeated: false, differs: false }
  })
}

async function readRelease(tx: Tx, author: Author, releaseId: string) {
  const row = await store.findRelease(tx, releaseId)
  if (row === null) throw new Error(`The release ${releaseId} is gone.`)
  return toRelease(author, row, await store.itemsReleased(tx, [releaseId]))
}
