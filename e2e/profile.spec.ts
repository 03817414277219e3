import { readFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import { emailCount, findLink, newEmail } from './outbox.ts'
import {
  buildOrigin,
  expect,
  expectUsable,
  open,
  password,
  signIn,
  submitSignIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const status = (page: Page) => page.getByRole('main').getByRole('status')

test('RG-3 VA-1 VA-6 VA-7 contact information is changed by keyboard, and a new e-mail address counts once its link is opened on a phone in Spanish', async ({
  page,
  newVisitor,
  noise,
}) => {
  test.slow()
  noise.allow(/400/)
  const old = 'memberde@mail.example'
  const fresh = 'delia.new@mail.test'
  const told = emailCount(old)
  await signIn(page, 'MEMBERDE', buildOrigin('de'))
  await open(page, `${buildOrigin('de')}/mbr/#!/account/contact`)
  await expect(locateHeading(page)).toHaveText('Contact information')
  await expect(page.getByText(old)).toBeVisible()
  await expectUsable(page, 'contact information')

  const phone = page.getByLabel('Phone', { exact: true })
  await tabTo(page, phone)
  await phone.fill('12')
  await page.getByLabel('ZIP code').fill('1980')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('group', { name: 'Please check 2 fields' })
  await expect(summary).toBeFocused()
  await expect(phone).toHaveAccessibleDescription('Please enter a valid 10 digit phone number.')
  await expectUsable(page, 'contact information, refused')
  await phone.fill('3025550142')
  await page.reload()
  await waitForHydration(page)
  // On a reload, Firefox leaves the field, which formats the number.
  await expect(phone).toHaveValue(/^(3025550142|\(302\) 555-0142)$/)
  // In the largest text, the button is a screen below the error: submitting scrolls up to that.
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { fontSize: 'largest' }))
  await page.getByLabel('ZIP code').fill('198')
  const one = page.getByRole('group', { name: 'Please check one field' })
  for (const height of [640, 540]) {
    await page.setViewportSize({ width: 1280, height })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(one).toBeFocused()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))))
    await expect(one).toBeInViewport()
  }
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { fontSize: 'regular' }))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('Mobile').check()
  await page.getByLabel('City').fill('Fargo')
  await page.getByLabel('ZIP code').fill('58102')
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('Your contact information is saved.')
  await expect(status(page)).toBeInViewport()
  await expect(page.getByText('State: ND')).toBeVisible()

  const change = page.getByRole('button', { name: 'Change e-mail address' })
  await change.press('Enter')
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('E-mail', { exact: true })
  const repeat = dialog.getByLabel('Repeat your e-mail')
  await email.fill(fresh)
  await repeat.fill('delia@mail.test')
  await page.keyboard.press('Enter')
  await expect(repeat).toHaveAccessibleDescription(/^Email addresses do not match/)
  await expectUsable(page, 'a new e-mail address, refused')
  await repeat.fill(fresh)
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('A link is on its way')
  await expect(page.getByText(`${fresh} is not confirmed yet`)).toBeVisible()
  await expectUsable(page, 'an e-mail address that waits')

  // Changes are made in turn: each answer includes all earlier changes.
  const steps: string[] = []
  const isChange = (request: Request) => /\/(updateProfile|account\/email)$/.test(request.url())
  page.on('request', (request) => isChange(request) && steps.push('asked'))
  page.on('requestfinished', (request) => isChange(request) && steps.push('answered'))
  const again = page.getByRole('button', { name: 'Send the link again' })
  await page.route(
    '**/updateProfile',
    async (route) => {
      await expect(again).toHaveAttribute('aria-disabled', 'true')
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByLabel('City').press('Enter')
  await again.press('Enter')
  await expect.poll(() => steps).toEqual(['asked', 'answered', 'asked', 'answered'])

  const letter = await newEmail(fresh, 1)
  expect(letter.subject).toBe('Please confirm your e-mail address')
  const link = findLink(letter, 'confirm-email')
  const mobile = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'es-US' })
  await open(mobile, link)
  await expect(locateHeading(mobile)).toHaveText('Confirme su correo electrónico')
  await expect(mobile).not.toHaveURL(/ticket/)
  await expectUsable(mobile, 'confirming an e-mail address in Spanish')
  await mobile.getByRole('button', { name: 'Confirmar esta dirección' }).press('Enter')
  await expect(locateHeading(mobile)).toHaveText('Su correo electrónico está confirmado')
  await expect(locateHeading(mobile)).toBeFocused()
  await expectUsable(mobile, 'an e-mail address confirmed in Spanish')
  expect((await newEmail(old, told)).text).not.toContain(fresh)

  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText(fresh)).toBeVisible()
  await expect(page.getByText('is not confirmed yet')).toHaveCount(0)
})

