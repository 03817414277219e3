import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  port,
  signIn,
  test,
  turnTo,
  waitForHydration,
} from './support.ts'

const buildOrigin = (brand: string) => `http://secure.${brand}.localhost:${port}`

// These tests ask the same administrators for things, and see everything that waits: they run one after the other.
test.describe.configure({ mode: 'default' })

test('AD-2 by keyboard alone, someone is invited, and additional rights wait for the other administrator', async ({
  page,
  newVisitor,
}) => {
  const origin = buildOrigin('hmbcbs')
  await signIn(page, 'ADMIN002', origin)
  await open(page, `${origin}/msg/#!/administration`)
  await page.getByRole('button', { name: 'Invite someone' }).press('Enter')
  await expect(page.getByLabel('First name')).toBeFocused()
  const loginId = `E${crypto.randomUUID().slice(0, 7).toUpperCase()}`
  for (const text of ['Tia', 'Newman', 'tia@plan.example', loginId]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  // A person invited to answer gets a desk without another press, and a brand that they are invited to.
  await expect(page.getByRole('radio', { name: 'Answer members (service rep)' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^Answer members/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Blue Plan West', exact: true })).toBeChecked()
  await page.getByRole('radio', { name: /administrator/ }).press('Space')
  await expectAccessible(page, 'the invitation')
  await page.getByRole('button', { name: 'Send the invitation' }).press('Enter')
  await expect(page.getByText('Another administrator has to confirm this invitation.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm: Tia Newman' })).toHaveCount(0)

  const other = await newVisitor()
  await signIn(other, 'ADMIN001', origin)
  await open(other, `${origin}/msg/#!/administration`)
  const request = other.getByRole('listitem').filter({ hasText: loginId })
  await request.getByRole('button', { name: 'Confirm: Tia Newman' }).press('Enter')
  await expect(other.getByText('Confirmed.')).toBeVisible()
  await other.getByLabel('Login ID or name').fill(loginId)
  await other.getByRole('button', { name: 'Search', exact: true }).last().press('Enter')
  await expect(other.getByRole('link', { name: 'Tia Newman' })).toHaveCount(1)
  await other.getByRole('link', { name: 'Tia Newman' }).press('Enter')
  await expect(other.getByRole('checkbox', { name: /^Administer/ })).toBeChecked()
  await expectAccessible(other, 'a person')
  await other.goBack()
  await expect(other.getByLabel('Login ID or name')).toHaveValue(loginId)
  await expect(other.getByRole('link', { name: 'Tia Newman' })).toHaveCount(1)
})

test('OP-7 RG-3 one administrator requests a legal hold, which stands once another one confirms', async ({
  page,
  newVisitor,
}) => {
  const origin = buildOrigin('hmbcbs')
  const number = '24787784500'
  await signIn(page, 'ADMIN002', origin)
  await open(page, `${origin}/msg/#!/administration/data`)
  await page.getByRole('button', { name: 'Ask for a change' }).click()
  await page.getByLabel('What to do').selectOption({ label: 'Place a legal hold' })
  await page.getByLabel('Brand', { exact: true }).selectOption({ label: 'Blue Plan West' })
  await page.getByLabel('Member number').fill(number)
  await page.getByLabel('Case or request').fill('request 2026-118')
  await page.getByRole('button', { name: 'Ask another administrator' }).click()
  await expect(page.getByText('Another administrator has to confirm it.')).toBeVisible()
  await expect(page.getByText('You asked for this.')).toBeVisible()
  await expectAccessible(page, 'what waits for a second person')

  const other = await newVisitor()
  await signIn(other, 'ADMIN001', origin)
  await open(other, `${origin}/msg/#!/administration/data`)
  await other.getByRole('button', { name: `Confirm for ${number}` }).click()
  await expect(other.getByText('It is done.')).toBeVisible()
  const lift = other.getByRole('button', { name: `Ask to lift the hold of ${number}` })
  await expect(lift).toBeVisible()
  await lift.click()
  await other.getByLabel('Case or request').fill('request 2026-119')
  await other.getByRole('button', { name: 'Ask another administrator' }).click()
  await expect(other.getByText('You asked for this.')).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: `Confirm for ${number}` }).click()
  await expect(page.getByText('No legal hold is in place.')).toBeVisible()
})

test('RG-3 by keyboard alone, an administrator sees what an erasure would delete and keep, and so does the one who confirms it', async ({
  page,
  newVisitor,
}) => {
  const origin = buildOrigin('hmbcbs')
  const number = '24787784500'
  await page.setViewportSize({ width: 320, height: 800 })
  await signIn(page, 'ADMIN002', origin)
  await open(page, `${origin}/msg/#!/administration/data`)
  await page.getByRole('button', { name: 'Ask for a change' }).press('Enter')
  await page.getByLabel('Brand', { exact: true }).selectOption({ label: 'Blue Plan West' })
  const show = (on: Page) => on.getByRole('button', { name: `Show what would be deleted for ${number}` })
  await expect(page.getByRole('button', { name: 'Show what would be deleted' })).toBeDisabled()
  await page.getByLabel('Member number').fill(number)
  await show(page).press('Enter')
  await expect(page.getByText('What an erasure would do now')).toBeVisible()
  const deleted = page.getByText(/^To be deleted: coverage, deductibles and limits \(\d+ records?\)$/)
  await expect(deleted).toBeVisible()
  const told = await deleted.textContent()
  await expect(page.getByText(/^To be kept: who they are/)).toBeVisible()
  await expectNoSidewaysScroll(page, 'an erasure before it is asked for')
  await expectAccessible(page, 'an erasure before it is asked for')
  await page.getByLabel('Case or request').fill('request 2026-120')
  await page.getByRole('button', { name: 'Ask another administrator' }).press('Enter')
  await expect(page.getByText('Another administrator has to confirm it.')).toBeVisible()

  const other = await newVisitor()
  await signIn(other, 'ADMIN001', origin)
  await open(other, `${origin}/msg/#!/administration/data`)
  await show(other).press('Enter')
  await expect(other.getByText(told ?? 'nothing')).toBeVisible()
  await other.getByRole('button', { name: `Drop the request for ${number}` }).press('Enter')
  await expect(other.getByText('The request is dropped.')).toBeVisible()
})

/** Fills in what a brand needs. */
async function typeBrand(page: Page, code: string): Promise<void> {
  const typed = {
    Code: code,
    Name: `Plan ${code}`,
    'Tagline, in English': 'Care under a wide sky.',
    'Tagline, in Spanish': 'Atención bajo un cielo abierto.',
    'Legal text, in English': 'A fictional plan.',
    'Legal text, in Spanish': 'Un plan ficticio.',
    'Hours, in English': 'Monday - Friday 8 AM - 6 PM CT',
    'Hours, in Spanish': 'Lunes a viernes, de 8 a. m. a 6 p. m.',
    Domain: `${code}.example`,
    Reason: 'A plan of our own',
  }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
}

const draw = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" aria-hidden="true">${inside}</svg>`
const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(draw('<circle cx="10" cy="10" r="8" fill="#225588"/>')),
}

