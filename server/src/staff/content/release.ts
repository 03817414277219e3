import { randomUUID } from 'node:crypto'
import type * as calls from '@portico/contract/calls/content-console'
import { scheduleProblem } from '@portico/rules/content/states'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { Author } from './authors.ts'
import { mayApprove, toRelease } from './console-items.ts'
import * as store from './console-store.ts'
import { type ConsoleParts, isLatest, lockAsAuthor, readDeskIn, refuseAuthor, requireSound } from './desk.ts'

/** Approves versions that wait, and shows them from a given moment on. */
export const releaseVersions =
  (parts: ConsoleParts): AuditedHandler<typeof calls.releaseContent> =>
  async ({ body: { releaseId, versionIds: ids, from, until, note } }, context, tx) => {
    const author = await lockAsAuthor(parts, tx, context)
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
      return leaveUnchanged({ release: toRelease(author, before, items), repeated: true, differs: !isSame })
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
    const release = await readRelease(tx, author, releaseId)
    return about(releaseId, { release, repeated: false, differs: false }, { memberId: null })
  }

/** Takes a release back. */
export const undoRelease =
  (parts: ConsoleParts): AuditedHandler<typeof calls.undoRelease> =>
  async ({ body: { undoId, releaseId, note } }, context, tx) => {
    const author = await lockAsAuthor(parts, tx, context)
    const row = await store.findRelease(tx, releaseId)
    const items = await store.itemsReleased(tx, [releaseId])
    const foreign = items.find(({ brand }) => !author.mayChange(brand))
    if (row === null || !author.mayApprove || foreign) throw refuseAuthor(author, foreign?.brand ?? '', row === null)
    if (row.undo !== null) {
      if (row.undo.undo_id !== undoId.toLowerCase()) throw new CallError('CONFLICT')
      const differs = row.undo.note !== note
      return leaveUnchanged({ release: toRelease(author, row, items), repeated: true, differs })
    }
    const undo = { undo_id: undoId, release_id: releaseId, note, undone_at: context.now, undone_by: author.name }
    await store.undoRelease(tx, { ...undo, account_id: author.accountId })
    const release = await readRelease(tx, author, releaseId)
    return about(releaseId, { release, repeated: false, differs: false }, { memberId: null })
  }

async function readRelease(tx: Tx, author: Author, releaseId: string) {
  const row = await store.findRelease(tx, releaseId)
  if (row === null) throw new Error(`The release ${releaseId} is gone.`)
  return toRelease(author, row, await store.itemsReleased(tx, [releaseId]))
}
