import type { sentForms } from '@portico/contract/calls/forms'
import { computeFormState } from '@portico/rules/forms/state'
import { toAuthored } from '@portico/rules/languages/authored'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { refuseActors } from './kept.ts'
import type { FormParts } from './parts.ts'
import * as store from './store.ts'

export const listOwnForms =
  (parts: FormParts): AuditedHandler<typeof sentForms> =>
  async ({ principal: { memberId } }, context, tx) => {
    refuseActors(context)
    const rows = await store.listSent(tx, memberId)
    const begun = await store.listDrafts(tx, memberId)
    return about('own', {
      forms: rows.map((row) => showSent(parts, row, context)),
      begun: begun.map(({ kind, saved_at }) => ({ kind, savedAt: saved_at.toISOString() })),
    })
  }

export async function readSent(parts: FormParts, tx: Tx, context: CallContext<MemberPrincipal>, messageId: string) {
  const [row] = await store.listSent(tx, context.principal.memberId, messageId)
  if (row === undefined) throw new Error('A form that was sent has no work.')
  return showSent(parts, row, context)
}

function showSent(
  { library }: FormParts,
  row: Awaited<ReturnType<typeof store.listSent>>[number],
  { principal, language }: CallContext<MemberPrincipal>,
) {
  return {
    messageId: row.message_id,
    kind: row.kind,
    title: library.form(row.kind, principal.brand).title[toAuthored(language)],
    receipt: row.receipt,
    about: row.about,
    sentAt: row.sent_at.toISOString(),
    state: computeFormState({ state: row.state, assigned: row.assignee_account_id !== null }),
    dueAt: row.state === 'open' ? (row.due_at?.toISOString() ?? null) : null,
    changedAt: row.changed_at.toISOString(),
  }
}
