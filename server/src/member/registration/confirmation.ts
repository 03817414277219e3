import type { BodyOf, PayloadOf } from '@portico/contract/call'
import { confirmRegistration } from '@portico/contract/calls/registration'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { isRegistered, openAccount } from '../../identity/accounts/new-accounts.ts'
import { readLoginId } from '../../identity/accounts/people.ts'
import type { NewPasswords } from '../../identity/passwords/new-password.ts'
import type { Passwords } from '../../identity/passwords/passwords.ts'
import type { ChosenAnswers } from '../../identity/recovery/chosen-answers.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about, leaveUnchanged, type Recorded, refuseKeeping } from '../../platform/http/recorded.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { noteGuardian } from '../member/contract.ts'
import type { LeadIntake } from './lead-intake.ts'
import type { PendingAccount, PendingRegistrations } from './pending.ts'
import { settleRegistration } from './store.ts'

type EnteredValues = BodyOf<typeof confirmRegistration>

/** What opening accounts depends on. */
export interface ConfirmationParts {
  readonly database: Database
  readonly limits: Limits
  readonly passwords: Passwords
  readonly newPasswords: NewPasswords
  readonly chosenAnswers: ChosenAnswers
  readonly pending: PendingRegistrations
  readonly leadIntake: LeadIntake
}

/** Opens accounts through the links in e-mails. Throws FIELD-INVALID with login-id.taken, CONFLICT for a member with an account. */
export function bindConfirmation(binder: Binder, parts: ConfirmationParts): void {
  const { limits } = parts
  binder.bind(confirmRegistration, {
    around: (_input, { now, origin }, run) => {
      limits.tidy(now)
      return limits.useTicket(origin.address, now, run)
    },
    prepare: async ({ body }, context) => ({
      chosen: body.logonId === undefined ? null : await chooseAnew(parts, body.logonId, body, context),
    }),
    handle: ({ body: { ticket } }, context, tx, { chosen }) => openByTicket(parts, tx, ticket, chosen, context),
  })
}

/** Uses a different login ID than the registered one. The person chooses the password again, because it may not contain the login ID. */
async function chooseAnew(
  { database, pending, newPasswords, passwords }: ConfirmationParts,
  logonId: string,
  { ticket, newPassword = '' }: EnteredValues,
  { now }: CallContext,
): Promise<Pick<PendingAccount['account'], 'loginId' | 'passwordHash'>> {
  const loginId = normalizeLoginId(logonId)
  const wrong = checkLoginId(loginId)
  const found = await database.transaction((tx) => pending.open(tx, ticket, now))
  if (found?.pending == null) throw new CallError('CHALLENGE-EXPIRED')
  const { brand } = found.pending.account
  refuseFields([
    ...(wrong ? [{ field: 'logonId', code: wrong.code }] : []),
    ...(await newPasswords.problems(database.read, { brand, login_id: loginId }, newPassword)),
  ])
  return { loginId, passwordHash: await passwords.hash(newPassword) }
}

async function openByTicket(
  parts: ConfirmationParts,
  tx: Tx,
  ticket: string,
  chosen: Pick<PendingAccount['account'], 'loginId' | 'passwordHash'> | null,
  context: CallContext,
): Promise<Recorded<PayloadOf<typeof confirmRegistration>>> {
  const { pending, chosenAnswers } = parts
  const found = await pending.open(tx, ticket, context.now)
  if (found?.accountId != null) return leaveUnchanged({ logonId: await readLoginId(tx, found.accountId) })
  if (found?.pending == null) throw new CallError('CHALLENGE-EXPIRED')
  const { account, answers, guardian } = found.pending
  const { memberId } = account
  const refused = [{ recordId: null, memberId }]
  if (memberId !== null) {
    await lockMember(tx, memberId)
    if (await isRegistered(tx, memberId)) return refuseKeeping(new CallError('CONFLICT'), refused)
  }
  const { loginId } = { ...account, ...chosen }
  const accountId = await openAccount(tx, { ...account, ...chosen })
  if (accountId === null) return refuseKeeping(fieldError('logonId', 'login-id.taken'), refused)
  await chosenAnswers.keep(tx, accountId, answers, context.now)
  if (memberId !== null && guardian) await noteGuardian(tx, memberId, easternDay(context.now))
  await settleRegistration(tx, found.registrationId, accountId)
  if (account.role === 'PROS') await tellStaff(parts, tx, found.registrationId, account, context)
  return about(accountId, { logonId: loginId }, { memberId })
}

/** A registered visitor may buy: notifies staff once, by the id of the registration (SH-8). */
async function tellStaff(
  { leadIntake }: ConfirmationParts,
  tx: Tx,
  leadId: string,
  account: PendingAccount['account'],
  { now, language }: CallContext,
): Promise<void> {
  const { brand, zipCode, county, firstName, lastName, email, phone, market } = account
  if (zipCode === null || phone === null) return
  const segment = market === 'MEDICARE' ? 'MED' : null
  const lead = { leadId, brand, zipCode, county, segment, firstName, lastName, email, phone, language }
  await leadIntake.keep(tx, { ...lead, kind: 'prospect', call: null, planName: null }, now)
}
