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

test('AD-2 by keyboard alone someone is invited, and what gives more waits for the other administrator', async ({
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
  // Who is invited to answer gets a desk without another press, and one of the brand they are invited to.
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
    ['connections', 'Sign-in by other organizations'],
    ['log', 'Who did what'],
    ['running', 'What runs'],
    ['reports', 'Year’s reports'],
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
    if (part === 'log') {
      await page.getByRole('button', { name: 'Check the seals' }).click()
      await expect(page.getByText('The log matches what was sealed')).toBeVisible()
      await page.getByLabel('Action begins with').fill('sign-in')
      await page.getByRole('button', { name: 'Search', exact: true }).last().click()
      await page.reload()
      await waitForHydration(page)
      await expect(page.getByLabel('Action begins with')).toHaveValue('sign-in')
    }
    if (part === 'running') await expect(page.getByText('This one')).toBeVisible()
    await expectAccessible(page, part)
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page, `${part} at ${width} px`)
    }
  }
})
