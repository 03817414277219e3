import type { Page } from '@playwright/test'
import {
  ask,
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUsable,
  follow,
  open,
  port,
  signIn,
  submitSignIn,
  tabTo,
  test,
  waitForHydration,
  waitForQuiet,
} from './support.ts'

const desk = `http://staff.hmbcbs.localhost:${port}`
/** A host shared by members and staff: acting there switches the whole browser. */
const staff = buildOrigin('hmbcbs')
const readFlag = '/mhsimb/x-services/secureMessage/message/readFlag'

const help = (page: Page) => ({
  loginId: page.getByLabel('Login ID of the member'),
  reason: page.getByLabel('Reason'),
  ticket: page.getByLabel('Ticket number'),
  submit: page.getByRole('button', { name: 'Act for this member' }),
})

const banner = (page: Page) => page.getByRole('region', { name: 'Acting for a member' })

async function fillIn(page: Page, loginId: string) {
  const { loginId: field, reason, ticket } = help(page)
  await field.fill(loginId)
  await reason.fill('Asked why a claim was denied')
  await ticket.fill('T-20418')
}

async function expectStaffHome(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff home')
  await waitForHydration(page)
}

/** Starts acting for a member from the staff's home. */
async function actFor(page: Page, loginId: string) {
  await fillIn(page, loginId)
  await help(page).submit.click()
  await expect(banner(page)).toContainText(loginId)
  await waitForHydration(page)
  // The list of covered people loads last; a call still under way when the session ends would be refused.
  await expect(page.getByRole('region', { name: 'People on the plan' }).getByRole('listitem').first()).toBeVisible()
}

/** The login ID in the record that the browser tab has stored. */
const readStoredLogin = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('UserData') ?? '{}').logonId as string | undefined)

