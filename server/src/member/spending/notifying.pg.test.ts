import { changeNotificationChoices, notificationChoices } from '@portico/contract/calls/notifications'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { memberClient } from '../../../test/client.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import { notifyOfLastDays } from './notifying.ts'

const portal = testPortal()
const today = easternDay(new Date())
const inDays = (days: number) => isoDayAfter(today, days)
const onDay = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)

/** A single account for HSAFAM01: 20 days until its last day, and two more months to submit bills. */
beforeEach(async () => {
  const { read } = portal.database
  await sql`delete from outbox`.execute(read)
  await sql`delete from notification_choice`.execute(read)
  await sql`update spending_account set state = 'withdrawn', told_day = null`.execute(read)
  await sql`update spending_account
    set state = 'open', end_date = ${inDays(20)}, spend_by = null, claim_by = ${inDays(80)}, carry_over_cents = null,
      balance_cents = 4200, spent_cents = null
    where account_number = 'LPF-40719' and plan_year =
      (select max(plan_year) from spending_account where account_number = 'LPF-40719')`.execute(read)
})

const setAccount = (column: 'balance_cents' | 'end_date', value: number | string) =>
  sql`update spending_account set ${sql.ref(column)} = ${value} where state = 'open'`.execute(portal.database.read)
const tell = async (now = new Date()) => {
  while (
    (await notifyOfLastDays({ database: portal.database, emails: createEmailService(dataKeyAt(portal.origin)) }, now)) >
    0
  );
  const rows = await portal.database.read.selectFrom('outbox').select(['template', 'recipient', 'language']).execute()
  return rows.map(({ template, recipient, language }) => `${template} ${recipient} ${language}`)
}
const letter = 'account-ending hsafam01@mail.example en'

test('MP-29 MP-10 a member whose money may soon be lost is notified once before the last day to spend, and once before the last day to claim', async () => {
  await setAccount('end_date', inDays(31))
  expect(await tell(), 'more than a month before').toEqual([])
  await setAccount('end_date', inDays(20))
  expect(await tell()).toEqual([letter])
  expect(await tell(onDay(5)), 'told already').toEqual([letter])
  expect(await tell(onDay(40)), 'between the two').toEqual([letter])
  expect(await tell(onDay(60))).toEqual([letter, letter])
  expect(await tell(onDay(90)), 'when it is over').toEqual([letter, letter])
})

test('MP-29 MP-10 if nothing will be lost, nobody is notified; if the plan moves the day, members are notified of the new day', async () => {
  await setAccount('balance_cents', 0)
  expect(await tell()).toEqual([])
  await setAccount('balance_cents', 4200)
  await setAccount('end_date', inDays(25))
  expect(await tell()).toEqual([letter])
})

test('MP-29 RG-3 it is the choice of the member, which a change that leaves it out leaves as it is', async () => {
  const member = await memberClient(portal.origin, 'HSAFAM01')
  const chosen = { newMessage: true, language: 'es' as const }
  await make(member, changeNotificationChoices, { body: { ...chosen, accountEnding: false } })
  await make(member, changeNotificationChoices, { body: chosen })
  expect((await make(member, notificationChoices, {})).body.payload).toMatchObject({
    accountEnding: false,
    billDue: true,
  })
  expect(await tell()).toEqual([])
})
