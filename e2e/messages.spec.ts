import type { Page, Request } from '@playwright/test'
import {
  buildOrigin,
  endSession,
  expect,
  needChromium,
  open,
  password,
  signIn,
  submitSignIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'
import { deliver } from './writing.ts'

const center = '/msg/#!/message-center'

const list = (page: Page) => page.getByRole('list', { name: /^(Inbox|Sent)$/ })
const lines = (page: Page) => list(page).getByRole('link')
/** Subjects as shown, without the hidden word before the unread ones. */
const subjects = (page: Page) =>
  lines(page).evaluateAll((all) =>
    all.map((line) => line.querySelector('time')?.previousElementSibling?.textContent?.replace(/^Unread: /, '') ?? ''),
  )
const senders = (page: Page) =>
  lines(page).evaluateAll((all) =>
    all.map((line) => line.querySelector('time')?.parentElement?.nextElementSibling?.firstChild?.textContent ?? ''),
  )
const pane = (page: Page) => page.getByRole('article')
const reply = (page: Page) => pane(page).getByLabel('Your reply')
const send = (page: Page) => pane(page).getByRole('button', { name: 'Send reply' })
const again = (page: Page) => pane(page).getByRole('button', { name: 'Try again' })
const locateUnreadBadge = (page: Page) => page.getByRole('navigation', { name: 'Folders' })

/** Spelled out in full, because a person's list settings are remembered, and tests share people. */
const newestTen = `${center}?pageSize=10&sorting=newest`

async function openCenter(page: Page, login: string, brand = 'hmbcbs') {
  await signIn(page, login, buildOrigin(brand))
  await open(page, `${buildOrigin(brand)}${newestTen}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
}

/** Marks the two messages unread that are unread in the demo, whoever has read them before. */
async function markUnread(page: Page) {
  for (const name of ['Select: Your claim question', 'Select: Plan documents are ready'])
    await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(locateUnreadBadge(page)).toContainText('2 unread messages')
}

async function openMessage(page: Page, subject: string) {
  await lines(page).filter({ hasText: subject }).first().click()
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText(subject)
  await expect(pane(page).getByRole('list', { name: 'Conversation' })).toBeVisible()
}

test('MC-1 MC-2 MN-5 ST-2 the message center has its titles and its list with unread marks, in pages, sorted by date, subject and sender; the order is kept for the person', async ({
  page,
}) => {
  await openCenter(page, 'MEMBER01')
  await markUnread(page)
  await expect(page).toHaveTitle('(2) Message Center - Blue Plan West')
  await expect(page.getByText('YOUR CUSTOMER SERVICE CONNECTION')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Write to Customer Service' })).toHaveAttribute(
    'href',
    '/msg/#!/contact-us',
  )
  await expect(lines(page)).toHaveCount(10)
  await expect(lines(page).filter({ hasText: 'Unread: ' })).toHaveCount(2)
  await expect(locateUnreadBadge(page)).toContainText('2 unread messages')
  await expect(page.getByText('No conversation is open')).toBeVisible()

  const pages = page.getByRole('navigation', { name: 'Pages of the list' })
  const first = await subjects(page)
  await expect(pages).toContainText('1–10 of 13')
  await expect(pages.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true')

  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('11–13 of 13')
  await expect(lines(page)).toHaveCount(3)
  // Next goes to the top of the list.
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeInViewport()
  const second = await subjects(page)
  expect(new Set([...first, ...second]).size).toBe(13)
  await expect(pages.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')

  // The page number is in the address, so a reload and Back return to it.
  await page.reload()
  await waitForHydration(page)
  await expect(pages).toContainText('11–13 of 13')
  await expect.poll(() => subjects(page)).toEqual(second)
  await page.goBack()
  await expect(pages).toContainText('1–10 of 13')
  await expect.poll(() => subjects(page)).toEqual(first)

  const size = pages.getByLabel('Items on a page')
  await expect(size.getByRole('option')).toHaveText(['10 per page', '50 per page', '100 per page'])
  await size.selectOption('50 per page')
  await expect(lines(page)).toHaveCount(13)
  await expect(pages.getByRole('button')).toHaveCount(0)

  const newest = await subjects(page)
  const times = await list(page)
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(times).toEqual([...times].sort().reverse())

  const sorting = page.getByLabel('Sort by')
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/rbsmbl/x-services/sessionStorage'))
  await sorting.selectOption('Oldest first')
  await expect.poll(() => subjects(page)).toEqual([...newest].reverse())
  expect((await kept).status()).toBe(200)
  await sorting.selectOption('Subject, A to Z')
  const alphabetical = [...newest].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }))
  await expect.poll(() => subjects(page)).toEqual(alphabetical)
  await sorting.selectOption('Sender, A to Z')
  // Members' own messages are shown under their name, marked as theirs.
  const names = async () => (await senders(page)).map((name) => (name === 'You' ? 'Mayte Escobar' : name))
  await expect.poll(async () => (await names()).join()).toBe([...(await names())].sort().join())
  expect((await senders(page)).filter((name) => name.includes('Customer Service')).length).toBeGreaterThan(3)
  await sorting.selectOption('Newest first')
  await expect.poll(() => subjects(page)).toEqual(newest)
  // Back returns to the list as it was.
  await page.goBack()
  await expect(sorting).toHaveValue('from')
})

test('MC-2 opening a message marks it read, and the count drops everywhere; a notice says why it accepts no reply', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const envelope = page.getByRole('banner').getByRole('link', { name: /^Message Center/ })
  await signIn(page, 'MEMBERWV', buildOrigin('ms'))
  await open(page, `${buildOrigin('ms')}${newestTen}`)
  await markUnread(page)
  await open(page, `${buildOrigin('ms')}/mbr/#!/landing`)
  const card = page.getByRole('region', { name: 'Messages' })
  await expect(card).toContainText('2 new')
  await expect(envelope).toHaveAccessibleName('Message Center, 2 unread messages')
  await envelope.click()
  await expect(locateUnreadBadge(page)).toContainText('2 unread messages')

  await openMessage(page, 'Your claim question')
  await expect(locateUnreadBadge(page)).toContainText('1 unread message')
  await expect(lines(page).filter({ hasText: 'Your claim question' })).not.toContainText('Unread')
  await expect(pane(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(envelope).toHaveAccessibleName('Message Center, 1 unread message')
  // It opens at the newest unread message, with the reply form in reach.
  await expect(pane(page).getByRole('listitem').last()).toBeInViewport()
  await expect(reply(page)).toBeInViewport({ ratio: 1 })
  // Nothing that floats over the page covers a corner of it.
  const covered = await reply(page).evaluate((box) => {
    const { right, bottom } = box.getBoundingClientRect()
    return document.elementFromPoint(right - 6, bottom - 6) !== box
  })
  expect(covered).toBe(false)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(card).toContainText('1 new')

  await page.reload()
  await waitForHydration(page)
  await expect(card).toContainText('1 new')
  // Marked as unread before the server answers the mark that opening it made, it is unread.
  const marked = Promise.withResolvers<void>()
  await page.route(
    '**/message/readFlag',
    async (route) => {
      await marked.promise
      await route.continue()
    },
    { times: 1 },
  )
  const opening = page.waitForRequest('**/message/readFlag')
  await card.getByRole('link', { name: 'Plan documents are ready' }).click()
  await opening
  await expect(pane(page)).toContainText('summary of benefits')
  await expect(pane(page)).toContainText('You cannot reply to this message')
  await expect(pane(page)).toContainText('No one reads replies')
  await expect(reply(page)).toHaveCount(0)
  await expect(pane(page).getByRole('link', { name: 'Customer Service' })).toHaveAttribute('href', '/msg/#!/contact-us')
  const steps: string[] = []
  const isMark = (request: Request) => request.url().endsWith('/readFlag')
  page.on('request', (request) => isMark(request) && steps.push('asked'))
  page.on('requestfinished', (request) => isMark(request) && steps.push('answered'))
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  marked.resolve()
  await expect.poll(() => steps).toEqual(['answered', 'asked', 'answered'])
  await expect(locateUnreadBadge(page)).toContainText('1 unread message')
})

test('MC-2 MC-3 SI-1 from sign-in to a sent reply with the keyboard alone', async ({ page }) => {
  // Whichever language another test has set for the person.
  await page.context().addCookies([{ name: 'language', value: 'en', url: buildOrigin('mincr') }])
  await open(page, `${buildOrigin('mincr')}/`)
  await tabTo(page, page.getByLabel('Login ID', { exact: true }))
  await page.keyboard.type('MEMBERMN')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Chau$/)
  await waitForHydration(page)

  const toCenter = page.getByRole('main').getByRole('link', { name: /Read new messages?|Open Message Center/ })
  await tabTo(page, toCenter)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, lines(page).filter({ hasText: 'Your claim question' }))
  await page.keyboard.press('Enter')
  await expect(pane(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(reply(page)).toBeVisible()
  await tabTo(page, reply(page))
  await page.keyboard.type('Thank you, that settles it.')
  await expect(pane(page)).toContainText(/answers here by \w+, \w+ \d+/)
  // The message just sent is not loaded again, as if someone had opened it.
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/messageCenter\/[\w-]+$/.test(pathname)) reads.push(pathname)
  })
  await tabTo(page, send(page))
  await page.keyboard.press('Enter')
  const told = pane(page).getByRole('status').filter({ hasText: 'Your reply is sent.' })
  await expect(told).toContainText(/Customer Service answers by \w+, \w+ \d+/)
  await expect(pane(page).getByRole('list', { name: 'Conversation' }).getByRole('listitem').last()).toContainText(
    'Thank you, that settles it.',
  )
  await expect(reply(page)).toHaveValue('')
  expect(reads).toEqual([])

  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Sent' }).click()
  await expect(lines(page).filter({ hasText: 'Thank you, that settles it.' })).toHaveCount(1)
})

