import type { Page } from '@playwright/test'
import { emailCount, newEmail } from './outbox.ts'
import {
  buildOrigin,
  expect,
  expectUsable,
  open,
  signIn,
  submitSignIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function describeGuardian(page: Page, firstName: string) {
  const parts = { 'Guardian’s first name': firstName, 'Guardian’s last name': 'Halvorsen' }
  const born = { Month: '9', Day: '14', Year: '1986' }
  for (const [label, value] of Object.entries({ ...parts, ...born })) await field(page, label).fill(value)
}

test('ER-5 SI-13 refused at sign-in without a guardian: by keyboard to the PIN, locked out, unlocked by customer service, signed in', async ({
  page,
  noise,
  newVisitor,
}, { retry }) => {
  test.slow()
  noise.allow(/4(0[01]|29)/)
  // Each retry lets another child in.
  const [login, memberId] = retry === 0 ? ['CHIP14U2', '14630850100'] : ['CHIP14U3', '14630850200']
  const pins = emailCount('berit@mail.test')
  // Without a sign-in before it, the page sends people back to sign in.
  await open(page, '/login/#/guardian')
  await describeGuardian(page, 'Berit')
  await page.getByRole('button', { name: 'Send the PIN' }).click()
  await expect(locateHeading(page)).toHaveText('Please sign in again')
  await expectUsable(page, 'guardian, sign in first')
  await open(page, '/login/')
  await submitSignIn(page, login)
  const way = page.getByRole('dialog').getByRole('link', { name: 'Verify the guardian' })
  await tabTo(page, way)
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('A parent or guardian has to be verified')
  await describeGuardian(page, 'Bertha')
  for (let times = 0; times < 2; times++) {
    await page.getByRole('button', { name: 'Send the PIN' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('We could not verify the guardian')
  }
  await expectUsable(page, 'guardian at sign-in, refused')
  await page.getByRole('button', { name: 'Send the PIN' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('That was the last try for today')

  const staff = await newVisitor()
  await signIn(staff, 'CSRREP01')
  await open(staff, `${buildOrigin('hmbcbs')}/`)
  const lock = staff.getByRole('region', { name: 'A guardian who is locked out' })
  await lock.getByLabel('Member ID').fill('12-3')
  await lock.getByRole('button').press('Enter')
  await expect(lock.getByLabel('Member ID')).toHaveAccessibleDescription(/must contain 1 or more alphanumeric/)
  await expect(lock.getByLabel('Member ID')).toBeFocused()
  await lock.getByLabel('Member ID').fill(memberId)
  await lock.getByRole('button').press('Enter')
  await expect(lock.getByRole('status')).toContainText(`under ${memberId} can try again`)
  await expectUsable(staff, 'staff home')

  await field(page, 'Guardian’s first name').fill('Berit')
  await page.reload()
  await waitForHydration(page)
  await field(page, 'Guardian’s first name').press('Enter')
  await expect(field(page, 'PIN')).toBeFocused()
  const pin = /\b(\d{6})\b/.exec((await newEmail('berit@mail.test', pins)).text)?.[1] ?? ''
  await field(page, 'PIN').fill(pin)
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('The guardian is verified')
  await expect(locateHeading(page)).toBeFocused()
  await expectUsable(page, 'guardian verified')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).press('Enter')
  await expect(page.locator('#loginId')).toHaveValue(login)
  await submitSignIn(page, login)
  await page.waitForURL(/\/mbr\//)
})
