import type { PayloadOf } from '@portico/contract/call'
import type { staffLeadHistory } from '@portico/contract/calls/leads'
import { v7 as uuidv7 } from 'uuid'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { ListedLead } from './store.ts'

const MAX_ENTRIES = 100

/** Adds an entry to a lead's history. */
export async function addEntry(
  tx: Tx,
  before: ListedLead,
  done: { readonly by: string; readonly now: Date } & Pick<ListedLead, 'state' | 'note' | 'follow_up_on'>,
): Promise<void> {
  const isSame = done.state === before.state && done.follow_up_on === before.follow_up_on
  if (isSame && done.note === '') return
  const { by, now, state, note, follow_up_on } = done
  await tx
    .insertInto('lead_entry')
    .values({ entry_id: uuidv7(), lead_id: before.lead_id, at: now, by_name: by, state, note, follow_up_on })
    .execute()
}

export async function listEntries(db: Reader, leadId: string): Promise<PayloadOf<typeof staffLeadHistory>> {
  const rows = await db
    .selectFrom('lead_entry')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('at', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return {
    entries: rows.map((row) => ({
      entryId: row.entry_id,
      at: row.at.toISOString(),
      by: row.by_name,
      state: row.state,
      note: row.note,
      followUpOn: row.follow_up_on,
    })),
  }
}
