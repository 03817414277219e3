import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import {
  buildOrigin,
  endSession,
  expect,
  expectAccessible,
  expectUsable,
  follow,
  needChromium,
  open,
  signIn,
  submitSignIn,
  test,
  turnTo,
  waitForHydration,
} from './support.ts'
import { deliver } from './writing.ts'

const address = '/msg/#!/contact-us'
const addMessage = '**/contactus/addMessage'

const form = (page: Page) => page.getByRole('main').locator('form')
const category = (page: Page) => form(page).getByLabel('Category', { exact: true })
const subCategory = (page: Page) => form(page).getByLabel('Sub-category', { exact: true })
const subject = (page: Page) => form(page).getByLabel('Subject', { exact: true })
const words = (page: Page) => form(page).getByLabel('Message', { exact: true })
const phone = (page: Page) => form(page).getByLabel(/^Phone number/)
const bestTime = (page: Page) => form(page).getByLabel('Best time to call', { exact: true })
const send = (page: Page) => form(page).getByRole('button', { name: 'Send message' })
const again = (page: Page) => form(page).getByRole('button', { name: 'Try again' })
const cancel = (page: Page) => form(page).getByRole('button', { name: 'Cancel' })
const summary = (page: Page) =>
  form(page)
    .getByRole('group')
    .filter({ has: page.getByRole('list') })
const failure = (page: Page) => form(page).getByRole('alert').filter({ hasText: 'Your message is not sent yet.' })
const confirmation = (page: Page) => page.getByRole('region', { name: 'Your message is sent' })

async function openForm(page: Page, login = 'DENTAL01', brand = 'hmbcbs') {
  await signIn(page, login, buildOrigin(brand))
  await open(page, `${buildOrigin(brand)}${address}`)
  await expect(form(page)).toBeVisible()
}

/** Fills in the required fields; returns the subject, which is unique. */
async function fillIn(page: Page, text = 'Was it paid?'): Promise<string> {
  const title = `Question ${randomUUID().slice(0, 8)}`
  await category(page).selectOption('Claims')
  await subCategory(page).selectOption('Status of a claim')
  await subject(page).fill(title)
  await words(page).fill(text)
  return title
}

async function expectStoredOnce(page: Page, ...titles: readonly string[]) {
  await follow(page, '/msg/#!/message-center?folder=sent&pageSize=50')
  const lines = page.getByRole('list', { name: 'Sent' }).getByRole('link')
  await expect(lines.first()).toBeVisible()
  for (const title of titles) await expect(lines.filter({ hasText: title })).toHaveCount(1)
}

async function writeAnother(page: Page) {
  await confirmation(page).getByRole('button', { name: 'Write another message' }).click()
  await expect(category(page)).toBeFocused()
  await expect(words(page)).toHaveValue('')
}

