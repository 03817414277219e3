import {
  ask,
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
/** The portal is its own earlier plan here; two portals talk to each other in `two-plans.pg.test.ts`. */
const base = `http://127.0.0.1:${port}`

/** Registers the portal as a system of another plan, with its own keys. */
async function registerSystem(): Promise<string> {
  const { keys } = JSON.parse((await ask({ origin: base, path: `/connect/${brand}/keys` })).body)
  const body = JSON.stringify({
    ...{ client_name: 'New Plan', organization: 'New Plan', organization_type: 'payer', npis: ['1982947230'] },
    ...{
      contacts: ['it@new.example'],
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'private_key_jwt',
    },
    jwks: { keys },
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await ask({ origin: base, path: `/connect/${brand}/apps`, method: 'POST', headers, body })
  return JSON.parse(answer.body).client_id
}

test('OS-55 OS-42 staff add another plan; a member has it asked by keyboard, and reads apart what it sent', async ({
  page,
  newVisitor,
  noise,
}) => {
  test.slow()
  noise.allow(/400/)
  const clientId = await registerSystem()
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
  await form.getByLabel('Address of its FHIR server').fill(`${base}/fhir/${brand}/r4`)
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
  await expect(main).toContainText(/Old Plan: asked on/)
  await expect(async () => {
    await page.reload()
    await expect(main).toContainText(/Old Plan: its records came on/, { timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await expect(main).toContainText('it does not count toward your limits')
  await expect(main.getByText(/sent by Old Plan/).first()).toBeVisible()
  await expectAccessible(page, 'records of an earlier plan')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'records of an earlier plan')
})
