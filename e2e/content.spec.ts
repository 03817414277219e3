import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  port,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

const staff = `http://staff.hmbcbs.localhost:${port}`
const title = 'Title beside the messages'

test('CT-4 CT-5 CT-6 CT-8 a text is written by keyboard, approved by somebody else, shown, and rolled back on a phone in Spanish', async ({
  page,
  newVisitor,
}) => {
  // Three people sign in, one after the other.
  test.slow()
  await signIn(page, 'AUTHOR01', staff)
  await open(page, `${staff}/`)
  await page.getByRole('link', { name: 'Open the texts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Texts')
  await page.getByRole('searchbox', { name: 'Find a text' }).fill('title beside')
  await expect(page.getByText('1 text', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the texts')
  await page.getByRole('combobox', { name: 'Brand' }).selectOption({ label: 'Blue Plan of Idaho (IDH)' })
  const other = page.getByRole('region', { name: 'The same text for other readers' })
  // The list now belongs to another brand.
  const listed = page.getByRole('link', { name: title })
  await expect(async () => {
    if (await listed.isVisible()) await listed.press('Enter', { timeout: 10_000 })
    await expect(other).toBeVisible({ timeout: 10_000 })
  }).toPass()

  // Only for Idaho, which has no version of its own yet.
  await other.getByRole('combobox', { name: 'Brand' }).selectOption({ label: 'Blue Plan of Idaho' })
  await other.getByRole('link', { name: 'Open it' }).press('Enter')
  await expect(
    page
      .getByRole('main')
      .locator('span')
      .filter({ hasText: /^Blue Plan of Idaho/ }),
  ).toBeVisible()
  const form = page.getByRole('form', { name: 'What shows, and what you write' })
  const text = form.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Ask Idaho {who}')
  await form.getByRole('textbox', { name: 'What changed, and why' }).fill('Friendlier')
  await tabTo(page, form.getByRole('button', { name: 'Submit for approval' }))
  await page.keyboard.press('Enter')
  await expect(text).toHaveAccessibleDescription(/We do not know the name in braces: who/)
  await text.fill('Ask us in Idaho')
  await form.getByRole('button', { name: 'Submit for approval' }).press('Enter')
  await expect(page.getByText('Submitted. It shows once someone else approves it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve and show' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the screen' }).press('Enter')
  const screen = page.frameLocator('iframe')
  await expect(screen.getByRole('note')).toContainText('No reader sees this yet. Written by Mara Lindholm')
  await expect(screen.getByText('Ask us in Idaho')).toBeVisible()
  await expectAccessible(page, 'a text that waits')

  const approver = await newVisitor()
  await signIn(approver, 'APPROV01', staff)
  await open(approver, `${staff}/msg/#!/content?brand=IDH`)
  await approver.getByRole('combobox', { name: 'Status' }).selectOption('Waiting for me')
  await approver.getByRole('checkbox', { name: `Choose for approval: ${title}` }).check()
  await approver.getByRole('button', { name: 'Approve 1 text' }).press('Enter')
  const dialog = approver.getByRole('dialog')
  await expect(dialog).toContainText('The other language was not changed with it.')
  await dialog.getByRole('textbox', { name: 'What it is for' }).fill('Idaho asks')
  await expectAccessible(approver, 'the approval')
  await dialog.getByRole('button', { name: 'Approve and show' }).press('Enter')
  await expect(approver.getByText('Approved.')).toBeVisible()

  const member = await newVisitor()
  const idaho = `http://secure.idh.localhost:${port}`
  await signIn(member, 'MEMBERID', idaho)
  await open(member, `${idaho}/msg/#!/message-center`)
  await expect(member.getByText('Ask us in Idaho')).toBeVisible()

  await approver.setViewportSize({ width: 320, height: 700 })
  await approver.context().addCookies([{ name: 'language', value: 'es', url: staff }])
  await open(approver, `${staff}/msg/#!/content/releases`)
  await approver.reload()
  await waitForHydration(approver)
  await expectNoSidewaysScroll(approver, 'releases in Spanish')
  await approver.getByRole('button', { name: 'Revertir: Idaho asks' }).click()
  await approver.getByRole('textbox', { name: 'Qué cambió y por qué' }).fill('Fue un error')
  await approver.getByRole('dialog').getByRole('button', { name: 'Revertir' }).click()
  await expect(approver.getByText('Revertido: Idaho asks.')).toBeVisible()
  await expectAccessible(approver, 'releases in Spanish')
  await open(approver, `${staff}/msg/#!/content/item/MBR_MESSAGE_CENTER_SIDEBAR_TITLE/IDH/en`)
  await expectNoSidewaysScroll(approver, 'a text in Spanish')
  await member.reload()
  await expect(member.getByText('YOUR CUSTOMER SERVICE CONNECTION')).toBeVisible()
})

test('CT-6 CT-8 an author whom another one overtook sees by whom, keeps everything they typed, and saves it after looking at the other text', async ({
  page,
  newVisitor,
  noise,
}) => {
  noise.allow(/409/)
  const find = async (author: typeof page, loginId: string) => {
    await signIn(author, loginId, staff)
    await open(author, `${staff}/msg/#!/content?brand=ALL`)
    await author.getByRole('searchbox', { name: 'Find a text' }).fill('title beside')
    await author.getByRole('link', { name: title }).first().press('Enter')
    const form = author.getByRole('form', { name: 'What shows, and what you write' })
    return {
      form,
      text: form.getByRole('textbox', { name: 'Text', exact: true }),
      why: form.getByRole('textbox', { name: 'What changed, and why' }),
      save: form.getByRole('button', { name: 'Keep as a draft' }),
    }
  }
  const kept = 'Your draft is saved. No reader sees it yet.'
  const mine = await find(page, 'AUTHOR01')
  await mine.text.fill('Send us a message')
  await mine.why.fill('Clearer')
  await mine.save.press('Enter')
  await expect(page.getByText(kept)).toBeVisible()
  const other = await newVisitor()
  const theirs = await find(other, 'APPROV01')
  await theirs.text.fill('Talk to us')
  await theirs.why.fill('Warmer')
  await theirs.save.press('Enter')
  await expect(other.getByText(kept)).toBeVisible()
  await mine.text.fill('Write to us')
  await mine.why.fill('Shorter')
  await mine.save.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'changed this text' })).toContainText(/^Omar /)
  await expect(page.getByText(kept)).toHaveCount(0)
  await expect(mine.text).toHaveValue('Write to us')
  await expect(mine.why).toHaveValue('Shorter')
  await expectAccessible(page, 'a text that another author has changed')
  await mine.save.press('Enter')
  await expect(page.getByText(kept)).toBeVisible()
})

test('FT-2 CT-6 LG-4 an author adds a link to the footer, removes another one again, and submits it, by keyboard', async ({
  page,
}) => {
  await signIn(page, 'AUTHOR01', staff)
  await open(page, `${staff}/msg/#!/content?brand=ALL`)
  await page.getByRole('searchbox', { name: 'Find a text' }).fill('footer links')
  await page.getByRole('link', { name: 'Footer links' }).first().press('Enter')
  const form = page.getByRole('form', { name: 'What shows, and what you write' })
  const add = form.getByRole('button', { name: 'Add a link' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  const words = form.getByRole('textbox', { name: /^New link \d+$/ })
  await words.fill('Careers')
  await add.press('Enter')
  await expect(words).toHaveCount(2)
  await form.getByRole('button', { name: /^Remove the link: New link \d+$/ }).press('Enter')
  await expect(words).toHaveCount(1)
  await expect(words).toHaveValue('Careers')
  await form.getByRole('textbox', { name: 'What changed, and why' }).fill('People ask for it')
  const submit = form.getByRole('button', { name: 'Submit for approval' })
  await submit.press('Enter')
  const address = form.getByRole('textbox', { name: /^New link \d+ › url$/ })
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill('https://jobs.plan.example/')
  await expectAccessible(page, 'a link that is added')
  await submit.press('Enter')
  await expect(page.getByText('Submitted. It shows once someone else approves it.')).toBeVisible()
})
