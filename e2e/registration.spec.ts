import type { Page } from '@playwright/test'
import { emailCount, newEmail } from './outbox.ts'
import { expect, expectUsable, hydrated, open, originOf, submitSignIn, tabTo, test } from './support.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const form = (page: Page) => page.locator('main form')
const word = 'Kestrel-47-Ridge'

const texts = {
  en: {
    member: 'I am a member and just want to register',
    ...{ zip: 'ZIP code', next: 'Continue', relationship: 'Your relationship to the subscriber' },
    ...{ memberId: 'Member ID', first: 'First name', last: 'Last name', days: ['Month', 'Day', 'Year'] },
    ...{ email: 'E-mail', repeat: 'Repeat your e-mail', phone: 'Phone', kind: 'Kind of phone' },
    ...{ loginId: 'Login ID', password: 'Password', question: 'Question', answer: 'Answer' },
    ...{ accept: 'I have read the terms and accept them', submit: 'Create my account', sent: 'Check your e-mail' },
    ...{ confirm: 'Confirm and finish', done: 'Your account is ready', signIn: 'Sign in' },
    titles: ['Your details', 'How can we reach you?', 'Choose a login ID and a password', 'Security questions'],
  },
  es: {
    member: 'Soy miembro y solo quiero registrarme',
    ...{ zip: 'Código postal', next: 'Continuar', relationship: 'Su relación con el titular' },
    ...{ memberId: 'ID de miembro', first: 'Nombre', last: 'Apellido', days: ['Mes', 'Día', 'Año'] },
    ...{
      email: 'Correo electrónico',
      repeat: 'Repita su correo electrónico',
      phone: 'Teléfono',
      kind: 'Tipo de teléfono',
    },
    ...{ loginId: 'ID de usuario', password: 'Contraseña', question: 'Pregunta', answer: 'Respuesta' },
    ...{ accept: 'Leí las condiciones y las acepto', submit: 'Crear mi cuenta', sent: 'Revise su correo electrónico' },
    ...{ confirm: 'Confirmar y terminar', done: 'Su cuenta está lista', signIn: 'Iniciar sesión' },
    titles: [
      'Sus datos',
      '¿Cómo podemos comunicarnos con usted?',
      'Elija un ID de usuario y una contraseña',
      'Preguntas de seguridad',
    ],
  },
} as const
type Language = keyof typeof texts

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function start(page: Page, language: Language, zip: string) {
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

/** Each try of a journey registers somebody else: who is registered cannot be registered again. */
function personAt(retry: number, people: readonly Person[]): Person {
  const person = people[retry]
  if (person === undefined) throw new Error('Nobody is left to register.')
  return person
}

async function describePerson(page: Page, language: Language, { memberId, first, last, birth }: Person) {
  const t = texts[language]
  await field(page, t.relationship).selectOption('SELF')
  await field(page, t.memberId).fill(memberId)
  await field(page, t.first).fill(first)
  await field(page, t.last).fill(last)
  for (const [at, part] of birth.entries()) await field(page, t.days[at] ?? '').fill(part)
}

async function describeContact(page: Page, language: Language, email: string) {
  const t = texts[language]
  await field(page, t.email).fill(email)
  await field(page, t.repeat).fill(email)
  await field(page, t.phone).fill('5555550142')
  await field(page, t.kind).selectOption('CELL')
}

async function chooseQuestions(page: Page, language: Language) {
  const t = texts[language]
  for (const [at, answer] of ['Chestnut', 'Duluth', 'Empanadas'].entries()) {
    await field(page, `${t.question} ${at + 1}`).selectOption({ index: at + 1 })
    await field(page, `${t.answer} ${at + 1}`).fill(answer)
  }
}

/** The link of the newest e-mail to an address. */
async function linkTo(address: string, before: number): Promise<string> {
  const { text } = await newEmail(address, before)
  return /http\S+#\/confirm-registration\?ticket=[\w-]{43}/.exec(text)?.[0] ?? ''
}

test.describe('on a desktop, in English', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('RG-1 MN-3 VA-2 VA-5 a member registers by keyboard: told what is wrong, resumed after a reload, back and in a second tab, then signs in', async ({
    page,
    noise,
  }, { retry }) => {
    test.slow()
    noise.allow(/40[01]/)
    const t = texts.en
    // Each try registers another person.
    const { memberId, first, last, birth } = personAt(retry, [
      { memberId: '88701073406', first: 'Renae', last: 'Kovach', birth: ['1', '25', '1965'] },
      { memberId: '88701128839', first: 'Gordon', last: 'Pell', birth: ['9', '28', '1962'] },
      { memberId: '88701120920', first: 'Marisol', last: 'Quintero', birth: ['2', '11', '1984'] },
    ])
    const [month, day, year] = birth
    const to = 'kovach@mail.test'
    const before = emailCount(to)
    await open(page, `${originOf('hmbcbs')}/login/`)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(heading(page)).toHaveText('Who are you?')
    await tabTo(page, page.getByRole('button', { name: t.next }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: '2 fields are still empty' })).toBeFocused()
    await expect(form(page)).toHaveAttribute('data-state', 'Incomplete')
    await expect(page.getByRole('radio')).toHaveCount(5)
    await expectUsable(page, 'start of registration, refused')

    // Another brand's zip leads to that brand; a member may stay.
    await start(page, 'en', '55401')
    await expect(page.getByRole('status').getByText(/^ZIP code 55401 belongs to/)).toBeVisible()
    await expectUsable(page, 'zip of another brand')
    await field(page, t.zip).fill('15003')
    await page.keyboard.press('Enter')
    const county = field(page, 'County')
    await expect(county).toBeFocused()
    await county.selectOption({ index: 1 })
    await page.getByRole('button', { name: t.next }).press('Enter')
    await expect(heading(page)).toHaveText(t.titles[0])
    await expect(heading(page)).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Create an account' }).getByRole('listitem')).toHaveCount(5)

    // What is wrong is told at the field, and stays over a reload.
    await describePerson(page, 'en', {
      ...{ memberId: '88701-0734', first, last },
      birth: [month, day, '2020'],
    })
    await page.keyboard.press('Enter')
    await expect(field(page, t.memberId)).toHaveAccessibleDescription(/^Your Member ID must contain at least 9 digits/)
    await expect(page.getByRole('group', { name: 'Date of birth' })).toHaveAccessibleDescription(
      /You must be at least 14 years old/,
    )
    await expectUsable(page, 'coverage, refused by the rules')
    await field(page, t.memberId).fill(memberId)
    await field(page, 'Year').fill(String(Number(year) + 1))
    await page.reload()
    await hydrated(page)
    await expect(field(page, t.memberId)).toHaveValue(memberId)
    await page.getByRole('button', { name: t.next }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('We could not set up an account with these details')
    await expect(page.getByRole('alert').getByRole('link', { name: /\d{3}/ })).toHaveAttribute('href', /^tel:/)
    await expectUsable(page, 'coverage that matches nobody')
    await field(page, 'Year').fill(year)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(t.titles[1])

    await describeContact(page, 'en', to)
    await field(page, t.repeat).fill('kovach@mail.com')
    await page.keyboard.press('Enter')
    await expect(field(page, t.repeat)).toHaveAccessibleDescription(/^Email addresses do not match/)
    await field(page, t.repeat).fill(to)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(t.titles[2])
    await field(page, t.loginId).fill('member01')
    await field(page, t.password).fill('My-Member01-7')
    await page.keyboard.press('Enter')
    await expect(field(page, t.password)).toHaveAccessibleDescription(/^Password cannot contain your Login ID/)
    await field(page, t.password).fill(word)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(t.titles[3])

    // Back and forth by the browser and the steps; another tab begins anew.
    await page.goBack()
    await expect(heading(page)).toHaveText(t.titles[2])
    await expect(field(page, t.password)).toHaveValue(word)
    const other = await page.context().newPage()
    await open(other, `${originOf('hmbcbs')}/login/#/register/finish`)
    await expect(heading(other)).toHaveText('Who are you?')
    await other.close()
    await page.goForward()
    await page.getByRole('button', { name: t.submit }).click()
    await expect(page.getByRole('group', { name: '7 fields are still empty' })).toBeFocused()
    await chooseQuestions(page, 'en')
    await expectUsable(page, 'security questions and terms')
    await field(page, t.accept).press('Space')
    await page.getByRole('button', { name: t.submit }).dblclick()
    await expect(heading(page)).toHaveText(t.sent)
    await expect(page.getByRole('main')).toContainText(to)
    await expectUsable(page, 'link sent')
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toMatch(
      new RegExp(`${last}|${memberId}`),
    )

    // The login ID is somebody's: only whoever owns the address is told.
    const link = await linkTo(to, before)
    expect(emailCount(to)).toBe(before + 1)
    await open(page, link)
    await expect(heading(page)).toHaveText('Finish creating your account')
    expect(page.url()).not.toContain('ticket')
    await expectUsable(page, 'link followed')
    await page.getByRole('button', { name: t.confirm }).press('Enter')
    await expect(heading(page)).toHaveText('Please choose another login ID')
    await expect(heading(page)).toBeFocused()
    await field(page, t.loginId).fill(`kovach6${retry}`)
    await field(page, t.password).fill(word)
    await expectUsable(page, 'login ID chosen anew')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(t.done)
    await expectUsable(page, 'account ready')
    await page.getByRole('main').getByRole('button', { name: t.signIn }).press('Enter')
    await hydrated(page)
    await expect(page.locator('#loginId')).toHaveValue(`KOVACH6${retry}`)
    await submitSignIn(page, `KOVACH6${retry}`, word)
    await page.waitForURL(/\/mbr\//)
  })

  test('RG-1 VA-5 VA-6 BR-11 a member of North Dakota: three choices, letters in the member ID, a longer top-level domain', async ({
    page,
    noise,
  }, { retry }) => {
    noise.allow(/40[01]/)
    const t = texts.en
    const to = 'fettig@mail.example'
    const before = emailCount(to)
    await open(page, `${originOf('ndbcbs')}/login/#/register`)
    await expect(page.getByRole('radio')).toHaveCount(3)
    await start(page, 'en', '58102')
    await expect(heading(page)).toHaveText(t.titles[0])
    const person = personAt(retry, [
      { memberId: '88701152596', first: 'Jolene', last: 'Fettig', birth: ['12', '22', '1991'] },
      { memberId: '88701144677', first: 'Lyle', last: 'Standing Bear', birth: ['3', '19', '1968'] },
      { memberId: '88701160515', first: 'Casper', last: 'Ohm', birth: ['1', '8', '1957'] },
    ])
    await describePerson(page, 'en', { ...person, memberId: 'ABC?12345' })
    await page.keyboard.press('Enter')
    await expect(field(page, t.memberId)).toHaveAccessibleDescription(/must contain 9 or more alphanumeric characters/)
    await describePerson(page, 'en', person)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(t.titles[1])
    await describeContact(page, 'en', to)
    await page.keyboard.press('Enter')
    await field(page, t.loginId).fill(`fettig9${retry}`)
    await field(page, t.password).fill(word)
    await page.keyboard.press('Enter')
    await chooseQuestions(page, 'en')
    await field(page, t.accept).check()
    await page.getByRole('button', { name: t.submit }).click()
    await expect(heading(page)).toHaveText(t.sent)
    await open(page, await linkTo(to, before))
    await page.getByRole('button', { name: t.confirm }).click()
    await expect(heading(page)).toHaveText(t.done)
  })

  test('ER-5 RG-1 a guardian by keyboard: own details refused, a PIN from the address on file, then the rest and the first sign-in', async ({
    page,
    noise,
  }, { retry }) => {
    test.slow()
    noise.allow(/40[01]/)
    const t = texts.en
    // Each try registers another child.
    const child = [
      { first: 'Ivy', birth: ['3', '9', '2018'] },
      { first: 'June', birth: ['10', '2', '2019'] },
      { first: 'Theo', birth: ['5', '21', '2020'] },
    ][retry] ?? { first: '', birth: [] }
    const to = `guardian${retry}@mail.test`
    const [before, pins] = [emailCount(to), emailCount('marian@mail.test')]
    const fillDay = async (parts: readonly string[]) => {
      for (const [at, part] of parts.entries()) await field(page, t.days[at] ?? '').fill(part)
    }
    await open(page, `${originOf('hmbcbs')}/login/#/register`)
    await start(page, 'en', '16335')
    await expect(heading(page)).toHaveText(t.titles[0])
    await field(page, t.relationship).selectOption('CUSTODIAL PARENT/GUARDIAN')
    await field(page, t.memberId).fill('14630845200')
    await field(page, "Child's first name").fill(child.first)
    await field(page, "Child's last name").fill('Rosenbaum')
    await fillDay(child.birth)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('A parent or guardian has to be verified')
    await page.getByRole('button', { name: 'Send the PIN' }).press('Enter')
    await expect(page.getByRole('group', { name: '3 fields are still empty' })).toBeFocused()
    await field(page, "Guardian's first name").fill('Marion')
    await field(page, "Guardian's last name").fill('Rosenbaum')
    await fillDay(['2', '17', '1984'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('We could not verify the guardian')
    await expect(page.getByRole('alert').getByRole('link', { name: /\d{3}/ })).toHaveAttribute('href', /^tel:/)
    await expectUsable(page, 'guardian, refused')
    await field(page, "Guardian's first name").fill('Marian')
    await page.reload()
    await hydrated(page)
    await expect(field(page, "Guardian's first name")).toHaveValue('Marian')
    await field(page, "Guardian's first name").press('Enter')
    await expect(field(page, 'PIN')).toBeFocused()
    const pin = /\b(\d{6})\b/.exec((await newEmail('marian@mail.test', pins)).text)?.[1] ?? ''
    await field(page, 'PIN').fill(pin === '111111' ? '222222' : '111111')
    await page.keyboard.press('Enter')
    await expect(field(page, 'PIN')).toHaveAccessibleDescription(/^This PIN is not right/)
    await expectUsable(page, 'PIN, refused')
    await field(page, 'PIN').fill(pin)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(t.titles[1])
    await describeContact(page, 'en', to)
    await page.keyboard.press('Enter')
    await field(page, t.loginId).fill(`guardian${retry}`)
    await field(page, t.password).fill(word)
    await page.keyboard.press('Enter')
    await chooseQuestions(page, 'en')
    await field(page, t.accept).check()
    await page.getByRole('button', { name: t.submit }).click()
    await expect(heading(page)).toHaveText(t.sent)
    await open(page, await linkTo(to, before))
    await page.getByRole('button', { name: t.confirm }).click()
    await expect(heading(page)).toHaveText(t.done)
    await page.getByRole('main').getByRole('button', { name: t.signIn }).click()
    await hydrated(page)
    await submitSignIn(page, `GUARDIAN${retry}`, word)
    await page.waitForURL(/\/mbr\//)
  })
})

test.describe('on a phone, in Spanish', () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: 'es-US' })

  test('RG-1 VA-5 BR-11 LG-4 a member of Minnesota: led there by the zip, abandoned and resumed, signs in', async ({
    page,
    noise,
  }, { retry }) => {
    test.slow()
    noise.allow(/40[01]/)
    const t = texts.es
    const to = 'voss@mail.test'
    const before = emailCount(to)
    await open(page, `${originOf('default')}/login/#/register`)
    await start(page, 'es', '55401')
    await page.getByRole('link', { name: /^Ir a / }).click()
    await hydrated(page)
    await expect(field(page, t.zip)).toHaveValue('55401')
    await expect(page.getByRole('radio')).toHaveCount(3)
    await start(page, 'es', '55401')
    await expect(heading(page)).toHaveText(t.titles[0])
    await expect(field(page, t.memberId)).toHaveAccessibleDescription(/tarjeta/)
    const person = personAt(retry, [
      { memberId: '88701192191', first: 'Anders', last: 'Voss', birth: ['02', '27', '1981'] },
      { memberId: '88701200110', first: 'Xia', last: 'Thao', birth: ['07', '09', '1995'] },
    ])
    await describePerson(page, 'es', { ...person, memberId: 'XYZ887011921' })
    await page.getByRole('button', { name: t.next }).click()
    await expect(field(page, t.memberId)).toHaveAttribute('aria-invalid', 'true')
    await expectUsable(page, 'member ID of Minnesota, refused')
    await field(page, t.memberId).fill(person.memberId)
    await page.getByRole('button', { name: t.next }).click()
    await expect(heading(page)).toHaveText(t.titles[1])
    await describeContact(page, 'es', to)

    // Abandoned, and resumed where it was left.
    await page.goto('about:blank')
    await page.goBack()
    await hydrated(page)
    await expect(heading(page)).toHaveText(t.titles[1])
    await expect(field(page, t.email)).toHaveValue(to)
    await page.getByRole('button', { name: t.next }).click()
    await field(page, t.loginId).fill(`voss198${retry}`)
    await field(page, t.password).fill(word)
    await page.getByRole('button', { name: t.next }).click()
    await chooseQuestions(page, 'es')
    await field(page, t.accept).check()
    await expectUsable(page, 'security questions on a phone')
    await page.getByRole('button', { name: t.submit }).click()
    await expect(heading(page)).toHaveText(t.sent)
    const link = await linkTo(to, before)
    await open(page, link)
    await page.getByRole('button', { name: t.confirm }).click()
    await expect(heading(page)).toHaveText(t.done)
    await page.getByRole('main').getByRole('button', { name: t.signIn }).click()
    await hydrated(page)
    await submitSignIn(page, `VOSS198${retry}`, word)
    await page.waitForURL(/\/(mbr|member)\//)
  })
})
