import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { SentTo } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { isVisitor } from '@portico/rules/registration/choices'
import { registrationFields } from '@portico/rules/registration/fields'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { newAccount, undoChanges, unregistered } from '../../../test/samples.ts'
import { readPasswordTier } from '../../identity/passwords/password-tier.ts'

type Name = (typeof registrationFields)[number] | `questionId${1 | 2 | 3}` | `answer${1 | 2 | 3}` | 'newPassword'
type Typed = Readonly<Record<Name, string>>
type Sent = NonNullable<SentTo<typeof calls.registerMember>['body']>
/** The functions of the page's form. The page is a separate program with its own types. */
interface Page {
  checkField(name: Name, values: Typed, known: object, page: object): { readonly code: string } | null
  toPlace(values: Typed, brand: string): Pick<Sent, 'brand' | 'zipCode' | 'segment'> & { readonly userType: string }
  toCoverage(values: Typed): Pick<Sent, 'relationship' | 'memberId' | 'firstName' | 'lastName' | 'dateOfBirth'>
  toAccount(
    values: Typed,
    registrationId: string,
  ): Omit<Sent, 'relationship' | 'memberId' | 'firstName' | 'lastName' | 'dateOfBirth' | 'zipCode' | 'userType'>
}
const { checkField, toPlace, toCoverage, toAccount }: Page = await import(
  join(import.meta.dirname, '../../../../web/src/public/registration/typed.ts')
)

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(async () => {
  await undoChanges(portal.database)
  await portal?.close()
})

const memberNumber = { form: 'digits', min: 9, max: 17 } as const
const brand = { code: 'hmbcbs', memberNumber, brandState: 'PA' } as const
const counties: Readonly<Record<string, readonly string[]>> = { '15222': ['42003'] }

const asked = [
  ...registrationFields,
  ...(['newPassword', 'answer1', 'answer2', 'answer3'] as const),
] as const satisfies Name[]
const { newPassword, answers, phone, phoneType, email, logonId } = newAccount()
const right: Typed = {
  ...unregistered,
  dateOfBirth: '4/18/1971',
  userType: 'MREG',
  county: '42003',
  email,
  emailRepeat: email,
  phone,
  phoneType,
  logonId,
  newPassword,
  terms: 'true',
  questionId1: answers[0]?.questionId ?? '',
  answer1: answers[0]?.answer ?? '',
  questionId2: answers[1]?.questionId ?? '',
  answer2: answers[1]?.answer ?? '',
  questionId3: answers[2]?.questionId ?? '',
  answer3: answers[2]?.answer ?? '',
}

const typed = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed()),
    fc.string({ maxLength: 60 }),
    fc.constantFrom(...new Set(Object.values(right))),
    fc.constantFrom('', ' ', '15222 ', '00000', '5/5/2024', '02/30/1980', '1/1/1800', 'a@b', 'a@b.c', 'A1b2c3d4'),
    fc.constantFrom(
      'VU65',
      'VMED',
      'MMED',
      'CUSTODIAL PARENT/GUARDIAN',
      'BUS',
      '1-800-555-0199',
      'ODELL71',
      "O'Neil-Ñandú",
    ),
  )
  // No keyboard can type a null character; the contract refuses it before any rule runs.
  .map((text) => text.slice(0, 90).replaceAll('\0', ''))
const form = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...asked), typed), { minLength: 1, maxLength: 3, selector: ([name]) => name })
  .map((spoilt): Typed => ({ ...right, ...Object.fromEntries(spoilt) }))

/** Problem codes that only the server can produce: which ZIPs exist, who serves them, and which passwords are common. */
const serverOnly = ['zip.unknown', 'zip.not-served', 'password.common']

test('RG-1 VA-1 every field of a registration is judged at the page as by the server, whatever is typed', async () => {
  const client = new Client(portal.origin)
  const offered = await make(client, calls.registrationQuestions, { query: { brand: brand.code } })
  const tier = await readPasswordTier(portal.database.read, brand.code)
  const atPage = (values: Typed) =>
    asked.flatMap((name) => {
      const known = {
        counties: counties[values.zipCode] ?? [],
        passwordRule: { tier, history: 5, loginId: '' },
        questions: offered.body.payload.offered,
      }
      const problem = checkField(name, values, known, { brand, longTopLevel: false, now: new Date() })
      return problem ? [`${name} ${problem.code}`] : []
    })
  const send = (values: Typed) => {
    const { firstName, lastName, dateOfBirth, ...coverage } = toCoverage(values)
    const person = { firstName, lastName, dateOfBirth }
    const common = { ...toPlace(values, brand.code), ...toAccount(values, randomUUID()), ...person }
    return isVisitor(values.userType)
      ? make(client, calls.createProspect, { body: common })
      : make(client, calls.registerMember, { body: { ...common, ...coverage } })
  }
  await fc.assert(
    fc.asyncProperty(form, async (values) => {
      const found = atPage(values)
      const { status, body } = await send(values)
      // Tries are counted only after every field is valid.
      const told = (status === 429 ? [] : (body.errors ?? [])).map(
        ({ field, errorMessage }) => `${field} ${errorMessage}`,
      )
      expect([200, 400, 429]).toContain(status)
      // Only the server knows the counties of another ZIP.
      const isOfPage = (one: string) => values.zipCode === right.zipCode || !one.startsWith('county ')
      const judged = told.filter((one) => isOfPage(one) && !serverOnly.some((code) => one.endsWith(` ${code}`)))
      if (found.length > 0 || judged.some((one) => !one.startsWith('coverage ')))
        expect(judged.sort()).toEqual(found.filter(isOfPage).sort())
    }),
    { numRuns: 200 },
  )
  await sql`delete from outbox`.execute(portal.database.read)
})
