import type { BodyOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/recovery'
import type { Brand } from '@portico/rules/brand/types'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { normalizeMemberId } from '@portico/rules/registration/choices'
import { checkDate, parseDate } from '@portico/rules/validation/date'
import { checkEmail } from '@portico/rules/validation/email'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkMemberId } from '@portico/rules/validation/member-id'
import { normalizeAnswer } from '@portico/rules/validation/security-answer'
import type { BrandService } from '../../brands/brand/service.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay, isoDate, isoDayOf } from '../../platform/day.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import type { Limits, Requester } from '../../platform/limits/limits.ts'
import { loginIdOf, type Owner, ownerOfCard, ownerOfLogin, ownersOfEmail } from '../accounts/people.ts'
import type { PasswordReset } from '../passwords/password-reset.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { hashSecret } from '../tokens/secrets.ts'
import type { Question, Questions } from './questions.ts'
import { listAnswers, takeTicket, ticketOwner } from './store.ts'
import { openTicket, ticketLink } from './tickets.ts'

type Card = BodyOf<typeof calls.usernameQuestions>
type PageBrand = Pick<Brand, 'code' | 'memberNumber'>

/** Someone who may or may not have an account, and the key by which they are asked questions and counted. */
interface Candidate {
  readonly key: string
  find(db: Reader): Promise<Owner | null>
}

/**
 * Ways to get back in for people who forgot something (RG-2). Requests by login ID or e-mail address do and answer the same, in the same
 * time, whether or not anyone has it.
 */
