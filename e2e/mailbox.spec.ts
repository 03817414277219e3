import type { Page } from '@playwright/test'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  needChromium,
  open,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'
import { deliver } from './writing.ts'

// A member whose messages no other test counts or reads; the tests run one after the other.
test.describe.configure({ mode: 'serial' })
const login = 'MAILBOX1'
const origin = buildOrigin('hmbcbs')
const center = `${origin}/msg/#!/message-center`

const list = (page: Page) => page.getByRole('list', { name: /^(Inbox|Sent|Deleted|Recibidos)$/ })
const lines = (page: Page) => list(page).getByRole('link')
const pick = (page: Page, subject: string) => list(page).getByRole('checkbox', { name: `Select: ${subject}` })
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' })
const actions = (page: Page) => page.getByRole('group', { name: 'Selected conversations' })
const action = (page: Page, name: string) => actions(page).getByRole('button', { name })
const folder = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const pane = (page: Page) => page.getByRole('article')

test('MC-2 messages are selected, marked, deleted, restored, and each action can be undone', async ({
  page,
  noise,
}) => {
  noise.allow(/503/)
  await signIn(page, login, origin)
  await open(page, center)
  await expect(lines(page)).toHaveCount(3)
  const unreadLines = lines(page).filter({ hasText: 'Unread: ' })
  const unread = await unreadLines.count()

  await tabTo(page, selectAll(page))
  await page.keyboard.press('Space')
  await expect(actions(page).getByRole('status')).toHaveText('3 conversations selected')
  await expectAccessible(page, 'selected messages')
  await action(page, 'Mark as unread').click()
  await expect(unreadLines).toHaveCount(3)
  await expect(page.getByText(/marked as unread\.$/)).toBeFocused()
  await expect(folder(page, 'Inbox')).toContainText('3 unread messages')
  await undo(page).click()
  await expect(unreadLines).toHaveCount(unread)
  await expect(page.getByText('Done: everything is as it was before.')).toBeFocused()

  // Some are selected: the box for all says so, and another page of the list starts with none selected.
  await pick(page, 'Your claim question').check()
  await expect.poll(() => selectAll(page).evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await lines(page).filter({ hasText: 'Your claim question' }).click()
  await expect(pane(page).getByRole('list', { name: 'Conversation' })).toBeVisible()
  await expect(pick(page, 'Your claim question')).toBeChecked()

  // If the server is not available, nothing changes, and the page says so.
  await page.route('**/message/deleteFlag', (route) => route.fulfill({ status: 503, json: {} }))
  await action(page, 'Delete').click()
  await expect(page.getByText('We could not do that. Nothing was changed.')).toBeFocused()
  await expect(lines(page)).toHaveCount(3)
  await page.unroute('**/message/deleteFlag')
  await action(page, 'Delete').click()
  await expect(lines(page)).toHaveCount(2)
  await expect(page.getByText('The conversation is in the Deleted folder.')).toBeFocused()
  await expect(pane(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveCount(3)

  // Deleted from within the message, it is in its folder even after a reload, and can be read and restored there.
  await lines(page).filter({ hasText: 'Welcome to your message center' }).click()
  await pane(page).getByRole('button', { name: 'Delete' }).click()
  await expect(lines(page)).toHaveCount(2)
  await folder(page, 'Deleted').click()
  await expect(page).toHaveURL(/folder=deleted/)
  await page.reload()
  await waitForHydration(page)
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page).first()).toContainText('Can be restored until')
  await lines(page).first().click()
  await expect(pane(page)).toContainText('You deleted this message. Restore it to reply.')
  await expectAccessible(page, 'a deleted message')
  await pane(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('You have no deleted messages')).toBeVisible()
  await folder(page, 'Inbox').click()
  await expect(lines(page)).toHaveCount(3)

  // Another folder does not announce a late change, and its selection stays.
  const late = Promise.withResolvers<void>()
  const before = await unreadLines.count()
  await page.route('**/message/readFlag', (route) => late.promise.then(() => route.continue()), { times: 1 })
  await pick(page, 'Your claim question').check()
  await action(page, 'Mark as unread').click()
  await folder(page, 'Sent').click()
  const one = page.getByRole('list', { name: 'Sent' }).getByRole('checkbox').first()
  await one.check()
  late.resolve()
  await expect(folder(page, 'Inbox')).toContainText(`${before + 1} unread message`)
  await expect(one).toBeChecked()
  await expect(page.getByText(/marked as unread\.$/)).toHaveCount(0)
})

test('MC-2 selecting works on a phone, and one message of a conversation is printed alone', async ({ page }) => {
  needChromium('to show what it would print')
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, login, origin)
  await open(page, center)
  await page.evaluate(() => {
    window.print = () => {}
  })
  await expect(lines(page).first()).toBeVisible()
  // The printed list: conversations with their dates, without any controls.
  await page.emulateMedia({ media: 'print' })
  for (const line of await lines(page).all()) await expect(line.locator('time')).toContainText(/\b\d{4}\b.*\d+:\d{2}/)
  await expect(list(page).locator('time').first()).not.toContainText('today')
  for (const control of [selectAll(page), pick(page, 'Your claim question'), page.getByLabel('Sort by')])
    await expect(control).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Folders' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await pick(page, 'Your claim question').check()
  await expect(action(page, 'Delete')).toBeVisible()
  await expectNoSidewaysScroll(page, 'selected messages')
  await pick(page, 'Your claim question').uncheck()
  await expect(actions(page)).toHaveCount(0)

  await lines(page).filter({ hasText: 'Your claim question' }).click()
  const entries = pane(page).getByRole('list', { name: 'Conversation', includeHidden: true }).locator('li')
  await entries.nth(1).getByRole('button', { name: 'Print only this message' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(entries.first()).toBeHidden()
  await expect(entries.nth(1)).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(entries.first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Folders' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(pane(page).locator('time').first()).toContainText(/\d{4}, \d+:\d{2}/)
  // One page, without a blank one after it.
  expect((await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

const conversation = (page: Page) => pane(page).getByRole('list', { name: 'Conversation' })
const reply = (page: Page) => pane(page).getByLabel('Your reply')
const saved = /Draft saved, .+\. You can continue on any device\./

const drafts = '**/rbsmbl/account-settings/v3/ext/message/drafts'

async function openReply(page: Page, subject = 'Your claim question') {
  await open(page, center)
  await lines(page).filter({ hasText: subject }).first().click()
  await expect(conversation(page)).toBeVisible()
}

test('MC-3 a reply being written continues on another device, and the later of two windows asks which text to keep; a new message likewise, which is sent once', async ({
  page,
  newVisitor,
  noise,
}) => {
  noise.allow(/40[49]/)
  // Sent once in each try.
  const subject = `My knee brace ${test.info().retry}`
  await signIn(page, login, origin)
  await openReply(page)
  await reply(page).fill('Begun')
  await expect(pane(page)).toContainText(/Draft (kept in this window until you send it|saved)/)
  await expect(pane(page)).toContainText(saved)
  expect(page.url()).not.toContain('desk')

  const phone = await newVisitor()
  await signIn(phone, login, origin)
  await open(phone, center)
  await folder(phone, 'Drafts').click()
  const draft = phone.getByRole('list', { name: 'Drafts' }).getByRole('link', { name: /Reply: Your claim question/ })
  await expect(draft).toContainText('Begun')
  // The folder shows a draft that is written elsewhere.
  await reply(page).fill('Begun at the desk')
  await expect(draft).toContainText('Begun at the desk')
  await expectAccessible(phone, 'drafts')
  await draft.click()
  await expect(reply(phone)).toHaveValue('Begun at the desk')
  await expect(pane(phone)).toContainText(saved)
  await expect(pane(phone)).not.toContainText('kept in this window')
  await reply(phone).fill('Begun at the desk, ended on the phone')
  await expect(pane(phone)).toContainText(saved)

  await reply(page).fill('Begun at the desk, and still there')
  const conflict = pane(page).getByRole('alert').filter({ hasText: 'This draft was changed elsewhere' })
  await expect(conflict).toBeVisible()
  await expectAccessible(page, 'a draft changed elsewhere')
  await expect(reply(page)).toHaveValue('Begun at the desk, and still there')
  await conflict.getByRole('button', { name: 'Show the other version' }).click()
  await expect(reply(page)).toHaveValue('Begun at the desk, ended on the phone')
  await expect(conflict).toHaveCount(0)

  // Sent in one tab, it is no longer a draft in the other, which keeps its own newer text.
  await pane(page).getByRole('button', { name: 'Send reply' }).click()
  await expect(pane(page)).toContainText('Your reply is sent.')
  await reply(phone).fill('One more word')
  await expect(pane(phone).getByRole('alert')).toContainText('has sent or discarded the draft')
  await pane(phone).getByRole('button', { name: 'Keep what is here' }).click()
  await expect(pane(phone)).toContainText(saved)
  await expect(reply(phone)).toHaveValue('One more word')

  // Discarded in the folder, after a confirmation.
  await open(page, `${center}?folder=drafts`)
  const discard = page.getByRole('button', { name: 'Throw away the draft: Your claim question' })
  noise.allow(/503/)
  await page.route(`${drafts}/*`, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 })
  await discard.click()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await expect(page.getByRole('region', { name: 'Drafts' }).getByRole('alert')).toContainText('nothing was changed')
  await discard.click()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await expect(page.getByText('You have no drafts')).toBeVisible()

  await follow(page, '/msg/#!/contact-us')
  const form = (of: Page) => of.getByRole('main').locator('form')
  await form(page).getByLabel('Subject', { exact: true }).fill(subject)
  await form(page).getByLabel('Category', { exact: true }).selectOption('Claims')
  await form(page).getByLabel('Message', { exact: true }).fill('Is it cov')
  // It is saved even if the writer leaves right away.
  await page.getByRole('main').getByRole('link', { name: 'Message Center' }).click()
  await folder(page, 'Drafts').click()
  await expect(page.getByRole('list', { name: 'Drafts' })).toContainText(subject)

  await phone.setViewportSize({ width: 320, height: 700 })
  await follow(phone, '/msg/#!/contact-us')
  await expect(phone.getByText('You have an unfinished message')).toBeVisible()
  // Its words stay where they are written.
  await expect(phone.getByRole('main')).not.toContainText(subject)
  await expectNoSidewaysScroll(phone, 'an unfinished message')
  await expectAccessible(phone, 'an unfinished message')
  await phone.getByRole('link', { name: 'Continue this message' }).click()
  await expect(form(phone).getByLabel('Subject', { exact: true })).toHaveValue(subject)
  await expect(form(phone).getByLabel('Category', { exact: true })).toHaveValue('claims')
  await form(phone).getByLabel('Sub-category', { exact: true }).selectOption({ index: 1 })
  await form(phone).getByLabel('Message', { exact: true }).fill('Is it covered?')
  await form(phone).getByRole('button', { name: 'Send message' }).click()
  await expect(phone.getByRole('region', { name: 'Your message is sent' })).toBeVisible()
  await expect(page.getByText('You have no drafts')).toBeVisible()
  await folder(page, 'Sent').click()
  await expect(lines(page).filter({ hasText: subject })).toHaveCount(1)
})

test('MC-3 a save whose answer a window missed counts as its own: the window continues from there, also after a reload', async ({
  page,
  noise,
}) => {
  needChromium('to tell what a request holds')
  noise.allow(/409|ERR_FAILED|net::/)
  await signIn(page, login, origin)
  await openReply(page)
  await reply(page).fill('One more word')
  await expect(pane(page)).toContainText(saved)
  for (const [words, again] of [
    ['One more word, saved unheard', false],
    ['One more word, saved and loaded again', true],
  ] as const) {
    const unheard = page.waitForEvent('requestfailed')
    await page.route(
      drafts,
      async (route) => {
        await deliver(route.request())
        await route.abort('failed')
      },
      { times: 1 },
    )
    await reply(page).fill(words)
    await unheard
    if (again) await page.reload()
    await reply(page).fill(`${words}, and more`)
    await expect(pane(page)).toContainText(saved)
    await expect(pane(page).getByRole('alert')).toHaveCount(0)
  }
  await open(page, `${center}?folder=drafts`)
  await page.getByRole('button', { name: 'Throw away the draft: Your claim question' }).click()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await expect(page.getByText('You have no drafts')).toBeVisible()
})

test('MC-2 words are searched for in the folder or everywhere, marked, and in no address or storage', async ({
  page,
}) => {
  await signIn(page, login, origin)
  await open(page, center)
  await page.getByRole('button', { name: 'Search messages' }).click()
  const search = page.getByRole('search', { name: 'Search messages' })
  const words = search.getByRole('textbox', { name: 'Search messages' })
  await expect(words).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(words).toHaveAccessibleDescription('Enter what you are looking for.')
  await words.fill('address offices')
  await page.keyboard.press('Enter')
  const found = page.getByRole('list', { name: 'Messages found' })
  await expect(found.getByRole('link')).toHaveCount(1)
  await expect(found.locator('mark').first()).toHaveText(/address|office/i)
  await expectAccessible(page, 'messages found')
  expect(page.url()).not.toContain('offices')
  const readStorage = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(await readStorage()).not.toContain('offices')
  await found.getByRole('link').click()
  const subject = pane(page).getByRole('heading', { level: 2 })
  await expect(subject).toHaveText('Your claim question')
  expect(page.url()).not.toContain('offices')
  // Closing it leaves the focus on the line that was found (RT-5).
  await expect(subject).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(pane(page)).toHaveCount(0)
  await expect(found.getByRole('link')).toBeFocused()
  await words.fill('missing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No message has these words.')).toBeVisible()
  // The same search again, answered after the next one.
  const late = Promise.withResolvers<void>()
  await page.route('**/message/search', (route) => late.promise.then(() => route.continue()), { times: 1 })
  const before = page.waitForRequest('**/message/search')
  await page.keyboard.press('Enter')
  const asked = await before
  await search.getByLabel('In all folders').check()
  await search.getByRole('button', { name: 'Search', exact: true }).click()
  // Messages the member wrote are in Sent.
  await expect(found).toContainText('Is something missing?')
  late.resolve()
  await asked.response()
  await expect(found).toContainText('Is something missing?')
  await expect(found.getByRole('listitem').first()).toHaveCSS('list-style-type', 'none')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(lines(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Search messages' })).toBeFocused()
  // Both Back and the folder leave the search.
  for (const leave of [() => page.goBack(), () => folder(page, 'Inbox').click()]) {
    await page.getByRole('button', { name: 'Search messages' }).click()
    await expect(search).toBeVisible()
    await leave()
    await expect(lines(page)).toHaveCount(3)
    await expect(search).toHaveCount(0)
  }
  // A conversation that the list does not have leaves the focus on the list's heading.
  await lines(page).filter({ hasText: 'Your claim question' }).click()
  await expect(pane(page)).toBeVisible()
  await open(page, `${page.url()}?folder=deleted`)
  await pane(page).getByRole('button', { name: 'Close message' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Deleted', level: 2 })).toBeFocused()
})

test('MC-2 nothing above the list disappears and returns while a folder loads', async ({ page }) => {
  await signIn(page, login, origin)
  await open(page, center)
  await expect(lines(page).first()).toBeVisible()
  const heading = page.getByRole('heading', { name: 'Inbox', exact: true })
  const searchButton = page.getByRole('button', { name: 'Search messages' })
  const measure = async () => [(await heading.boundingBox())?.x, (await searchButton.boundingBox())?.x]
  const before = await measure()
  await folder(page, 'Sent').click()
  await expect(page.getByRole('list', { name: 'Sent' })).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/messageCenter\?/, async (route) => {
    await held
    await route.continue()
  })
  await folder(page, 'Inbox').click()
  await expect(heading).toBeVisible()
  await expect(lines(page)).toHaveCount(0)
  expect(await measure()).toEqual(before)
  await expect(selectAll(page)).toBeDisabled()
  answer()
  await expect(lines(page).first()).toBeVisible()
  expect(await measure()).toEqual(before)
})
