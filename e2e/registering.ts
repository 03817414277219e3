import type { Page } from '@playwright/test'
import { emailCount, findLink, newEmail } from './outbox.ts'
import { expect, open, submitSignIn } from './support.ts'

export const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
export const form = (page: Page) => page.locator('main form')
const answers = ['Chestnut', 'Duluth', 'Empanadas']
export const word = 'Kestrel-47-Ridge'

export const texts = {
  en: {
    member: 'I am a member and just want to register',
    zip: 'ZIP code',
    next: 'Continue',
    relationship: 'Your relationship to the subscriber',
    memberId: 'Member ID',
    first: 'First name',
    last: 'Last name',
    days: ['Month', 'Day', 'Year'],
    email: 'E-mail',
    repeat: 'Repeat your e-mail',
    phone: 'Phone',
    kind: 'Kind of phone',
    loginId: 'Login ID',
    password: 'Password',
    question: 'Question',
    answer: 'Answer',
    accept: 'I have read the terms and accept them',
    submit: 'Create my account',
    sent: 'Check your e-mail',
    confirm: 'Confirm and finish',
    done: 'Your account is ready',
    signIn: 'Sign in',
    titles: ['Your details', 'How can we reach you?', 'Choose a login ID and a password', 'Security questions'],
  },
  es: {
    member: 'Soy miembro y solo quiero registrarme',
    zip: 'Código postal',
    next: 'Continuar',
    relationship: 'Su relación con el titular',
    memberId: 'Número de miembro',
    first: 'Nombre',
    last: 'Apellido',
    days: ['Mes', 'Día', 'Año'],
    ...{
      email: 'Correo electrónico',
      repeat: 'Repita su correo electrónico',
      phone: 'Teléfono',
      kind: 'Tipo de teléfono',
    },
    loginId: 'ID de usuario',
    password: 'Contraseña',
    question: 'Pregunta',
    answer: 'Respuesta',
    accept: 'Leí las condiciones y las acepto',
    submit: 'Crear mi cuenta',
    sent: 'Revise su correo electrónico',
    confirm: 'Confirmar y terminar',
    done: 'Su cuenta está lista',
    signIn: 'Iniciar sesión',
    titles: [
      'Sus datos',
      '¿Cómo podemos comunicarnos con usted?',
      'Elija un ID de usuario y una contraseña',
      'Preguntas de seguridad',
    ],
  },
} as const
type Language = keyof typeof texts

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

export async function start(page: Page, language: Language, zip: string) {
  const t = texts[language]
  await field(page, t.member).check()
  await field(page, t.zip).fill(zip)
  await page.getByRole('button', { name: t.next }).click()
}

interface Person {
  readonly memberId: string
  readonly first: string
  readonly last: string
  readonly birth: readonly [string, string, string]
}

/** Each retry of a test registers someone else, since no one can be registered twice. */
export function personAt(retry: number, people: readonly Person[]): Person {
  const person = people[retry]
  if (person === undefined) throw new Error('Nobody is left to register.')
  return person
}

export async function describePerson(page: Page, language: Language, { memberId, first, last, birth }: Person) {
  const t = texts[language]
  await field(page, t.relationship).selectOption('SELF')
  await field(page, t.memberId).fill(memberId)
  await field(page, t.first).fill(first)
  await field(page, t.last).fill(last)
  for (const [at, part] of birth.entries()) await field(page, t.days[at] ?? '').fill(part)
}

export async function describeContact(page: Page, language: Language, email: string) {
  const t = texts[language]
  await field(page, t.email).fill(email)
  await field(page, t.repeat).fill(email)
  await field(page, t.phone).fill('5555550142')
  await field(page, t.kind).selectOption('CELL')
}

/** Chooses three questions; returns the answer to each. */
export async function chooseQuestions(page: Page, language: Language): Promise<Map<string, string>> {
  const t = texts[language]
  const chosen = new Map<string, string>()
  for (const [at, answer] of answers.entries()) {
    const question = field(page, `${t.question} ${at + 1}`)
    await question.selectOption({ index: at + 1 })
    await field(page, `${t.answer} ${at + 1}`).fill(answer)
    chosen.set(await question.locator('option:checked').evaluate((option: HTMLOptionElement) => option.text), answer)
  }
  return chosen
}

/** The link in the newest e-mail to an address. */
export async function linkTo(address: string, before: number, view = 'confirm-registration'): Promise<string> {
  return findLink(await newEmail(address, before), view)
}

interface NewLogin {
  readonly to: string
  readonly loginId: string
}

/** From choosing a login ID to the link being sent. */
export async function chooseLogin(page: Page, language: Language, { loginId }: NewLogin) {
  const t = texts[language]
  await expect(locateHeading(page)).toHaveText(t.titles[2])
  await field(page, t.loginId).fill(loginId)
  await field(page, t.password).fill(word)
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText(t.titles[3])
  const chosen = await chooseQuestions(page, language)
  await field(page, t.accept).press('Space')
  await page.getByRole('button', { name: t.submit }).press('Enter')
  await expect(locateHeading(page)).toHaveText(t.sent)
  return chosen
}

/** From the contact information to an account that is ready. */
export async function finish(page: Page, language: Language, { to, loginId }: NewLogin) {
  const t = texts[language]
  const before = emailCount(to)
  await expect(locateHeading(page)).toHaveText(t.titles[1])
  await describeContact(page, language, to)
  await page.keyboard.press('Enter')
  const chosen = await chooseLogin(page, language, { to, loginId })
  await followLink(page, language, await linkTo(to, before))
  return chosen
}

export async function followLink(page: Page, language: Language, link: string) {
  const t = texts[language]
  await open(page, link)
  await page.getByRole('button', { name: t.confirm }).press('Enter')
  await expect(locateHeading(page)).toHaveText(t.done)
}

/** Signs in to the new account for the first time. */
export async function signInFirst(page: Page, language: Language, loginId: string, home: RegExp) {
  await page.getByRole('main').getByRole('button', { name: texts[language].signIn }).press('Enter')
  await expect(page.locator('#loginId')).toHaveValue(loginId.toUpperCase())
  await submitSignIn(page, loginId.toUpperCase(), word)
  await page.waitForURL(home)
}