async function tabTo(page: Page, target: Locator) {
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Drops the answers to a message on their way back: `most` of them, or all until `end` is called. */
async function loseAnswers(page: Page, most = Number.POSITIVE_INFINITY) {
  let left = most
  await page.route(addMessage, async (route) => {
    left -= 1
    if (left < 0) return route.continue()
    await deliver(route.request())
    return route.abort('failed')
  })
  return {
    end() {
      left = 0
    },
  }
}

test('RT-4 CT-3 MC-3 MC-5 BR-10 the form’s shape shows while the configuration loads, an unavailable configuration closes nothing, one that says so closes writing, and categories that failed to load can be tried again', async ({
  page,
  noise,
}) => {
  noise.allow(/503/)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/appConfig/public/**', async (route) => {
    await held
    await route.fulfill({ status: 503, json: {} })
  })
  await page.route('**/categories/subCategories', (route) => route.fulfill({ status: 503, json: {} }))
  // The line of the selected group.
  const line = { phoneNumber: '1-800-555-0199', hours: 'Sunday 9 AM - 10 AM', medicaid: false }
  await page.route('**/contactus/csphone', (route) => route.fulfill({ json: { baseMessage: {}, payload: line } }))
  await signIn(page, 'DENTAL01')
  await open(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
  await expect(page.getByRole('status').filter({ hasText: 'Loading the form' })).toHaveCount(1)
  await expect(form(page)).toHaveCount(0)
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'We could not load the form.' })).toBeVisible()
  await page.unroute('**/categories/subCategories')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(send(page)).toBeVisible()
  const other = page.getByRole('complementary', { name: 'Other ways to reach us' })
  await expect(other.getByRole('link', { name: line.phoneNumber })).toHaveAttribute('href', 'tel:+18005550199')
  await expect(other).toContainText(line.hours)
  await page.unroute('**/contactus/csphone')

  await follow(page, '/msg/#!/message-center')
  // Nothing else changes a setting here (CT-4), so the test makes up this one answer; everything else comes from the server.
  const asked: string[] = []
  await page.unroute('**/appConfig/public/**')
  await page.route('**/appConfig/public/list/MESSAGE_CENTER/*', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    const configs = [{ key: 'CONTACTUS_MAINTENANCE', group: 'MESSAGE_CENTER', booleanValue: true }]
    await route.fulfill({ json: { baseMessage: {}, payload: { configs } } })
  })
  await turnTo(page, address)
  const main = page.getByRole('main')
  await expect(main).toContainText('Writing is closed for maintenance')
  await expect(main).toContainText(/please call 1-800-555-01\d\d \(.+\)/)
  await expect(page.getByRole('status').filter({ hasText: 'Writing is closed for maintenance' })).toHaveCount(1)
  await expect(form(page)).toHaveCount(0)
  await expectUsable(page, 'maintenance')
  expect(asked).toEqual(['/cmcrst/x-services/appConfig/public/list/MESSAGE_CENTER/hmbcbs'])

  await main.getByRole('link', { name: 'Read your messages' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
  await page.unroute('**/appConfig/public/list/MESSAGE_CENTER/*')
  await page.getByRole('link', { name: 'Write to Customer Service' }).first().click()
  await expect(form(page)).toBeVisible()
})

test('MC-1 MC-3 NH-1 from the message center to a message sent and read again, with the keyboard alone', async ({
  page,
}) => {
  needChromium('to tell what a request holds')
  const title = `My bill ${randomUUID().slice(0, 8)}`
  await signIn(page, 'MEDSHOP1')
  await open(page, '/msg/#!/message-center')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Write to Customer Service' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeFocused()
  await expect(page).toHaveTitle(/^(\(\d+\) )?Contact us - Blue Plan West$/)
  // The date of the answer, holidays included, is the same before and after sending.
  await expect(form(page)).toContainText(/Customer Service answers in your message center by \w+, \w+ \d+\./)

  // By first letters: a browser takes a letter that comes a second later for the first one of another choice.
  await tabTo(page, category(page))
  await page.keyboard.press('b')
  await page.keyboard.press('Tab')
  await expect(subCategory(page)).toBeFocused()
  await expect(subCategory(page).getByRole('option')).toContainText(['Choose a sub-category', 'Is a service covered?'])
  await page.keyboard.press('i')
  await page.keyboard.press('Tab')
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Is an eye test covered?')
  const files = page.getByRole('button', { name: 'Choose files' })
  await expect(files).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(files).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(phone(page)).toHaveAttribute('placeholder', '555-555-5555')
  await page.keyboard.type('5555555555')
  await page.keyboard.press('Tab')
  await expect(phone(page)).toHaveValue('(555) 555-5555')
  await page.keyboard.type('Eve')
  await page.keyboard.press('Tab')
  await expect(send(page)).toBeFocused()
  const sending = page.waitForRequest(addMessage)
  await page.keyboard.press('Enter')
  expect((await sending).postDataJSON().payload).toMatchObject({
    categoryId: 'benefits',
    subCategoryId: 'covered',
    subject: title,
    text: 'Is an eye test covered?',
    phoneNumber: '(555) 555-5555',
    bestTime: 'evening',
  })

  await expect(confirmation(page)).toBeFocused()
  await expect(confirmation(page)).toHaveAccessibleDescription(/^Customer Service answers by \w+, \w+ \d+\./)
  await expectAccessible(page, 'sent message')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const opened = page.getByRole('article')
  await expect(opened.getByRole('heading', { level: 2 })).toHaveText(title)
  await expect(opened).toContainText('Is an eye test covered?')
  await expect(page.getByRole('list', { name: 'Sent' }).getByRole('link').filter({ hasText: title })).toHaveCount(1)
})

