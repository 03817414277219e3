import type { Page, Request, Route } from '@playwright/test'
import { emailCount, findLink, newEmail } from './outbox.ts'
import { ask, expect, expectUsable, open, signIn, submitSignIn, tabTo, test, waitForHydration } from './support.ts'

const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const status = (page: Page) => page.getByRole('main').getByRole('status').first()
const people = '/mbr/#!/account/people'

test('RG-3 a member invites a caregiver, who accepts and looks on a phone in Spanish until it is taken back', async ({
  page,
  newVisitor,
  noise,
}) => {
  test.slow()
  noise.allow(/40[0134]/)
  const address = 'caregiv1@mail.example'
  const sent = emailCount(address)
  await signIn(page, 'FAMILY02')
  await open(page, people)
  await expect(locateHeading(page)).toHaveText('People')
  await expect(page.getByRole('list', { name: 'Who can see your information' })).toContainText('Tomas Lindqvist')
  await expectUsable(page, 'people')

  await page.getByRole('button', { name: 'Invite someone' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name', { exact: true })
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('group', { name: 'Please check 4 fields' })).toBeFocused()
  await expectUsable(page, 'an invitation, refused')
  await name.fill('Dolores')
  await dialog.getByLabel('E-mail address').fill(address)
  await dialog.getByLabel('Who they are to you').selectOption({ label: 'Caregiver or someone else I trust' })
  await dialog.getByLabel('Read my messages').press('Space')
  await expect(dialog.getByLabel('See my plan, ID card and yearly limits')).toBeChecked()
  await dialog.getByLabel('See my claims').press('Space')
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Invite someone' }).press('Enter')
  await expect(name).toHaveValue('Dolores')
  await expect(dialog.getByLabel('See my claims')).toBeChecked()
  await name.press('Enter')
  await expect(status(page)).toContainText(`Your invitation to ${address} is on its way.`)

  const link = findLink(await newEmail(address, sent), 'invitation')
  const phone = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'es-US' })
  await open(phone, link)
  await expect(phone).not.toHaveURL(/ticket/)
  await submitSignIn(phone, 'CAREGIV1')
  await expect(locateHeading(phone)).toHaveText('Su invitación')
  await expect(phone.getByRole('main')).toContainText('Mirela quiere compartir con usted')
  await waitForHydration(phone)
  await expectUsable(phone, 'an invitation in Spanish')
  await phone.getByRole('button', { name: 'Aceptar' }).press('Enter')
  await expect(locateHeading(phone)).toHaveText('Usted aceptó')
  await phone.getByRole('link', { name: 'Ir a Personas' }).press('Enter')
  const view = phone.getByRole('button', { name: 'Ver como Mirela' })
  await expect(view).toBeVisible()
  await expectUsable(phone, 'people in Spanish')
  await view.press('Enter')
  const banner = phone.getByRole('region', { name: 'Viendo como otra persona' })
  await expect(banner).toContainText('Mirela')
  await expect(phone.getByRole('main')).toContainText('Main Street Primary Care')
  await waitForHydration(phone)
  await expectUsable(phone, 'somebody else’s home in Spanish')

  await open(phone, '/msg/')
  await phone.getByRole('link', { name: /Is physical therapy covered/ }).press('Enter')
  await expect(phone.getByRole('list', { name: 'Conversación' })).toContainText('Mirela Lindqvist')
  await expect(phone.getByLabel('Su respuesta')).toHaveCount(0)
  await expect(phone.getByRole('article')).toContainText('le permite leer sus mensajes, pero no escribir')

  const listing = page.waitForResponse('**/account/people')
  await page.reload()
  const listed = await (await listing).text()
  await waitForHydration(page)
  await expect(page.getByRole('list', { name: 'Who can see your information' })).toContainText('Dolores Quist')
  // Changes are made in turn, and the answer to one closes only its own dialog.
  const steps: string[] = []
  const isEnd = (request: Request) => request.method() === 'DELETE' && request.url().includes('/account/people/')
  page.on('request', (request) => isEnd(request) && steps.push('asked'))
  page.on('requestfinished', (request) => isEnd(request) && steps.push('answered'))
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ends = [
    async (route: Route) => {
      await first.promise
      await route.fulfill({ contentType: 'application/json', body: listed })
    },
    async (route: Route) => {
      await second.promise
      await route.continue()
    },
  ]
  await page.route('**/account/people/*', async (route) => ends.shift()?.(route))
  await page.getByRole('button', { name: 'End access of Tomas Lindqvist' }).press('Enter')
  await dialog.getByRole('button', { name: 'End access' }).press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.getByRole('button', { name: 'End access of Dolores Quist' }).press('Enter')
  await dialog.getByRole('button', { name: 'End access' }).press('Enter')
  first.resolve()
  await expect(status(page)).toContainText('Tomas Lindqvist no longer has access.')
  await expect(dialog).toContainText('Dolores Quist')
  second.resolve()
  await expect(status(page)).toContainText('Dolores Quist no longer has access.')
  await expect(page.locator(':focus')).toHaveText('Dolores Quist no longer has access.')
  await expect.poll(() => steps).toEqual(['asked', 'answered', 'asked', 'answered'])
  await page.getByRole('link', { name: 'Recent activity' }).press('Enter')
  const events = page.getByRole('list', { name: 'Recent activity' })
  await expect(events).toContainText('Dolores Quist viewed your plan')
  await expect(events).toContainText('Invited someone to see your information')

  await expect(phone.getByRole('main')).toContainText('Su acceso se terminó o cambió')
  await expect(banner).toHaveCount(0)
  await expect(phone.getByRole('button', { name: 'Ver como Mirela' })).toHaveCount(0)
})