export function bindRecovery(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly limits: Limits
    readonly passwords: Passwords
    readonly emails: EmailService
    readonly questions: Questions
    readonly passwordReset: PasswordReset
    readonly brands: BrandService
    readonly inEvenTime: InEvenTime
  },
): void {
  const { database, limits, passwords, emails, questions, passwordReset, brands, inEvenTime } = parts
  const accepted = { accepted: true } as const
  // E-mails everyone with this address.
  binder.bind(calls.forgottenUsername, ({ body: { email } }, context) =>
    inEvenTime(async () => {
      const address = email.trim()
      // Long top-level domains are allowed: stored addresses were entered under the rules of every brand.
      refuse({ email: checkEmail(address, { required: true, longTopLevel: true }) })
      const found = await ownersOfEmail(database.read, address)
      const from = await admit(found, context)
      const owners = (await limits.reserveLetter(`email ${address.toLowerCase()}`, from, context.now)) ? found : []
      await database.transaction(async (tx) => {
        for (const owner of owners) {
          const { brand, loginId } = owner
          await write(tx, owner, { template: 'forgotten-login-id', brand, values: { loginId } }, context)
          await record(tx, 'recovery.login-id', owner, 'done', context)
        }
        if (owners.length === 0) await record(tx, 'recovery.login-id', null, 'refused', context)
      })
      return accepted
    }),
  )

  // Sends the link for a new password.
  binder.bind(calls.forgottenPassword, ({ body: { logonId } }, context) =>
    inEvenTime(async () => {
      const loginId = checkedLoginId(logonId)
      const found = await ownerOfLogin(database.read, loginId)
      const from = await admit([found], context)
      const owner = (await limits.reserveLetter(`login ${loginId}`, from, context.now)) ? found : null
      await database.transaction(async (tx) => {
        if (owner?.email == null) return record(tx, 'recovery.link', null, 'refused', context)
        const ticket = await newTicket(tx, owner.accountId, context.now)
        const values = { link: ticketLink(ticket), minutes: String(linkLifetimes['new-password'] / 60_000) }
        await write(tx, owner, { template: 'forgotten-password', brand: owner.brand, values }, context)
        return record(tx, 'recovery.link', owner, 'done', context)
      })
      return accepted
    }),
  )

  binder.bind(calls.recoveryQuestions, ({ body: { logonId } }, context) =>
    inEvenTime(async () => {
      const loginId = checkedLoginId(logonId)
      return ask({ key: loginId, find: (db) => ownerOfLogin(db, loginId) }, brands.at(context).code, context)
    }),
  )

  binder.bind(calls.answerQuestions, ({ body: { logonId, answers } }, context) =>
    inEvenTime(async () => {
      const loginId = checkedLoginId(logonId)
      const whose = { key: loginId, find: (db: Reader) => ownerOfLogin(db, loginId) }
      return {
        ticket: await judge(whose, answers, context, (tx, owner) => newTicket(tx, owner.accountId, context.now)),
      }
    }),
  )

  // The same for a member, identified by their card: two questions, then their login ID.
  binder.bind(calls.usernameQuestions, ({ body: card }, context) =>
    inEvenTime(async () => {
      const brand = brands.at(context)
      return ask(ownerOf(card, brand, context), brand.code, context)
    }),
  )

  binder.bind(calls.answerForUsername, ({ body: { answers, ...card } }, context) =>
    inEvenTime(async () => {
      const whose = ownerOf(card, brands.at(context), context)
      return { logonId: await judge(whose, answers, context, async (_tx, owner) => owner.loginId) }
    }),
  )

  binder.bind(calls.checkRecoveryTicket, ({ body: { ticket } }, { now, origin }) => {
    limits.tidy(now)
    return limits.useTicket(origin.address, now, async () => ({
      logonId: await loginIdOf(database.read, await ownerOfTicket(hashSecret(ticket), now)),
    }))
  })

  binder.bind(calls.resetPassword, ({ body: { ticket, newPassword } }, context) => {
    const { now, language } = context
    limits.tidy(now)
    return limits.useTicket(context.origin.address, now, async () => {
      const hash = hashSecret(ticket)
      const accountId = await ownerOfTicket(hash, now)
      if (!(await limits.reserveReset(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
      const takeProof = async (tx: Tx) => {
        await lockAccount(tx, accountId)
        return takeTicket(tx, hash, now)
      }
      try {
        await passwordReset(accountId, newPassword, { takeProof, language, at: context })
      } catch (error) {
        // If the ticket was used in the meantime, the error is about the new password set with it: throw CHALLENGE-EXPIRED instead.
        await ownerOfTicket(hash, now)
        throw error
      }
      return { changedAt: now.toISOString() }
    })
  })

  async function ownerOfTicket(hash: Buffer, now: Date): Promise<string> {
    const accountId = await ticketOwner(database.read, hash, now)
    if (accountId === null) throw new CallError('CHALLENGE-EXPIRED')
    return accountId
  }

  /** The two questions for someone, found or not. */
  async function ask({ key, find }: Candidate, brand: string, context: CallContext) {
    const owner = await find(database.read)
    await admit([owner], context)
    const ids = await database.transaction(async (tx) => {
      const answers = owner && (await listAnswers(tx, owner.accountId))
      await record(tx, 'recovery.questions', owner, 'done', context)
      return answers?.map(({ question_id }) => question_id) ?? []
    })
    const [offered, own] = await Promise.all([
      questions.offered(brand, context.language),
      questions.offered(owner?.brand ?? brand, context.language),
    ])
    const chosen = ids.length > 0 ? ids : offered.map(({ questionId }) => questionId)
    const asked = questions.asked(key, chosen).flatMap((id) => {
      const byId = ({ questionId }: Question) => questionId === id
      return own.find(byId) ?? offered.find(byId) ?? []
    })
    return { questions: asked }
  }

  /** Returns the result of `open` if the answers are right; wrong answers cost the same work. */
  async function judge(
    { key, find }: Candidate,
    answers: BodyOf<typeof calls.answerQuestions>['answers'],
    context: CallContext,
    open: (tx: Tx, owner: Owner) => Promise<string>,
  ): Promise<string> {
    const owner = await find(database.read)
    const from = await admit([owner], context)
    if (!(await limits.reserveAnswers(key, from, context.now))) throw new CallError('TOO-MANY-REQUESTS')
    const stored = owner ? await listAnswers(database.read, owner.accountId) : []
    const asked = questions.asked(
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
      await record(tx, 'recovery.answers', owner, whose ? 'done' : 'refused', context)
      if (whose === null) return null
      const opened = await open(tx, whose)
      await limits.succeedAnswers(tx, key, from.address)
      return opened
    })
    if (opened === null) throw fieldError('answers', 'GEN-NOMATCH')
    return opened
  }

  /** Counts the request by its address; other people's requests from there do not stop someone who is known there. */
  async function admit(owners: readonly (Owner | null)[], { origin, now }: CallContext): Promise<Requester> {
    limits.tidy(now)
    const { address } = origin
    const loginIds = owners.map((owner) => owner?.loginId ?? '')
    const isKnown = await limits.isKnown(['', ...loginIds], address, now)
    if (!(await limits.reserveRequest('recovery', address, now)) && !isKnown) throw new CallError('TOO-MANY-REQUESTS')
    return { address, isKnown }
  }

  function write(
    tx: Tx,
    { email, memberId }: Owner,
    letter: Pick<Parameters<EmailService['queue']>[1], 'template' | 'values' | 'brand'>,
    { language, now }: CallContext,
  ): Promise<void> {
    return email === null ? Promise.resolve() : emails.queue(tx, { ...letter, to: email, language, memberId, now })
  }
}

function newTicket(tx: Tx, accountId: string, now: Date): Promise<string> {
  return openTicket(tx, accountId, { now, goodForMs: linkLifetimes['new-password'] })
}

function record(
  tx: Tx,
  action: string,
  owner: Owner | null,
  outcome: 'done' | 'refused',
  context: CallContext,
): Promise<void> {
  const whose = { recordType: 'account', recordId: owner?.accountId ?? null, memberId: owner?.memberId ?? null }
  return audit(tx, null, { ...whose, action, outcome }, context)
}

/** The person that a card identifies. Throws FIELD-INVALID for details that no card of the brand can have. */
function ownerOf(card: Card, { code: brand, memberNumber: form }: PageBrand, { now }: CallContext): Candidate {
  const today = isoDate(easternDay(now))
  const memberNumber = normalizeMemberId(card.memberId)
  const typed = card.dateOfBirth.trim()
  refuse({
    memberId: checkMemberId(memberNumber, form, { required: true }),
    dateOfBirth: checkDate(typed, { today, required: true }),
  })
  const day = parseDate(typed, today)
  const dateOfBirth = day && isoDayOf(day)
  return {
    key: `member ${memberNumber}`,
    find: async (db) => (dateOfBirth === null ? null : ownerOfCard(db, { brand, memberNumber, dateOfBirth })),
  }
}

function checkedLoginId(typed: string): string {
  const loginId = normalizeLoginId(typed)
  refuse({ logonId: checkLoginId(loginId) })
  return loginId
}

/** Throws FIELD-INVALID with every field that has a problem. */
function refuse(problems: Readonly<Record<string, { readonly code: string } | null>>): void {
  const fields = Object.entries(problems).flatMap(([field, problem]) =>
    problem ? [{ field, code: problem.code }] : [],
  )
  refuseFields(fields)
}
