import type { Page } from '@playwright/test'
import { newEmail } from './outbox.ts'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectUsable,
  leavePage,
  needChromium,
  open,
  port,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'
import { deliver } from './writing.ts'

const main = (page: Page) => page.getByRole('main')
const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const producer = `http://producer.hmbcbs.localhost:${port}`
const clientsPath = /\/clients(\?|$)/
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /Parts of the producer portal|Partes del portal/ }).getByRole('link', { name })

test('AG-1 AG-3 AG-4 AG-6 an agent works by keyboard alone: agency, parts, a proposal from the shop; its client applies on a phone in Spanish', async ({
  page,
  newVisitor,
}) => {
  await signIn(page, 'AGENT001', producer)
  await open(page, `${producer}/mbr/#!/producer`)
  await expect(locateHeading(page)).toHaveText('Choose an agency and region')
  await expectUsable(page, 'choice of an agency')
  await tabTo(page, main(page).getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(main(page).getByRole('radio', { name: /^Three Rivers Benefits/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Producer home')
  await expect(main(page).getByRole('heading', { name: 'What you need to sell in PA' })).toBeVisible()
  await expectUsable(page, 'home of a producer')
  await followUp(page)
  for (const [name, title] of [
    ['Leads', 'Leads'],
    ['Clients', 'Clients'],
    ['Licenses and courses', 'Licenses and courses'],
    ['Preferences', 'Preferences'],
    ['Proposals', 'Quotes and proposals'],
  ] as const) {
    await part(page, name).press('Enter')
    await expect(locateHeading(page)).toHaveText(title)
    await expect(part(page, name)).toHaveAttribute('aria-current', 'page')
  }
  // Not an admin of the agency.
  await expect(part(page, 'Agents')).toHaveCount(0)

  await tabTo(page, main(page).getByRole('link', { name: 'Find plans for people under 65' }))
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Find a plan')
  await main(page).getByLabel('ZIP code').focus()
  await page.keyboard.type('15222')
  await tabTo(page, main(page).getByLabel('Age when coverage begins'))
  await page.keyboard.type('40')
  await page.keyboard.press('Enter')
  await main(page).getByLabel('Kind of plan').selectOption('dental')
  await main(page)
    .getByRole('checkbox', { name: /^Compare .*Dental/ })
    .first()
    .press('Space')
  await main(page).getByRole('link', { name: 'Make a proposal' }).press('Enter')
  await expect(locateHeading(page)).toHaveText('Make a proposal')
  await main(page).getByRole('button', { name: 'Save proposal' }).press('Enter')
  await expect(main(page).getByText('This person asked me')).toBeVisible()
  await expectUsable(page, 'proposal with what is missing')
  const email = `wanda.${crypto.randomUUID().slice(0, 8)}@example.net`
  await main(page).getByLabel('First name').focus()
  await page.keyboard.type('Wanda')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Pruitt')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await main(page).getByLabel('Language of the e-mail').selectOption('es')
  await main(page).getByRole('checkbox').press('Space')
  await main(page).getByRole('button', { name: 'Save proposal' }).press('Enter')
  await expect(main(page).getByRole('heading', { name: 'Proposal for Wanda Pruitt' })).toBeVisible()
  await expectUsable(page, 'a proposal')
  await main(page).getByRole('button', { name: 'Correct NPN' }).press('Enter')
  await page.getByRole('dialog').getByLabel('NPN').fill('0')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('An NPN has up to 10 digits')
  await page.getByRole('dialog').getByLabel('NPN').fill('7712345')
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('status').filter({ hasText: 'The NPN is saved.' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Send to client' }).press('Enter')
  await expect(
    main(page)
      .getByRole('status')
      .filter({ hasText: `The e-mail to ${email} is on its way.` }),
  ).toBeVisible()

  const { subject, text } = await newEmail(email, 0)
  expect(subject).toBe('Una propuesta de planes para usted')
  const ticket = /ticket=([\w-]+)/.exec(text)?.[1]
  const client = await newVisitor({ viewport: { width: 320, height: 640 } })
  await client.context().addCookies([{ name: 'language', value: 'es', url: buildOrigin('hmbcbs') }])
  await open(client, `${buildOrigin('hmbcbs')}/shop/#/proposal?ticket=${ticket}`)
  await expect(locateHeading(client)).toHaveText('Planes para usted, Wanda')
  await expect(main(client)).toContainText('7712345')
  await expect(client).not.toHaveURL(/ticket/)
  await expectUsable(client, 'a proposal to a client in Spanish on a small phone')
  // This browser's shop has it, too, and leads back to it.
  await main(client).getByRole('link', { name: 'Ver todos los planes' }).click()
  const found = main(client).getByRole('list', { name: 'Propuestas de agentes' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await expectUsable(client, 'a shop with a proposal, in Spanish on a small phone')
  await found.getByRole('button', { name: /^Abrir la propuesta de / }).press('Enter')
  await expect(locateHeading(client)).toHaveText('Planes para usted, Wanda')
  await main(client)
    .getByRole('link', { name: /^Presentar solicitud para / })
    .click()
  await main(client).getByLabel('Nombre', { exact: true }).fill('Wanda')
  await main(client).getByLabel('Apellido').fill('Pruitt')
  await main(client)
    .getByLabel('Fecha de nacimiento')
    .fill(`02/03/${new Date().getFullYear() - 40}`)
  await main(client).getByLabel('Correo electrónico').fill(email)
  await main(client).getByLabel('Teléfono').fill('555-555-0100')
  await main(client).getByLabel('Dirección').fill('1 Sample St')
  await main(client).getByLabel('Ciudad').fill('Pittsburgh')
  for (const box of await main(client).getByRole('checkbox').all()) await box.check()
  await main(client).getByLabel('Su firma').fill('Wanda Pruitt')
  await main(client).getByRole('button', { name: 'Firmar y enviar' }).click()
  await expect(locateHeading(client)).toHaveText('Su solicitud')

  await page.reload()
  await waitForHydration(page)
  await expect(main(page)).toContainText('Waiting for the first premium')
  await main(page).getByRole('link', { name: 'All proposals' }).press('Enter')
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Wanda Pruitt' }).first()).toContainText('Applied')
  await expectUsable(page, 'list of proposals')
})

/** By keyboard: the person to call today opens here, and a note with a later day takes them off the list. */
async function followUp(page: Page): Promise<void> {
  const card = main(page).getByRole('region', { name: 'Follow up today' })
  const whom = card.getByRole('button', { name: /^Update / })
  const before = await whom.count()
  const name = (await whom.first().textContent()) ?? ''
  await tabTo(page, whom.first())
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await expectAccessible(page, 'a follow-up')
  const day = new Date(Date.now() + 20 * 24 * 3600 * 1000).toISOString().slice(0, 10)
  await dialog.getByLabel('Follow up on').fill(day)
  await dialog.getByLabel(/^(Add a note|Note)/).fill('Talked about next year.')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(card.getByRole('status').filter({ hasText: name })).toHaveCount(1)
  await expect(whom).toHaveCount(before - 1)
  await expect(card.getByRole('heading')).toBeFocused()
}

test('AG-2 AG-5 AG-7 an agency admin manages the agency in Spanish on the members’ host: entitlements, hand-over, figures', async ({
  page,
}) => {
  needChromium('to tell what a request holds')
  const origin = buildOrigin('ndbcbs')
  await page.context().addCookies([{ name: 'language', value: 'es', url: origin }])
  await signIn(page, 'AGENCYND', origin)
  await open(page, `${origin}/mbr/#!/producer`)
  await part(page, 'Agentes').click()
  await expect(locateHeading(page)).toHaveText('Agentes')
  await expectUsable(page, 'agents in Spanish')
  const agents = main(page)
    .getByRole('listitem')
    .filter({ hasText: /NPN|Es usted/ })
  await expect(agents.filter({ hasText: 'Es usted' })).toHaveCount(1)
  await agents.filter({ hasNotText: 'Es usted' }).getByRole('link').first().click()
  const enroll = main(page).getByRole('checkbox', { name: 'Inscribir clientes' })
  const before = await enroll.isChecked()
  for (const wanted of [!before, before]) {
    await enroll.setChecked(wanted)
    await main(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(main(page).getByRole('status').filter({ hasText: 'Guardado.' })).toBeVisible()
  }
  await expectUsable(page, 'an agent in Spanish')
  // All of the agent's clients go to the admin and back, so that another run finds them in place.
  const dialog = page.getByRole('dialog')
  const handOver = async (look = async (_screen: string) => {}) => {
    await main(page).getByRole('button', { name: 'Transferir clientes' }).click()
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await expect(dialog).toContainText('Elija uno o más clientes.')
    await expect(dialog.getByRole('checkbox').first()).toBeVisible()
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    await dialog.getByLabel('Agente que los va a atender').selectOption({ index: 1 })
    await look('hand-over of clients')
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await expect(dialog).toContainText('Le avisamos al agente por correo electrónico')
    await look('hand-over to be confirmed')
    await dialog.getByRole('button', { name: 'Transferir', exact: true }).click()
    await expect(main(page).getByRole('status').filter({ hasText: '1 cliente está ahora con' })).toBeVisible()
  }
  await handOver((screen) => expectUsable(page, screen))
  // As if a page of the list held one client.
  await page.route(clientsPath, async (route) => {
    const { body } = await deliver(route.request())
    const answer = JSON.parse(body)
    const [client] = answer.payload.clients
    const isSecond = new URL(route.request().url()).searchParams.has('after')
    const clients = isSecond ? [{ ...client, clientId: crypto.randomUUID(), lastName: 'Second' }] : [client]
    const payload = { ...answer.payload, clients, total: 2, next: isSecond ? null : client.clientId }
    await route.fulfill({ contentType: 'application/json', body: JSON.stringify({ ...answer, payload }) })
  })
  await part(page, 'Clientes').click()
  await expect(locateHeading(page)).toHaveText('Clientes')
  await main(page).getByRole('button', { name: 'Mostrar más' }).click()
  await expect(main(page)).toContainText('Second')
  await page.unroute(clientsPath)
  await part(page, 'Agentes').click()
  await part(page, 'Clientes').click()
  await handOver()
  await part(page, 'Cifras').click()
  await main(page).getByText('Mostrar como tabla').click()
  await expect(main(page).getByRole('row')).toHaveCount(13)
  await expectUsable(page, 'figures of an agency')
})

test('AG-1 AG-4 AG-6 internal staff sell for agency 1 on a phone, on the producers’ host', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'INTERNAL1', producer)
  await open(page, `${producer}/mbr/#!/producer`)
  await main(page)
    .getByRole('radio', { name: /Western Pennsylvania/ })
    .check()
  await main(page).getByRole('button', { name: 'Work for this agency' }).click()
  await expect(main(page).getByText('Direct sales, Western Pennsylvania').first()).toBeVisible()
  await part(page, 'Proposals').click()
  await main(page).getByRole('link', { name: 'Find Medicare plans' }).click()
  await main(page).getByLabel('ZIP code').fill('15222')
  await main(page).getByLabel('Age when coverage begins').fill('67')
  await main(page).getByRole('button', { name: 'See plans' }).click()
  const boxes = main(page).getByRole('checkbox', { name: /^Compare / })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await main(page).getByRole('link', { name: 'Make a proposal' }).click()
  await main(page).getByLabel('First name').fill('Otto')
  await main(page).getByLabel('Last name').fill('Sample')
  await main(page)
    .getByLabel('E-mail of the client')
    .fill(`otto.${crypto.randomUUID().slice(0, 8)}@example.net`)
  await main(page).getByRole('checkbox').check()
  await expectUsable(page, 'a Medicare proposal on a phone')
  await main(page).getByRole('button', { name: 'Save proposal' }).click()
  // An agent without an NPN sees what is missing before anything is sent.
  await expect(main(page)).toContainText('You cannot sell all of this yet')
  await expect(main(page)).toContainText('Add the NPN before you send it.')
  await expect(main(page).getByRole('button', { name: 'Send to client' })).toHaveCount(0)
  await expectUsable(page, 'a proposal that cannot be sent yet')
})

test('AG-5 AG-6 AG-4 an agent finds a client in the book and proposes plans with a note, typing neither name nor e-mail; a lead brings its ZIP code', async ({
  page,
}) => {
  await signIn(page, 'AGENCYADM', producer)
  await open(page, `${producer}/mbr/#!/producer/clients`)
  const rows = main(page).getByRole('listitem').filter({ hasText: 'Agreed on' })
  await expect(rows.first()).toBeVisible()
  const name =
    (
      await rows
        .first()
        .getByRole('button', { name: /^Find plans for / })
        .getAttribute('aria-label')
    )?.replace('Find plans for ', '') ?? ''
  await main(page).getByLabel('Find a client').fill(name.toUpperCase())
  await expect(main(page).getByRole('status').filter({ hasText: '1 client found' })).toBeVisible()
  await expect(rows).toHaveCount(1)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `a client that was found, ${width} px`)
  }
  await rows.getByRole('button', { name: `Find plans for ${name}` }).press('Enter')
  await expect(main(page)).toContainText(`Looking for plans for ${name}`)
  await expect(main(page)).toContainText(/Now: .+, through /)
  await expect(main(page).getByRole('link', { name: 'Back to your work' })).toBeVisible()
  await expect(locateHeading(page)).toHaveText('Find a plan')
  await main(page).getByLabel('ZIP code').fill('15222')
  await main(page).getByLabel('Age when coverage begins').fill('40')
  await page.keyboard.press('Enter')
  await main(page).getByLabel('Kind of plan').selectOption('dental')
  await main(page)
    .getByRole('checkbox', { name: /^Compare .*Dental/ })
    .first()
    .press('Space')
  // Producers do not get the actions for buyers: a plan leads to a proposal with it and the earlier picks.
  await expect(main(page).getByRole('button', { name: /^Add to cart/ })).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Have us call you' })).toHaveCount(0)
  const other = main(page).getByRole('article').nth(1).getByRole('link')
  const second = (await other.textContent()) ?? ''
  await other.press('Enter')
  await expect(locateHeading(page)).toHaveText(second)
  await expect(main(page)).toContainText(`Looking for plans for ${name}`)
  await expect(main(page).getByRole('link', { name: 'Apply' })).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Make a proposal' }).press('Enter')
  await expect(
    main(page)
      .getByRole('rowheader', { name: second })
      .or(main(page).getByRole('cell', { name: second })),
  ).toBeVisible()
  await expect(main(page).getByLabel('First name')).toHaveValue(name.split(' ')[0] ?? '')
  await expect(main(page).getByLabel('E-mail of the client')).not.toHaveValue('')
  await expect(main(page)).toContainText('For one person aged 40, ZIP code 15222.')
  await main(page).getByLabel('Note to the client').fill('Call me on Monday.')
  await main(page).getByRole('checkbox').press('Space')
  await expectUsable(page, 'a proposal for a client')
  await main(page).getByRole('button', { name: 'Save proposal' }).press('Enter')
  await expect(main(page).getByRole('heading', { name: `Proposal for ${name}` })).toBeVisible()
  await expect(main(page)).toContainText('Your note: Call me on Monday.')
  // The next quote for them starts with the same household.
  await part(page, 'Clients').press('Enter')
  await rows.getByRole('button', { name: `Find plans for ${name}` }).press('Enter')
  await expect(main(page).getByText('ZIP code 15222, age 40.')).toBeVisible()
  await expect(main(page).getByRole('article').first()).toBeVisible()
  // The list is as it was left.
  await page.goBack()
  await expect(main(page).getByLabel('Find a client')).toHaveValue(name.toUpperCase())
  await expect(rows).toHaveCount(1)

  await part(page, 'Leads').press('Enter')
  await expect(rows).toHaveCount(0)
  const lead = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Find plans for / }) })
  const zip = /\b\d{5}\b/.exec((await lead.first().textContent()) ?? '')?.[0] ?? ''
  await lead
    .first()
    .getByRole('button', { name: /^Find plans for / })
    .press('Enter')
  await expect(main(page).getByLabel('ZIP code')).toHaveValue(zip)
})

test('RO-2 AG-1 each role also works on the other of its two hosts, up to its first action there', async ({
  page,
  noise,
}) => {
  // From the person who was signed in before.
  noise.allow(/stored session is stale/)
  for (const { loginId, host, agency, first } of [
    { loginId: 'AGENT001', host: 'secure.hmbcbs', agency: /^Three Rivers Benefits/, first: 'Leads' },
    { loginId: 'AGENTWY1', host: 'producer.wybcbs', agency: null, first: 'Agents' },
    { loginId: 'INTERNAL1', host: 'secure.hmbcbs', agency: /Western Pennsylvania/, first: 'Clients' },
  ] as const) {
    const origin = `http://${host}.localhost:${port}`
    await leavePage(page)
    await signIn(page, loginId, origin)
    await open(page, `${origin}/mbr/#!/producer`)
    if (agency !== null) {
      await main(page).getByRole('radio', { name: agency }).first().check()
      await main(page).getByRole('button', { name: 'Work for this agency' }).click()
    }
    await expect(locateHeading(page)).toHaveText('Producer home')
    await part(page, first).click()
    await expect(locateHeading(page)).toHaveText(first)
    await expect(
      main(page)
        .getByRole('listitem')
        .or(main(page).getByText(/No clients|No leads/))
        .first(),
    ).toBeVisible()
    if (first !== 'Agents') await expectAccessible(page, first)
  }
})
