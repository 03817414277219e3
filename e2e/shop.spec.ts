import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { findLink, newEmail } from './outbox.ts'
import {
  buildOrigin,
  expect,
  expectUsable,
  leavePage,
  open,
  port,
  signIn,
  stopScripts,
  tabTo,
  test,
  turnTo,
  waitForHydration,
} from './support.ts'

const main = (page: Page) => page.getByRole('main')
const shop = `http://shop.highmark.localhost:${port}`
const medicare = `http://shop.bcbsndportals.localhost:${port}/medicare/`

test('SH-1 SH-4 SH-6 SH-7 SH-8 MN-4 a visitor finds and compares plans by keyboard, and keeps them by a link and in a cart', async ({
  page,
  newVisitor,
  noise,
}) => {
  noise.allow(/503|409/)
  await open(page, `${shop}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a plan')
  await main(page).getByRole('button', { name: 'See plans' }).press('Enter')
  await expect(main(page).getByLabel('ZIP code')).toBeFocused()
  await page.keyboard.type('15222')
  await tabTo(page, main(page).getByLabel('How many people?'))
  await page.keyboard.type('3')
  for (const [number, age] of [
    ['1', '41'],
    ['2', '39'],
    ['3', '7'],
  ] as const) {
    await tabTo(page, main(page).getByLabel(`Age of person ${number}`))
    await page.keyboard.type(age)
  }
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('status').filter({ hasText: '8 plans in Allegheny County' })).toBeVisible()
  // The household is a line now, and reading continues at the results.
  await expect(main(page).getByRole('heading', { level: 2, name: /^Plans for 20/ })).toBeFocused()
  await expect(main(page).getByText(/^ZIP code 15222, ages 41, 39, 7\./)).toBeVisible()
  await expect(main(page).getByRole('article').first()).toContainText(/for the family/)
  const names = main(page).getByRole('article').getByRole('heading', { level: 3 })
  const cheapest = await names.first().textContent()
  await main(page).getByLabel('Sort by', { exact: true }).selectOption({ label: 'Lowest deductible first' })
  await expect(names.first()).not.toHaveText(cheapest ?? '')
  await expectUsable(page, 'plans of a shop')

  for (let at = 0; at < 4; at += 1)
    await main(page)
      .getByRole('checkbox', { name: /^Compare / })
      .nth(at)
      .press('Space')
  await expect(
    main(page)
      .getByRole('checkbox', { name: /^Compare / })
      .nth(4),
  ).toBeDisabled()
  await main(page).getByRole('link', { name: 'Compare them' }).press('Enter')
  const columns = main(page).getByRole('columnheader')
  await expect(columns).toHaveCount(4)
  // With three columns, headings included, two plans are compared, and neither can be removed.
  for (const left of [3, 2]) {
    await main(page)
      .getByRole('button', { name: /^Remove / })
      .first()
      .press('Enter')
    await expect(columns).toHaveCount(left)
  }
  await expect(main(page).getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await expect(main(page).getByText('Comparing 2')).toBeVisible()
  // Each plan leads to its own page, and the foot of its column puts it into the cart.
  await expect(columns.getByRole('link')).toHaveCount(2)
  await expect(
    main(page)
      .getByRole('row', { name: /^Choose/ })
      .getByRole('button'),
  ).toHaveCount(2)
  await expectUsable(page, 'comparison of plans')
  const saved = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Save as PDF' }).press('Enter')
  expect((await readFile(await (await saved).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await main(page).getByRole('button', { name: 'Make a link' }).press('Enter')
  const made = main(page).getByLabel('Your link')
  await expect(made).toHaveValue(/ticket=/)
  const link = await made.inputValue()
  const plans = await columns.allTextContents()

  // A failed attempt to open a link does not make it invalid.
  const device = await newVisitor()
  await device.route('**/saved/open', (route) => route.fulfill({ status: 503, json: {} }))
  await open(device, link)
  await expect(main(device).getByRole('button', { name: 'Try again' })).toBeVisible()
  await device.unroute('**/saved/open')
  await main(device).getByRole('button', { name: 'Try again' }).click()
  await expect(main(device).getByRole('columnheader')).toHaveText(plans)
  // The secret is neither in the address bar nor in the history.
  await expect(device).not.toHaveURL(/ticket/)
  // Another brand's shop shows nothing of it as that brand's own, and leads back to its own brand.
  const elsewhere = await newVisitor()
  await open(elsewhere, `${buildOrigin('ndbcbs')}/shop/${new URL(link).hash}`)
  await expect(main(elsewhere)).toContainText('This link is for another plan')
  await expect(main(elsewhere).getByRole('columnheader')).toHaveCount(0)
  await expectUsable(elsewhere, 'a link of another brand')
  await main(elsewhere).getByRole('link', { name: 'Go to that plan’s site' }).press('Enter')
  await expect(main(elsewhere).getByRole('columnheader')).toHaveCount(2)
  await expect(elsewhere.locator('html')).toHaveAttribute('data-brand', 'hmbcbs')

  await open(page, `${buildOrigin('hmbcbs')}/shop/`)
  await main(page).getByLabel('ZIP code').fill('15222')
  await main(page).getByLabel('Age when coverage begins').fill('41')
  await main(page).getByRole('button', { name: 'See plans' }).click()
  await main(page).getByText('Are my doctors and drugs covered?').click()
  await main(page).getByLabel('Doctor or place of care').fill('main street')
  await main(page).getByRole('button', { name: 'Add Main Street Primary Care, Pittsburgh, PA' }).press('Enter')
  await expect(main(page).getByLabel('Doctor or place of care')).toBeFocused()
  await main(page).getByLabel('Drug', { exact: true }).fill('metfromin')
  await main(page)
    .getByRole('button', { name: /^Add Metformin/ })
    .first()
    .press('Enter')
  const gold = main(page).getByRole('article', { name: 'Keyline Gold 1500' })
  await expect(gold).toContainText('In network: Main Street Primary Care')
  await expect(gold).toContainText(/On the drug list \(Generic\): Metformin/)
  await expectUsable(page, 'plans with a doctor and a drug')
  // The comparison says the same about each plan, also about a doctor who is added there.
  for (const name of ['Keyline Gold 1500', 'Keyline Silver 3900'])
    await main(page)
      .getByRole('checkbox', { name: `Compare ${name}` })
      .check()
  await main(page).getByRole('link', { name: 'Compare them' }).click()
  const locateRow = (name: string | RegExp) =>
    main(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .getByRole('cell')
  await expect(locateRow('Doctor: Main Street Primary Care')).toHaveText(['In network', /network|Not known/])
  await expect(locateRow(/^Drug: Metformin/)).toHaveText([/^On the drug list \(Generic\)/, /drug list/])
  // A link includes them only on request, and another choice makes another link.
  await main(page).getByRole('checkbox', { name: 'Put my doctors and drugs into the link, too' }).press('Space')
  await main(page).getByRole('button', { name: 'Make a link' }).press('Enter')
  await expect(made).toHaveValue(/ticket=/)
  await open(device, await made.inputValue())
  for (const row of ['Doctor: Main Street Primary Care', /^Drug: Metformin/])
    await expect(main(device).getByRole('rowheader', { name: row })).toBeVisible()
  await main(page).getByRole('button', { name: 'Remove Main Street Primary Care' }).press('Enter')
  await expect(locateRow(/^Doctor/)).toHaveCount(0)
  await expect(main(page).getByLabel('Your link')).toHaveCount(0)
  await expectUsable(page, 'comparison with a drug')
  await page.goBack()
  expect(page.url()).not.toMatch(/metf|street|2910000019/i)
  await expect(gold).toContainText(/On the drug list \(Generic\): Metformin/)
  await expect(gold).not.toContainText('Main Street')
  // If a pressed button disappears, the focus stays in place, and the outcome is announced.
  const locateStatus = (text: string) => main(page).getByRole('status').filter({ hasText: text })
  await main(page).getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(locateStatus('No plans chosen to compare')).toBeFocused()
  await main(page).getByRole('button', { name: 'Add to cart: Keyline Gold 1500' }).press('Enter')
  await expect(main(page).getByRole('link', { name: 'In your cart' })).toBeFocused()
  await expect(locateStatus('Keyline Gold 1500 is now in your cart.')).toHaveCount(1)
  await signIn(page, 'PROSPECT1')
  // A sign-in reloads the page.
  await leavePage(page)
  await open(page, `${buildOrigin('hmbcbs')}/shop/#/cart`)
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveText('Keyline Gold 1500')
  await expect(main(page)).toContainText('You have it on every device')
  await expectUsable(page, 'cart')
  await main(page)
    .getByRole('button', { name: /^Remove: Keyline Gold/ })
    .press('Enter')
  await expect(main(page)).toContainText('Your cart is empty')
  await expect(locateStatus('Keyline Gold 1500 was removed from your cart.')).toBeFocused()

  await open(device, `${buildOrigin('hmbcbs')}/login/#/request-call`)
  await main(device).getByLabel('First name').fill('Rosa')
  await main(device).getByLabel('Last name').fill('Sample')
  await main(device).getByLabel('Phone number').fill('555-555-0100')
  await main(device).getByLabel('ZIP code').fill('15222')
  await main(device).getByRole('button', { name: 'Ask for a call' }).press('Enter')
  const outcome = main(device).getByRole('status').filter({ hasText: 'We will call you on' })
  await expect(outcome).toBeVisible()
  await expect(outcome.locator(':focus')).toHaveCount(1)
})

test('SH-9 SH-11 someone with Medicare applies on a small phone in Spanish, and sees what is missing', async ({
  page,
  noise,
}) => {
  noise.allow(/503/)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.context().addCookies([{ name: 'language', value: 'es', url: medicare }])
  // Without its link no application is shown, and none is requested, however long the page is open.
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/preEffectuation') && asked.push(request.method()))
  await open(page, `${medicare}#/application`)
  await expect(main(page)).toContainText('No hay una solicitud para mostrar')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectUsable(page, 'no application')
  expect(asked).toEqual([])
  await open(page, medicare)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Planes de Medicare')
  await main(page).getByLabel('Código postal').fill('58501')
  await main(page).getByLabel('Edad cuando comience la cobertura').fill('67')
  await main(page).getByRole('button', { name: 'Ver planes' }).click()
  await main(page).getByLabel('Tipo de plan').selectOption({ label: 'Medigap' })
  await expect(main(page)).toContainText('No ofrecemos todos los planes disponibles en su área')
  await expect(main(page)).toContainText('no recomendamos ninguno')
  await expectUsable(page, 'Medicare plans in Spanish on a small phone')
  const plan = main(page).getByRole('link', { name: 'Prairie Medigap Plan G' })
  // A Medigap plan can be bought all year, from the first of the next month.
  if (new Date().getMonth() < 11) {
    await main(page).getByText('Más filtros').click()
    const years = main(page).getByLabel('Año del plan')
    const year = (await years.locator('option').first().textContent()) ?? ''
    await years.selectOption(year)
    // Its list replaces the shown one once it has loaded.
    await expect(plan).toHaveAttribute('href', new RegExp(`year=${year}`))
  }
  await plan.click()
  await turnTo(page, `${medicare}#/cart`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Su carrito')
  await expect(main(page)).toContainText('No ofrecemos todos los planes disponibles en su área')
  await page.goBack()
  await main(page).getByRole('link', { name: 'Presentar solicitud' }).click()
  await main(page).getByRole('button', { name: 'Firmar y enviar' }).click()
  await expectUsable(page, 'application with what is missing')
  await main(page).getByLabel('Nombre', { exact: true }).fill('Rosa')
  await main(page).getByLabel('Apellido').fill('Muestra')
  await main(page)
    .getByLabel('Fecha de nacimiento')
    .fill(`02/03/${new Date().getFullYear() - 67}`)
  await main(page).getByLabel('Correo electrónico').fill('rosa@example.net')
  await main(page).getByLabel('Teléfono').fill('555-555-0100')
  await main(page).getByLabel('Dirección').fill('1 Sample St')
  await main(page).getByLabel('Ciudad').fill('Bismarck')
  await main(page).getByLabel('Número de Medicare').fill('1EG4-TE5-MK73')
  for (const box of await main(page).getByRole('checkbox').all()) await box.check()
  await main(page).getByLabel('Su firma').fill('Rosa Muestra')
  await main(page).getByRole('button', { name: 'Firmar y enviar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Su solicitud')
  await expect(main(page)).toContainText('Falta su primera prima')
  await expect(main(page)).toContainText('No ofrecemos todos los planes disponibles en su área')
  await expect(page).not.toHaveURL(/ticket=/)
  // A server that does not answer does not make the application look missing.
  await page.route('**/preEffectuation', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await waitForHydration(page)
  const again = main(page).getByRole('button', { name: 'Intentar de nuevo' })
  await expect(again).toBeVisible()
  await page.unroute('**/preEffectuation')
  await again.click()
  await expect(main(page)).toContainText('Falta su primera prima')
  await expectUsable(page, 'an application that waits')
  // The first premium is paid on the gateway's page, which then returns here.
  const pay = main(page).getByRole('button', { name: /^Pagar \$/ })
  await pay.focus()
  await pay.press('Enter')
  await page.waitForURL(/\/pay\//)
  await page.locator('button[value="paid"]').click()
  await expect(main(page)).toContainText(/Recibimos su primera prima|Su cobertura está lista/)
  await expect(pay).toHaveCount(0)
  await expect(page).not.toHaveURL(/ticket=/)
  await expectUsable(page, 'an application that was paid for')
})

test('SH-1 SH-6 SH-9 SH-11 a family of four applies and pays on a phone, over a reload, another device and a sign-in', async ({
  page,
  newVisitor,
}) => {
  const home = `${buildOrigin('hmbcbs')}/shop/`
  const ages = [41, 39, 12, 7]
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, home)
  await main(page).getByLabel('ZIP code').fill('15222')
  await main(page).getByLabel('How many people?').selectOption('4')
  for (const [at, age] of ages.entries())
    await main(page)
      .getByLabel(`Age of person ${at + 1}`)
      .fill(String(age))
  await main(page).getByText('See if you can get a tax credit').click()
  await main(page).getByLabel('People on your tax return').fill('4')
  await main(page)
    .getByLabel(/^Household income/)
    .fill('$85,000')
  await main(page).getByRole('button', { name: 'See plans' }).click()
  const heading = main(page).getByRole('heading', { level: 2, name: /^Plans for 20/ })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  // The help with costs is one line above the plans, so that the first plan is where people look.
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
  const first = main(page).getByRole('article').first()
  await expect(first).toContainText('which you get only through Pennie')
  const help = main(page).getByText(/^Help with costs: about \$/)
  await expect(help).toBeVisible()
  expect((await top(first)) - (await top(heading))).toBeLessThan(500)
  const who = main(page).getByRole('listitem').filter({ hasText: 'Ages 12, 7: can probably get Medicaid or CHIP' })
  await expect(who).toBeHidden()
  await help.press('Enter')
  await expect(who).toBeVisible()
  await expect(main(page).getByText('You get the credit only if you enroll through Pennie.')).toBeVisible()
  await expectUsable(page, 'plans with help for a family on a phone')
  await help.press('Enter')
  const year = Number(/20\d\d/.exec((await heading.textContent()) ?? '')?.[0])
  await main(page)
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click()
  const held = main(page).getByRole('link', { name: 'In your cart' })
  await expect(held).toBeVisible()
  // On a desk, too, help with costs leaves the first plan's price in view.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await waitForHydration(page)
  await expect(who).toBeVisible()
  expect((await top(first.getByText('a month', { exact: true }))) - (await top(heading))).toBeLessThan(660)
  await expectUsable(page, 'plans with help for a family on a desk')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await waitForHydration(page)
  await held.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart')
  await expect(main(page).getByText('which you get only through Pennie')).toBeVisible()
  await main(page)
    .getByRole('link', { name: /^Apply: / })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Apply for a plan')
  await expect(main(page).getByRole('link', { name: 'Pennie' })).toHaveAttribute('href', 'https://pennie.com/')

  // A unique name: no household applies twice for the same year.
  const family = [...crypto.randomUUID().replaceAll(/[^a-f]/g, '')].join('').padEnd(4, 'x')
  const names = ['Rosa', 'Juan', 'Alma', 'Leo']
  const person = (on: Page, at: number) => main(on).getByRole('group', { name: at === 0 ? 'You' : `Person ${at + 1}` })
  const fillPerson = async (on: Page, at: number) => {
    await person(on, at)
      .getByLabel('First name')
      .fill(names[at] ?? '')
    await person(on, at).getByLabel('Last name').fill(`Sample${family}`)
    await person(on, at)
      .getByLabel('Date of birth')
      .fill(`01/01/${year - (ages[at] ?? 0)}`)
    if (at > 0)
      await person(on, at)
        .getByLabel('Relationship to you')
        .selectOption(at === 1 ? 'spouse' : 'child')
  }
  await fillPerson(page, 0)
  await fillPerson(page, 1)
  // Nobody is asked whether a child smokes.
  for (const [at, count] of [1, 1, 0, 0].entries())
    await expect(person(page, at).getByLabel('Uses tobacco')).toHaveCount(count)
  await expect(main(page).getByText(/^What you typed is saved and expires on/)).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(person(page, 1).getByLabel('First name')).toHaveValue('Juan')
  await expect(main(page).getByText(/coverage begins on \w+ 1, 20\d\d/)).toBeVisible()
  await expectUsable(page, 'an application of four on a phone')
  // Left right after the last letter, all of it is there on return, even before the server has it.
  const { promise: isBack, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(
    () => true,
    async (route) => {
      if (route.request().postData()?.includes('Juan Luis')) await isBack
      await route.continue()
    },
  )
  await person(page, 1).getByLabel('First name').fill('Juan Luis')
  await main(page).getByRole('link', { name: 'Back to the plan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Apply for a plan')
  await page.goBack()
  await expect(person(page, 1).getByLabel('First name')).toHaveValue('Juan Luis')
  letGo()
  await page.unrouteAll({ behavior: 'wait' })
  await person(page, 1).getByLabel('First name').fill('Juan')
  await main(page).getByText('Continue on another device').click()
  const link = await main(page).getByLabel('Your link').inputValue()

  const device = await newVisitor({ viewport: { width: 390, height: 844 } })
  await expect(async () => {
    await open(device, link)
    await expect(person(device, 1).getByLabel('First name')).toHaveValue('Juan', { timeout: 2_000 })
  }).toPass()
  await expect(device).not.toHaveURL(/ticket/)
  await fillPerson(device, 2)
  await fillPerson(device, 3)
  await expect(main(device).getByText(/^What you typed is saved and expires on/)).toBeVisible()
  const there = device.url()
  await signIn(device, 'PROSPECT1')
  await leavePage(device)
  await open(device, there)
  await expect(person(device, 3).getByLabel('First name')).toHaveValue('Leo')
  await expect(main(device).getByText(/^What you typed is saved in your account/)).toBeVisible()
  for (const [label, value] of [
    ['E-mail', 'rosa@example.net'],
    ['Phone', '555-555-0100'],
    ['Street address', '1 Sample St'],
    ['City', 'Pittsburgh'],
  ] as const)
    await main(device).getByLabel(label, { exact: true }).fill(value)
  // Outside of open enrollment, a qualifying event is required.
  const event = main(device).getByLabel('What happened')
  if (await event.isVisible()) {
    await event.selectOption({ index: 1 })
    await main(device).getByLabel('When', { exact: true }).fill(new Date().toLocaleDateString('en-US'))
  }
  for (const box of await main(device).getByRole('checkbox').all()) await box.check()
  await main(device).getByLabel('Your signature').fill(`Rosa Sample${family}`)
  await main(device).getByRole('button', { name: 'Sign and send' }).press('Enter')
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Your application')
  await expect(main(device)).toContainText('Waiting for your first premium')
  await expect(main(device)).toContainText(names.join(', '))
  await main(device)
    .getByRole('button', { name: /^Pay \$/ })
    .press('Enter')
  await device.waitForURL(/\/pay\//)
  await device.locator('button[value="paid"]').click()
  await expect(main(device)).toContainText(/We have your first premium|Your coverage is set up/)
  await expect(main(device).getByRole('button', { name: /^Pay \$/ })).toHaveCount(0)
  await expectUsable(device, 'an application of four that was paid')
})

/** Goes from the household to the application for the first plan; returns the plan year. */
async function applyForFirst(page: Page): Promise<number> {
  await main(page).getByRole('button', { name: 'See plans' }).click()
  const heading = main(page).getByRole('heading', { level: 2, name: /^Plans for 20/ })
  const year = Number(/20\d\d/.exec((await heading.textContent()) ?? '')?.[0])
  await main(page)
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click()
  await main(page).getByRole('link', { name: 'In your cart' }).click()
  await main(page)
    .getByRole('link', { name: /^Apply: / })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Apply for a plan')
  return year
}

test('SH-9 SH-11 a parent applies for a child alone on a phone, and corrects it on another device by the e-mailed link', async ({
  page,
  newVisitor,
  noise,
}) => {
  // From an incomplete date of birth, and from an application for the same child.
  noise.allow(/400|409/)
  const home = `${buildOrigin('hmbcbs')}/shop/`
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, home)
  await main(page).getByLabel('ZIP code').fill('15222')
  await main(page).getByLabel('Age when coverage begins').fill('9')
  const year = await applyForFirst(page)
  const child = (on: Page) => main(on).getByRole('group', { name: 'Person 1' })
  // Right after the first letter, that letter is there again.
  await child(page).getByLabel('First name').fill('L')
  await page.reload()
  await waitForHydration(page)
  await expect(child(page).getByLabel('First name')).toHaveValue('L')
  await expect(child(page).getByLabel('Date of birth')).toHaveAccessibleDescription('mm/dd/yyyy')
  const family = `Sample${[...crypto.randomUUID().replaceAll(/[^a-f]/g, '')].join('').padEnd(4, 'x')}`
  const email = `${family.toLowerCase()}@example.net`
  const fill = async (on: Page, texts: readonly (readonly [string, string])[]) => {
    for (const [label, text] of texts) await main(on).getByLabel(label, { exact: true }).fill(text)
  }
  await fill(page, [
    ['First name', 'Leo'],
    ['Last name', family],
    ['Date of birth', `02/03/${year - 9}`],
    ['Your first name', 'Rosa'],
    ['Your last name', family],
    ['Your date of birth', `02/03/${year - 15}`],
    ['E-mail', email],
    ['Phone', '555-555-0100'],
    ['Street address', '1 Sample St'],
    ['City', 'Pittsburgh'],
    ['Your signature', `Leo ${family}`],
  ])
  await child(page).getByLabel('Relationship to you').selectOption('Child')
  const event = main(page).getByLabel('What happened')
  if (await event.isVisible()) {
    await event.selectOption({ index: 1 })
    await main(page).getByLabel('When', { exact: true }).fill(new Date().toLocaleDateString('en-US'))
  }
  for (const box of await main(page).getByRole('checkbox').all()) await box.check()
  const send = (on: Page) => main(on).getByRole('button', { name: 'Sign and send' })
  await send(page).click()
  const wrong = main(page).getByRole('group', { name: 'Please check 2 fields' })
  await expect(wrong).toContainText('Your date of birth: You must be at least 18 years old.')
  await expect(wrong).toContainText(`Please type your name as you entered it above: Rosa ${family}.`)
  await expectUsable(page, 'an application for a child on a small phone')
  // The signer is not covered, and is asked nothing else.
  await expect(
    main(page).getByRole('checkbox', { name: /^I want this plan for everyone I listed under “Who will be covered”/ }),
  ).toBeChecked()
  await fill(page, [['Your date of birth', `02/03/${year - 40}`]])
  await expect(main(page).getByRole('group', { name: 'Please check one field' })).toBeVisible()
  // A problem that another field corrects disappears.
  await fill(page, [['Your first name', 'Leo']])
  await expect(main(page).getByRole('group', { name: /^Please check/ })).toHaveCount(0)
  await fill(page, [
    ['Your first name', 'Rosa'],
    ['Your signature', `Rosa ${family}`],
  ])
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application')
  await expect(main(page)).toContainText('Waiting for your first premium')

  const device = await newVisitor({ viewport: { width: 390, height: 844 } })
  await open(device, findLink(await newEmail(email, 0), 'application'))
  await expect(main(device)).toContainText('Leo')
  await expect(main(device)).not.toContainText(family)
  const amount = async () =>
    /\$[\d,.]+/.exec(
      (await main(device)
        .getByRole('button', { name: /^Pay \$/ })
        .textContent()) ?? '',
    )?.[0]
  const before = await amount()
  await main(device).getByRole('button', { name: 'Correct it' }).press('Enter')
  const born = main(device).getByLabel('Date of birth of the person who applied')
  await expect(born).toBeFocused()
  await born.fill(`02/03/${year - 9}`)
  await born.press('Enter')
  await expect(main(device)).toContainText('This is not the date of birth on the application.')
  await expectUsable(device, 'a date of birth that is asked for')
  await born.fill(`02/03/${year - 40}`)
  await born.press('Enter')
  await expect(main(device).getByLabel('Your signature')).toHaveValue(`Rosa ${family}`)
  await fill(device, [['Date of birth', `02/03/${year - 17}`]])
  await expect(main(device).getByText(/^The premium is now \$/)).toBeVisible()
  await send(device).press('Enter')
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Your application')
  await expect.poll(amount).not.toBe(before)
})

test('SH-1 SH-4 SH-9 on a small phone, people are added and removed in the application by keyboard, at their price, and nothing typed is lost', async ({
  page,
  newVisitor,
}) => {
  const home = `${buildOrigin('hmbcbs')}/shop/`
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, home)
  await main(page).getByLabel('ZIP code').fill('15222')
  await main(page).getByLabel('How many people?').selectOption('2')
  await main(page).getByLabel('Age of person 1').fill('41')
  await main(page).getByLabel('Age of person 2').fill('39')
  const year = await applyForFirst(page)
  const family = `Sample${[...crypto.randomUUID().replaceAll(/[^a-f]/g, '')].join('').padEnd(4, 'x')}`
  const person = (on: Page, name: string) => main(on).getByRole('group', { name, exact: true })
  const fillPerson = async (on: Page, name: string, [first, born]: readonly [string, string], relation?: string) => {
    await person(on, name).getByLabel('First name').fill(first)
    await person(on, name).getByLabel('Last name').fill(family)
    await person(on, name).getByLabel('Date of birth').fill(born)
    if (relation !== undefined) await person(on, name).getByLabel('Relationship to you').selectOption(relation)
  }
  const price = async (on: Page) =>
    Number(/\$([\d,.]+) a month for everyone/.exec((await main(on).textContent()) ?? '')?.[1]?.replace(/[,.]/g, ''))
  await fillPerson(page, 'You', ['Rosa', `01/01/${year - 41}`])
  await fillPerson(page, 'Person 2', ['Juan', `01/01/${year - 39}`], 'spouse')
  await main(page).getByLabel('Your signature').fill(`Rosa ${family}`)
  for (const box of await main(page).getByRole('checkbox').all()) await box.check()
  const ofTwo = await price(page)
  expect(ofTwo).toBeGreaterThan(0)

  // A forgotten child: the focus moves to where to continue, and the page says who was added and what a price still needs.
  const status = (on: Page, text: string | RegExp) => main(on).getByRole('status').filter({ hasText: text })
  await person(page, 'Person 2').getByLabel('Uses tobacco').focus()
  await tabTo(page, main(page).getByRole('button', { name: 'Add a person' }))
  await page.keyboard.press('Enter')
  await expect(person(page, 'Person 3').getByLabel('First name')).toBeFocused()
  await expect(status(page, 'Person 3 was added')).toHaveCount(1)
  await expect(status(page, 'Enter the date of birth to see the new premium: Person 3')).toHaveCount(1)
  await expectUsable(page, 'an application to which someone was added')
  await page.keyboard.type('Leo')
  // Missing values of a new person are reported like any others, and the earlier agreements did not cover them.
  await main(page).getByRole('button', { name: 'Sign and send' }).press('Enter')
  const wrong = main(page).getByRole('group', { name: /fields are still empty$/ })
  await expect(wrong).toContainText('Date of birth, person 3')
  await expect(wrong).toContainText('Your agreement to the premium')
  await expect(wrong).not.toContainText('Your signature')
  // An impossible relationship is reported at the field at once.
  await fillPerson(page, 'Person 3', ['Leo', `02/03/${year - 9}`], 'spouse')
  await expect(person(page, 'Person 3').getByLabel('Relationship to you')).toHaveAccessibleDescription(
    /already listed as your spouse/,
  )
  await person(page, 'Person 3').getByLabel('Relationship to you').selectOption('child')
  await expect(status(page, /^The premium is now \$/)).toHaveCount(1)
  await expect.poll(() => price(page)).toBeGreaterThan(ofTwo)
  const ofThree = await price(page)

  // Removed, and restored with everything typed.
  await person(page, 'Person 2').getByRole('button', { name: 'Remove Juan' }).press('Enter')
  await expect(status(page, 'Removed from this application: Juan.')).toBeFocused()
  await expect(person(page, 'Person 2').getByLabel('First name')).toHaveValue('Leo')
  await expect(person(page, 'Person 2').getByLabel('Relationship to you')).toHaveValue('child')
  await expect(person(page, 'Person 3')).toHaveCount(0)
  await expect.poll(() => price(page)).toBeLessThan(ofTwo)
  await main(page).getByRole('button', { name: 'Put back: Juan' }).press('Enter')
  await expect(person(page, 'Person 2').getByLabel('First name')).toBeFocused()
  await expect(person(page, 'Person 2').getByLabel('Date of birth')).toHaveValue(`01/01/${year - 39}`)
  await expect(person(page, 'Person 3').getByLabel('First name')).toHaveValue('Leo')
  await expect.poll(() => price(page)).toBe(ofThree)

  // The plan shows the price for the people on the application; the way back from it, from the cart and over a reload has them all.
  const checkAll = async (on: Page) => {
    await expect(person(on, 'Person 3').getByLabel('First name')).toHaveValue('Leo')
    await expect(person(on, 'Person 2').getByLabel('First name')).toHaveValue('Juan')
    await expect.poll(() => price(on)).toBe(ofThree)
  }
  await main(page).getByRole('link', { name: 'Back to the plan' }).click()
  await expect.poll(async () => (await main(page).textContent())?.replace(/[,.]/g, '')).toContain(`$${ofThree}`)
  await page.goBack()
  await checkAll(page)
  await page.reload()
  await waitForHydration(page)
  await checkAll(page)
  await turnTo(page, `${home}#/cart`)
  await main(page)
    .getByRole('link', { name: /^Apply: / })
    .click()
  await checkAll(page)
  await turnTo(page, home)
  // It comes before household and plans.
  await expect(main(page).getByRole('link').first()).toHaveText('Continue your application')
  await main(page).getByRole('link', { name: 'Continue your application' }).click()
  await checkAll(page)
  await main(page).getByText('Continue on another device').click()
  const device = await newVisitor({ viewport: { width: 1280, height: 800 } })
  await open(device, await main(page).getByLabel('Your link').inputValue())
  await checkAll(device)

  // An applicant who is removed still applies, now as a parent, for the remaining child.
  await person(device, 'Person 2').getByRole('button', { name: 'Remove Juan' }).click()
  await person(device, 'You').getByRole('button', { name: 'Remove Rosa' }).click()
  await expect(main(device).getByLabel('Your first name')).toHaveValue('Rosa')
  await expect(main(device).getByLabel('Your date of birth')).toHaveValue(`01/01/${year - 41}`)
  await expect(person(device, 'Person 1').getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expectUsable(device, 'an application for a child who is left')
  // An adult who is added applies for both.
  await main(device).getByRole('button', { name: 'Add a person' }).click()
  await fillPerson(device, 'Person 2', ['Juan', `01/01/${year - 39}`])
  await expect(person(device, 'You').getByLabel('First name')).toHaveValue('Juan')
  await expect(main(device).getByLabel('Your first name')).toHaveCount(0)
  await expect.poll(() => price(device)).toBeLessThan(ofThree)
  for (const [label, text] of [
    ['E-mail', `${family.toLowerCase()}@example.net`],
    ['Phone', '555-555-0100'],
    ['Street address', '1 Sample St'],
    ['City', 'Pittsburgh'],
    ['Your signature', `Juan ${family}`],
  ] as const)
    await main(device).getByLabel(label, { exact: true }).fill(text)
  const event = main(device).getByLabel('What happened')
  if (await event.isVisible()) {
    await event.selectOption({ index: 1 })
    await main(device).getByLabel('When', { exact: true }).fill(new Date().toLocaleDateString('en-US'))
  }
  for (const box of await main(device).getByRole('checkbox').all()) await box.check()
  await main(device).getByRole('button', { name: 'Sign and send' }).press('Enter')
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Your application')
  await expect(main(device)).toContainText('Leo, Juan')

  // Someone who comes back to apply sees at once what they have applied for, before they type it all again.
  await turnTo(device, home)
  await expect(main(device)).toContainText('You applied for')
  await expect(main(device).getByRole('link', { name: 'Continue your application' })).toHaveCount(0)
  await expectUsable(device, 'the home of a shop with an application')
  await main(device)
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click()
  await main(device).getByRole('article').nth(1).getByRole('heading', { level: 3 }).getByRole('link').click()
  await main(device).getByRole('link', { name: 'Apply', exact: true }).click()
  await expect(status(device, `You applied for`)).toContainText('Open that application to pay for, correct or withdraw')
  await expectUsable(device, 'an application of someone who has applied')
  await turnTo(device, `${home}#/cart`)
  await expect(main(device)).toContainText('You applied for this plan on')
  await expect(main(device).getByRole('link', { name: /^Apply: / })).toHaveCount(0)
  await expectUsable(device, 'a cart with what someone has applied for')
  await main(device).getByRole('button', { name: 'Open your application' }).press('Enter')
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Your application')
})

test('SH-1 SH-7 SH-9 LG-4 a family of four applies and pays by keyboard alone, in Spanish', async ({ page }) => {
  test.slow()
  const home = `${buildOrigin('hmbcbs')}/shop/`
  const ages = [44, 43, 15, 9]
  await page.context().addCookies([{ name: 'language', value: 'es', url: home }])
  await open(page, home)
  const typeInto = async (field: Locator, text: string) => {
    await tabTo(page, field)
    await page.keyboard.type(text)
    await expect(field).toHaveValue(text)
  }
  const press = async (control: Locator, key = 'Enter', times = 1) => {
    await tabTo(page, control, 80)
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key)
  }
  await typeInto(main(page).getByLabel('Código postal'), '15222')
  await typeInto(main(page).getByLabel('¿Cuántas personas?'), '4')
  for (const [at, age] of ages.entries())
    await typeInto(main(page).getByLabel(`Edad de la persona ${at + 1}`), String(age))
  await page.keyboard.press('Enter')
  const heading = main(page).getByRole('heading', { level: 2, name: /^Planes para 20/ })
  await expect(heading).toBeFocused()
  const year = Number(/20\d\d/.exec((await heading.textContent()) ?? '')?.[0])
  await press(
    main(page)
      .getByRole('button', { name: /^Agregar al carrito: / })
      .first(),
  )
  const held = main(page).getByRole('link', { name: 'En su carrito' })
  await expect(held).toBeFocused()
  await page.keyboard.press('Enter')
  await press(main(page).getByRole('link', { name: /^Presentar solicitud: / }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Solicite un plan')

  // Outside of open enrollment, a qualifying event is required.
  const event = main(page).getByLabel('Qué pasó')
  if (await event.isVisible()) {
    await press(event, 'ArrowDown')
    await typeInto(main(page).getByLabel('Cuándo', { exact: true }), new Date().toLocaleDateString('en-US'))
  }
  const family = [...crypto.randomUUID().replaceAll(/[^a-f]/g, '')].join('').padEnd(4, 'x')
  for (const [at, name] of ['Inés', 'Raúl', 'Luz', 'Teo'].entries()) {
    const person = main(page).getByRole('group', { name: at === 0 ? 'Usted' : `Persona ${at + 1}` })
    await typeInto(person.getByLabel('Nombre', { exact: true }), name)
    await typeInto(person.getByLabel('Apellido'), `Muestra${family}`)
    await typeInto(person.getByLabel('Fecha de nacimiento'), `01/01/${year - (ages[at] ?? 0)}`)
    if (at === 0) continue
    const relation = person.getByLabel('Parentesco con usted')
    await press(relation, 'ArrowDown', at === 1 ? 1 : 2)
    await expect(relation).toHaveValue(at === 1 ? 'spouse' : 'child')
  }
  for (const [label, text] of [
    ['Correo electrónico', 'ines@example.net'],
    ['Teléfono', '555-555-0100'],
    ['Dirección', '1 Sample St'],
    ['Ciudad', 'Pittsburgh'],
  ] as const)
    await typeInto(main(page).getByLabel(label, { exact: true }), text)
  for (const box of await main(page).getByRole('checkbox').all()) {
    await press(box, 'Space')
    await expect(box).toBeChecked()
  }
  await typeInto(main(page).getByLabel('Su firma'), `Inés Muestra${family}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Su solicitud')
  await expect(main(page)).toContainText('Falta su primera prima')
  await expectUsable(page, 'una solicitud de cuatro')
  await press(main(page).getByRole('button', { name: /^Pagar \$/ }))
  await page.waitForURL(/\/pay\//)
  await press(page.locator('button[value="paid"]'))
  await expect(main(page)).toContainText(/Recibimos su primera prima|Su cobertura está lista/)
})

test('SH-1 LG-4 a household that is typed before the page responds, as on a slow phone, is not lost', async ({
  page,
}) => {
  const release = await stopScripts(page)
  await page.goto(`${buildOrigin('hmbcbs')}/shop/`, { waitUntil: 'commit' })
  const [zip, age] = [main(page).getByLabel('ZIP code'), main(page).getByLabel('Age when coverage begins')]
  await zip.fill('15222')
  await age.fill('40')
  await page.keyboard.press('Enter')
  release()
  await expect(main(page).getByRole('heading', { level: 2, name: /^Plans for 20/ })).toBeFocused()
  await expect(main(page).getByRole('article').first()).toBeVisible()
})

/** Kinds of shoppers (RG-1), each on hosts that the tests above do not cover. */
test('RG-1 RO-2 SH-1 VMED, MU65 and MMED find plans on each of their hosts', async ({ page, noise }) => {
  // From the person who was signed in before.
  noise.allow(/stored session is stale/)
  const kinds = [
    { loginId: null, zipCode: '58501', age: '67', address: `${buildOrigin('ndbcbs')}/medicare/`, lands: /medicare/ },
    { loginId: 'MEMBER02', zipCode: '15222', age: '41', address: `${shop}/`, lands: /shop\.highmark/ },
    { loginId: 'MEMBER02', zipCode: '15222', age: '41', address: `${buildOrigin('hmbcbs')}/shop/`, lands: /shop/ },
    { loginId: 'MEDSHOP1', zipCode: '15222', age: '67', address: `${shop}/`, lands: /\/chmmcr\// },
    {
      loginId: 'MEDSHOP1',
      zipCode: '15222',
      age: '67',
      address: `${buildOrigin('hmbcbs')}/medicare/`,
      lands: /medicare/,
    },
  ]
  for (const { loginId, zipCode, age, address, lands } of kinds) {
    if (loginId !== null) await signIn(page, loginId, new URL(address).origin)
    await open(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Find a plan|Medicare plans/)
    await expect(page).toHaveURL(lands)
    await main(page).getByLabel('ZIP code').fill(zipCode)
    await main(page).getByLabel('Age when coverage begins').fill(age)
    await main(page).getByRole('button', { name: 'See plans' }).click()
    await expect(main(page).getByRole('article').first()).toBeVisible()
  }
})

for (const language of ['en', 'es'] as const) {
  const words = {
    en: {
      width: 1280,
      tabs: ['Home', 'Plans', 'Dental', 'Vision', 'Medicare', 'Cart', 'Find a Doctor'],
      see: 'See plans',
      age: 'Age when coverage begins',
      zip: 'ZIP code',
      cart: /^Add to cart/,
      compare: /^Compare /,
      compareThem: 'Compare them',
      link: 'Make a link',
      yourLink: 'Your link',
      saved: 'Your saved comparisons',
      open: /^Compare:/,
      yourCart: 'Your cart',
      email: 'Send it to me',
      emailSent: 'The e-mail is on its way.',
    },
    es: {
      width: 390,
      tabs: ['Inicio', 'Ver planes', 'Carrito', 'Buscar un médico'],
      see: 'Ver planes',
      age: 'Edad cuando comience la cobertura',
      zip: 'Código postal',
      cart: /^Agregar al carrito/,
      compare: /^Comparar /,
      compareThem: 'Compararlos',
      link: 'Crear un enlace',
      yourLink: 'Su enlace',
      saved: 'Sus comparaciones guardadas',
      open: /^Comparar:/,
      yourCart: 'Su carrito',
      email: 'Envíenmelo',
      emailSent: 'El correo electrónico está en camino.',
    },
  }[language]

  test(`RO-1 SH-1 SH-2 SH-6 SH-7 HD-2 the home of a prospect is the shop: plans, cart, saved comparison, in ${language}`, async ({
    page,
  }) => {
    const origin = buildOrigin('hmbcbs')
    await page.setViewportSize({ width: words.width, height: 844 })
    await page.context().addCookies([{ name: 'language', value: language, url: origin }])
    await signIn(page, 'CAREGIV1', origin)
    await open(page, `${origin}/`)
    const tabs = page.getByRole('banner').getByRole('navigation').getByRole('listitem')
    if (language === 'en') await expect(tabs).toHaveText(words.tabs)
    await expect(main(page)).not.toContainText(/cannot do this online|no puede hacer esto en línea/)
    await expectUsable(page, `home of a prospect, ${language}`)
    await main(page).getByRole('link', { name: words.see }).press('Enter')
    await expect(main(page).getByLabel(words.zip)).toHaveValue('16501')
    await main(page).getByLabel(words.age).fill('40')
    await page.keyboard.press('Enter')
    await main(page).getByRole('button', { name: words.cart }).first().press('Enter')
    for (const at of [0, 1]) await main(page).getByRole('checkbox', { name: words.compare }).nth(at).press('Space')
    await main(page).getByRole('link', { name: words.compareThem }).press('Enter')
    const plans = main(page).getByRole('columnheader')
    await expect(plans).toHaveCount(2)
    const names = await plans.allTextContents()
    await main(page).getByRole('button', { name: words.link }).press('Enter')
    await expect(main(page).getByLabel(words.yourLink)).toBeVisible()
    await leavePage(page)
    await open(page, `${origin}/`)
    await expect(main(page).getByRole('list', { name: words.yourCart }).getByRole('listitem')).not.toHaveCount(0)
    await expectUsable(page, `home of a prospect with a comparison, ${language}`)
    await main(page)
      .getByRole('list', { name: words.saved })
      .getByRole('button', { name: words.open })
      .first()
      .press('Enter')
    await expect(plans).toHaveText(names)
    await open(page, `${origin}/msg/#!/contact-us`)
    await main(page).getByRole('button', { name: words.email }).press('Enter')
    await expect(main(page).getByRole('status').filter({ hasText: words.emailSent })).toBeVisible()
    await expectUsable(page, `contact us for a prospect, ${language}`)
  })
}