test('RG-2 VA-5 VA-10 a forgotten login ID shows to anyone who answers the security questions: in Spanish on a phone', async ({
  page,
  newVisitor,
  noise,
}) => {
  noise.allow(/400/)
  await signIn(page, 'MEMBERDE', buildOrigin('de'))
  await open(page, `${buildOrigin('de')}/mbr/#!/account/security`)
  const words = { 'first-street': 'Chestnut', 'first-job': 'Duluth', 'first-dish': 'Empanadas' }
  const status = await page.evaluate(async (chosen) => {
    const answers = Object.entries(chosen).map(([questionId, answer]) => ({ questionId, answer }))
    const headers = { appid: 'chmmbr', 'content-type': 'application/json' }
    const body = JSON.stringify({ payload: { answers } })
    return (await fetch('/rbsmbl/x-services/securityQuestions', { method: 'PUT', headers, body })).status
  }, words)
  expect(status).toBe(200)

  const phone = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'es-US' })
  await open(phone, `${buildOrigin('de')}/login/#/forgot-username`)
  await phone.getByLabel('Responder mis preguntas de seguridad').check()
  await phone.keyboard.press('Enter')
  await expect(phone.locator('main form')).toHaveAttribute('data-state', 'Incomplete')
  await expectUsable(phone, 'login ID by questions, nothing typed')
  await phone.getByLabel('Número de miembro').fill('52663950100')
  await phone.getByLabel('Fecha de nacimiento').fill('08/31/1998')
  await phone.keyboard.press('Enter')
  await expect(locateHeading(phone)).toHaveText('Sus preguntas de seguridad')
  await expect(phone.locator('main form input[type=text]')).toHaveCount(2)
  await expectUsable(phone, 'questions for a login ID')
  for (const [question, word] of [
    ['¿Cómo se llamaba la calle donde vivió por primera vez?', words['first-street']],
    ['¿En qué ciudad tuvo su primer trabajo?', words['first-job']],
    ['¿Cuál fue el primer plato que aprendió a cocinar?', words['first-dish']],
  ] as const) {
    const field = phone.getByLabel(question)
    if ((await field.count()) > 0) await field.fill(word)
  }
  await phone.keyboard.press('Enter')
  await expect(locateHeading(phone)).toHaveText('Su ID de usuario es MEMBERDE')
  await expect(locateHeading(phone)).toBeFocused()
  await expectUsable(phone, 'login ID found')
})

test('RG-3 a person’s data is downloaded, and an account is closed for good: in Spanish on a phone, by keyboard', async ({
  newVisitor,
  noise,
}) => {
  test.slow()
  noise.allow(/40[01]/)
  const to = 'leaver01@mail.example'
  const told = emailCount(to)
  const page = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'es-US' })
  await signIn(page, 'LEAVER01')
  await open(page, '/mbr/#!/account/data')
  await expect(locateHeading(page)).toHaveText('Sus datos y su cuenta')
  await expectUsable(page, 'data and account in Spanish')
  for (const [name, begin] of [
    ['Descargar en PDF', '%PDF-1.7'],
    ['Descargar en JSON', '{'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name }).press('Enter')
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^mis-datos\.(pdf|json)$/)
    expect((await readFile(await download.path(), 'latin1')).slice(0, begin.length)).toBe(begin)
    await expect(status(page)).toContainText('Su archivo está donde')
  }

  await page.getByRole('button', { name: 'Cerrar mi cuenta' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expectUsable(page, 'closing an account in Spanish')
  const word = dialog.getByLabel('Su contraseña')
  await word.fill('Wrong-1A')
  await page.keyboard.press('Enter')
  await expect(word).toHaveAccessibleDescription('Esa no es su contraseña. Inténtelo de nuevo.')
  await word.fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Su cuenta está cerrada')).toBeVisible()
  await expectUsable(page, 'an account closed in Spanish')
  expect((await newEmail(to, told)).text).toContain('Su cuenta se cerró')
  await open(page, '/')
  await submitSignIn(page, 'LEAVER01')
  await expect(page.getByRole('dialog')).toBeVisible()
})
