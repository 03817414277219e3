import type { Page } from '@playwright/test'
import { buildOrigin, expect, expectUsable, open, port, signIn, test } from './support.ts'

const list = '/login/#/claims/activitySummary'
const main = (page: Page) => page.getByRole('main')

test('MP-8 MC-6 a denied claim leads to a prepared appeal with its deadlines, which shows on the claim once it is sent, and takes staff no more space than any line', async ({
  page,
  newVisitor,
}, { retry }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  // Each retry appeals another member's claim.
  await signIn(page, ['TWOGROUPS', 'DENTAL01'][retry] ?? '')
  await page.context().addCookies([{ name: 'language', value: 'es', url: buildOrigin('hmbcbs') }])
  await open(page, `${list}?state=denied`)
  await main(page).getByRole('link', { name: 'Lakeside Dermatology' }).click()
  await expect(main(page)).toContainText('Puede apelar')
  await expect(main(page)).toContainText(/quedan \d+ días/)
  await expectUsable(page, 'a claim that can be appealed, in Spanish on a phone')
  await main(page).getByRole('link', { name: 'Apelar esta decisión' }).press('Enter')
  await expect(main(page)).toContainText('Apelación de una reclamación')
  await expect(main(page)).toContainText('Si la envía hoy, su plan debe decidir a más tardar el')
  await expect(main(page).getByLabel('Mensaje', { exact: true })).toHaveValue(/^Les pido que revisen otra vez/)
  // Two promises with two days: neither may be taken for the other.
  await expect(main(page)).toContainText('La decisión puede tardar más: su último día aparece junto a la reclamación.')
  await expectUsable(page, 'an appeal in Spanish on a phone')

  // Once removed, the claim stays removed, and the text stays.
  await main(page).getByRole('button', { name: 'Quitar la reclamación' }).press('Enter')
  await expect(main(page).getByLabel('Asunto', { exact: true })).toBeFocused()
  await expect(page).not.toHaveURL(/claim=/)
  await expect(main(page)).not.toContainText('La decisión puede tardar más')
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

  const rep = await newVisitor()
  await rep.setViewportSize({ width: 1280, height: 900 })
  const staff = `http://staff.hmbcbs.localhost:${port}`
  await signIn(rep, 'INTERNAL1', staff)
  await open(rep, `${staff}/msg/#!/workspace?view=appeals`)
  const lines = rep.locator('[data-work-list]').getByRole('link')
  const appeal = lines.filter({ hasText: 'Appeal: decide by' }).first()
  await expect(appeal).toBeVisible()
  const height = (await appeal.boundingBox())?.height
  await rep.getByRole('link', { name: /^Waiting for member/ }).click()
  await expect(appeal).toHaveCount(0)
  await expect(lines.first()).toBeVisible()
  expect((await lines.first().boundingBox())?.height).toBeCloseTo(height ?? Number.NaN, 0)
})
