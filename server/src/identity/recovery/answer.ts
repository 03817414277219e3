import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/recovery'
import { normalizeAnswer } from '@portico/rules/validation/security-answer'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { type Owner, ownerOfLogin } from '../accounts/people.ts'
import {
  admit,
  type Candidate,
  identifyByCard,
  openPasswordTicket,
  recordRecovery,
  requireLoginId,
} from './candidates.ts'
import type { RecoveryParts } from './parts.ts'
import { listAnswers } from './store.ts'

export function openTicketByAnswers(
  parts: RecoveryParts,
  { body: { logonId, answers } }: CallInput<typeof calls.answerQuestions>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.answerQuestions>> {
  const { inEvenTime } = parts
  return inEvenTime(async () => {
    const loginId = requireLoginId(logonId)
    const whose = { key: loginId, find: (db: Reader) => ownerOfLogin(db, loginId) }
    return {
      ticket: await judge(parts, whose, answers, context, (tx, owner) =>
        openPasswordTicket(tx, owner.accountId, context.now),
      ),
    }
  })
}

export function tellLoginId(
  parts: RecoveryParts,
  { body: { answers, ...card } }: CallInput<typeof calls.answerForUsername>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.answerForUsername>> {
  const { inEvenTime, brands } = parts
  return inEvenTime(async () => {
    const whose = identifyByCard(card, brands.at(context), context)
    return { logonId: await judge(parts, whose, answers, context, async (_tx, owner) => owner.loginId) }
  })
}

/** Returns the result of `open` if the answers are right; wrong answers cost the same work. */
async function judge(
  parts: RecoveryParts,
  { key, find }: Candidate,
  answers: BodyOf<typeof calls.answerQuestions>['answers'],
  context: CallContext,
  open: (tx: Tx, owner: Owner) => Promise<string>,
): Promise<string> {
  const { database, limits, questions, passwords } = parts
  const owner = await find(database.read)
  const from = await admit(parts, [owner], context)
  if (!(await limits.reserveAnswers(key, from, context.now))) throw new CallError('TOO-MANY-REQUESTS')
  const stored = owner ? await listAnswers(database.read, owner.accountId) : []
  const asked = questions.chooseAsked(
    key,
    stored.map(({ question_id }) => question_id),
  )
  const isAll = new Set(answers.map(({ questionId }) => questionId)).size === answers.length
  let right = isAll && stored.length > 0
  for (const { questionId, answer } of answers) {
    const hash = stored.find(({ question_id }) => question_id === questionId)?.answer_hash ?? null
    const matched = await passwords.matches(hash, normalizeAnswer(answer))
    right = matched && asked.includes(questionId) && right
  }
  const opened = await database.transaction(async (tx) => {
    const whose = right ? owner : null
    await recordRecovery(tx, 'recovery.answers', owner, whose ? 'done' : 'refused', context)
    if (whose === null) return null
    const opened = await open(tx, whose)
    await limits.succeedAnswers(tx, key, from.address)
    return opened
  })
  if (opened === null) throw fieldError('answers', 'GEN-NOMATCH')
  return opened
}
