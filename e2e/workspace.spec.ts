import type { Page } from '@playwright/test'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUsable,
  follow,
  leavePage,
  open,
  port,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'
import { writerAs } from './writing.ts'

const staff = `http://staff.hmbcbs.localhost:${port}`

/** Writes to customer service as a member, over HTTP; returns the subject, which is unique. */
async function writeAs(loginId: string, text: string): Promise<string> {
  const subject = `Question ${crypto.randomUUID().slice(0, 8)}`
  const send = await writerAs(loginId)
  await send({ categoryId: 'claims', subCategoryId: 'claim-status', subject, text })
  return subject
}

async function openWorkspace(page: Page, loginId: string) {
  await signIn(page, loginId, staff)
  await open(page, `${staff}/msg/#!/workspace`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Member messages')
}

async function search(page: Page, words: string) {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search messages and members' })).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 conversation found')).toBeAttached()
}

/** Expects a button to cover no part of a line above it. */
async function expectBelow(page: Page, above: string, button: string): Promise<void> {
  await expect(async () => {
    const line = await page.getByText(above, { exact: true }).boundingBox()
    const sends = await page.getByRole('button', { name: button, exact: true }).boundingBox()
    expect((line?.y ?? Number.NaN) + (line?.height ?? Number.NaN)).toBeLessThanOrEqual(sends?.y ?? Number.NaN)
  }).toPass()
}

const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation, oldest first' })
/** Expects room for some lines of the conversation. */
const expectReadable = (page: Page) =>
  expect.poll(async () => (await conversation(page).boundingBox())?.height).toBeGreaterThanOrEqual(155)
const box = (page: Page) => page.getByRole('textbox', { name: /^Reply to / })

/** The pixels that a field has left beside its placeholder; runs in the browser. */
function measureSpareRoom(field: Element): number {
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
  const brush = document.createElement('canvas').getContext('2d')
  if (brush === null) return Number.NaN
  brush.font = font
  // Two pixels are the border; Firefox's inner width excludes the padding around a field's text.
  const width = field.getBoundingClientRect().width - 2
  const room = width - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
  return room - brush.measureText((field as HTMLInputElement).placeholder).width
}

