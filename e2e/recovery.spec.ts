import type { Page } from '@playwright/test'
import { emailCount, findLink, newEmail } from './outbox.ts'
import { expect, expectUsable, open, submitSignIn, tabTo, test, waitForHydration } from './support.ts'

const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')

// One account whose password no other test knows; the tests run one after the other.
test('RG-2 VA-3 VA-4 SI-1 a forgotten password: by e-mail and keyboard in English, then by security questions on a phone in Spanish', async ({
  page,
  newVisitor,
  noise,
}) => {
  test.slow()
  noise.allow(/40[01]/)
  const to = 'agencyadm@mail.example'
  const sent = emailCount(to)

  await open(page, '/login/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(locateHeading(page)).toHaveText('Forgot your password?')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  const summary = page.getByRole('group', { name: 'One field is still empty' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Login ID must be at least 6 alphanumeric characters')
  await expect(page.locator('main form')).toHaveAttribute('data-state', 'Incomplete')
  await expectUsable(page, 'forgotten password, nothing typed')
  await tabTo(page, summary.getByRole('link'), 1)
  await page.keyboard.press('Enter')
  const loginId = page.getByLabel('Login ID', { exact: true })
  await expect(loginId).toBeFocused()
  await page.keyboard.type('agency!')
  await page.keyboard.press('Enter')
  await expect(loginId).toHaveAccessibleDescription(
    'Login ID must be at least 6 alphanumeric characters and maximum 10 characters',
  )
  await expect(page.locator('main form')).toHaveAttribute('data-state', 'Error')
  await loginId.fill('agencyadm')
  await page.reload()
  await waitForHydration(page)
  await expect(loginId).toHaveValue(/^agencyadm$/i)
  await loginId.press('Enter')
  await expect(locateHeading(page)).toHaveText('Check your e-mail')
  await expect(locateHeading(page)).toBeFocused()
  await expectUsable(page, 'link sent')

  const email = await newEmail(to, sent)
  expect(email.subject).toBe('Choose a new password')
  const link = findLink(email, 'new-password')
  const ticket = link.replace(/.*=/, '')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`))
  await open(page, link)
  await expect(locateHeading(page)).toHaveText('Choose a new password')
  await expect(page).not.toHaveURL(new RegExp(ticket))
  await page.reload()
  await waitForHydration(page)
  const word = page.getByLabel('New password', { exact: true })
  // Password managers save the new password with the login ID, which was not typed here.
  await expect(page.locator('main form input[autocomplete="username"]')).toHaveValue('AGENCYADM')
  await word.fill('short')
  await word.press('Enter')
  await expect(word).toHaveAccessibleDescription(/^Password must have 8 or more characters/)
  await word.fill('My-AgencyAdm-7')
  await word.press('Enter')
  await expect(word).toHaveAccessibleDescription(/^Password cannot contain your Login ID/)
  await expectUsable(page, 'new password, refused')
  await word.fill('Kestrel-47-Ridge')
  await word.press('Enter')
  await expect(locateHeading(page)).toHaveText('Your password has been changed')
  await expect(locateHeading(page)).toBeFocused()
  await expectUsable(page, 'password recovered')
  expect(asked.filter((request) => request.includes(ticket))).toEqual([])
  expect((await newEmail(to, sent + 1)).subject).toBe('Your password was changed')

  // The link no longer works, and says so before anything is typed.
  await page.goto('about:blank')
  await open(page, link)
  await expect(locateHeading(page)).toHaveText('This link no longer works')
  await expect(page.getByText('A link works once, for 15 minutes. Your password is as it was.')).toBeVisible()
  await expectUsable(page, 'link used up')

  // After signing in with it, they choose three security questions.
  await open(page, '/mbr/#!/account/security')
  await submitSignIn(page, 'AGENCYADM', 'Kestrel-47-Ridge')
  await page.getByRole('button', { name: 'Choose security questions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('group', { name: '6 fields are still empty' })).toBeFocused()
  await expectUsable(page, 'security questions, nothing chosen')
  const answers = ['Chestnut', 'Duluth', 'Empanadas']
  for (const [at, answer] of answers.entries()) {
    await dialog.getByLabel(`Question ${at + 1}`).selectOption({ index: 1 })
    await dialog.getByLabel(`Answer ${at + 1}`).fill(answer)
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Question 2')).toHaveAccessibleDescription(
    'You already chose this question. Please choose another.',
  )
  await dialog.getByLabel('Question 2').selectOption({ index: 4 })
  await dialog.getByLabel('Question 3').selectOption({ index: 8 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(main(page).getByRole('status').getByText('Your security questions were saved.')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const phone = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'es-US' })
  await open(phone, '/login/#/forgot-password')
  await expect(locateHeading(phone)).toHaveText('¿Olvidó su contraseña?')
  await phone.getByLabel('ID de usuario', { exact: true }).fill('agencyadm')
  await phone.getByLabel('Responder mis preguntas de seguridad').check()
  await phone.getByRole('button', { name: 'Continuar' }).click()
  await expect(locateHeading(phone)).toHaveText('Sus preguntas de seguridad')
  await expectUsable(phone, 'security questions in Spanish')
  const byQuestion: Record<string, string> = {
    '¿Cómo se llamaba la calle donde vivió por primera vez?': 'chestnut',
    '¿En qué ciudad tuvo su primer trabajo?': ' DULUTH ',
    '¿Cuál fue el primer plato que aprendió a cocinar?': 'empanadas',
  }
  const fields = phone.locator('main form input[type=text]')
  await expect(fields).toHaveCount(2)
  await fields.first().fill('otra cosa')
  await fields.last().fill('otra cosa')
  await phone.getByRole('button', { name: 'Continuar' }).click()
  await expect(phone.getByRole('alert')).toContainText('Las respuestas no coinciden con las que tenemos')
  const answerAll = async () => {
    await expect(fields).toHaveCount(2)
    for (const [question, answer] of Object.entries(byQuestion)) {
      const field = phone.getByLabel(question)
      if ((await field.count()) > 0) await field.fill(answer)
    }
    await phone.getByRole('button', { name: 'Continuar' }).click()
  }
  // The answer does not move on someone who has started over meanwhile.
  const late = Promise.withResolvers<void>()
  await phone.route('**/securityQuestions/answers', (route) => late.promise.then(() => route.continue()), { times: 1 })
  await answerAll()
  await phone.getByRole('button', { name: 'Empezar de nuevo' }).click()
  late.resolve()
  await phone.getByLabel('Responder mis preguntas de seguridad').check()
  await phone.getByRole('button', { name: 'Continuar' }).click()
  await expect(locateHeading(phone)).toHaveText('Sus preguntas de seguridad')
  await answerAll()
  await expect(locateHeading(phone)).toHaveText('Elija una contraseña nueva')
  await phone.getByLabel('Contraseña nueva', { exact: true }).fill('Heron-58-Valley')
  await phone.getByRole('button', { name: 'Guardar contraseña nueva' }).click()
  await expect(locateHeading(phone)).toHaveText('Su contraseña se cambió')
  await phone.getByRole('button', { name: 'Iniciar sesión' }).click()
  await submitSignIn(phone, 'AGENCYADM', 'Heron-58-Valley')
  await phone.waitForURL(/\/mbr\//)
})

// In Spanish on a phone: with the security questions.
test('RG-2 VA-6 a forgotten login ID: refused by the rule, kept over a reload, sent, without revealing whether it was', async ({
  page,
}) => {
  const to = 'employee1@mail.example'
  const before = emailCount(to)
  await open(page, '/login/#/forgot-username')
  await expect(locateHeading(page)).toHaveText('Forgot your login ID?')
  const email = page.getByLabel('E-mail', { exact: true })
  await expect(email).toHaveAttribute('autocomplete', 'email')
  await email.fill('nobody@mail')
  await email.press('Enter')
  await expect(main(page).getByRole('group').first()).toBeFocused()
  await expect(email).toHaveAccessibleDescription(
    /^Please enter a valid email address. {1,2}Must contain @ and a '.' in the submitted value./,
  )
  await expectUsable(page, 'forgotten login ID, refused')

  await email.fill('nobody@mail.example')
  await page.reload()
  await waitForHydration(page)
  await expect(email).toHaveValue('nobody@mail.example')
  await page.getByRole('button', { name: 'Send my login ID' }).click()
  await expect(locateHeading(page)).toHaveText('Check your e-mail')
  await expectUsable(page, 'login ID sent')
  const said = await main(page).textContent()

  await page.reload()
  await waitForHydration(page)
  await expect(email).toHaveValue('')
  await email.fill(to.toUpperCase())
  await page.getByRole('button', { name: 'Send my login ID' }).dblclick()
  await expect(locateHeading(page)).toHaveText('Check your e-mail')
  await expect.poll(() => main(page).textContent()).toBe(said)
  const received = await newEmail(to, before)
  expect(received.subject).toContain('Your login ID')
  expect(received.text).toContain('EMPLOYEE1')
  expect(emailCount(to)).toBe(before + 1)
})
