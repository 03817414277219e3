import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/recovery'
import type { CallInput } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { ownerOfLogin } from '../accounts/people.ts'
import { admit, type Candidate, identifyByCard, recordRecovery, requireLoginId } from './candidates.ts'
import type { RecoveryParts } from './parts.ts'
import type { Question } from './questions.ts'
import { listAnswers } from './store.ts'

export function askByLoginId(
  parts: RecoveryParts,
  { body: { logonId } }: CallInput<typeof calls.recoveryQuestions>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.recoveryQuestions>> {
  const { inEvenTime, brands } = parts
  return inEvenTime(async () => {
    const loginId = requireLoginId(logonId)
    return ask(parts, { key: loginId, find: (db) => ownerOfLogin(db, loginId) }, brands.at(context).code, context)
  })
}

/** Asks a member who is identified by their card two questions, before they are told their login ID. */
export function askByCard(
  parts: RecoveryParts,
  { body: card }: CallInput<typeof calls.usernameQuestions>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.usernameQuestions>> {
  const { inEvenTime, brands } = parts
  return inEvenTime(async () => {
    const brand = brands.at(context)
    return ask(parts, identifyByCard(card, brand, context), brand.code, context)
  })
}

/** The two questions for someone, found or not. */
async function ask(parts: RecoveryParts, { key, find }: Candidate, brand: string, context: CallContext) {
  const { database, questions } = parts
  const owner = await find(database.read)
  await admit(parts, [owner], context)
  const ids = await database.transaction(async (tx) => {
    const answers = owner && (await listAnswers(tx, owner.accountId))
    await recordRecovery(tx, 'recovery.questions', owner, 'done', context)
    return answers?.map(({ question_id }) => question_id) ?? []
  })
  const [offered, own] = await Promise.all([
    questions.listOffered(brand, context.language),
    questions.listOffered(owner?.brand ?? brand, context.language),
  ])
  const chosen = ids.length > 0 ? ids : offered.map(({ questionId }) => questionId)
  const asked = questions.chooseAsked(key, chosen).flatMap((id) => {
    const byId = ({ questionId }: Question) => questionId === id
    return own.find(byId) ?? offered.find(byId) ?? []
  })
  return { questions: asked }
}
