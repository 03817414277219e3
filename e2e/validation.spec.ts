import type { Page } from '@playwright/test'
import { describeContact, describePerson, field, form, locateHeading, start, texts, word } from './registering.ts'
import { buildOrigin, expect, open, test } from './support.ts'

const t = texts.en
const email = "Please enter a valid email address.  Must contain @ and a '.' in the submitted value."
const weak =
  'Password must have 8 or more characters with at least 1 uppercase letter, 1 lowercase letter, 1 number, and 1 special characters (except <, >, +)'
const young = (minimum: number) => `You must be at least ${minimum} years old.`

const memberId =
  'Your Member ID must contain at least 9 digits and cannot contain any spaces or special characters such as question marks or dashes.'
const minimum = 14

/** Expects this exact message at a field. */
async function expectMessage(page: Page, label: string, message: string) {
  await expect(field(page, label)).toHaveAccessibleDescription(matchStart(message))
}

function matchStart(message: string): RegExp {
  // The browser collapses two spaces into one.
  return new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ +/g, ' +')}`)
}

const submit = (page: Page) => page.getByRole('button', { name: t.next }).click()

// Tests of the rules and the texts cover the differences between brands.
test('VA-1 VA-2 VA-3 VA-4 VA-5 VA-6 VA-9 VA-10 VA-12 every message of registration, verbatim', async ({ page }) => {
  await open(page, `${buildOrigin('hmbcbs')}/login/#/register`)
  await submit(page)
  await expect(form(page)).toHaveAttribute('data-state', 'Incomplete')
  await expectMessage(page, t.zip, 'Field is Required')
  await start(page, 'en', '15222')
  await expect(locateHeading(page)).toHaveText(t.titles[0])

  const born = page.getByRole('group', { name: 'Date of birth' })
  const { year, month, day } = await page.evaluate(() => {
    const now = new Date()
    // Few years have a February 29.
    const day = now.getMonth() === 1 ? Math.min(now.getDate(), 28) : now.getDate()
    return { year: now.getFullYear(), month: String(now.getMonth() + 1), day: String(day) }
  })
  const person = { memberId: 'AB-123456', first: 'Odell', last: 'Brekke' }
  for (const [birth, message] of [
    [['13', '1', '1980'], 'Month must be an integer between 1 and 12'],
    [['2', '30', '1984'], 'Invalid Date'],
    [['2', '3', ''], 'Date must be in mm/dd/yyyy or mm/dd/yy format'],
    // First one year too young, then exactly old enough.
    [[month, day, String(year - minimum + 1)], young(minimum)],
  ] as const) {
    await describePerson(page, 'en', { ...person, birth: [birth[0], birth[1], birth[2]] })
    await submit(page)
    await expect(born).toHaveAccessibleDescription(matchStart(message))
  }
  await expectMessage(page, t.memberId, memberId)
  await expect(form(page)).toHaveAttribute('data-state', 'Error')
  await field(page, t.memberId).fill('ABC123456')
  await field(page, 'Year').fill(String(year - minimum))
  await expect(born).not.toHaveAccessibleDescription(matchStart(young(minimum)))
  await field(page, t.first).fill('')
  await submit(page)
  await expectMessage(page, t.memberId, memberId)
  await expectMessage(page, t.first, 'Field is Required')

  // Only the rules decide how far the address leads; whether the person exists is up to the server.
  await describePerson(page, 'en', { ...person, memberId: '123456789', birth: ['4', '18', '1971'] })
  await open(page, `${buildOrigin('hmbcbs')}/login/#/register/contact`)
  await expect(locateHeading(page)).toHaveText(t.titles[1])
  await submit(page)
  await expectMessage(page, t.email, email)
  await expectMessage(page, t.phone, 'Please enter a valid 10 digit phone number.')
  await expectMessage(page, t.kind, 'Field is Required')
  await field(page, t.email).fill('odell@mail')
  await field(page, t.phone).fill('555-01')
  await submit(page)
  await expectMessage(page, t.email, email)
  await expectMessage(page, t.repeat, 'Email addresses do not match.  Please re-enter')
  await expectMessage(page, t.phone, 'Please enter a valid 10 digit phone number.')
  await describeContact(page, 'en', 'odell@mail.test')
  await submit(page)

  await expect(locateHeading(page)).toHaveText(t.titles[2])
  await submit(page)
  await expectMessage(page, t.loginId, 'Login ID must be at least 6 alphanumeric characters')
  for (const [loginId, password] of [
    ['odell', 'short'],
    ['odell-71', `${word}<`],
  ] as const) {
    await field(page, t.loginId).fill(loginId)
    await field(page, t.password).fill(password)
    await submit(page)
    await expectMessage(
      page,
      t.loginId,
      'Login ID must be at least 6 alphanumeric characters and maximum 10 characters',
    )
    await expectMessage(page, t.password, weak)
  }
})
