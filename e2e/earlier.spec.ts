import { buildOrigin, expect, expectAccessible, open, signIn, test } from './support.ts'
import { writerAs } from './writing.ts'

// A member whose messages no other test counts or reads.
const login = 'BXPLUS01'
const origin = buildOrigin('hmbcbs')
const staff = buildOrigin('hmbcbs').replace('secure', 'staff')

/** Writes this many messages as the member in one conversation, `No. 1` first; returns its subject. */
async function writeLong(count: number): Promise<{ readonly subject: string; readonly messageId: string }> {
  const send = await writerAs(login, origin)
  const subject = `A long story ${crypto.randomUUID().slice(0, 8)}`
  const messageId = await send({ categoryId: 'claims', subCategoryId: 'claim-status', subject, text: 'No. 1' })
  for (let number = 2; number <= count; number++) await send({ inReplyTo: messageId, text: `No. ${number}` })
  return { subject, messageId }
}

test('MC-2 MC-6 earlier messages are shown on request, to the member and to staff, and announced', async ({ page }) => {
  const { subject, messageId } = await writeLong(42)
  await signIn(page, login, origin)
  await open(page, `${origin}/msg/#!/message-center/${messageId}?folder=sent`)
  const list = page.getByRole('article').getByRole('list', { name: 'Conversation' })
  const earlier = page.getByRole('button', { name: /^Show earlier messages/ })
  // The opened message is shown, before the consecutive newest ones.
  await expect(list.getByText('No. 1', { exact: true })).toBeVisible()
  await expect(list.getByText('No. 22', { exact: true })).toHaveCount(0)
  await expect(list.getByText('No. 42', { exact: true })).toBeVisible()
  await expect(earlier).toHaveText('Show earlier messages (21)')
  await expectAccessible(page, 'a long conversation')
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('20 earlier messages are shown.')).toBeAttached()
  await expect(list.getByText('No. 3', { exact: true })).toBeVisible()
  await expect(earlier).toHaveText('Show earlier messages (1)')
  await expect(earlier).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(earlier).toHaveCount(0)
  await expect(list).toBeFocused()
  await expect(list.locator('li p[dir]')).toHaveText(Array.from({ length: 42 }, (_, at) => `No. ${at + 1}`))

  await signIn(page, 'CSRREP01', staff)
  await open(page, `${staff}/msg/#!/workspace`)
  const box = page.getByRole('searchbox', { name: 'Search messages and members' })
  await box.fill(subject)
  await box.press('Enter')
  await page.getByRole('link', { name: new RegExp(subject) }).click()
  const entries = page.getByRole('list', { name: 'Conversation, oldest first' })
  await expect(entries.getByText('No. 42', { exact: true })).toBeVisible()
  await expect(entries.getByText('No. 22', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'a long conversation of staff')
  await earlier.click()
  await expect(entries.getByText('No. 22', { exact: true })).toBeVisible()
  await expect(page.getByText('20 earlier messages are shown.')).toBeAttached()
})
