import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Clamd, eicar, startClamd } from '../server/test/clamd.ts'
import { filesOfKinds, office, zip } from '../server/test/files.ts'
import { type ServerProcess, startServer } from '../server/test/server-process.ts'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

// A separate server with a real scanner: files sent here do not affect other tests.
let clamd: Clamd
let server: ServerProcess
let origin: string
let dataDir: string
test.beforeAll(async () => {
  // A scanner and a server start, possibly on a busy machine.
  clamd = await startClamd()
  dataDir = mkdtempSync(join(tmpdir(), 'portico-files-'))
  const pace = { CLAMD_WAIT_MS: '2000', CLAMD_TIMEOUT_MS: '2000', ATTACHMENT_WORK_MS: '200' }
  server = await startServer({ DATA_DIR: dataDir, CLAMD: clamd.address, ...pace })
  origin = buildOrigin('hmbcbs', Number(new URL(server.origin).port))
})
test.afterAll(async () => {
  await server?.stop()
  await clamd?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})
test.describe.configure({ mode: 'serial' })

const pdf = { name: 'Bill of March.pdf', mimeType: 'application/pdf', buffer: filesOfKinds.pdf }
const png = { name: 'scan.png', mimeType: 'image/png', buffer: filesOfKinds.png }
const box = (page: Page) => page.getByRole('region', { name: 'Attachments (optional)' })
const files = (page: Page) => box(page).getByRole('listitem')
const choose = (page: Page, ...chosen: { name: string; mimeType: string; buffer: Buffer }[]) =>
  box(page).locator('input[type="file"]').first().setInputFiles(chosen)

async function write(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Category', { exact: true }).selectOption('claims')
  await page.getByLabel('Sub-category').selectOption('claim-status')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message', { exact: true }).fill('See what I attach.')
}

