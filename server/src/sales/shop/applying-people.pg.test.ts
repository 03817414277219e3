import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { newApplication, newApplicationDraft } from '../../../test/samples.ts'

const portal = testPortal()
const visitor = () => new Client(portal.origin)
type Application = ReturnType<typeof newApplication>
const apply = (body: Application, more: object = {}) =>
  make(visitor(), calls.startEnrollment, { body: { ...body, ...more } })
/** The fields with problems, and what is wrong. */
const listProblems = (answer: Awaited<ReturnType<typeof apply>>) =>
  (answer.body.errors ?? []).flatMap(({ field, errorMessage }) =>
    field === undefined ? [] : `${field} ${errorMessage}`,
  )
const computePrice = async ({ planId, planYear }: Application, ages: readonly number[]) => {
  const people = ages.map((age) => ({ age, tobacco: false }))
  const body = { ...newApplicationDraft().basis, people, brand: 'hmbcbs', planYear }
  const { plans } = (await make(visitor(), calls.shopQuote, { body })).body.payload
  return plans.find((plan) => plan.planId === planId)?.premiumCents ?? 0
}

test('SH-9 people are added to a sent application and taken off again, at the right price; someone taken off can apply elsewhere', async () => {
  const body = newApplication()
  const { planYear } = body
  const [ana] = body.people
  if (ana === undefined) throw new Error('The sample covers nobody.')
  const juan = { ...ana, firstName: 'Juan', dateOfBirth: `04/05/${planYear - 40}`, relation: 'spouse' }
  const leo = { ...ana, firstName: 'Leo', dateOfBirth: `02/03/${planYear - 9}`, relation: 'child' }
  const { ticket, application } = (await apply(body)).body.payload
  // Neither at the price for the previous people, nor with an invalid relation.
  expect(listErrorCodes(await apply(body, { people: [ana, juan, leo] }))).toEqual(['CONFLICT'])
  const family = await computePrice(body, [41, 39, 8])
  expect(family).toBeGreaterThan(application.firstPremiumCents)
  const asked = { people: [ana, juan, leo], agreedCents: family }
  expect(listProblems(await apply(body, { ...asked, people: [ana, juan, { ...leo, relation: 'spouse' }] }))).toEqual([
    'relation-2 relation.one-spouse',
  ])
  const grown = { ...leo, dateOfBirth: `02/03/${planYear - 27}` }
  expect(listProblems(await apply(body, { ...asked, people: [ana, juan, grown] }))).toEqual([
    'relation-2 relation.child-age',
  ])
  const three = await apply(body, asked)
  expect(three.body.payload.ticket).toBe(ticket)
  expect(three.body.payload.application).toMatchObject({
    ...{ applicationNumber: application.applicationNumber, firstPremiumCents: family },
    people: [{ firstName: 'Ana' }, { firstName: 'Juan' }, { firstName: 'Leo' }],
  })
  const alone = { ...body, enrollmentId: randomUUID(), signature: `Juan ${ana.lastName}` }
  const own = { people: [{ ...juan, relation: 'self' }], agreedCents: await computePrice(body, [39]) }
  expect(listErrorCodes(await apply(alone, own))).toEqual(['APPLIED-BEFORE'])
  // The applicant need not come first.
  const two = { people: [leo, ana], agreedCents: await computePrice(body, [41, 8]) }
  expect((await apply(body, two)).body.payload.application.people).toEqual([
    { firstName: 'Leo', relation: 'child' },
    { firstName: 'Ana', relation: 'self' },
  ])
  expect((await apply(alone, own)).status).toBe(200)
})

test('SH-9 where people sign contracts from 21 on, an 18-year-old cannot apply for themselves, but a parent can', async () => {
  const body = newApplication()
  const { planYear } = body
  const [ana] = body.people
  if (ana === undefined) throw new Error('The sample covers nobody.')
  // The plan is sold in Puerto Rico, too.
  await sql`update shop_place set places = places || '["PR"]'::jsonb where brand = 'hmbcbs' and plan_year = ${planYear}`.execute(
    portal.database.read,
  )
  await sql`update shop_catalogue set generation = ${randomUUID()} where brand = 'hmbcbs' and plan_year = ${planYear}`.execute(
    portal.database.read,
  )
  const birthAt = (age: number) => `01/01/${new Date().getFullYear() - age}`
  const young = [{ ...ana, dateOfBirth: birthAt(18) }]
  const there = { zipCode: '00901', people: young }
  expect(listProblems(await apply(body, { people: young }))).toEqual([])
  expect(listProblems(await apply(body, there))).toEqual([
    ...['guardianFirstName field.required', 'guardianLastName field.required', 'guardianDateOfBirth field.required'],
    ...['signature name.invalid', 'relation-0 select.not-chosen'],
  ])
  const guardian = { firstName: 'Ana', lastName: ana.lastName, dateOfBirth: birthAt(40) }
  const child = young.map((one) => ({ ...one, firstName: 'Leo', relation: 'child' }))
  expect(listProblems(await apply(body, { ...there, people: child, guardian }))).toEqual([])
  expect(listProblems(await apply(body, { ...there, people: [{ ...ana, dateOfBirth: birthAt(21) }] }))).toEqual([])
})

test('SH-9 VA-6 an application accepts a valid e-mail address, as a proposal does, however long its top-level domain is', async () => {
  expect(listProblems(await apply(newApplication(), { email: 'ana@sample.health' }))).toEqual([])
  expect(listProblems(await apply(newApplication(), { email: 'ana@sample' }))).toEqual(['email email.invalid'])
})
