import type * as calls from '@portico/contract/calls/recovery'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about, type Recorded } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import { type Owner, ownerOfLogin } from '../accounts/people.ts'
import { admit, type Candidate, identifyByCard, requireLoginId, toSubject } from './candidates.ts'
import type { RecoveryParts } from './parts.ts'
import type { Question } from './questions.ts'
import { listAnswers } from './store.ts'

/** Someone who may or may not have an account, and the brand of the page on which they ask. */
interface Asking {
  readonly key: string
  readonly owner: Owner | null
  readonly brand: string
}

/** Adds the ids of the questions that they chose. */
interface Asked extends Asking {
  readonly ids: readonly string[]
}

export const askByLoginId = (parts: RecoveryParts): FinishedHandler<typeof calls.recoveryQuestions, Asking, Asked> => ({
  around: (_input, _context, run) => parts.inEvenTime(run),
  prepare: ({ body: { logonId } }, context) => {
    const loginId = requireLoginId(logonId)
    const { code } = parts.brands.at(context)
    return findAsking(parts, { key: loginId, find: (db) => ownerOfLogin(db, loginId) }, code, context)
  },
  handle: (_input, _context, tx, asking) => readChosen(tx, asking),
  finish: (asked, _input, context) => chooseQuestions(parts, asked, context),
})

/** Asks a member identified by their card two questions, before they learn their login ID. */
export const askByCard = (parts: RecoveryParts): FinishedHandler<typeof calls.usernameQuestions, Asking, Asked> => ({
  around: (_input, _context, run) => parts.inEvenTime(run),
  prepare: ({ body: card }, context) => {
    const brand = parts.brands.at(context)
    return findAsking(parts, identifyByCard(card, brand, context), brand.code, context)
  },
  handle: (_input, _context, tx, asking) => readChosen(tx, asking),
  finish: (asked, _input, context) => chooseQuestions(parts, asked, context),
})

async function findAsking(
  parts: RecoveryParts,
  { key, find }: Candidate,
  brand: string,
  context: CallContext,
): Promise<Asking> {
  const owner = await find(parts.database.read)
  await admit(parts, [owner], context)
  return { key, owner, brand }
}

async function readChosen(tx: Tx, asking: Asking): Promise<Recorded<Asked>> {
  const { owner } = asking
  const answers = owner === null ? [] : await listAnswers(tx, owner.accountId)
  const ids = answers.map(({ question_id }) => question_id)
  const { recordId, memberId } = toSubject(owner)
  return about(recordId, { ...asking, ids }, { memberId })
}

/** The two questions for a person, whether found or not. */
async function chooseQuestions(
  { questions }: RecoveryParts,
  { key, owner, brand, ids }: Asked,
  { language }: CallContext,
) {
  const [offered, own] = await Promise.all([
    questions.listOffered(brand, language),
    questions.listOffered(owner?.brand ?? brand, language),
  ])
  const chosen = ids.length > 0 ? ids : offered.map(({ questionId }) => questionId)
  const asked = questions.chooseAsked(key, chosen).flatMap((id) => {
    const byId = ({ questionId }: Question) => questionId === id
    return own.find(byId) ?? offered.find(byId) ?? []
  })
  return { questions: asked }
}
