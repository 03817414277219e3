import { startOtherPlan } from './other-plan.ts'
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

const brand = 'hmbcbs'
const origin = buildOrigin(brand)
let oldPlan: Awaited<ReturnType<typeof startOtherPlan>> | undefined
// Each test's pages may still be asking it when the test ends.
test.afterAll(() => oldPlan?.stop())

test('OS-55 OS-42 OS-44 staff add another plan; a member has it asked by keyboard, reads its records separately, and its audit log shows that', async ({
  page,
  newVisitor,
  noise,
}) => {
  test.slow()
  noise.allow(/400/)
  oldPlan = await startOtherPlan(`http://127.0.0.1:${port}`, brand)
  const { fhirBase, clientId, port: oldPort } = oldPlan
  const admin = await newVisitor()
  await signIn(admin, 'ADMIN001', origin)
  await open(admin, `${origin}/msg/#!/administration/apps`)
  const form = admin.getByRole('region', { name: 'Other plans' })
  await form.getByLabel('Name of the plan').fill('Old Plan')
  await form.getByLabel('Address of its FHIR server').fill('http://plain.example/fhir')
  await form.getByLabel('Our client ID there').fill(clientId)
  await form.getByLabel('Our number there (NPI or NAIC)').fill('1982947230')
  await form.getByRole('button', { name: 'Save the plan' }).click()
  await expect(form.getByText('Please check the address (https) and our number.')).toBeVisible()
  await form.getByLabel('Address of its FHIR server').fill(fhirBase)
  await form.getByRole('button', { name: 'Save the plan' }).click()
  await expect(form.getByRole('status')).toHaveText('The plan is saved.')
  await expectAccessible(admin, 'other plans')

  await signIn(page, 'MEMBER01', origin)
  await open(page, `${origin}/mbr/#!/account/sharing`)
  const main = page.getByRole('main')
  await tabTo(page, main.getByRole('checkbox', { name: 'Ask my earlier plan for my records' }))
  await page.keyboard.press('Space')
  await expect(main.getByLabel('Earlier plan', { exact: true })).toHaveValue(/.+/)
  await tabTo(page, main.getByLabel('Member ID on the card of that plan'))
  await page.keyboard.type('99406232200')
  await tabTo(page, main.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(main).toContainText(/Old Plan: we asked on/)
  await expect(async () => {
    await page.reload()
    await expect(main).toContainText(/Old Plan: your records came on/, { timeout: 2_000 })
  }).toPass()
  await expect(main).toContainText('it does not count toward your limits')
  await expect(main.getByText(/sent by Old Plan/).first()).toBeVisible()
  await expectAccessible(page, 'records of an earlier plan')
  await open(page, `${origin}/login/#/health-record`)
  const apart = page.getByRole('region', { name: 'From your earlier plan' })
  await expect(async () => {
    await page.reload()
    await expect(apart.getByText('Sent by Old Plan').first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expectAccessible(page, 'health record with an earlier plan')
  await open(page, `${origin}/mbr/#!/account/sharing`)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'records of an earlier plan')
  // The audit log of the plan that was asked says who got whose records.
  const there = buildOrigin(brand, oldPort)
  const auditor = await newVisitor()
  await signIn(auditor, 'ADMIN001', there)
  await open(auditor, `${there}/msg/#!/administration/log`)
  await auditor.getByLabel('Action code begins with').fill('exchange.read')
  await auditor.getByRole('main').getByRole('button', { name: 'Search' }).click()
  const read = auditor.getByRole('main').getByRole('listitem').filter({ hasText: '99406232200' })
  await expect(read.filter({ hasText: 'The first plan' }).first()).toBeVisible()
})