test('BR-8 a brand is written by one administrator, confirmed by another, and is there within seconds', async ({
  page,
  newVisitor,
  noise,
}) => {
  noise.allow(/400/)
  const origin = buildOrigin('hmbcbs')
  const code = `e${crypto.randomUUID().slice(0, 7)}`
  await signIn(page, 'ADMIN002', origin)
  await open(page, `${origin}/msg/#!/administration/ownbrands`)
  await page.getByRole('button', { name: 'Add a brand' }).press('Enter')
  await typeBrand(page, code)
  await page.getByLabel('Main color').fill('#225588')
  await expect(page.getByText('All of these colors are easy to read together.')).toBeVisible()
  const choose = (svg: string) =>
    page
      .getByLabel('Logo on white')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await choose(draw('<script/>'))
  await page.getByRole('button', { name: 'Save for a second administrator' }).click()
  await expect(page.getByText('Save it as a plain SVG drawing').first()).toBeVisible()
  await expectAccessible(page, 'a brand with a wrong drawing')
  await page.getByLabel('Logo on white').setInputFiles(logo)
  await page.getByRole('button', { name: 'Save for a second administrator' }).click()
  await expect(page.getByText('Saved. Another administrator can put it in effect now.')).toBeVisible()
  await expect(page.getByText('You wrote this, so another administrator has to confirm it.')).toBeVisible()
  await expectAccessible(page, 'a brand that waits')

  const other = await newVisitor()
  await signIn(other, 'ADMIN001', origin)
  await open(other, `${origin}/msg/#!/administration/ownbrands`)
  await other.getByRole('button', { name: 'Put into effect' }).click()
  await expect(other.getByText('In effect. Every server shows it within seconds.')).toBeVisible()
  const visitor = await newVisitor()
  await expect(async () => {
    await visitor.goto(`${buildOrigin(code)}/login/`)
    // Not the name that only shows on paper.
    const name = visitor.getByText(`Plan ${code}`).filter({ visible: true })
    await expect(name.first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('BR-8 by keyboard alone, a brand returns to its previous version, is withdrawn and restored, each by two administrators', async ({
  page,
  newVisitor,
  noise,
}) => {
  noise.allow(/404|410/)
  const origin = buildOrigin('hmbcbs')
  // No other journey uses this brand, which both administer.
  const [code, name] = ['wi', 'Blue Plan of Wisconsin']
  const other = await newVisitor()
  for (const [one, loginId] of [
    [page, 'ADMIN002'],
    [other, 'ADMIN001'],
  ] as const) {
    await signIn(one, loginId, origin)
    await open(one, `${origin}/msg/#!/administration/ownbrands`)
  }
  const show = async (on: Page) => {
    await on.reload()
    await waitForHydration(on)
    await expect(on.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
  }
  const confirm = async (button: string, told: string) => {
    await show(other)
    await other.getByRole('button', { name: button, exact: true }).press('Enter')
    await expect(other.getByText(told)).toBeVisible()
    await show(page)
  }
  const inEffect = 'In effect. Every server shows it within seconds.'
  const saved = 'Saved. Another administrator can put it in effect now.'
  /** Checks it on a narrow phone. */
  const look = async (on: Page, screen: string) => {
    const before = on.viewportSize()
    await on.setViewportSize({ width: 320, height: 800 })
    await expectNoSidewaysScroll(on, screen)
    await expectAccessible(on, screen)
    if (before !== null) await on.setViewportSize(before)
  }

  const words = [crypto.randomUUID(), crypto.randomUUID()]
  for (const word of words) {
    await page.getByRole('button', { name: `Change ${name}` }).press('Enter')
    await page.getByLabel('Tagline, in English').fill(word)
    await page.getByLabel('Reason').fill('A better word')
    await page.getByRole('button', { name: 'Save for a second administrator' }).press('Enter')
    await expect(page.getByText(saved)).toBeVisible()
    await confirm('Put into effect', inEffect)
  }

  await page.getByRole('button', { name: `Go back to the previous version: ${name}` }).press('Enter')
  await expect(page.getByText(saved)).toBeVisible()
  await show(other)
  // The previous version is the one it returns to, in place of the later one.
  for (const word of words) await expect(other.getByText(word)).toBeVisible()
  await look(other, 'a version before that waits')
  await confirm('Put into effect', inEffect)

  await page.getByRole('button', { name: `Withdraw ${name}` }).press('Enter')
  await expect(page.getByText(saved)).toBeVisible()
  await show(other)
  await expect(other.getByText('The brand is to be withdrawn: its web addresses close')).toBeVisible()
  await look(other, 'a withdrawal that waits')
  const visitor = await newVisitor()
  await expect(async () => {
    await visitor.goto(`${buildOrigin(code)}/login/`)
    await expect(visitor.getByText(name).filter({ visible: true }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await confirm('Withdraw it', 'Withdrawn. Its web addresses close on every server within seconds.')
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await look(page, 'a brand that is withdrawn')
  await expect(async () => {
    await visitor.goto(`${buildOrigin(code)}/login/`)
    await expect(visitor.getByRole('heading', { name: 'This site is closed' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectAccessible(visitor, 'a site that is closed')

  await page.getByRole('button', { name: `Undo the withdrawal of ${name}` }).press('Enter')
  await expect(page.getByText(saved)).toBeVisible()
  await confirm('Put into effect', inEffect)
  await expect(async () => {
    await visitor.goto(`${buildOrigin(code)}/login/`)
    await expect(visitor.getByText(name).filter({ visible: true }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('AD-3 AD-4 AD-5 OS-60 every part of administration is accessible and fits a phone and a tablet', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const origin = buildOrigin('ndbcbs')
  await signIn(page, 'ADMIN001', origin)
  for (const [part, title] of [
    ['people', 'People who work here'],
    ['accounts', 'Members’ accounts'],
    ['connections', 'Sign-in connections'],
    ['ownbrands', 'Brands'],
    ['log', 'Who did what'],
    ['running', 'System status'],
    ['data', 'People’s data'],
    ['reports', 'Yearly reports'],
  ] as const) {
    if (part === 'people') await open(page, `${origin}/msg/#!/administration/people`)
    else await turnTo(page, `/msg/#!/administration/${part}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    if (part === 'accounts') {
      await page.getByLabel('What the member told you').fill('LOCKED01')
      await page.getByRole('button', { name: 'Search', exact: true }).last().click()
      await expect(page.getByRole('status').filter({ hasText: '1 account' })).toBeVisible()
      await expect(page.getByText('Closed after 100 wrong passwords in a row.')).toBeVisible()
    }
    if (part === 'connections') await page.getByRole('button', { name: 'Set up a connection' }).click()
    if (part === 'ownbrands') await page.getByRole('button', { name: 'Change Blue Plan of Idaho' }).click()
    if (part === 'log') {
      await page.getByRole('button', { name: 'Check the seals' }).click()
      await expect(page.getByText('The log matches what was sealed')).toBeVisible()
      await page.getByLabel('Action code begins with').fill('sign-in')
      await page.getByRole('button', { name: 'Search', exact: true }).last().click()
      await page.reload()
      await waitForHydration(page)
      await expect(page.getByLabel('Action code begins with')).toHaveValue('sign-in')
    }
    if (part === 'running') {
      await expect(page.getByText('This one')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Price files' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Remove: / }).first()).toBeVisible()
    }
    await expectAccessible(page, part)
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page, `${part} at ${width} px`)
    }
  }
})