test('MC-3 LG-4 VA-1 VA-9 VA-12 errors are listed at the top, shown at each field and read out; the sub-category follows the category, and counters keep the limits', async ({
  page,
}) => {
  await openForm(page)
  await expect(subCategory(page).getByRole('option')).toHaveText(['Choose a category first'])
  await send(page).click()
  await expect(summary(page)).toBeFocused()
  await expect(summary(page)).toHaveAccessibleName('4 fields are still empty')
  await expect(summary(page)).toHaveAccessibleDescription(/Category: Field is Required.*Message: Field is Required/s)
  await expect(form(page)).toHaveAttribute('data-state', 'Incomplete')
  for (const field of [category(page), subCategory(page), subject(page), words(page)]) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription('Field is Required')
  }
  await expect(phone(page)).not.toHaveAttribute('aria-invalid')
  await expectUsable(page, 'form with errors')

  await summary(page).getByRole('link', { name: 'Subject: Field is Required' }).click()
  await expect(subject(page)).toBeFocused()
  expect(page.url()).toContain('#!/contact-us')
  await page.keyboard.type('My claim')
  await expect(subject(page)).not.toHaveAttribute('aria-invalid')
  await expect(summary(page)).toHaveAccessibleName('3 fields are still empty')

  await category(page).selectOption('Claims')
  await subCategory(page).selectOption('A claim was denied')
  await words(page).fill('Why?')
  await expect(summary(page)).toHaveCount(0)
  await phone(page).fill('12345')
  await expect(phone(page)).not.toHaveAttribute('aria-invalid')
  await send(page).click()
  await expect(summary(page)).toBeFocused()
  await expect(summary(page)).toHaveAccessibleName('Please check one field')
  await expect(phone(page)).toHaveAccessibleDescription('Please enter a valid 10 digit phone number.')
  await expect(form(page)).toHaveAttribute('data-state', 'Error')
  // As copied from a list of contacts, between invisible marks.
  await phone(page).fill('\u202a555-555-5555\u202c')
  await expect(phone(page)).toHaveValue('555-555-5555')
  await expect(summary(page)).toHaveCount(0)
  await expect(form(page)).toHaveAttribute('data-state', '')

  await category(page).selectOption('ID card')
  await subCategory(page).selectOption({ index: 1 })
  await category(page).selectOption('Claims')
  await expect(subCategory(page)).toHaveValue('')
  await subject(page).fill('x'.repeat(100))
  await subject(page).press('x')
  await expect(subject(page)).toHaveValue('x'.repeat(100))
  await expect(form(page)).toContainText('100 of 100')
  await expect(form(page).getByRole('status').filter({ hasText: '0 characters left' })).toHaveCount(1)
  await words(page).fill('y'.repeat(10_000))
  await words(page).press('y')
  await expect(form(page)).toContainText('10,000 of 10,000')
})