test('MC-1 MC-3 a reply being written survives a reload and the end of the session', async ({ page, noise }) => {
  noise.allow(/401|400/)
  const words = `Half a sentence about my knee ${crypto.randomUUID()}`
  await openCenter(page, 'MEMBERWY', 'wybcbs')
  await expect(page.getByRole('link', { name: 'Write to Member Services' })).toBeVisible()
  await openMessage(page, 'Your claim question')
  await reply(page).fill(words)
  await expect(pane(page)).toContainText(/Draft (kept in this window until you send it|saved)/)
  await page.reload()
  await waitForHydration(page)
  await expect(reply(page)).toHaveValue(words)
  expect(page.url()).not.toContain('knee')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('knee')

  await endSession(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out')
  await expect(page.getByRole('main')).toContainText('What you were writing is kept in this window')
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await waitForHydration(page)
  await expect(page.locator('body')).not.toContainText('knee')
  await submitSignIn(page, 'MEMBERWY')
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText('Your claim question')
  await waitForHydration(page)
  await expect(reply(page)).toHaveValue(words)
  await send(page).click()
  await expect(pane(page)).toContainText('Your reply is sent.')
  await expect(pane(page).getByRole('listitem').filter({ hasText: words })).toHaveCount(1)
})

test('MC-2 MC-3 MC-5 an empty reply is not sent; one that could not be sent, or whose answer got lost, stays, is sent again and stored once', async ({
  page,
  context,
  noise,
}) => {
  needChromium('to tell what a request holds')
  noise.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::ERR/)
  await openCenter(page, 'MEMBERND', 'ndbcbs')
  await openMessage(page, 'Your claim question')
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('addMessage') && sent.push(request.url()))
  await reply(page).fill('   ')
  await send(page).click()
  await expect(reply(page)).toBeFocused()
  await expect(reply(page)).toHaveAccessibleDescription(/Write your reply first\./)
  expect(sent).toEqual([])

  // The server stores the reply, but the answer never arrives.
  await page.route('**/contactus/addMessage', async (route) => {
    await deliver(route.request())
    return route.abort('failed')
  })
  const lost = 'The answer to this got lost'
  await reply(page).fill(lost)
  await send(page).click()
  const alert = pane(page).getByRole('alert').filter({ hasText: 'Your reply is not sent yet.' })
  await expect(alert).toBeVisible()
  await page.unroute('**/contactus/addMessage')
  await again(page).click()
  await expect(pane(page)).toContainText('Your reply is sent.')

  const words = 'Sent from a tunnel'
  await reply(page).fill(words)
  await context.setOffline(true)
  await send(page).click()
  await expect(alert).toContainText('Your text is saved')
  await expect(reply(page)).toHaveValue(words)
  await again(page).click()
  await expect(alert).toBeVisible()
  await context.setOffline(false)
  await again(page).click()
  await expect(pane(page)).toContainText('Your reply is sent.')
  await expect(reply(page)).toHaveValue('')
  await page.reload()
  await waitForHydration(page)
  for (const one of [lost, words])
    await expect(pane(page).getByRole('listitem').filter({ hasText: one })).toHaveCount(1)
})

test('MC-2 on a phone the list gives way to the message, and Back leads to its line again; the page says that an unknown message is missing', async ({
  page,
  noise,
}) => {
  noise.allow(/40[04]/)
  await page.setViewportSize({ width: 390, height: 844 })
  await openCenter(page, 'MEMBERDE', 'de')
  await openMessage(page, 'Your claim question')
  await expect(list(page)).toBeHidden()
  await page.getByRole('button', { name: 'Back to messages' }).click()
  await expect(list(page)).toBeVisible()
  await expect(lines(page).filter({ hasText: 'Your claim question' })).toBeFocused()
  for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense']) {
    await page.goto(`${buildOrigin('de')}${center}/${id}`)
    await expect(page.getByRole('heading', { name: 'This message is not here' })).toBeVisible()
  }
})
