import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leastCost } from '../../../../tools/work-unit.ts'
import { normalizeAddress } from './address.ts'
import { checkDate, fromYyyymmdd, parseChatDate, parseDate } from './date.ts'
import { checkEmail, checkEmailRepeat } from './email.ts'
import { normalizeLoginId } from './login-id.ts'
import { checkMemberId } from './member-id.ts'
import { checkNumber } from './number.ts'
import { checkPassword } from './password.ts'
import { formatPhone } from './phone.ts'
import { type Problem, problemCodes } from './result.ts'
import { checkAnswer } from './security-answer.ts'
import { checkFilteringSelect } from './select.ts'
import { trimToMax } from './text.ts'

/** Upper bound in units of work: many times what a healthy pattern takes, and far below what a runaway pattern takes. */
const maxUnits = 200

const today = { year: 2026, month: 11, day: 21 }
const tier = { minLength: 8, upper: true, lower: true, digit: true, special: true } as const

const own = readFileSync(join(import.meta.dirname, 'hostile-text.test.ts'), 'utf8')
const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.includes('.test.'))
const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))
type Check = (text: string) => Problem | null
const unlisted = modules
  .flatMap((module) => Object.entries<Check>(module))
  .filter(([name]) => /^check[A-Z]/.test(name) && !own.includes(`${name}(`))

/** Every check that takes a text; only those that take more, or options, are listed. */
const checks: Record<string, Check> = {
  ...Object.fromEntries(
    unlisted.filter(([, { length }]) => length === 1).map(([name, check]) => [name, (text: string) => check(text)]),
  ),
  password: (text) => checkPassword(text, { tier, loginId: 'MEMBER01' }),
  passwordOfLoginId: (text) => checkPassword('Welcome1!', { tier, loginId: text }),
  memberId: (text) => checkMemberId(text, { form: 'letters-and-digits', min: 9, max: 17 }),
  answer: (text) => checkAnswer(text, 'Which pet did you have first?'),
  answerToQuestion: (text) => checkAnswer('Rex', text),
  email: (text) => checkEmail(text),
  emailLongTopLevel: (text) => checkEmail(text, { longTopLevel: true }),
  emailRepeat: (text) => checkEmailRepeat(text, 'a@example.com'),
  filteringSelect: (text) => checkFilteringSelect({ typed: text, chosen: null }),
  date: (text) => checkDate(text, { today }),
  number: (text) => checkNumber(text, { places: 15 }),
}

it('VA-12 every check of a text is tried', () => {
  expect(Object.keys(checks)).toEqual(expect.arrayContaining(['checkPhone', 'checkName', 'email', 'date']))
  // An age takes two dates.
  expect(unlisted.filter(([, { length }]) => length !== 1).map(([name]) => name)).toEqual(['checkAge'])
})

const others: Record<string, (text: string) => unknown> = {
  formatPhone,
  normalizeLoginId,
  normalizeAddress,
  trimToMax: (text) => trimToMax(text, 7),
  parseDate: (text) => parseDate(text, today),
  fromYyyymmdd,
  parseChatDate,
}

/** Any text at all, including halves of surrogate pairs, control characters, and property names that every object has. */
const anyText = fc.oneof(
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty'),
)

it('VA-1 VA-3 VA-4 VA-5 VA-6 VA-7 VA-8 VA-9 VA-10 VA-11 any text gets null or a known code, and nothing throws', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const check of Object.values(checks)) {
        const problem = check(text)
        expect(problem === null || problemCodes.includes(problem.code)).toBe(true)
      }
      for (const run of Object.values(others)) run(text)
    }),
    { numRuns: 1000 },
  )
})

const heads = ['', 'a@', '1.', '(555) ']
const pieces = ['1', 'a', 'A', ' ', '.', '-', 'a.', '@a.', '(555) ', '1/', '01/', '0.', "'", 'ß', 'é', '🏠', 'Aa1!']
const ends = ['!', '\n', '@', '\ud800']

/** Texts that almost match a pattern: one piece repeated many times, then something that never matches; shorter ones first. */
function* almostFitting(): Generator<string> {
  for (const count of [16, 20, 24, 28, 45, 50_000]) {
    for (const head of heads) {
      for (const piece of pieces) {
        for (const end of count > 100 ? ['!'] : ends) yield head + piece.repeat(count) + end
      }
    }
  }
}

it.each(Object.entries({ ...checks, ...others }))(
  'VA-1 VA-6 VA-7 VA-10 %s finishes quickly with any almost matching text, short or long',
  (_, run) => {
    for (const text of almostFitting()) {
      expect(leastCost(() => run(text), maxUnits)).toBeLessThan(maxUnits)
    }
  },
)