test('RG-3 SO-1 a refusal while the session becomes somebody else’s does not sign anyone out', async ({
  page,
  noise,
}) => {
  noise.allow(/40[13]/)
  await signIn(page, 'FAMILY01')
  await open(page, people)
  const [sent, turned, refused] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  // Requested as the previous person, and answered after the change of person.
  await page.route('**/account/history*', async (route) => {
    const { origin, pathname, search } = new URL(route.request().url())
    const cookie = (await page.context().cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ')
    sent?.resolve()
    await turned?.promise
    const { status, body } = await ask({ origin, path: pathname + search, headers: { cookie } })
    expect(status).toBe(401)
    await route.fulfill({ status, contentType: 'application/json', body })
    refused?.resolve()
  })
  await page.route('**/account/people/view', async (route) => {
    await page.getByRole('link', { name: 'Recent activity' }).evaluate((link: HTMLElement) => link.click())
    await sent?.promise
    await route.continue()
  })
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      turned?.resolve()
      await refused?.promise
      await route.continue()
    },
  )
  await page.getByRole('button', { name: 'View as Jonas' }).press('Enter', { noWaitAfter: true })
  await refused?.promise
  await expect(page.getByRole('region', { name: 'Viewing as someone else' })).toContainText('plan and ID card')
  await expect(locateHeading(page)).toContainText('Jonas')
})

test('RG-3 RG-1 a parent sees the plan of a child of 16 and all of one of 9, by keyboard, and comes back or logs out', async ({
  page,
  noise,
}) => {
  // Requests the page makes by itself, including its event stream, may still go out just as the session changes.
  noise.allow(/40[13]/)
  await signIn(page, 'FAMILY01')
  await open(page, people)
  await page.getByRole('button', { name: 'View as Jonas' }).press('Enter')
  const banner = page.getByRole('region', { name: 'Viewing as someone else' })
  await expect(banner).toContainText('What you can see: plan and ID card')
  await waitForHydration(page)
  await expect(locateHeading(page)).toContainText('Jonas')
  for (const part of ['Recent claims', 'Messages', 'People on your plan'])
    await expect(page.getByRole('region', { name: part })).toHaveCount(0)
  await page.goto('/mbr/#!/account/security')
  await expect(locateHeading(page)).toHaveText('This page is not shown here')
  await page.goto('/msg/')
  await waitForHydration(page)
  await expect(locateHeading(page)).toHaveText('This page is not shown here')
  const stop = banner.getByRole('button', { name: 'Stop viewing' })
  await tabTo(page, stop)
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('You are back in your own account.')

  await page.getByRole('button', { name: 'View as Alma' }).press('Enter')
  await expect(banner).toContainText('messages')
  await waitForHydration(page)
  await expect(page.getByRole('main')).toContainText('Main Street Primary Care')
  // The child's care comes first.
  const care = page.getByRole('main').getByRole('region').first()
  await expect(care).toHaveAccessibleName('Alma’s vaccines and check-ups')
  await expect(care).toContainText('Check-up for children and teens')
  await expect(care).toContainText('Flu shot')
  // No tab leads to the parent's own matters.
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await expect(tabs.getByRole('link', { name: 'Wellness' })).toHaveCount(1)
  await expect(tabs.getByRole('link', { name: 'Pay Premium' })).toHaveCount(0)
  await open(page, '/login/#/claims/educational-materials/form/claim')
  await expect(page.getByRole('main')).toContainText('Stop viewing Alma and open the form.')
  await open(page, '/login/#/claims/activitySummary')
  // A payment from the parent's own account for the child counts here, too: nobody is asked for it twice.
  await expect(page.getByRole('listitem').filter({ hasText: '$25.00 of $25.00 is paid' })).toHaveCount(1)
  await open(page, '/mbr/#!/landing')
  await page.getByRole('button', { name: /Your account/ }).press('Enter')
  await expect(page.getByRole('link', { name: 'Account settings' })).toHaveCount(0)
  await expectUsable(page, 'a child’s home')
  await page.getByRole('button', { name: 'Logout' }).first().press('Enter')
  await expect(locateHeading(page)).toHaveText('Sign in')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('HMCSRProxyToken')
})
