import { changeNotificationChoices } from '@portico/contract/calls/notifications'
import { beforeEach, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { signInClient } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { listWhollyRead, recordStatements } from '../../../test/statement-plans.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import { remindOfRefills } from './reminders.ts'

const portal = testPortal()
beforeEach(async () => {
  await portal.database.read.deleteFrom('outbox').execute()
})

const daysAgo = (days: number) => isoDayAfter(easternDay(new Date()), -days)
const run = (now = new Date()) =>
  remindOfRefills({ database: portal.database, emails: createEmailService(dataKeyAt(portal.origin)) }, now)
const listQueued = async () => {
  const rows = await portal.database.read.selectFrom('outbox').selectAll().execute()
  return rows.filter(({ recipient }) => recipient.startsWith('member02@'))
}
/** A month’s supply of a drug that ends in this many days. */
async function fillPrescription(id: string, drug: string, daysLeft: number): Promise<void> {
  const of = { reference: 'Patient/74687955400' }
  const day = daysAgo(30 - daysLeft)
  const drugNamed = { medicationCodeableConcept: { text: drug } }
  const written = {
    resourceType: 'MedicationRequest',
    id,
    status: 'active',
    intent: 'order',
    subject: of,
    authoredOn: day,
  }
  const given = {
    resourceType: 'MedicationDispense',
    id: `${id}-d`,
    status: 'completed',
    subject: of,
    whenHandedOver: day,
  }
  const resources = [
    { ...written, ...drugNamed, dispenseRequest: { numberOfRepeatsAllowed: 2 } },
    {
      ...given,
      ...drugNamed,
      authorizingPrescription: [{ reference: `MedicationRequest/${id}` }],
      daysSupply: { value: 30, code: 'd' },
    },
  ]
  await importFiles(portal.database, { [`${id}.ndjson`]: ndjson(resources) }, { kind: 'fhir', brand: 'hmbcbs' })
}

test('MP-29 MP-15 a member is reminded once of a medicine that runs out in five days; the e-mail does not name it', async () => {
  await run()
  await portal.database.read.deleteFrom('outbox').execute()
  await fillPrescription('soon', 'Warfarin 5 mg tablets', 5)
  await fillPrescription('later', 'Lisinopril 10 mg tablets', 12)
  await fillPrescription('gone', 'Metoprolol 25 mg tablets', -3)
  expect(await run()).toBe(1)
  const [email, ...more] = await listQueued()
  expect([email?.template, more]).toEqual(['refill-soon', []])
  expect(JSON.stringify(email)).not.toMatch(/warfarin|lisinopril|prescri/i)
  // Sent once, whatever the number of servers, and again for the next supply.
  expect(await Promise.all([run(), run()])).toEqual([0, 0])
  const week = new Date(Date.now() + 8 * 24 * 60 * 60_000)
  await run(week)
  expect(await listQueued()).toHaveLength(2)
  const events = portal.database.read
    .selectFrom('audit_event')
    .select('action')
    .where('action', '=', 'medicines.remind')
  expect((await events.execute()).length).toBeGreaterThan(1)
})

test('MP-29 a member who wants no reminder gets none', async () => {
  const member = await signInClient(portal.origin, 'MEMBER02')
  const body = { newMessage: true, language: 'en' as const, refillSoon: false }
  expect((await make(member, changeNotificationChoices, { body })).body.payload.refillSoon).toBe(false)
  await fillPrescription('other', 'Amlodipine 5 mg tablets', 3)
  await run()
  expect(await listQueued()).toEqual([])
})

test('MP-29 OP-7 looking for supplies that run out reads the fills of some members at a time, never those of all', async () => {
  await fillPrescription('large', 'Warfarin 5 mg tablets', 5)
  const sent = await recordStatements(() => run())
  const tables = ['member', 'dispense', 'claim', 'claim_line', 'prescription', 'refill_reminder']
  expect(await listWhollyRead(portal.environment.DATABASE_URL, sent, tables)).toEqual([])
})
