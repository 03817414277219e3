import type { Page } from '@playwright/test'
import { expect, expectUsable, hydrated, open, originOf, port, signIn, test } from './support.ts'

const staff = `http://staff.hmbcbs.localhost:${port}`
const list = '/login/#/claims/activitySummary'
const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const message = (page: Page) => main(page).getByLabel('Message', { exact: true })

test('MP-9 MP-5 a member saves the letter, asks about the claim, and staff answer with the claim beside it', async ({
  page,
  newVisitor,
}) => {
  test.slow()
  // Someone whose inbox no other test counts.
  await signIn(page, 'HSAFAM01')
  await open(page, `${list}?state=denied`)
  await main(page).getByRole('link', { name: 'Lakeside Dermatology' }).click()
  await expect(main(page)).toContainText('You can appeal')
  const saved = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Explanation of benefits (PDF)' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^C\d+\.pdf$/)

  await main(page).getByRole('link', { name: 'Ask about this claim' }).press('Enter')
  await expect(heading(page)).toHaveText('Contact us')
  await expect(main(page)).toContainText('About a claim')
  await expect(main(page).getByLabel('Sub-category')).toHaveValue('claim-status')
  const subject = await main(page).getByLabel('Subject', { exact: true }).inputValue()
  expect(subject).toMatch(/^Question about claim C\d+$/)
  await expectUsable(page, 'a message about a claim')
  await message(page).fill('Why is this not covered?')
  // A reload keeps both the text and the claim.
  await expect(main(page)).toContainText(/Draft (saved|kept)/)
  await page.reload()
  await hydrated(page)
  await expect(message(page)).toHaveValue('Why is this not covered?')
  await expect(main(page)).toContainText('Lakeside Dermatology')
  await main(page).getByRole('button', { name: 'Send message' }).press('Enter')
  await main(page).getByRole('link', { name: 'Read your message' }).click()
  const claims = page.getByRole('list', { name: 'Claims of this conversation' })
  await expect(claims.getByRole('link')).toContainText('Lakeside Dermatology')
  await expectUsable(page, 'a conversation about a claim')

  const rep = await newVisitor()
  await signIn(rep, 'CSRREP01', staff)
  await open(rep, `${staff}/msg/#!/workspace`)
  await rep.getByRole('searchbox', { name: 'Search messages and members' }).fill('Why is this not covered')
  await rep.keyboard.press('Enter')
  await rep
    .getByRole('link', { name: new RegExp(subject) })
    .first()
    .click()
  const card = rep.getByRole('region', { name: 'The claim in question' })
  await expect(card).toContainText('$420.00')
  await expect(card).toContainText('Your plan does not cover this care.')
  await expectUsable(rep, 'a conversation with the claim beside it')
  await rep.getByRole('textbox', { name: /^Reply to / }).fill('It is cosmetic care. You can appeal until April.')
  await rep.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(rep.getByRole('article')).toContainText('It is cosmetic care.')

  await claims.getByRole('link').click()
  await expect(heading(page)).toHaveText('Lakeside Dermatology')
})

test('MP-8 a denied claim leads to an appeal that is begun, names its days, and is shown on the claim once it is sent', async ({
  page,
}, { retry }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  // Each retry appeals another member's claim.
  await signIn(page, ['TWOGROUPS', 'DENTAL01'][retry] ?? '')
  await page.context().addCookies([{ name: 'language', value: 'es', url: originOf('hmbcbs') }])
  await open(page, `${list}?state=denied`)
  await main(page).getByRole('link', { name: 'Lakeside Dermatology' }).click()
  await expect(main(page)).toContainText('Puede apelar')
  await expect(main(page)).toContainText(/quedan \d+ días/)
  await expectUsable(page, 'a claim that can be appealed, in Spanish on a phone')
  await main(page).getByRole('link', { name: 'Apelar esta decisión' }).press('Enter')
  await expect(main(page)).toContainText('Apelación de una reclamación')
  await expect(main(page)).toContainText('Si la envía hoy, su plan debe decidir a más tardar el')
  await expect(main(page).getByLabel('Mensaje', { exact: true })).toHaveValue(/^Les pido que revisen otra vez/)
  await expectUsable(page, 'an appeal in Spanish on a phone')

  // Once removed, the claim stays removed, and the text stays.
  await main(page).getByRole('button', { name: 'Quitar la reclamación' }).press('Enter')
  await expect(main(page).getByLabel('Asunto', { exact: true })).toBeFocused()
  await expect(page).not.toHaveURL(/claim=/)
  await page.goBack()
  await main(page).getByRole('link', { name: 'Apelar esta decisión' }).press('Enter')
  await expect(main(page)).toContainText('Apelación de una reclamación')
  await main(page).getByRole('button', { name: 'Enviar mensaje' }).press('Enter')
  await expect(main(page)).toContainText('Esto es una apelación. Su plan debe decidirla a más tardar el')
  await main(page).getByRole('link', { name: 'Leer su mensaje' }).click()
  await page.getByRole('list', { name: 'Reclamaciones de esta conversación' }).getByRole('link').click()
  await expect(main(page)).toContainText('Usted envió una apelación')
  await expect(main(page).getByRole('link', { name: 'Apelar esta decisión' })).toHaveCount(0)
  await expectUsable(page, 'a claim that was appealed')
})
