import type { PayloadOf } from '@portico/contract/call'
import type { sentForms } from '@portico/contract/calls/forms'
import { computeFormState } from '@portico/rules/forms/state'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberAsking } from '../messages/parts.ts'
import { recordForm, refuseActors } from './kept.ts'
import type { FormParts } from './parts.ts'
import * as store from './store.ts'

export function listOwnForms(parts: FormParts, asking: MemberAsking): Promise<PayloadOf<typeof sentForms>> {
  const { database } = parts
  return database.transaction(async (tx) => {
    refuseActors(asking)
    const { memberId } = asking.principal
    await recordForm(tx, asking, 'forms.list', 'own')
    const rows = await store.listSent(tx, memberId)
    const begun = await store.listDrafts(tx, memberId)
    return {
      forms: rows.map((row) => showSent(parts, row, asking)),
      begun: begun.map(({ kind, saved_at }) => ({ kind, savedAt: saved_at.toISOString() })),
    }
  })
}

export async function readSent(parts: FormParts, tx: Tx, asking: MemberAsking, messageId: string) {
  const [row] = await store.listSent(tx, asking.principal.memberId, messageId)
  if (row === undefined) throw new Error('A form that was sent has no work.')
  return showSent(parts, row, asking)
}

function showSent(
  { library }: FormParts,
  row: Awaited<ReturnType<typeof store.listSent>>[number],
  { principal, language }: MemberAsking,
) {
  return {
    messageId: row.message_id,
    kind: row.kind,
    title: library.form(row.kind, principal.brand).title[language],
    receipt: row.receipt,
    sentAt: row.sent_at.toISOString(),
    state: computeFormState({ state: row.state, assigned: row.assignee_account_id !== null }),
    dueAt: row.state === 'open' ? (row.due_at?.toISOString() ?? null) : null,
    changedAt: row.changed_at.toISOString(),
  }
}
