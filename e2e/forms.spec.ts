import type { Page } from '@playwright/test'
import {
  buildOrigin,
  expect,
  expectUsable,
  follow,
  needChromium,
  open,
  port,
  signIn,
  tabTo,
  test,
  waitForHydration,
} from './support.ts'
import { deliver } from './writing.ts'

const staff = `http://staff.hmbcbs.localhost:${port}`
const main = (page: Page) => page.getByRole('main')
const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const library = '/login/#/claims/educational-materials'

test('MP-21 a parent finds a form, fills it in for a child by keyboard over a reload, signs it, and staff and member see its state', async ({
  page,
  newVisitor,
}) => {
  test.slow()
  // Someone whose inbox no other test counts.
  await signIn(page, 'HSAFAM01')
  await open(page, library)
  await expect(locateHeading(page)).toHaveText('Forms & Resources')
  await main(page).getByRole('searchbox', { name: 'Search' }).fill('share your')
  await expect(main(page).getByRole('status').first()).toHaveText('1 result')
  await expectUsable(page, 'forms and resources')
  await tabTo(page, main(page).getByRole('link', { name: /^Fill in online: Let us share/ }))
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Let us share your information')
  await main(page).getByRole('button', { name: 'Next' }).press('Enter')
  await expect(main(page).getByRole('group', { name: 'Please check' })).toBeFocused()
  await expectUsable(page, 'a form with what is wrong')

  const whose = main(page).getByRole('radiogroup', { name: 'Whose information may we share?' })
  await expect(whose.getByRole('radio').first()).toHaveAccessibleName(/^You, /)
  await whose.getByLabel(/^Iris /).check()
  await main(page).getByLabel('Name of the person or office').fill('Ana Rivera')
  await main(page).getByLabel('Family or friend').check()
  await main(page).getByLabel('Their address').fill('1 Main Street')
  await expect(main(page)).toContainText(/Draft saved/)
  await page.reload()
  await waitForHydration(page)
  // It continues at the first step with something missing.
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveText('What we may share')
  await main(page).getByLabel('Claims and payments only').check()
  await main(page).getByLabel('No', { exact: true }).check()
  await main(page).getByLabel('What is it for?').fill('At my request')
  await main(page).getByLabel('Last day of this permission').fill('12/31/2099')
  await main(page).getByRole('button', { name: 'Next' }).press('Enter')
  await expect(main(page).getByRole('heading', { level: 2 })).toBeFocused()
  const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('A letter') }
  await main(page).locator('input[type="file"]').first().setInputFiles(letter)
  await expect(main(page).getByRole('button', { name: /Remove.*letter\.txt/ })).toBeVisible()
  await main(page).getByRole('button', { name: 'Next' }).press('Enter')
  await expect(main(page)).toContainText('Ana Rivera')
  await expect(main(page).getByRole('listitem').filter({ hasText: 'letter.txt' })).toBeVisible()
  await expect(main(page)).toContainText(/I sign as the parent or legal guardian of Iris/)
  await main(page).getByLabel('Type your full name').fill('Hana Sato')
  await main(page)
    .getByLabel(/^I agree to sign/)
    .check()
  await expectUsable(page, 'a form to be signed')
  await main(page).getByRole('button', { name: 'Sign and send' }).press('Enter')
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveText('Your form is sent')
  await expect(main(page)).toContainText(/About Iris /)
  const receipt = await main(page)
    .getByText(/^F-\w{4}-\w{4}$/)
    .textContent()
  await expectUsable(page, 'a form that was sent')
  await main(page).getByRole('link', { name: 'See your forms' }).press('Enter')
  const own = main(page)
    .getByRole('region', { name: 'Your forms' })
    .getByRole('listitem')
    .filter({ hasText: receipt ?? '' })
  await expect(own).toContainText('Received')
  await expect(own).toContainText(/About Iris /)

  const rep = await newVisitor()
  await signIn(rep, 'CSRREP01', staff)
  await open(rep, `${staff}/msg/#!/workspace`)
  await rep.getByRole('searchbox', { name: 'Search messages and members' }).fill(receipt ?? '')
  await rep.keyboard.press('Enter')
  await rep
    .getByRole('link', { name: new RegExp(receipt ?? '') })
    .first()
    .click()
  const card = rep.getByRole('region', { name: 'Form: Let us share your information' })
  await expect(card).toContainText(/About Iris .*, born .*, member number \d+/)
  const saved = rep.waitForEvent('download')
  await card.getByRole('button', { name: 'Open the signed form' }).press('Enter')
  expect((await saved).suggestedFilename()).toBe(`${receipt}.pdf`)
  await expectUsable(rep, 'a conversation with the form beside it')
  await rep.getByRole('textbox', { name: /^Reply to / }).fill('We have noted it. Thank you.')
  await rep.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(rep.getByRole('article')).toContainText('We have noted it.')
  await page.reload()
  await waitForHydration(page)
  await expect(own).toContainText('We wrote to you')
})