test.describe('drafts', () => {
  test('MC-3 a message being written survives a reload and the end of the session, and is stored once', async ({
    page,
    noise,
  }) => {
    noise.allow(/401|400/)
    await openForm(page)
    const title = await fillIn(page, 'About my knee')
    await phone(page).fill('555-555-5555')
    await phone(page).press('Tab')
    await bestTime(page).selectOption('Morning')
    // The reload would interrupt a save that is under way.
    await expect(form(page)).toContainText('Draft saved')
    await page.reload()
    await waitForHydration(page)
    const expectAllThere = async () => {
      await expect(category(page)).toHaveValue('claims')
      await expect(subCategory(page)).toHaveValue('claim-status')
      await expect(subject(page)).toHaveValue(title)
      await expect(words(page)).toHaveValue('About my knee')
      await expect(phone(page)).toHaveValue('(555) 555-5555')
      await expect(bestTime(page)).toHaveValue('morning')
    }
    await expectAllThere()
    expect(page.url()).not.toContain('knee')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('knee')

    await endSession(page)
    await expect(page.getByRole('main')).toContainText('What you were writing is kept in this window')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await waitForHydration(page)
    await expect(page.locator('body')).not.toContainText('knee')
    await submitSignIn(page, 'DENTAL01')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
    await waitForHydration(page)
    await expectAllThere()
    await send(page).click()
    await expect(confirmation(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('knee')
    await expectStoredOnce(page, title)
  })

  test('MC-3 MN-2 SI-1 NH-1 signed-out people find the phone, and the form after signing in; cancel leaves at once if nothing is typed, only the writer’s confirmation discards a message, Escape never does', async ({
    page,
  }) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Need help' }).click()
    await page.getByRole('link', { name: 'Contact us' }).first().click()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: '1-800-555-0101' })).toBeVisible()
    await main.getByRole('link', { name: 'Sign in to write' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await submitSignIn(page, 'DENTAL01')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
    await waitForHydration(page)
    await category(page).selectOption('Claims')
    await cancel(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
    await page.goBack()
    await expect(form(page)).toBeVisible()
    await fillIn(page, 'Keep me')
    await words(page).press('Escape')
    await expect(words(page)).toHaveValue('Keep me')
    const dialog = page.getByRole('dialog', { name: 'Throw away this message?' })
    for (const stay of ['Escape', 'Keep writing', 'Close']) {
      await cancel(page).click()
      await expect(dialog).toBeVisible()
      if (stay === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: stay }).click()
      await expect(dialog).toBeHidden()
      await expect(words(page)).toHaveValue('Keep me')
      await expect(cancel(page)).toBeFocused()
    }
    await cancel(page).click()
    await expectAccessible(page, 'question before throwing away')
    await dialog.getByRole('button', { name: 'Throw it away' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
    await page.goBack()
    await expect(words(page)).toHaveValue('')
  })
})

test.describe('sending', () => {
  test('MC-3 MC-5 VA-9 HT-1 a field that the server refuses shows like the others; a double click sends once, a single lost answer is requested again automatically, and without a connection the message stays and is sent later', async ({
    page,
    context,
    noise,
  }) => {
    needChromium('to tell what a request holds')
    noise.allow(/400|ERR_FAILED|net::ERR|ERR_INTERNET_DISCONNECTED/)
    const sent: string[] = []
    const read: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/addMessage')) sent.push(request.url())
      if (/\/messageCenter\/[\w-]+$/.test(request.url())) read.push(request.url())
    })
    // A topic is removed while the form is open: the page still offers it, but the server does not accept it.
    await page.route('**/categories/subCategories', (route) => {
      const subCategories = [
        { subCategoryId: 'gone', label: 'No longer offered' },
        { subCategoryId: 'claim-status', label: 'Status of a claim' },
      ]
      const categories = [{ categoryId: 'claims', label: 'Claims', subCategories }]
      const payload = { categories, expectedReplyBy: '2026-11-24T22:00:00.000Z' }
      return route.fulfill({ json: { baseMessage: {}, payload } })
    })
    await openForm(page)
    const clickedTwice = await fillIn(page)
    await subCategory(page).selectOption('No longer offered')
    await send(page).click()
    await expect(summary(page)).toBeFocused()
    await expect(subCategory(page)).toHaveAccessibleDescription('Please choose an item from the list.')
    await expect(subject(page)).toHaveValue(clickedTwice)
    await subCategory(page).selectOption('Status of a claim')
    await send(page).dblclick()
    await expect(confirmation(page)).toBeVisible()
    expect(sent).toHaveLength(2)
    // The message just sent is not loaded again, as if someone had opened it.
    expect(read).toEqual([])

    await writeAnother(page)
    await loseAnswers(page, 1)
    const lostOnce = await fillIn(page)
    await send(page).click()
    await expect(confirmation(page)).toBeVisible()
    await page.unroute(addMessage)

    await writeAnother(page)
    const fromTunnel = await fillIn(page)
    await context.setOffline(true)
    await send(page).click()
    await expect(failure(page)).toContainText('Your text is saved')
    await again(page).click()
    await expect(failure(page)).toBeVisible()
    await expect(words(page)).toHaveValue('Was it paid?')
    await context.setOffline(false)
    await again(page).click()
    await expect(confirmation(page)).toBeVisible()

    // What was typed without a network is saved as soon as there is one.
    await writeAnother(page)
    await context.setOffline(true)
    const typedOffline = await fillIn(page)
    await expect(page.getByText('Draft kept in this window until you send it.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
    await send(page).click()
    await expect(confirmation(page)).toBeVisible()
    await expectStoredOnce(page, clickedTwice, lostOnce, fromTunnel, typedOffline)
  })

  test('MC-3 MC-5 lost answers: the message is sent again after a reload and stored once, and words changed meanwhile are not lost', async ({
    page,
    noise,
  }) => {
    needChromium('to tell what a request holds')
    noise.allow(/ERR_FAILED|net::ERR/)
    let lost = await loseAnswers(page)
    await openForm(page)
    const unchanged = await fillIn(page)
    await send(page).click()
    await expect(failure(page)).toContainText('If you try again, it will not be sent twice.')
    lost.end()
    await page.reload()
    await waitForHydration(page)
    await expect(subject(page)).toHaveValue(unchanged)
    await send(page).click()
    await expect(confirmation(page)).toBeVisible()

    await writeAnother(page)
    await page.unroute(addMessage)
    lost = await loseAnswers(page)
    const changed = await fillIn(page, 'First words')
    await send(page).click()
    await expect(failure(page)).toBeVisible()
    lost.end()
    // In a pause the draft is saved, which the server refuses because the message has arrived.
    noise.allow(/409 .*\/message\/drafts$|status of 409/)
    await words(page).fill('Better words')
    await send(page).click()
    const told = form(page).getByText('An earlier version of your message had already arrived.')
    await expect(told).toBeVisible()
    await expect(words(page)).toHaveValue('Better words')
    await expectAccessible(page, 'form after an earlier version arrived')
    await expectStoredOnce(page, unchanged, changed)
    await follow(page, address)
    await send(page).click()
    await expect(confirmation(page)).toBeVisible()
    await confirmation(page).getByRole('link', { name: 'Read your message' }).click()
    await expect(page.getByRole('article')).toContainText('Better words')
  })
})

test('MC-3 LG-4 VA-1 in Spanish every text is Spanish, accessible and fits from 320 px on', async ({ newVisitor }) => {
  const page = await newVisitor({ locale: 'es-US' })
  await openForm(page, 'MEMBERWY', 'wybcbs')
  await expect(form(page)).toContainText('Servicios para miembros responde en su centro de mensajes')
  await form(page)
    .getByLabel(/^Número de teléfono/)
    .fill('1')
  await form(page).getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(summary(page)).toHaveAccessibleName('Revise 5 campos')
  await expect(form(page).getByLabel(/^Número de teléfono/)).toHaveAccessibleDescription(
    'Ingrese un número de teléfono válido de 10 dígitos.',
  )
  await expect(form(page).getByLabel('Asunto')).toHaveAccessibleDescription('Este campo es obligatorio')
  await expectUsable(page, 'form with errors, in Spanish')
})
