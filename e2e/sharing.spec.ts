import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  port,
  signIn,
  tabTo,
  test,
} from './support.ts'

test('OS-42 whom one shares records with is read in plain words, chosen with the keyboard, and kept', async ({
  page,
}) => {
  await signIn(page, 'MEMBERMN', buildOrigin('mincr'))
  await open(page, `${buildOrigin('mincr')}/mbr/#!/account/sharing`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sharing with doctors and plans')
  const main = page.getByRole('main')
  await expect(main).toContainText('You have not chosen yet.')
  const doctors = main.getByRole('checkbox', { name: 'Share my records with doctors who treat me' })
  await expect(doctors).toBeChecked()
  await expectAccessible(page, 'sharing choices')
  await tabTo(page, doctors)
  await page.keyboard.press('Space')
  const earlier = main.getByRole('checkbox', { name: 'Ask my earlier plan for my records' })
  await tabTo(page, earlier)
  await page.keyboard.press('Space')
  const save = main.getByRole('button', { name: 'Save' })
  await tabTo(page, save)
  await page.keyboard.press('Enter')
  // What is needed is asked for before anything is sent.
  await expect(main.getByText('Please fill this in.').first()).toBeVisible()
  await expect(main.locator('[aria-invalid=true]').first()).toBeFocused()
  await expectAccessible(page, 'sharing choices with an error')
  // Plans that can be asked are offered first, if staff have added any.
  const offered = main.getByLabel('Earlier plan', { exact: true })
  if (await offered.isVisible()) await offered.selectOption('')
  await main.getByLabel('Name of the plan').fill('Far Plan')
  await main.getByLabel('Member ID on the card of that plan').fill('F-100')
  await tabTo(page, save)
  await page.keyboard.press('Enter')
  await expect(main.getByRole('status')).toContainText('Your choices are saved.')
  await expect(main).toContainText('You chose this on')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'sharing choices')
  await open(page, `${buildOrigin('mincr')}/mbr/#!/account/sharing`)
  await page.reload()
  await expect(doctors).not.toBeChecked()
  await expect(main.getByLabel('Name of the plan')).toHaveValue('Far Plan')
})

test('OS-42 CS-1 a representative chooses for a caller and says why', async ({ page }) => {
  const staff = `http://staff.hmbcbs.localhost:${port}`
  await signIn(page, 'CSRREP01', staff)
  await open(page, `${staff}/`)
  await page.getByLabel('Login ID of the member').fill('MEMBER02')
  await page.getByLabel('Reason').fill('Asked on the phone not to share')
  await page.getByLabel('Ticket number').fill('T-20419')
  await page.getByRole('button', { name: 'Act for this member' }).click()
  await expect(page.getByRole('region', { name: 'People on the plan' }).getByRole('listitem').first()).toBeVisible()
  await page.goto(`${new URL(page.url()).origin}/mbr/#!/account/sharing`)
  const main = page.getByRole('main')
  const doctors = main.getByRole('checkbox', { name: 'Share my records with doctors who treat me' })
  await doctors.uncheck()
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('Please fill this in.')).toBeVisible()
  await main.getByLabel('Why you change this for the member').fill('Asked on the phone not to share')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main).toContainText('Customer service chose this for you on')
  await expectAccessible(page, 'sharing choices of a caller')
})