test('MC-3 MC-4 files go with a message: chosen, checked, kept over a reload and on another device, sent, opened and saved', async ({
  page,
  noise,
  newVisitor,
}) => {
  test.slow()
  noise.allow(/^answer 422 \/mhsimb\/x-services\/secureMessage\/attachment$/)
  noise.allow(/^console\.error: Failed to load resource: .*422/)
  await signIn(page, 'MEMBER01', origin)
  await open(page, `${origin}/msg/#!/contact-us`)
  await expect(box(page)).toContainText('Up to 5 files of 10 MB each, 25 MB in all: PDF, PNG, JPG')
  await write(page, 'With files')
  await choose(page, pdf, png)
  await expect(files(page)).toHaveCount(2)
  await expect(box(page).getByRole('status')).toHaveText('2 files are attached.')

  // Files that cannot be attached are reported before they are sent, or by the server; each with its own message.
  await choose(page, { name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
  await expect(box(page).getByRole('alert').last()).toContainText('we take PDF, PNG, JPG')
  await choose(page, { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') })
  await expect(box(page).getByRole('alert').last()).toContainText('a file can be up to 10 MB')
  await choose(page, { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(box(page).getByRole('alert').last()).toContainText('it is empty')
  await choose(page, { name: 'eicar.txt', mimeType: 'text/plain', buffer: Buffer.from(eicar) })
  await expect(box(page).getByRole('alert').last()).toContainText('our virus check found something harmful')
  const letter = office('word', { 'word/media/x.txt': eicar })
  await choose(page, { name: 'letter.docx', mimeType: 'application/octet-stream', buffer: letter })
  await expect(files(page).last()).toContainText('our virus check found something harmful')
  // An archive is not an accepted type, but a virus in it is reported first.
  await choose(page, { name: 'bad.zip', mimeType: 'application/zip', buffer: zip({ 'eicar.txt': eicar }) })
  await expect(files(page).last()).toContainText('our virus check found something harmful')
  await choose(page, { name: 'locked.zip', mimeType: 'application/zip', buffer: zip({ a: 'a' }, { encrypted: true }) })
  await expect(files(page).last()).toContainText('we take PDF, PNG, JPG')
  await expectAccessible(page, 'contact us with files')
  for (const name of ['run.exe', 'big.txt', 'empty.txt', 'eicar.txt', 'letter.docx', 'bad.zip', 'locked.zip'])
    await box(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click()
  await expect(files(page)).toHaveCount(2)

  await expect(page.getByText('Draft saved')).toBeVisible()
  const elsewhere = await newVisitor()
  await signIn(elsewhere, 'MEMBER01', origin)
  await open(elsewhere, `${origin}/msg/#!/message-center?folder=drafts`)
  await elsewhere
    .getByRole('list', { name: 'Drafts' })
    .getByRole('link', { name: /With files/ })
    .click()
  await expect(files(elsewhere)).toHaveCount(2)
  await elsewhere.close()

  await page.reload()
  await waitForHydration(page)
  await expect(files(page)).toHaveCount(2)
  await box(page).getByRole('button', { name: 'Remove scan.png' }).click()
  await expect(files(page)).toHaveCount(1)
  await choose(page, png)
  await expect(box(page).getByRole('status')).toHaveText('2 files are attached.')

  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Your message is sent' })).toBeVisible()
  await page.getByRole('link', { name: 'Read your message' }).click()
  const sent = page.getByRole('article').getByRole('list', { name: 'Attachments' })
  await expect(sent.getByRole('listitem')).toHaveCount(2)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    sent.getByRole('button', { name: 'Download Bill of March.pdf' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('Bill of March.pdf')
  await sent.getByRole('button', { name: 'Open scan.png' }).click()
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Picture: scan.png' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  // Escape closes the picture and leaves the conversation open (MN-2).
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(sent.getByRole('button', { name: 'Open scan.png' })).toBeFocused()
  await expectAccessible(page, 'a message with files')
})

test('MC-4 a reply takes files by keyboard alone; a failed upload is tried again, and nothing is sent without it', async ({
  page,
  noise,
}) => {
  noise.allow(/secureMessage\/attachment/)
  noise.allow(/^console\.(warning|error): /)
  await signIn(page, 'MEMBER01', origin)
  await open(page, `${origin}/msg/#!/message-center`)
  await page.getByRole('link', { name: /Referral needed/ }).click()
  const reply = page.getByLabel('Your reply')
  await reply.focus()
  await page.keyboard.type('Here is the letter.')
  await expect(box(page)).toBeVisible()
  // The network fails in the middle of the upload.
  await page.route('**/secureMessage/attachment?*', (route) => route.abort('connectionreset'), { times: 1 })
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, box(page).getByRole('button', { name: 'Choose files' }))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(pdf)
  await expect(box(page).getByRole('alert')).toContainText('This file did not reach us')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(box(page).getByRole('alert').last()).toContainText('Your message is not sent yet')
  await box(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(box(page).getByRole('status')).toHaveText('1 file is attached.')
  await choose(page, { name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
  await expect(files(page)).toHaveCount(2)
  await tabTo(page, page.getByRole('button', { name: 'Send reply' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toContainText('Your reply is sent.')
  const sent = page.getByRole('article').getByRole('list', { name: 'Attachments' })
  await expect(sent.getByRole('listitem')).toContainText(['Bill of March.pdf'])
  // A file that was refused stays listed until it is removed.
  await expect(files(page)).toHaveText([/run\.exe/])
  await box(page)
    .getByRole('button', { name: /run\.exe/ })
    .click()
  await expect(files(page)).toHaveCount(0)
})

test('MC-4 a file waits for its virus check separately, while its message can be sent; dropped and pasted files are accepted', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await signIn(page, 'MEMBER02', origin)
  await open(page, `${origin}/msg/#!/contact-us`)
  await expect(box(page)).toBeVisible()
  await clamd.freeze()
  for (const kind of ['drop', 'paste'] as const) {
    await page.getByLabel('Message', { exact: true }).evaluate((field, kind) => {
      const data = new DataTransfer()
      data.items.add(new File(['A note.'], `${kind}.txt`, { type: 'text/plain' }))
      const event = new Event(kind, { bubbles: true, cancelable: true })
      // Firefox's own paste event accepts no files from a script.
      Object.assign(event, { dataTransfer: data, clipboardData: data })
      field.dispatchEvent(event)
    }, kind)
  }
  await expect(files(page)).toHaveCount(2)
  await expect(files(page).last()).toContainText('checking it for viruses')
  await write(page, 'Waiting')
  await expectNoSidewaysScroll(page, 'contact us with files on a small phone')
  await expectAccessible(page, 'files that are being checked')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Your message is sent' })).toBeVisible()
  await page.getByRole('link', { name: 'Read your message' }).click()
  const sent = page.getByRole('article').getByRole('list', { name: 'Attachments' })
  await expect(sent).toContainText('We are checking it for viruses. You can open it soon.')
  clamd.thaw()
  await expect(async () => {
    await page.reload()
    await expect(sent.getByRole('button', { name: 'Download drop.txt' })).toBeVisible({ timeout: 10_000 })
  }).toPass()
})

test("MC-4 MC-6 staff open a member's files and answer with one, and see when the scanner is down", async ({
  page,
  newVisitor,
}) => {
  const staff = `http://staff.hmbcbs.localhost:${new URL(server.origin).port}`
  await signIn(page, 'CSRREP01', staff)
  await open(page, `${staff}/msg/#!/workspace`)
  await page.getByRole('searchbox', { name: 'Search messages and members' }).fill('With files')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /With files/ }).click()
  const conversation = page.getByRole('list', { name: 'Conversation, oldest first' })
  const sent = conversation.getByRole('list', { name: 'Attachments' })
  await expect(sent.getByRole('listitem')).toHaveCount(2)
  await sent.getByRole('button', { name: 'Open scan.png' }).press('Enter')
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Picture: scan.png' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.keyboard.press('Escape')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    sent.getByRole('button', { name: 'Download Bill of March.pdf' }).press('Enter'),
  ])
  expect(saved.suggestedFilename()).toBe('Bill of March.pdf')

  await page.getByRole('textbox', { name: /^Reply to / }).fill('Please sign this form.')
  await choose(page, { ...pdf, name: 'form.pdf' })
  await expect(files(page).filter({ hasText: 'form.pdf' })).toBeVisible()
  await expect(box(page).getByRole('status')).toHaveText('1 file is attached.')
  await page.getByRole('radio', { name: 'Note', exact: true }).check()
  await expect(box(page)).toBeHidden()
  await page.getByRole('radio', { name: 'Reply', exact: true }).check()
  await clamd.kill()
  await page.reload()
  await waitForHydration(page)
  await expect(files(page)).toHaveCount(1)
  await expect(page.getByText('The virus scanner is not responding')).toBeVisible()
  await expectAccessible(page, 'a conversation with files')
  await expectNoSidewaysScroll(page, 'a conversation with files')
  await page.getByRole('button', { name: 'Send and resolve' }).click()
  await expect(page.getByText('The reply is in the member’s inbox.')).toBeVisible()
  await expect(sent.last()).toContainText('form.pdf')
  await expect(files(page)).toHaveCount(0)
  await clamd.start()

  const member = await newVisitor()
  await signIn(member, 'MEMBER01', origin)
  await open(member, `${origin}/msg/#!/message-center`)
  await member
    .getByRole('link', { name: /With files/ })
    .first()
    .click()
  await expect(member.getByRole('button', { name: 'Download form.pdf' })).toBeVisible()
})
