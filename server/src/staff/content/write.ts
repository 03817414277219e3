import { randomUUID } from 'node:crypto'
import type * as calls from '@portico/contract/calls/content-console'
import { contentDeclared } from '@portico/rules/content/declared'
import { contentState, mayStep } from '@portico/rules/content/states'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler, CallInput } from '../../platform/http/stages.ts'
import type { Author } from './authors.ts'
import * as store from './console-store.ts'
import { type ConsoleParts, findItem, isLatest, lockAsAuthor, readDeskIn, refuseAuthor, requireSound } from './desk.ts'

/** Writes a version of a text once, and submits it if requested. Throws CONFLICT if somebody wrote another in between. */
export const writeVersion =
  (parts: Pick<ConsoleParts, 'brands'>) =>
  async (
    { body: { versionId, basedOn, value, note, submit, ...key } }: Pick<CallInput<typeof calls.writeContent>, 'body'>,
    context: CallContext<Principal>,
    tx: Tx,
  ) => {
    const author = await lockAsAuthor(parts, tx, context)
    if (!author.mayWrite(key.name) || !author.mayChange(key.brand)) throw refuseAuthor(author, key.brand)
    const desk = await readDeskIn(tx, author, context)
    const [before] = await store.findVersions(tx, [versionId])
    if (before !== undefined) {
      if (store.toItemKey(before) !== store.toItemKey(key)) throw new CallError('CONFLICT')
      const differs = before.value !== value || before.note !== note
      return leaveUnchanged({ item: findItem(desk, key), repeated: true, differs })
    }
    const released = desk.findReleased(key.name, key.brand)
    const declared = contentDeclared(key.name, released?.type ?? null)
    if (released === null || declared === null) throw new CallError('NOT-FOUND')
    if ((desk.latest.get(store.toItemKey(key))?.version_id ?? null) !== basedOn) throw new CallError('CONFLICT')
    if (submit) requireSound(key.name, released, value)
    await store.addVersion(tx, {
      ...{ ...key, version_id: versionId, content_type: released.type, value, note },
      ...{ account_id: author.accountId, written_by: author.name, written_at: context.now },
    })
    if (submit) await addStep(tx, author, context, { stepId: randomUUID(), versionId, step: 'submit', note })
    const item = findItem(await readDeskIn(tx, author, context), key)
    return about(versionId, { item, repeated: false, differs: false }, { memberId: null })
  }

/** Submits, withdraws or returns the latest version of a text. */
export const stepVersion =
  (parts: ConsoleParts): AuditedHandler<typeof calls.stepContent> =>
  async ({ body: { stepId, versionId, step, note } }, context, tx) => {
    const author = await lockAsAuthor(parts, tx, context)
    const [version] = await store.findVersions(tx, [versionId])
    if (version === undefined) throw new CallError('NOT-FOUND')
    const may = step === 'return' ? author.mayApprove : author.mayWrite(version.name)
    if (!may || !author.mayChange(version.brand)) throw refuseAuthor(author, version.brand)
    const desk = await readDeskIn(tx, author, context)
    const before = await store.findStep(tx, stepId)
    if (before !== null) {
      if (before.version_id !== versionId) throw new CallError('CONFLICT')
      const differs = before.step !== step || before.note !== note
      return leaveUnchanged({ item: findItem(desk, version), repeated: true, differs })
    }
    const state = contentState(version.last?.step ?? null, store.toReleaseTimes(version.release), context.now)
    if (!isLatest(desk, version) || !mayStep(state, step)) throw new CallError('CONFLICT')
    const released = desk.findReleased(version.name, version.brand)
    if (step === 'submit' && released !== null) requireSound(version.name, released, version.value)
    await addStep(tx, author, context, { stepId, versionId, step, note })
    const item = findItem(await readDeskIn(tx, author, context), version)
    const payload = { item, repeated: false, differs: false }
    return about(versionId, payload, { action: `content.${step}` as const, memberId: null })
  }

async function addStep(
  tx: Tx,
  author: Author,
  { now }: CallContext<Principal>,
  step: { stepId: string; versionId: string; step: 'submit' | 'withdraw' | 'return'; note: string },
): Promise<void> {
  const { stepId: step_id, versionId: version_id, ...rest } = step
  const who = { account_id: author.accountId, taken_by: author.name, taken_at: now }
  await store.addSteps(tx, [{ step_id, version_id, ...rest, ...who }])
}
