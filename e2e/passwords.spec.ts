import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  open,
  password,
  port,
  submitSignIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

const producer = `http://producer.hmbcbs.localhost:${port}`
const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true })
const requirement = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const submit = (page: Page) => page.locator('main').getByRole('button', { name: 'Change password' })

test('SI-4 RT-3 SI-7 VA-4 RG-2 a forced password change: no way around it, by keyboard through every mistake to the person’s destination', async ({
  page,
  noise,
}) => {
  noise.allow(/answer 400 .*changePassword|status of 400/)
  await open(page, '/msg/#!/message-center')
  await submitSignIn(page, 'FORCED01')
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('heading')).toHaveText('Please choose a new password')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(modal).toBeVisible()

  // No page shows anything about the person, and the modal is open.
  for (const address of ['/mbr/#!/landing', '/login/#/accessibility', '/']) {
    await open(page, address)
    await expect(modal.getByRole('heading')).toHaveText('Please choose a new password')
    await expect(page.getByText('Barrett')).toHaveCount(0)
  }

  await open(page, '/msg/#!/message-center')
  await expect(modal.locator(':focus')).toHaveCount(1)
  await tabTo(page, modal.getByRole('button', { name: 'Change password' }), 3)
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Change password')
  await waitForHydration(page)
  expect(page.url()).toContain('/login/#/change-password')
  await expect(modal).toHaveCount(0)
  await expect(page.locator('main')).toContainText('FORCED01')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await expect(newPassword(page)).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.locator('input[autocomplete=username]')).toHaveValue('FORCED01')

  // The requirements are ticked off one by one, also in words, and announced after a pause.
  await tabTo(page, newPassword(page))
  await expect(requirement(page, '8 or more characters')).toContainText('still missing')
  await page.keyboard.type('forced01')
  await expect(requirement(page, '8 or more characters')).toContainText('done')
  await expect(requirement(page, 'lowercase')).toContainText('done')
  await expect(requirement(page, 'number')).toContainText('done')
  await expect(requirement(page, 'uppercase')).toContainText('still missing')
  await expect(requirement(page, 'login ID')).toContainText('still missing')
  await expect(page.getByText('4 of 7 requirements met')).toBeAttached()
  await page.keyboard.press('Enter')
  const summary = page.getByRole('group', { name: 'Please check one field' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('New password: Password must have 8 or more characters')
  await tabTo(page, summary.getByRole('link'), 1)
  await page.keyboard.press('Enter')
  await expect(newPassword(page)).toBeFocused()
  await expect(newPassword(page)).toHaveAccessibleDescription(/^Password must have 8 or more characters/)
  await expectAccessible(page, 'change password, refused')

  const mistakes: [string, RegExp][] = [
    ['Forced01!', /cannot contain your Login ID/],
    [password, /too common/],
  ]
  for (const [word, says] of mistakes) {
    await newPassword(page).fill(word)
    await page.keyboard.press('Enter')
    await expect(newPassword(page), word).toHaveAccessibleDescription(says)
    await expect(summary).toBeFocused()
    await expect(summary).toContainText(says)
  }

  await newPassword(page).fill('Kestrel-47-Ridge')
  await expect(page.getByRole('listitem').filter({ hasText: 'still missing' })).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: 'Show password' }))
  await page.keyboard.press('Space')
  await expect(newPassword(page)).toHaveAttribute('type', 'text')
  await tabTo(page, submit(page))
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Your password has been changed')
  await expect(locateHeading(page)).toBeFocused()
  await expectAccessible(page, 'password changed')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Message Center')
  await waitForHydration(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A file of the page that loads after its first view stores it.
  const readNoted = () => page.evaluate(() => sessionStorage.getItem('UserData'))
  await expect.poll(readNoted).toContain('FORCED01')
  expect(await readNoted()).not.toContain('Kestrel')
})

test('SI-7 SI-11 RG-2 a temporary password at 320 px: no token, but the way to change it; signing out is the other way; later it is changed with the present one', async ({
  page,
  noise,
}) => {
  noise.allow(/400/)
  await page.setViewportSize({ width: 320, height: 720 })
  // On a host that signs in by token exchange.
  await open(page, `${producer}/`)
  await submitSignIn(page, 'TEMPPW01')
  await expect(page.getByRole('dialog').getByRole('button')).toHaveCount(1)
  await expect(page.getByRole('dialog').getByRole('heading')).toHaveText('Please choose a new password')

  await open(page, '/')
  await submitSignIn(page, 'TEMPPW01')
  const go = page.getByRole('dialog').getByRole('button', { name: 'Change password' })
  await go.click()
  await expect(locateHeading(page)).toHaveText('Change password')
  await expectNoSidewaysScroll(page, 'change password')
  await page.getByRole('button', { name: 'Sign out instead' }).click()
  await expect(page.locator('#loginId')).toBeVisible()
  await waitForHydration(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await submitSignIn(page, 'TEMPPW01')
  await go.click()
  await newPassword(page).fill('Kestrel-47-Ridge')
  await submit(page).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(locateHeading(page)).toContainText('Shameka')

  await waitForHydration(page)
  await follow(page, '/login/#/change-password')
  const current = page.getByLabel('Current password')
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await submit(page).click()
  await expect(page.getByRole('group', { name: '2 fields are still empty' })).toBeFocused()
  await expect(page.locator('main form')).toHaveAttribute('data-state', 'Incomplete')
  await expect(current).toHaveAccessibleDescription(/Field is Required/)
  await current.fill('Wrong-1word')
  await newPassword(page).fill('Kestrel-47-Ridge')
  await submit(page).click()
  await expect(current).toHaveAccessibleDescription(/not your current password/)
  await expectAccessible(page, 'change password, signed in')
  await expectNoSidewaysScroll(page, 'change password, signed in')
  await current.fill('Kestrel-47-Ridge')
  await submit(page).click()
  await expect(newPassword(page)).toHaveAccessibleDescription(/^Password cannot be one of your last 5 passwords/)
  await newPassword(page).fill('Heron-58-Valley')
  await submit(page).dblclick()
  await expect(locateHeading(page)).toHaveText('Your password has been changed')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(locateHeading(page)).toContainText('Shameka')
})
