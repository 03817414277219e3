import { createStatement, type Database } from '../../platform/db/database.ts'
import { buildClearing } from '../../platform/limits/limit-store.ts'
import type { directoryKeys } from '../../platform/limits/limits.ts'
import type { SignOnRequest } from './state.ts'

/** A sign-in's answer that has been checked, and still has to be recorded, so that it works once. */
export interface CheckedAnswer {
  readonly request: Pick<SignOnRequest, 'connectionId' | 'version' | 'stateHash' | 'browserHash' | 'expiresAt'>
  /** Counts of attempts that it resets; null: none was counted. */
  readonly counts: ReturnType<typeof directoryKeys> | null
}

/** Nulls where there is no answer to record, or nothing to reset. */
export interface AnswerValues {
  readonly stateHash: Buffer | null
  readonly answeredId: string | null
  readonly answeredVersion: number | null
  readonly browserHash: Buffer | null
  readonly answeredUntil: Date | null
  readonly network: string | null
  readonly pair: string | null
  readonly name: string | null
}

export function toAnswerValues(answer: CheckedAnswer | null): AnswerValues {
  const { request, counts } = answer ?? {}
  return {
    stateHash: request?.stateHash ?? null,
    answeredId: request?.connectionId ?? null,
    answeredVersion: request?.version ?? null,
    browserHash: request?.browserHash ?? null,
    answeredUntil: request?.expiresAt ?? null,
    network: counts?.network ?? null,
    pair: counts?.pair ?? null,
    name: counts?.name ?? null,
  }
}

/**
 * Common table expressions that record an answer, and reset what was counted for it: `answered` has a row unless there was one before. `from`
 * ends the select of the row to insert; the counts are reset where `when` is true.
 */
export function buildAnswered({ from, when }: { readonly from: string; readonly when: string }): {
  readonly answered: string
  readonly cleared: string
} {
  const answered = `answered as (
    insert into identity_request
      (state_hash, connection_id, version, browser_hash, proof, answered_at, created_at, expires_at)
    select :stateHash::bytea, :answeredId::uuid, :answeredVersion::int, :browserHash::bytea, '{}', :now, :now,
      :answeredUntil::timestamptz
    ${from} on conflict do nothing returning state_hash
  )`
  const keys = { network: ':network::text', pair: ':pair::text', name: ':name::text' }
  return { answered, cleared: buildClearing({ ...keys, when }) }
}

const { answered, cleared } = buildAnswered({ from: '', when: 'true' })

const settleStatement = createStatement<{ readonly first: boolean }, AnswerValues & { readonly now: Date }>(
  'sign-on-settle',
  `with ${answered}, ${cleared} select exists (select from answered) as first`,
)

/** Records the answer of someone for whom no session is opened; false if it was recorded before. */
export async function settleAnswer({ run }: Pick<Database, 'run'>, answer: CheckedAnswer, now: Date): Promise<boolean> {
  const [row] = await run(settleStatement, settleStatement.bindValues({ ...toAnswerValues(answer), now }))
  return row?.first ?? false
}
