import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addPasskeyDevice, appCode } from './authenticator.ts'
import { isFirefox } from './contexts.ts'
import {
  expect,
  expectAccessible,
  expectUsable,
  findChunk,
  follow,
  leavePage,
  leaveSession,
  needChromium,
  open,
  signIn,
  submitSignIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'

const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const status = (page: Page) => page.getByRole('main').getByRole('status')

/** Fills in the sign-in form for someone with an authenticator app. */
async function signInHalfway(page: Page, loginId: string) {
  await open(page, '/')
  await submitSignIn(page, loginId)
  await expect(locateHeading(page)).toHaveText('One more step')
}

test('RG-4 SI-1 an authenticator app is set up, required at sign-in, replaced by a recovery code, and turned off', async ({
  page,
  noise,
  newVisitor,
}) => {
  test.slow()
  noise.allow(/40[01]|429/)
  await signIn(page, 'PROSPECT1')
  await open(page, '/mbr/#!/account')
  await expect(locateHeading(page)).toHaveText('Sign-in and security')

  const setUp = page.getByRole('button', { name: 'Set up an app' })
  await setUp.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Set up your authenticator app')
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectUsable(page, 'setting up an authenticator app')
  await page.keyboard.press('Escape')
  await expect(setUp).toBeFocused()

  await page.keyboard.press('Enter')
  const key = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())?.replaceAll(' ', '') ?? ''
  const code = dialog.getByLabel('Code from the app')
  await tabTo(page, code)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('That code is not right')
  await expect(code).toBeFocused()
  await page.keyboard.type(appCode(key))
  await page.keyboard.press('Enter')

  await expect(dialog.getByRole('heading')).toHaveText('Save your recovery codes')
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const recoveryCodes = await shown.allTextContents()
  await expectUsable(page, 'recovery codes')
  // They are shown only once: nothing but the button leaves the dialog.
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  for (const one of recoveryCodes) expect(file).toContain(one)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(status(page)).toContainText('Your authenticator app is on')
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expectUsable(page, 'an authenticator app that is on')
  expect(JSON.stringify(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key)

  await leaveSession(page)
  await page.context().clearCookies()
  await signInHalfway(page, 'PROSPECT1')
  await expect(locateHeading(page)).toBeFocused()
  await expectUsable(page, 'the step of the code')
  const asked = page.getByLabel('Code', { exact: true })
  await tabTo(page, asked)
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter the 6 digits that your app shows.')).toBeVisible()
  await asked.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is not right, or it was already used.')).toBeVisible()
  await expect(asked).toBeFocused()

  // Too many wrong codes lock the account, not the network.
  const errors = [{ errorMessage: 'TOO-MANY-REQUESTS', errorKey: 'TOO-MANY-REQUESTS' }]
  await page.route(
    '**/secondFactor',
    (route) => route.fulfill({ status: 429, json: { baseMessage: {}, payload: null, errors } }),
    { times: 1 },
  )
  await asked.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('There were too many wrong attempts. Please try again later')).toBeVisible()
  await expect(asked).toBeFocused()

  // After Back, the typed values are still there.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(locateHeading(page).filter({ visible: true })).toHaveText('Sign in')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Login ID', { exact: true })).toHaveValue('PROSPECT1')
  await page.keyboard.press('Enter')
  await expect(locateHeading(page).filter({ visible: true })).toHaveText('One more step')
  // A later code than before; the server accepts it early, and still while the next one is shown.
  await asked.fill(appCode(key, 1))
  await page.getByLabel('Remember this device for 30 days').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).filter({ visible: true }).click()
  await expect(locateHeading(page)).toHaveText('Welcome')

  // The browser is remembered: the password alone is enough here, but nowhere else.
  await leaveSession(page)
  await open(page, '/')
  await submitSignIn(page, 'PROSPECT1')
  await expect(locateHeading(page)).toHaveText('Welcome')
  const other = await newVisitor()
  await signInHalfway(other, 'PROSPECT1')
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(other.getByLabel('Recovery code')).toBeFocused()
  await expectUsable(other, 'the step of the recovery code')
  await other.keyboard.type(recoveryCodes[3]?.toLowerCase() ?? '')
  await other.keyboard.press('Enter')
  await expect(locateHeading(other)).toHaveText('Welcome')
  await follow(other, '/mbr/#!/account')
  await expect(other.getByText('9 recovery codes left')).toBeVisible()

  await follow(other, '/mbr/#!/account/devices')
  const remembered = other.getByRole('list', { name: 'Remembered devices' }).getByRole('listitem')
  await expect(remembered).toHaveCount(1)
  await remembered.getByRole('button', { name: /^Forget / }).click()
  await expectAccessible(other, 'forgetting a device')
  await other.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(status(other)).toContainText('The device was forgotten.')
  await follow(other, '/mbr/#!/account')
  await other.getByRole('button', { name: 'Turn off' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(status(other)).toContainText('Your authenticator app is off.')
})

test('RG-4 SI-1 a passkey is added, named, signs in without typing, and is removed', async ({ page, noise }) => {
  needChromium('to stand in for a device with a fingerprint')
  noise.allow(/40[01]/)
  await addPasskeyDevice(page)
  await signIn(page, 'MEMBER02')
  await open(page, '/mbr/#!/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Name your passkey')
  const name = dialog.getByLabel('Name')
  await expect(name).toHaveValue(/^Chrome on /)
  await expectUsable(page, 'naming a passkey')
  await name.fill('')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please enter a name.')
  await name.fill('My phone')
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('The new name was saved.')
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(passkeys).toContainText('My phone')
  await expectUsable(page, 'a passkey')

  // A device makes only one passkey per account.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()

  // Where a passkey was made, the browser offers it at the login ID field; this device accepts the offer.
  await leaveSession(page)
  await page.goto('/login/')
  await expect(locateHeading(page)).toHaveText(/^Good /)

  await leaveSession(page)
  await page.addInitScript(() => {
    if ('PublicKeyCredential' in window) PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await leavePage(page)
  await open(page, '/mbr/#!/account/activity')
  await expect(locateHeading(page)).toHaveText('Sign in')
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await tabTo(page, byPasskey)
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Recent activity')
  // Not always the newest: other journeys sign in as this person, too.
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('with a passkey')

  await follow(page, '/mbr/#!/account')
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await expect(dialog.getByRole('heading')).toHaveText('Remove “My phone”?')
  await expectUsable(page, 'removing a passkey')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(status(page)).toContainText('The passkey was removed and no longer opens your account.')
  await expect(passkeys).toHaveCount(0)

  // The device still has it, but the account does not.
  await leaveSession(page)
  await open(page, '/')
  await byPasskey.click()
  await expect(page.getByText('That passkey does not open an account here.')).toBeVisible()
})

test('RG-3 RG-4 a person sees where they are signed in, signs out another browser, and finds it in their history', async ({
  page,
  noise,
  newVisitor,
}) => {
  noise.allow(/40[01]/)
  const other = await newVisitor({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  })
  await open(other, '/')
  await submitSignIn(other, 'BXPLUS01')
  await expect(locateHeading(other)).toHaveText(/^Good /)
  await signIn(page, 'BXPLUS01')
  await open(page, '/mbr/#!/account/devices')

  const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
  const phone = devices.filter({ hasText: 'Safari on iOS' })
  await expect(devices.first()).toContainText('This device')
  await expect(phone).toContainText(/Signed in today, .*with the password/)
  await expectUsable(page, 'devices')
  await phone.getByRole('button', { name: 'Sign out Safari on iOS' }).click()
  await expectUsable(page, 'signing out a device')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(status(page)).toContainText('The device was signed out.')
  await expect(phone).toHaveCount(0)
  await other.getByRole('link', { name: 'Message Center' }).first().click()
  await expect(other).toHaveURL(/logout/)
  await expect(other.getByRole('main')).toContainText('signed out')

  await page.getByRole('link', { name: 'Recent activity' }).click()
  await expect(locateHeading(page)).toBeFocused()
  const events = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')
  await expect(events.filter({ hasText: 'Signed out another device' }).first()).toBeVisible()
  await expect(events.filter({ hasText: 'Safari on iOS' }).first()).toContainText('Signed in')
})

test('RG-4 a sensitive change asks people to confirm that it is them, and continues once they have', async ({
  page,
  noise,
}) => {
  noise.allow(/40[034]|NS_ERROR_CORRUPTED_CONTENT|disallowed MIME type/)
  // The button behind the dialog shows a spinner for as long as it waits.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'BXBASIC1')
  await open(page, '/mbr/#!/account')
  // As if the person had been signed in for a long time.
  let refusals = 2
  await page.route('**/account/authenticator', async (route) => {
    if (refusals === 0) return route.fallback()
    refusals -= 1
    const errors = [{ errorMessage: 'STEP-UP-REQUIRED', errorKey: 'STEP-UP-REQUIRED' }]
    await route.fulfill({ status: 403, json: { payload: null, errors } })
  })
  const setUp = page.getByRole('button', { name: 'Set up an app' })
  await setUp.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Confirm it’s you')
  await expectUsable(page, 'confirming that it’s you')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(setUp).not.toHaveAttribute('aria-disabled')
  await expect(page.getByText('That did not work.')).toHaveCount(0)

  // Nor is the button busy forever if the question cannot be loaded.
  const dialogs = findChunk('src/shared/security/proof-dialog.tsx')
  await page.route(dialogs, (route) => route.fulfill({ status: 404, body: '' }))
  refusals = 2
  await page.reload()
  await waitForHydration(page)
  await setUp.click()
  await expect.poll(() => refusals).toBe(1)
  await expect(setUp).not.toHaveAttribute('aria-disabled')
  await page.unroute(dialogs)
  // Firefox requests a file that could not be loaded only once in the life of a page.
  if (isFirefox(page.context().browser())) {
    await page.reload()
    await waitForHydration(page)
  }

  await setUp.click()
  const word = dialog.getByLabel('Your password')
  await expect(word).toBeFocused()
  await page.keyboard.type('Wrong-1A')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('That password is not right.')
  await word.fill('Welcome1!')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading')).toHaveText('Set up your authenticator app')
})
