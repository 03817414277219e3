import { ASKED_QUESTIONS, CHOSEN_QUESTIONS } from '@portico/rules/identity/recovery'
import { limits } from '@portico/rules/limits'
import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment, ShortText } from '../fields.ts'

const root = '/rbsmbl/x-services'
const signedIn = { by: 'session', roles: ROLES } as const

const PasswordText = v.pipe(v.string(), v.maxLength(200))
const AnswerText = v.pipe(v.string(), v.maxLength(limits.securityAnswer.max))
const QuestionId = v.pipe(v.string(), v.maxLength(40), v.regex(/^[a-z-]+$/))
const Answers = v.array(v.object({ questionId: QuestionId, answer: AnswerText }))
const Question = v.object({ questionId: v.string(), text: v.string() })
/** The same for everyone, so that it reveals nothing about anyone. */
const Accepted = v.object({ accepted: v.literal(true) })

export const forgottenUsername = defineCall({
  method: 'POST',
  path: `${root}/forgottenUsername`,
  summary:
    'Sends the login IDs of an e-mail address to it (RG-2). The answer, and the time it takes, is the same if it has none.',
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'recovery.login-id', record: 'account' },
  body: v.object({ email: ShortText }),
  payload: Accepted,
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const forgottenPassword = defineCall({
  method: 'POST',
  path: `${root}/forgottenPassword`,
  summary:
    'Sends a link for a new password, valid once and for 15 minutes, to the e-mail address of a login ID (RG-2). The answer, and the time it takes, is the same if no one has the login ID.',
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'recovery.link', record: 'account' },
  body: v.object({ logonId: ShortText }),
  payload: Accepted,
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const recoveryQuestions = defineCall({
  method: 'POST',
  path: `${root}/securityQuestions/recovery`,
  summary:
    "The security questions for resetting a login ID's password (RG-2), always the same two. A login ID that no one has, or without questions, also gets two.",
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'recovery.questions', record: 'account' },
  body: v.object({ logonId: ShortText }),
  payload: v.object({ questions: v.array(Question) }),
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const answerQuestions = defineCall({
  method: 'POST',
  path: `${root}/securityQuestions/answers`,
  summary:
    'Answers the security questions of a login ID; right answers get a ticket for `resetPassword`, valid once and for 15 minutes. Wrong ones are FIELD-INVALID with GEN-NOMATCH at `answers`, also if no one has the login ID.',
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'recovery.answers', record: 'account' },
  body: v.object({ logonId: ShortText, answers: v.pipe(Answers, v.length(ASKED_QUESTIONS)) }),
  payload: v.object({ ticket: v.string() }),
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'TOO-MANY-REQUESTS'],
})

/** Identifies a member by ID card and birth date; the date is mm/dd/yyyy (VA-10). */
const ByCard = { memberId: ShortText, dateOfBirth: ShortText } as const

export const usernameQuestions = defineCall({
  method: 'POST',
  path: `${root}/securityQuestions/username`,
  summary:
    "The security questions for finding a member's login ID (RG-2), always the same two. People who are not members, or have no questions, also get two.",
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'recovery.questions', record: 'account' },
  body: v.object(ByCard),
  payload: v.object({ questions: v.array(Question) }),
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const answerForUsername = defineCall({
  method: 'POST',
  path: `${root}/forgottenUsername/answers`,
  summary:
    'Answers the security questions of a member; right answers get the login ID. Wrong ones are FIELD-INVALID with GEN-NOMATCH at `answers`, also if there is no such member.',
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'recovery.answers', record: 'account' },
  body: v.object({ ...ByCard, answers: v.pipe(Answers, v.length(ASKED_QUESTIONS)) }),
  payload: v.object({ logonId: v.string() }),
  errors: ['FIELD-INVALID', 'GEN-NOMATCH', 'TOO-MANY-REQUESTS'],
})

export const checkRecoveryTicket = defineCall({
  method: 'POST',
  path: `${root}/resetPassword/ticket`,
  summary:
    'Whether `resetPassword` would still accept a recovery ticket (RG-2), so that no one chooses a password in vain, and the login ID it is for, which password managers save with the new one. It does not use up the ticket.',
  audience: { by: 'anyone' },
  ...asking,
  body: v.object({ ticket: ShortText }),
  payload: v.object({ logonId: v.string() }),
  errors: ['CHALLENGE-EXPIRED', 'TOO-MANY-REQUESTS'],
})

export const resetPassword = defineCall({
  method: 'POST',
  path: `${root}/resetPassword`,
  summary:
    'Sets a new password with a recovery ticket (RG-2). Every session ends, every lock on the login ID is lifted, no browser stays remembered, and the owner gets an e-mail.',
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'password.recover', record: 'account' },
  body: v.object({ ticket: ShortText, newPassword: PasswordText }),
  payload: v.object({ changedAt: Moment }),
  errors: ['FIELD-INVALID', 'CHALLENGE-EXPIRED', 'TOO-MANY-REQUESTS'],
})

export const securityQuestions = defineCall({
  method: 'GET',
  path: `${root}/securityQuestions`,
  summary: 'The security questions that the brand offers (RG-2), and which of them the signed-in person has chosen.',
  audience: signedIn,
  ...asking,
  audit: { action: 'security-questions.read' },
  payload: v.object({
    offered: v.array(Question),
    /** Ids in the order in which they were chosen; empty: none were. */
    chosen: v.array(v.string()),
    setAt: v.nullable(Moment),
  }),
  errors: [],
})

export const setSecurityQuestions = defineCall({
  method: 'PUT',
  path: `${root}/securityQuestions`,
  summary:
    'Chooses three security questions with their answers, replacing earlier ones (RG-2). Refusals name `questionId1` to `answer3`.',
  audience: signedIn,
  ...changing,
  audit: { action: 'security-questions.set' },
  stepUp: true,
  body: v.object({ answers: v.pipe(Answers, v.length(CHOSEN_QUESTIONS)) }),
  payload: v.object({ setAt: Moment }),
  errors: ['FIELD-INVALID'],
})