test('CS-1 RG-4 a representative helps a member as the member, with the keyboard alone, and comes back', async ({
  page,
}) => {
  const marked: string[] = []
  page.on('request', (request) => request.url().includes(readFlag) && marked.push(request.method()))
  await open(page, `${staff}/`)
  await submitSignIn(page, 'CSRREP01')
  await expectStaffHome(page)

  const { loginId, submit } = help(page)
  await tabTo(page, loginId)
  await page.keyboard.type('member01')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Asked why a claim was denied')
  await page.keyboard.press('Tab')
  await page.keyboard.type('T-20418')
  await tabTo(page, submit)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mayte’s plan at a glance')
  await expect(banner(page)).toContainText('You are acting for Mayte Escobar')
  await expect(banner(page)).toContainText('CSRREP01 → MEMBER01')
  await expect(banner(page).getByRole('status')).toHaveText('You are acting for Mayte Escobar. 30 minutes left.')
  await expect(banner(page).getByRole('timer')).toHaveText(/^2\d:\d\d left$/)
  await waitForHydration(page)
  await expect.poll(() => readStoredLogin(page)).toBe('MEMBER01')
  await expectAccessible(page, 'the landing page with the banner')
  // The account's protection can be seen, but not changed.
  await follow(page, '/mbr/#!/account')
  await expect(page.getByRole('main')).toContainText('Only the member can change it.')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expectAccessible(page, 'account security seen by a representative')
  await open(page, `${staff}/msg/#!/message-center`)
  await expect(banner(page)).toContainText('CSRREP01 → MEMBER01')
  await page.getByRole('link', { name: /Plan documents are ready/ }).click()
  await expect(page.getByRole('heading', { name: 'Plan documents are ready' })).toBeVisible()
  await expect(page.getByText(/Mark as unread/)).toHaveCount(0)
  await expect(banner(page)).toBeVisible()

  await tabTo(page, banner(page).getByRole('button', { name: 'End' }), 80, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectStaffHome(page)
  await expect(page.getByText('You are back in your own session.')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await expect.poll(() => readStoredLogin(page)).toBe('CSRREP01')
  expect(marked).toEqual([])
})

test('CS-1 RG-4 MC-6 from staff home, too, the member’s pages open in a tab of their own, and the home stays', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/404/)
  await signIn(page, 'CSRREP01', desk)
  await open(page, `${desk}/`)
  const { loginId, reason, submit } = help(page)
  const pages = context.pages().length
  // An unknown member opens nothing, and the typed values stay.
  await fillIn(page, 'nobody99')
  await submit.press('Enter')
  await expect(loginId).toHaveAccessibleDescription(/has this login ID/)
  await expect(reason).toHaveValue('Asked why a claim was denied')
  await expect.poll(() => context.pages().length).toBe(pages)

  await loginId.fill('member02')
  await tabTo(page, submit)
  const pressed = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const tab = await pressed
  await expect(banner(tab)).toContainText('CSRREP01 → MEMBER02')
  await waitForHydration(tab)
  expect(new URL(tab.url()).origin).toBe(buildOrigin('hmbcbs'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff home')
  await expect(page.getByRole('status').filter({ hasText: 'MEMBER02 in another tab' })).toBeVisible()
  await expect(loginId).toHaveValue('')
  await expectUsable(page, 'staff home beside the acting')
  await expect.poll(() => readStoredLogin(page)).toBe('CSRREP01')
  // The list of covered people loads last; a call still under way when the session ends would be refused.
  await expect(tab.getByRole('region', { name: 'People on the plan' }).getByRole('listitem').first()).toBeVisible()
  await banner(tab).getByRole('button', { name: 'End' }).click()
  await expect(tab.getByText('Your time acting for a member is over.')).toBeVisible()
  await tab.close()

  // If the browser opens no tab, the page says so, and nothing has started.
  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await fillIn(page, 'MEMBER02')
  await submit.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Allow pop-ups for this site' })).toBeVisible()
  await expect(reason).toHaveValue('Asked why a claim was denied')
})

test('CS-1 HD-1 the other tabs follow, to the member and back; Logout while acting ends the acting, not the representative’s own session', async ({
  page,
  context,
}) => {
  await signIn(page, 'CSRREP01', staff)
  await open(page, `${staff}/`)
  const other = await context.newPage()
  await open(other, `${staff}/`)
  await fillIn(page, 'MEMBER02')
  await help(page).submit.click()
  await expect(banner(other)).toContainText('CSRREP01 → MEMBER02')
  await waitForHydration(other)
  await waitForHydration(page)
  // A call still under way when the other tab ends the session would be refused.
  await waitForQuiet(page)
  await banner(other).getByRole('button', { name: 'End' }).click()
  await expectStaffHome(other)
  await expectStaffHome(page)
  await other.close()
  await actFor(page, 'MEMBER02')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expectStaffHome(page)
})

test('CS-1 when the time is over, the page returns by itself and says so', async ({ page, noise }) => {
  // Whatever the page of the ended session still requests is refused.
  noise.allow(/answer 40[13] |status of 40[13]/)
  await page.clock.install()
  await signIn(page, 'CSRREP01', staff)
  await open(page, `${staff}/`)
  // The page that the server would send half an hour later.
  await page.route(`${staff}/`, async (route) => {
    const { body } = await ask({
      origin: staff,
      path: '/',
      headers: { ...(await route.request().allHeaders()), 'accept-encoding': 'identity' },
    })
    const now = Date.parse(/"now":"([^"]+)/.exec(body)?.[1] ?? '')
    const late = body
      .replace(/("endsAt":")[^"]+/, `$1${new Date(now + 55_000).toISOString()}`)
      .replace(/(role="timer">)[\d:]+/, '$10:55')
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: late })
  })
  await fillIn(page, 'MEMBER02')
  await help(page).submit.click()
  await expect(banner(page).getByRole('status')).toHaveText(/1 minute left/)
  await page.clock.fastForward(56_000)
  await expectStaffHome(page)
  await expect(page.getByText('The thirty minutes are over')).toBeVisible()
})