test.describe('on a small phone in Spanish', () => {
  test.use({ locale: 'es-US', viewport: { width: 360, height: 740 } })

  test('MP-20 a member sees what care is due, keeps a private health check and a goal, and deletes their answers', async ({
    page,
  }) => {
    needChromium('to tell what a request holds')
    await signIn(page, 'MEMBERWY', buildOrigin('wybcbs'))
    await open(page, `${buildOrigin('wybcbs')}/login/#/wellness`)
    await expect(locateHeading(page)).toHaveText('Bienestar')
    await expect(main(page)).toContainText('no significa que no la haya recibido')
    await main(page).getByLabel('¿Fuma?').selectOption('Sí')
    // The reload after a save is answered before a goal is set, but arrives after it.
    await page.route(
      '**/wellness/v1/summary',
      async (route) => {
        const { body } = await deliver(route.request())
        await main(page).getByText('Su nueva meta: Dormir 7 horas.').waitFor()
        await route.fulfill({ contentType: 'application/json', body })
      },
      { times: 1 },
    )
    await main(page).getByRole('button', { name: 'Guardar para mí' }).press('Enter')
    await expect(main(page)).toContainText('Guardado, solo para usted.')
    await expect(main(page)).toContainText('Dejar de fumar ayuda a cualquier edad.')
    await main(page).getByLabel('Meta nueva').selectOption('Dormir 7 horas')
    const late = page.waitForResponse('**/wellness/v1/summary')
    await main(page).getByRole('button', { name: 'Fijar meta' }).press('Enter')
    await late
    const days = main(page).getByRole('group', { name: 'Dormir 7 horas: días en que lo hizo' })
    // A day that is pressed again before the answer arrives keeps its last state.
    const last = days.getByRole('checkbox').last()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = [first, second]
    await page.route('**/wellness/v1/goals/day', async (route) => {
      await held.shift()?.promise
      await route.continue()
    })
    const begun = page.waitForRequest('**/wellness/v1/goals/day')
    await last.check()
    await begun
    await last.uncheck()
    const again = page.waitForRequest('**/wellness/v1/goals/day')
    first.resolve()
    await again
    await expect(last).not.toBeChecked()
    await last.check()
    second.resolve()
    await expect(main(page)).toContainText('1 de 3 días esta semana.')
    await expectUsable(page, 'wellness on a small phone in Spanish')
    await main(page).getByRole('button', { name: 'Borrar' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).press('Enter')
    await expect(main(page)).toContainText('Sus respuestas se borraron.')
    // If a pressed button disappears, the focus stays nearby, and the outcome is announced.
    await expect(main(page).getByRole('heading', { name: 'Su chequeo privado' })).toBeFocused()
    await main(page).getByRole('button', { name: 'Dejar: Dormir 7 horas' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Dejar', exact: true }).press('Enter')
    await expect(main(page).getByRole('status').filter({ hasText: 'Terminó la meta “Dormir 7 horas”.' })).toBeVisible()
    await expect(main(page).getByRole('heading', { name: 'Sus metas' })).toBeFocused()
    await follow(page, `${library}/guide/surprise-bills`)
    await expect(locateHeading(page)).toHaveText('Your rights against surprise bills')
    await expect(locateHeading(page).locator('bdi')).toHaveAttribute('lang', 'en')
    await expectUsable(page, 'a guide that is lacking in Spanish')
  })
})
