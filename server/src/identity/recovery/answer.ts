import type { BodyOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/recovery'
import { normalizeAnswer } from '@portico/rules/validation/security-answer'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about, refuseKeeping } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import type { Requester } from '../../platform/limits/limits.ts'
import { type Owner, ownerOfLogin } from '../accounts/people.ts'
import { admit, type Candidate, identifyByCard, openPasswordTicket, requireLoginId, toSubject } from './candidates.ts'
import type { RecoveryParts } from './parts.ts'
import { listAnswers } from './store.ts'

/** The judged answers of someone who may or may not have an account. */
interface Judged {
  readonly key: string
  readonly from: Requester
  readonly owner: Owner | null
  readonly right: boolean
}

export const openTicketByAnswers = (parts: RecoveryParts): PreparedHandler<typeof calls.answerQuestions, Judged> => ({
  around: (_input, _context, run) => parts.inEvenTime(run),
  prepare: ({ body: { logonId, answers } }, context) => {
    const loginId = requireLoginId(logonId)
    return judge(parts, { key: loginId, find: (db) => ownerOfLogin(db, loginId) }, answers, context)
  },
  handle: async (_input, { now }, tx, judged) => {
    const owner = accept(judged)
    if (owner === null) return refuse(judged)
    const ticket = await openPasswordTicket(tx, owner.accountId, now)
    await giveBack(parts, tx, judged)
    return about(owner.accountId, { ticket }, toSubject(owner))
  },
})

export const tellLoginId = (parts: RecoveryParts): PreparedHandler<typeof calls.answerForUsername, Judged> => ({
  around: (_input, _context, run) => parts.inEvenTime(run),
  prepare: ({ body: { answers, ...card } }, context) =>
    judge(parts, identifyByCard(card, parts.brands.at(context), context), answers, context),
  handle: async (_input, _context, tx, judged) => {
    const owner = accept(judged)
    if (owner === null) return refuse(judged)
    await giveBack(parts, tx, judged)
    return about(owner.accountId, { logonId: owner.loginId }, toSubject(owner))
  },
})

/** Judges answers; correct and wrong ones cost the same work. */
async function judge(
  parts: RecoveryParts,
  { key, find }: Candidate,
  answers: BodyOf<typeof calls.answerQuestions>['answers'],
  context: CallContext,
): Promise<Judged> {
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
  return { key, from, owner, right }
}

/** The owner, if their answers were correct; otherwise null. */
function accept({ owner, right }: Judged): Owner | null {
  return right ? owner : null
}

/** Stops counting the attempts after correct answers. Call it with the account locked, as at a sign-in. */
async function giveBack({ limits }: RecoveryParts, tx: Tx, { key, from }: Judged): Promise<void> {
  await limits.succeedAnswers(tx, key, from.address)
}

function refuse({ owner }: Judged) {
  return refuseKeeping(fieldError('answers', 'GEN-NOMATCH'), [toSubject(owner)])
}