test('ER-12 RG-3 staff who may not act for somebody see that in a modal, and the typed values stay; staff get no such e-mails, and are offered none', async ({
  page,
  newVisitor,
  noise,
}) => {
  noise.allow(/403/)
  // Staff without the right to act for members are not offered it.
  const other = await newVisitor()
  await signIn(other, 'INTERNAL1', staff)
  await open(other, `${staff}/`)
  await expect(other.getByRole('main').getByRole('link').first()).toBeVisible()
  await expect(help(other).loginId).toHaveCount(0)
  await signIn(page, 'CSRREP01', staff)
  await open(page, `${staff}/`)
  await fillIn(page, 'AGENT001')
  const { submit, loginId, reason, ticket } = help(page)
  await submit.click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('heading')).toHaveText('simulate prohibited')
  await expect(modal).not.toContainText(/[{}<>]/)
  await expectAccessible(page, 'the modal of a prohibited simulation')
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(submit).toBeFocused()
  await expect(loginId).toHaveValue('AGENT001')
  await expect(reason).toHaveValue('Asked why a claim was denied')
  await expect(ticket).toHaveValue('T-20418')

  await follow(page, '/mbr/#!/account')
  const sections = page.getByRole('navigation', { name: 'Account settings' }).getByRole('link')
  await expect(sections.first()).toBeVisible()
  await expect(sections.filter({ hasText: 'Notifications' })).toHaveCount(0)
})

test('CS-1 SI-13 LG-4 the staff home shows missing or unknown values at their fields, lifts the locks of a login ID, and fits a narrow screen with the banner', async ({
  page,
  noise,
}) => {
  noise.allow(/404/)
  await signIn(page, 'CSRREP01', staff)
  await open(page, `${staff}/`)
  const { submit, loginId, reason, ticket } = help(page)
  await submit.click()
  await expect(loginId).toBeFocused()
  await expect(loginId).toHaveAccessibleDescription(/Login ID must be at least 6 alphanumeric characters/)
  await expect(reason).toHaveAccessibleDescription(/at least 5 characters/)
  await expect(ticket).toHaveAccessibleDescription(/3 to 40 characters/)
  await expectAccessible(page, 'staff home with errors')
  await fillIn(page, 'nobody99')
  await submit.click()
  await expect(loginId).toHaveAccessibleDescription(/has this login ID/)
  await expect(loginId).toBeFocused()
  await expect(reason).toHaveValue('Asked why a claim was denied')

  await page.getByLabel('Locked login ID').fill('nobody98')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(page.getByText(/^Every lock of NOBODY98 is lifted/)).toBeVisible()

  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'staff home')
  await actFor(page, 'MEMBER01')
  await expectNoSidewaysScroll(page, 'the landing page with the banner')
  // Less than a fifth of the window.
  await expect.poll(async () => (await banner(page).boundingBox())?.height).toBeLessThan(128)
  await page.mouse.wheel(0, 800)
  await expect(banner(page).getByRole('button', { name: 'End' })).toBeInViewport()
  await banner(page).getByRole('button', { name: 'End' }).click()
  await expectStaffHome(page)
})

// The sign-in's own test covers the other ways.
test('SI-4 RO-2 a member who signs in on the producers’ host is led on, and nothing of the session stays', async ({
  page,
  context,
}) => {
  const origin = `http://producer.hmbcbs.localhost:${port}`
  await open(page, `${origin}/login/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in for agents')
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
  await expectAccessible(page, 'the sign-in of agents')
  await submitSignIn(page, 'MEMBER01')
  await page.waitForURL(`${origin}/highmark.example/chmhcr/login/?notice=for-members`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByRole('status').filter({ hasText: 'The site that you came from is for agents.' })).toBeVisible()
  await waitForHydration(page)
  const names = (await context.cookies()).map(({ name }) => name)
  for (const gone of ['LtpaToken2', 'ObSSOCookie', 'HMCSRProxyToken', 'oAuthToken', 'sessionToken']) {
    expect(names).not.toContain(gone)
  }
  expect(await readStoredLogin(page)).toBeUndefined()
})
