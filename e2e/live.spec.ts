import type { BrowserContext, Page } from '@playwright/test'
import { buildOrigin, endSession, expect, expectAccessible, needChromium, open, signIn, test } from './support.ts'
import { deliver } from './writing.ts'

/** A member whose mail no other test counts. */
const login = 'BXBASIC1'
const center = '/msg/#!/message-center?pageSize=10&sorting=newest'
const events = '**/message/events'

const envelope = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Message Center/ })
const locateUnreadLines = (page: Page) =>
  page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: /^Unread: / })

/** Makes a message center call on another device, as its page would; returns the payload. */
async function ask(device: Page, method: string, path: string, payload?: unknown) {
  const answer = await device.evaluate(
    async (asked) => {
      const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'portico-web' })
      const { access_token } = await (await fetch('/api/oauth/token', { method: 'POST', body: form })).json()
      const headers = { authorization: `Bearer ${access_token}`, appid: 'chmmbr', 'content-type': 'application/json' }
      const body = asked.payload === undefined ? null : JSON.stringify({ payload: asked.payload })
      const answer = await fetch(asked.path, { method: asked.method, headers, body })
      return { ok: answer.ok, payload: (await answer.json()).payload }
    },
    { method, path, payload },
  )
  expect(answer.ok, path).toBe(true)
  return answer.payload
}

const messages = '/rbsmbl/account-settings/v3/ext/message/messageCenter'

/** Marks the newest message as read or unread on another device. */
async function mark(device: Page, read: boolean): Promise<void> {
  const list = await ask(device, 'GET', messages)
  const messageIds = [list.messages[0].messageId]
  await ask(device, 'PUT', '/mhsimb/x-services/secureMessage/message/readFlag', { messageIds, read })
}

function countStreams(context: BrowserContext): () => number {
  let streams = 0
  context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams += 1
  })
  return () => streams
}

async function expectUnread(page: Page, count: number) {
  const title = count === 0 ? /^[^(]/ : new RegExp(`^\\(${count}\\) `)
  await expect(page).toHaveTitle(title)
  const unread = count === 0 ? '' : `, ${count} unread messages?`
  await expect(envelope(page)).toHaveAccessibleName(new RegExp(`^Message Center${unread}$`))
}

test('MC-6 a change on another device shows at once in badge, title, list and landing card of every tab', async ({
  page,
  context,
  newVisitor,
  noise,
}) => {
  needChromium('to tell what a request holds')
  noise.allow(/ERR_INTERNET_DISCONNECTED/)
  const device = await newVisitor()
  await signIn(device, login)
  await open(device, '/mbr/#!/account')
  await mark(device, true)
  const streams = countStreams(context)
  await signIn(page, login)
  await open(page, center)
  const landing = await context.newPage()
  await open(landing, '/mbr/')
  await expectUnread(page, 0)
  await expect(locateUnreadLines(page)).toHaveCount(0)

  // The news reloads the list; another folder is opened before the answer arrives, and stays.
  const lists = `**${messages}?*`
  const late = Promise.withResolvers<void>()
  await page.route(lists, (route) => late.promise.then(() => route.continue()), { times: 1 })
  const again = page.waitForRequest(lists)
  await mark(device, false)
  const asked = await again
  const folder = (name: string) => page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name })
  const sent = page.getByRole('list', { name: 'Sent' }).or(page.getByText('You have not sent any messages'))
  await folder('Sent').click()
  await expect(sent).toBeVisible()
  late.resolve()
  await asked.response()
  await mark(device, true)
  await expectUnread(page, 0)
  await expect(sent).toBeVisible()
  // News that arrives before an older answer for a folder shows all the same.
  const [answered, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    lists,
    async (route) => {
      const { body } = await deliver(route.request())
      answered.resolve()
      await told.promise
      await route.fulfill({ contentType: 'application/json', body })
    },
    { times: 1 },
  )
  await folder('Inbox').click()
  await answered.promise
  await mark(device, false)
  await expectUnread(page, 1)
  told.resolve()

  for (const one of [page, landing]) await expectUnread(one, 1)
  await expect(locateUnreadLines(page)).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Folders' })).toContainText('1 unread message')
  await expect(page.getByRole('status').filter({ hasText: '1 unread message' })).toHaveCount(1)
  await expect(landing.getByRole('main')).toContainText('Read new message')
  expect(streams()).toBe(1)
  await expectAccessible(page, 'the message center with new mail')

  // The browser tab that held the stream is closed, and the other one takes over.
  await page.close()
  await mark(device, true)
  await expectUnread(landing, 0)
  await expect(landing.getByRole('main')).toContainText('Open Message Center')
  await expect.poll(streams).toBe(2)

  // Changes made while offline show up when the connection is back.
  await context.setOffline(true)
  await mark(device, false)
  await context.setOffline(false)
  await expectUnread(landing, 1)
  await landing.setViewportSize({ width: 360, height: 740 })
  await expectUnread(landing, 1)

  // A session that ends elsewhere also ends here, without any input.
  await endSession(landing)
  noise.allow(/answer 401|status of 401/)
  await expect(landing.getByRole('heading', { level: 1 })).toHaveText('You are signed out')
  await mark(device, true)
})

test('MC-6 if streams do not come through, the page polls instead', async ({ page, newVisitor, noise }) => {
  noise.allow(/status of 503|answer 503/)
  const person = 'MEDSHOP1'
  const device = await newVisitor()
  await signIn(device, person)
  await open(device, '/mbr/#!/account')
  await mark(device, true)
  await page.route(events, (route) =>
    route.request().resourceType() === 'eventsource' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await signIn(page, person)
  await open(page, `${buildOrigin('hmbcbs')}${center}`)
  await expectUnread(page, 0)
  await mark(device, false)
  await expectUnread(page, 1)

  // An open conversation shows what is written elsewhere, and keeps what is being written here.
  await mark(device, true)
  const add = '/rbsmbl/account-settings/v3/ext/contactus/addMessage'
  const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: `Crutches ${crypto.randomUUID()}` }
  const begun = { ...topic, clientMessageId: crypto.randomUUID(), text: 'Are they covered?' }
  const { messageId } = await ask(device, 'POST', add, begun)
  await open(page, `${buildOrigin('hmbcbs')}/msg/#!/message-center?folder=sent`)
  await page.getByRole('link', { name: topic.subject }).click()
  const reply = page.getByLabel('Your reply')
  await reply.fill('Half a sentence')
  const text = 'Written on my phone'
  await ask(device, 'POST', add, { clientMessageId: crypto.randomUUID(), inReplyTo: messageId, text })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText(text)
  await expect(reply).toHaveValue('Half a sentence')
  await open(page, `${buildOrigin('hmbcbs')}${center}`)
  await mark(device, false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectUnread(page, 1)
  await page.unroute(events)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await mark(device, true)
  await expectUnread(page, 0)
  await expect(locateUnreadLines(page)).toHaveCount(0)
})