test('MC-6 from sign-in to a sent reply with the keyboard alone: take, note, canned replies, undo', async ({
  page,
  newVisitor,
}) => {
  const subject = await writeAs('BXPLUS01', 'Has the walking aid been approved?')
  await signIn(page, 'CSRREP01', staff)
  await open(page, `${staff}/`)
  await tabTo(page, page.getByRole('link', { name: 'Open the queues' }), 60)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Member messages')
  const list = page.getByRole('list', { name: 'Conversations, earliest due first' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'the queues')
  // Another view of the queue does not count as a change of it.
  const views = page.getByRole('list', { name: 'What to list' })
  for (const view of ['Mine', 'Open']) {
    const link = views.getByRole('link', { name: new RegExp(`^${view}`) })
    await link.press('Enter')
    await expect(link).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('button', { name: 'The queue has changed: show it' })).toHaveCount(0)
  }
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Letters work while you are not typing.')
  await expectAccessible(page, 'the shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(list.getByRole('link').first()).toBeFocused()

  await search(page, subject)
  expect(page.url()).not.toContain(subject.split(' ')[1])
  await page.locator('h1').click()
  await page.keyboard.press('j')
  await expect(page.locator('[data-work-list]').getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
  await expect(page.getByRole('heading', { name: subject })).toBeFocused()
  await expect(page.getByRole('heading', { name: subject })).toHaveAccessibleDescription(/\p{Lu}\p{L}+ .+ · Claims/u)
  await expect(page.getByRole('status').filter({ hasText: 'Member messages' })).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: 'Take' }))
  await expect(conversation(page)).toContainText('Has the walking aid been approved?')
  await expect(page.getByRole('complementary')).toContainText('Member number')
  await expectAccessible(page, 'a conversation')

  const assignee = page.getByRole('combobox', { name: 'Assigned to' })
  await page.keyboard.press('a')
  await expect(page.getByText('Assigned to Carl Repp.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Undone. Everything is as it was before.')).toBeVisible()
  await expect(assignee.locator('option:checked')).toHaveText('No one')
  // Arrow keys only choose (WCAG 3.2.2); the button acts.
  let changes = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/assignee')) changes += 1
  })
  await assignee.press('ArrowDown')
  await assignee.press('ArrowDown')
  const colleague = (await assignee.locator('option:checked').textContent())?.replace(' (you)', '')
  await page.getByRole('button', { name: 'Hand over', exact: true }).press('Enter')
  await expect(page.getByText(`Assigned to ${colleague}.`)).toBeVisible()
  await expect(assignee).toBeFocused()
  expect(changes).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(assignee.locator('option:checked')).toHaveText('No one')
  await page.locator('h1').click()
  await page.keyboard.press('e')
  await expect(page.getByText(/^Resolved\./)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()

  await page.locator('h1').click()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note for colleagues' })).toBeFocused()
  await page.keyboard.type('Heron: approved on Friday.')
  await expectAccessible(page, 'a note')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(conversation(page)).toContainText('Heron: approved on Friday.')
  // A second note is added after the first one, and the member does not get it.
  await expect(page.getByRole('textbox', { name: 'Note for colleagues' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Note for colleagues' })).toHaveValue('')

  await page.locator('h1').click()
  await page.keyboard.press('r')
  await expect(box(page)).toBeFocused()
  const canned = page.getByRole('combobox', { name: 'Find a canned reply' })
  await canned.fill('greet')
  await expect(box(page)).toHaveValue('')
  await canned.press('Enter')
  await expect(box(page)).toHaveValue(/^Hello \p{L}+,\n\nThank you/u)
  await expect(box(page)).toBeFocused()
  await canned.fill('anything')
  await canned.press('ArrowDown')
  await canned.press('Enter')
  await expect(box(page)).toHaveValue(/Thank you for writing to us\.\n\nIf anything is left open, .+1-800-555-0101/s)
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(box(page)).toHaveValue(/If anything is left open/)
  const elsewhere = await newVisitor()
  await signIn(elsewhere, 'CSRREP01', staff)
  await open(elsewhere, page.url())
  await expect(box(elsewhere)).toHaveValue(/If anything is left open/)
  await elsewhere.close()
  // Escape leaves the text, which stays; keys work from the radio buttons, and Ctrl+Enter sends.
  await box(page).press('Escape')
  await expect(page.getByRole('heading', { name: subject })).toBeFocused()
  await page.getByRole('radio', { name: 'Reply' }).focus()
  await page.keyboard.press('r')
  await expect(box(page)).toBeFocused()
  await box(page).press('Control+Enter')
  await expect(page.getByText('The reply is in the member’s inbox.')).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(conversation(page)).toContainText('Carl, Customer Service')
  await expect(conversation(page)).toContainText('not read yet')

  // A conversation that the list does not have leaves the focus on the list's heading (RT-5).
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search messages and members' })).toBeFocused()
  await page.keyboard.type('nothing-like-this')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Conversations', exact: true })).toBeFocused()

  const member = await newVisitor()
  await signIn(member, 'BXPLUS01')
  await open(member, '/msg/#!/message-center')
  const line = member.getByRole('link', { name: new RegExp(subject) })
  await expect(line).toContainText(/unread/i)
  await line.click()
  await expect(member.getByRole('heading', { name: subject })).toBeVisible()
  await expect(member.getByText('Customer Service, Blue Plan West').first()).toBeVisible()
  await expect(member.locator('body')).not.toContainText('Heron')
  await follow(member, '/mbr/#!/account/activity')
  await expect(member.getByText('Carl from customer service answered your message').first()).toBeVisible()
  await expect(member.getByText('Carl from customer service viewed your messages').first()).toBeVisible()
})

test('MC-6 two staff at one conversation know of each other, and the second reply is not sent unknowingly', async ({
  page,
  newVisitor,
  noise,
}) => {
  noise.allow(/409/)
  const subject = await writeAs('BXPLUS01', 'Which form do I need?')
  const dana = await newVisitor()
  for (const [who, login] of [
    [page, 'CSRREP01'],
    [dana, 'CSRREP02'],
  ] as const) {
    await openWorkspace(who, login)
    await search(who, subject)
    await who.getByRole('link', { name: new RegExp(subject) }).click()
    await expect(who.getByRole('heading', { name: subject })).toBeVisible()
  }
  await expect(dana.getByText('Carl Repp has this conversation open too.')).toBeVisible()
  await box(dana).fill('You need')
  // A hidden page does not report changes at once: Firefox hides one page behind the other.
  await page.bringToFront()
  await expect(page.getByText('Dana Whitfield is writing in this conversation.')).toBeVisible()
  await box(dana).fill('')
  await expect(page.getByText('Dana Whitfield has this conversation open too.')).toBeVisible()
  await box(dana).fill('You need form 12.')
  await box(page).fill('You need form 7.')
  await page.getByRole('button', { name: 'Send and resolve' }).click()
  await expect(page.getByText('The reply is in the member’s inbox.')).toBeVisible()

  await dana.bringToFront()
  await dana.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dana.getByText('Not sent: the conversation has changed')).toBeVisible()
  await expect(dana.getByText('Carl, Customer Service answered.')).toBeVisible()
  await expect(dana.getByText('It was resolved.')).toBeVisible()
  await expect(conversation(dana)).toContainText('You need form 7.')
  await expect(box(dana)).toHaveValue('You need form 12.')
  await expectAccessible(dana, 'a conversation that changed')
  // Carl sees his page, but works in another window.
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }))
  await dana.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dana.getByText('The reply is in the member’s inbox.')).toBeVisible()
  await expect(conversation(dana)).toContainText('You need form 12.')
  await page.bringToFront()
  await expect(page.getByText('Something has happened here since you opened it.')).toBeVisible()
  // It updates by itself once he is back.
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hasFocus')
    dispatchEvent(new Event('focus'))
  })
  await expect(conversation(page)).toContainText('You need form 12.')
  await expect(page.getByText('Dana, Customer Service answered.')).toBeVisible()
})

