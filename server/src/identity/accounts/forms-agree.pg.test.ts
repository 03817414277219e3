import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { checkInvitation } from '@portico/rules/people/invitation'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { phoneTypes } from '@portico/rules/validation/phone-type'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, memberClient } from '../../../test/client.ts'
import { contactSample } from '../../../test/contact-sample.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { chosenAnswers, ownCard, undoChanges } from '../../../test/samples.ts'
import { easternDay, isoDate } from '../../platform/day.ts'

type Values = Readonly<Record<string, string>>
type Check = (name: string, values: Values, more?: unknown) => { readonly code: string } | null

/** Checks from the page's forms. The page is a separate program, with its own types. */
const ofPage = (file: string) =>
  import(join(import.meta.dirname, '../../../../web/src', file)) as Promise<Record<string, Check>>
const { checkContactField, checkNewEmail } = await ofPage('member/account/checks.ts')
const { checkAsked, checkAskedLoginId } = await ofPage('public/recovery/checks.ts')
const { checkQuestion } = await ofPage('kit/forms/security-questions.ts')

interface Form {
  readonly right: Values
  check(name: string, values: Values): { readonly code: string } | null | undefined
  send(values: Values): Promise<Answer>
}

let portal: Portal
let member: Client
let visitor: Client
beforeAll(async () => {
  portal = await startPortal()
  member = await memberClient(portal.origin, 'MEMBER01')
  visitor = new Client(portal.origin)
})
afterAll(async () => {
  await undoChanges(portal.database)
  await portal?.close()
})

const today = isoDate(easternDay(new Date()))
const questions = chosenAnswers.flatMap(({ questionId, answer }, at) => [
  [`questionId${at + 1}`, questionId],
  [`answer${at + 1}`, answer],
])
const card = { way: 'questions', email: '', memberId: ownCard.memberId, dateOfBirth: ownCard.dateOfBirth }
const about = { today, memberNumber: { form: 'digits', min: 9, max: 17 } }

const forms: Readonly<Record<string, Form>> = {
  'contact information': {
    right: { ...contactSample, phoneType: 'CELL' } satisfies Record<keyof BodyOf<typeof calls.updateProfile>, string>,
    check: (name, values) => checkContactField?.(name, values),
    send: ({ phoneType, ...typed }) =>
      make(member, calls.updateProfile, {
        body: { ...typed, phoneType: phoneTypes.find((one) => one === phoneType) ?? null },
      }),
  },
  'a new e-mail address': {
    right: { email: 'odell@mail.example' },
    check: (name, { email = '' }) => checkNewEmail?.(name, { email, repeat: email }, false),
    send: ({ email = '' }) => make(member, calls.changeEmail, { body: { email } }),
  },
  'security questions': {
    right: Object.fromEntries(questions),
    check: (name, values) => checkQuestion?.(name, values, offered),
    send: (values) =>
      make(member, calls.setSecurityQuestions, {
        body: {
          answers: [1, 2, 3].map((at) => ({
            questionId: values[`questionId${at}`] ?? '',
            answer: values[`answer${at}`] ?? '',
          })),
        },
      }),
  },
  'an invitation': {
    right: { name: 'Ana Escobar', email: 'ana@mail.example', relationship: 'CAREGIVER', lastDay: '' },
    check: (name, values) => checkInvitation(name as 'name', values[name] ?? '', today),
    send: ({ name = '', email = '', relationship = '', lastDay = '' }) =>
      make(member, calls.invitePerson, {
        body: { name, email, relationship, lastDay, invitationId: randomUUID(), scopes: ['coverage'] },
      }),
  },
  'a forgotten login ID, by e-mail': {
    right: { email: 'odell@mail.example' },
    check: (name, { email = '' }) => checkAsked?.(name, { ...card, way: 'link', email }, about),
    send: ({ email = '' }) => make(visitor, calls.forgottenUsername, { body: { email } }),
  },
  'a forgotten login ID, by card': {
    right: { memberId: card.memberId, dateOfBirth: card.dateOfBirth },
    check: (name, values) => checkAsked?.(name, { ...card, ...values }, about),
    send: ({ memberId = '', dateOfBirth = '' }) =>
      make(visitor, calls.usernameQuestions, { body: { memberId: memberId.trim(), dateOfBirth: dateOfBirth.trim() } }),
  },
  'a forgotten password': {
    right: { logonId: 'MEMBER01' },
    check: (_name, { logonId = '' }) => checkAskedLoginId?.(logonId, {}),
    send: ({ logonId = '' }) =>
      make(visitor, calls.forgottenPassword, { body: { logonId: normalizeLoginId(logonId) } }),
  },
}
let offered: readonly { readonly questionId: string }[] = []

/** A list can send only one of its options. */
function choose(name: string, text: string): string {
  const isOffered = offered.some(({ questionId }) => questionId === text)
  return name.startsWith('questionId') && !isOffered ? '' : text
}

const typed = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed()),
    fc.string({ maxLength: 60 }),
    fc.constantFrom('', ' ', '15222 ', '00000', '12/24/2099', '02/30/1980', '1/1/1800', 'a@b', 'a@b.co', ' a@b.co '),
    fc.constantFrom(
      '1-800-555-0199',
      '555',
      'SELF',
      'SPOUSE',
      'CELL',
      "O'Neil-Ñandú",
      'P.O. Box 9',
      'first-street',
      'x',
    ),
  )
  // No keyboard types a null character; the contract refuses it before any rule runs.
  .map((text) => text.slice(0, 90).replaceAll('\0', ''))

/** Leaves out CONFLICT, for an address that is already invited, because only the server can know that. */
function listErrors({ body }: Answer): string[] {
  return (body.errors ?? []).flatMap(({ field, errorMessage }) =>
    field === undefined || errorMessage === 'CONFLICT' ? [] : [field],
  )
}

/** The contract refuses a list without a choice before any other check, and names the field by its path. */
const byContract = /^answers\.(\d)\.(\w+)$/

test.each(Object.entries(forms))(
  'RG-2 RG-3 VA-1 VA-12 %s: the page and the server judge alike, whatever is typed',
  async (_name, form) => {
    offered = (await make(member, calls.securityQuestions, {})).body.payload.offered
    const names = Object.keys(form.right)
    const tries = fc.array(
      fc.uniqueArray(
        fc.tuple(fc.constantFrom(...names), typed).map(([name, text]) => [name, choose(name, text)] as const),
        { minLength: 1, maxLength: 2, selector: ([name]) => name },
      ),
      { minLength: 10, maxLength: 10 },
    )
    await fc.assert(
      fc.asyncProperty(tries, async (burst) => {
        const all = burst.map((spoilt): Values => ({ ...form.right, ...Object.fromEntries(spoilt) }))
        const answers = await Promise.all(all.map((values) => form.send(values)))
        for (const [at, values] of all.entries()) {
          const found = names.filter((name) => form.check(name, values))
          const answer = answers[at]
          // Only values that would have been accepted can get TOO-MANY-REQUESTS.
          expect([200, 400, 429]).toContain(answer?.status)
          const told = answer?.status === 400 ? listErrors(answer) : []
          const early = told.flatMap((field) => byContract.exec(field) ?? [])
          if (early.length > 0)
            expect([values, found]).toEqual([values, expect.arrayContaining([`${early[2]}${Number(early[1]) + 1}`])])
          else expect([values, [...new Set(told)].sort()]).toEqual([values, found.sort()])
        }
      }),
      { numRuns: 8 },
    )
  },
)