test('MC-6 a queue that others change says so, and no line of it moves until someone asks', async ({ page }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1280, height: 900 })
  await openWorkspace(page, 'INTERNAL1')
  const first = page.locator('[data-work-list]').getByRole('link').first()
  await expect(first).toBeVisible()
  await expect(page.getByRole('link', { name: /^Open \d/ })).toBeVisible()
  const before = await first.boundingBox()
  await writeAs('BXPLUS01', 'Is the walking aid on its way?')
  await page.clock.fastForward(31_000)
  const show = page.getByRole('status').getByRole('button', { name: 'The queue has changed: show it' })
  await expect(show).toBeInViewport({ ratio: 1 })
  expect(await first.boundingBox()).toEqual(before)
  await expectUsable(page, 'a queue that has changed')
  await show.press('Enter')
  await expect(show).toHaveCount(0)
})

test('MC-6 CT-4 supervisors write canned replies and see figures; on a phone, in Spanish; members have no workspace', async ({
  page,
  newVisitor,
}) => {
  await openWorkspace(page, 'INTERNAL1')
  // Ten conversations are visible at once, and one can be answered without scrolling.
  await page.setViewportSize({ width: 1280, height: 900 })
  const lines = page.locator('[data-work-list]').getByRole('link')
  await expect(lines.nth(9)).toBeInViewport({ ratio: 0.99 })
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await lines.first().click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Send and resolve' })).toBeInViewport({ ratio: 1 })
  // A long answer pushes out neither the message nor the buttons.
  await page.getByRole('textbox', { name: /^Reply to / }).fill('A line of the answer.\n'.repeat(30))
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
  await expectReadable(page)
  // Nor do the send buttons cover what is above them, even once the draft is saved.
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expectBelow(page, 'Then the next one', 'Send')
  await page.getByRole('textbox', { name: /^Reply to / }).fill('')
  // A reply that is saved as canned while answering becomes a text, which someone else approves there.
  await page.getByRole('link', { name: 'Canned replies' }).click()
  await page.getByRole('link', { name: 'New canned reply' }).click()
  const form = page.getByRole('form', { name: 'What shows, and what you write' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Rides to care')
  await form.getByRole('textbox', { name: 'Text' }).fill('Hello {nobody}')
  await form.getByRole('textbox', { name: 'What changed, and why' }).fill('Asked for often')
  await form.getByRole('button', { name: 'Submit for approval' }).click()
  const text = form.getByRole('textbox', { name: 'Text' })
  await expect(text).toHaveAccessibleDescription(/We do not know the name in braces: nobody/)
  await expectAccessible(page, 'a new canned reply')
  await text.fill('Hello {firstName}')
  await form.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Submitted. It shows once someone else approves it.')).toBeVisible()
  await page.goBack()
  await page.goBack()

  await page.getByRole('link', { name: 'Figures' }).click()
  await page.getByText('Show as a table').first().click()
  const table = page.getByRole('table', { name: 'Messages received and answered' })
  await expect(table.getByRole('row')).toHaveCount(15)
  await expectAccessible(page, 'the figures')
  await page.getByLabel('Time', { exact: true }).selectOption('Last 7 days')
  await expect(table.getByRole('row')).toHaveCount(8)

  await page.setViewportSize({ width: 320, height: 800 })
  await page.context().addCookies([{ name: 'language', value: 'es', url: staff }])
  const reopen = async () => {
    await leavePage(page)
    await open(page, `${staff}/msg/#!/workspace`)
  }
  for (const [part, name] of [
    ['workspace', 'Mensajes de miembros'],
    ['workspace/figures', 'Cifras'],
    ['content?area=replies', 'Textos'],
  ] as const) {
    if (part === 'workspace') await reopen()
    else await follow(page, `/msg/#!/${part}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expectNoSidewaysScroll(page, name)
  }
  await follow(page, '/msg/#!/workspace')
  await page
    .getByRole('list', { name: /^Conversaciones, primero/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Enviar y resolver' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'una conversación')
  await expectAccessible(page, 'una conversación')
  // The words are longer in Spanish.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('textbox', { name: /^Respuesta a / }).fill('Una línea.\n'.repeat(30))
  await expect(page.getByText(/^Guardado /)).toBeVisible()
  await expectBelow(page, 'Luego, la siguiente', 'Enviar')
  // Placeholders are fully visible.
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Buscar respuesta' }).evaluate(measureSpareRoom))
      .toBeGreaterThan(0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('textbox', { name: /^Respuesta a / }).fill('')
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: 'Volver a la lista' }).click()
  await expect(
    page
      .getByRole('list', { name: /^Conversaciones, primero/ })
      .getByRole('link')
      .first(),
  ).toBeFocused()

  const member = await newVisitor()
  await signIn(member, 'BXPLUS01')
  await open(member, '/msg/#!/workspace')
  await expect(member.getByRole('heading', { level: 1 })).toHaveText(/^Good /)
})

test('MC-6 SH-8 a rep moves a conversation to another topic, and keeps what was done with a lead; supervisors see who answered', async ({
  page,
}) => {
  const subject = await writeAs('BXPLUS01', 'Is a hearing test covered?')
  await openWorkspace(page, 'INTERNAL1')
  await search(page, subject)
  await page.locator('[data-work-list]').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Move to another topic' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move to another topic' })
  await expect(dialog.getByRole('button', { name: 'Move it' })).toBeDisabled()
  await expectAccessible(page, 'moving a conversation')
  await dialog.getByLabel('New topic').selectOption({ index: 2 })
  await dialog.getByLabel('What is it about?').selectOption({ index: 1 })
  await dialog.getByLabel('Reason').fill('It asks what is covered.')
  await dialog.getByRole('button', { name: 'Move it' }).press('Enter')
  await expect(page.getByText('Moved to the new topic and back in the queue.')).toBeVisible()
  await expect(conversation(page)).toContainText('It asks what is covered.')

  await page.getByRole('link', { name: 'Figures' }).click()
  await expect(page.getByRole('figure', { name: 'By representative' })).toBeVisible()

  await page.getByRole('link', { name: 'Leads' }).click()
  await page
    .getByRole('button', { name: /^Update / })
    .first()
    .click()
  const lead = page.getByRole('dialog')
  await lead.getByLabel('Add a note').fill('No one answered.')
  await lead.getByLabel('Follow up on').fill('2030-01-02')
  await lead.getByRole('button', { name: 'Save' }).click()
  await expect(lead).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Update / })
    .first()
    .click()
  await expect(lead.getByLabel('Add a note')).toHaveValue('')
  await expect(lead.getByRole('region', { name: 'History' })).toContainText('No one answered.')
  await expectAccessible(page, 'a lead and its history')
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScroll(page, 'a lead and its history')
})

test('MC-6 a rep answers 40 messages with two keys each besides the text, past the end of a page of the queue', async ({
  page,
}) => {
  test.slow()
  // Plans whose desk no other journey writes to: its drafts and conversations would get in the way.
  const origin = buildOrigin('ndbcbs')
  const send = await writerAs('MEDICAIDND', origin)
  for (let at = 1; at <= 40; at += 1)
    await send({
      categoryId: 'claims',
      subCategoryId: 'claim-status',
      subject: `Question ${at}`,
      text: 'Is it paid?',
    })
  await openWorkspace(page, 'CSRREP03')
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const count = () => {
      dataset.presses = String(Number(dataset.presses ?? 0) + 1)
    }
    const countKey = ({ key, ctrlKey, target }: KeyboardEvent) => {
      const isText = target instanceof HTMLTextAreaElement && key.length === 1 && !ctrlKey
      if (!isText && key !== 'Control') count()
    }
    // Registered to run before the page acts on the key and moves the focus.
    document.addEventListener('keydown', countKey, true)
    document.addEventListener('pointerdown', count, true)
  })
  const lines = page.locator('[data-work-list]').getByRole('link')
  await expect(lines.first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Then the next one' }).check()
  const heading = page.getByRole('heading', { level: 2 }).filter({ visible: true }).last()
  for (let at = 1; at <= 40; at += 1) {
    await expect(box(page)).toHaveValue('')
    const address = page.url()
    if (at > 1) await expect(heading).toBeFocused()
    await page.keyboard.press('r')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('Yes.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.url()).not.toBe(address)
  }
  const presses = Number(await page.locator('html').getAttribute('data-presses'))
  // Two presses for each, plus three to open the first one and to check the box.
  expect(presses).toBe(2 * 40 + 3)
})

test('MC-6 several conversations are handed over at once by keyboard; what someone changed meanwhile stays, on a phone in Spanish too', async ({
  page,
}) => {
  for (const _ of [1, 2, 3]) await writeAs('BXPLUS01', 'Who has this?')
  await openWorkspace(page, 'INTERNAL1')
  await open(page, `${staff}/msg/#!/workspace?brand=hmbcbs`)
  const list = page.locator('[data-work-list]')
  // The list of all plans stays until the plan's own list is there.
  await expect(list.getByRole('link').filter({ hasNotText: 'Blue Plan West' })).toHaveCount(0)
  await expect(list.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('group', { name: 'Hand over several' })
  await expect(bar).toContainText('2 chosen')
  await expectAccessible(page, 'choosing conversations')
  await bar.getByLabel('Hand over to').selectOption({ label: 'Dana Whitfield' })
  await bar.getByRole('button', { name: 'Hand over', exact: true }).press('Enter')
  await expect(bar).toContainText('2 conversations are now with Dana Whitfield.')
  await expect(bar.getByLabel('Hand over to')).toBeFocused()
  for (const at of [0, 1]) await expect(list.getByRole('listitem').nth(at)).toContainText('Dana Whitfield')

  await page.setViewportSize({ width: 320, height: 800 })
  await page.context().addCookies([{ name: 'language', value: 'es', url: staff }])
  await open(page, `${staff}/msg/#!/workspace?brand=hmbcbs`)
  await page.getByRole('button', { name: 'Transferir varias' }).click()
  await list.getByRole('checkbox').first().check()
  const spanish = page.getByRole('group', { name: 'Transferir varias' })
  await spanish.getByLabel('Transferir a').selectOption({ label: 'Nadie: de vuelta a la cola' })
  await expectNoSidewaysScroll(page, 'varias conversaciones')
  await expectAccessible(page, 'varias conversaciones')
  await spanish.getByRole('button', { name: 'Transferir', exact: true }).click()
  await expect(spanish).toContainText('1 conversación volvió a la cola.')
  await expect(list.getByRole('listitem').first()).not.toContainText('Dana Whitfield')
})

test('MC-6 CS-1 in one press a rep acts for the member in a tab beside the desk, and what is typed stays', async ({
  page,
  context,
  noise,
}) => {
  const subject = await writeAs('MEMBER02', 'Why was my claim denied?')
  await openWorkspace(page, 'CSRREP01')
  await search(page, subject)
  await page.getByRole('link', { name: new RegExp(subject) }).click()
  await box(page).fill('I am looking at your claims')
  // In either language, even with all the actions of one's own conversation, the message is readable and Send is fully visible.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible()
  await expectReadable(page)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
  const card = page.getByRole('complementary')
  const pressed = context.waitForEvent('page')
  await card.getByRole('button', { name: 'Act for this member' }).click()
  const tab = await pressed
  const banner = tab.getByRole('region', { name: 'Acting for a member' })
  await expect(banner).toContainText('CSRREP01 → MEMBER02')
  await waitForHydration(tab)
  expect(tab.url()).toBe(`http://secure.hmbcbs.localhost:${port}/`)
  await expect(card.getByRole('status')).toContainText('in another tab')
  await expectAccessible(page, 'the desk beside the acting')
  // Each tab may be reloaded, and shows the same as before.
  await tab.reload()
  await expect(banner).toBeVisible()
  await waitForHydration(tab)
  // The list of covered people loads last; a call still under way when the session ends would be refused.
  await expect(tab.getByRole('region', { name: 'People on the plan' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(box(page)).toHaveValue('I am looking at your claims')

  await banner.getByRole('button', { name: 'End' }).click()
  await expect(tab.getByText('Your time acting for a member is over.')).toBeVisible()
  await tab.close()
  await expect(box(page)).toHaveValue('I am looking at your claims')
  // A report of who has the conversation open may be under way when the session ends.
  noise.allow(/^answer 401 .*\/presence$/)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.waitForURL(/\/login\//)
})
