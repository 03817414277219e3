import type { Page } from '@playwright/test'
import { buildOrigin, expect, expectUsable, open, signIn, tabTo, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const region = (page: Page, name: string | RegExp) => main(page).getByRole('region', { name })
const locateStatus = (page: Page, text: string) => main(page).getByRole('status').filter({ hasText: text })
const ebill = '/login/#/ebill'

/** Makes the page poll, and collects each request for an outcome from now on. */
async function looksAt(page: Page, path: string): Promise<readonly string[]> {
  const looks: string[] = []
  page.on('request', (request) => request.method() === 'GET' && request.url().includes(path) && looks.push(path))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  return looks
}

test('MP-18 MP-19 a member reads their bills and pays a part by keyboard, on the gateway’s page, and gets a receipt', async ({
  page,
}) => {
  await signIn(page, 'BXPLUS01')
  await open(page, ebill)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay Premium')
  const account = region(page, 'Blue Extra Plus')
  await expect(account).toContainText('$298.00')
  await expect(account).toContainText('You are in your grace period.')
  await expect(region(page, 'Bills')).toContainText('Unpaid from earlier bills')
  await expectUsable(page, 'premium bills')

  await tabTo(page, account.getByRole('button', { name: 'Pay now' }), 60)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pay your premium' })
  await dialog.getByLabel('Amount in dollars').fill('9999')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('This is more than you owe.')
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('9999')
  await dialog.getByLabel('Amount in dollars').fill('149')
  await expectUsable(page, 'paying a premium')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/pay\//)
  await expect(page.getByRole('note')).toContainText('No real money moves here')
  await page.getByRole('button', { name: 'Pay $149.00 (test)' }).press('Enter')
  await page.waitForURL(/ebill\?payment=/)
  await expect(main(page).getByRole('status').filter({ hasText: 'We have received $149.00.' })).toBeVisible()
  const looks = await looksAt(page, '/payments/')
  await expect(account).toContainText('We have subtracted the $149.00 that you have paid here since then.')
  await expect(region(page, 'Payments and refunds')).toContainText('Test card ending in 4242')
  const download = page.waitForEvent('download')
  await main(page)
    .getByRole('button', { name: /^Receipt: Payment made here/ })
    .press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/)
  await expectUsable(page, 'premium bills after a payment')
  expect(looks).toEqual([])
})

test('MP-18 a grace period, and a canceled payment, in Spanish on a phone', async ({ page }) => {
  const origin = buildOrigin('idh')
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'MEMBERID', origin)
  await page.context().addCookies([{ name: 'language', value: 'es', url: origin }])
  await open(page, origin + ebill)
  await expect(main(page)).toContainText('Está en su período de gracia.')
  await expectUsable(page, 'premium bills in Spanish on a phone')
  await main(page).getByRole('button', { name: 'Pagar ahora' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pagar/ })
    .click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Volver sin pagar' }).click()
  await expect(main(page)).toContainText('Todavía no ha pagado')
  await main(page).getByRole('button', { name: 'Cancelar el pago' }).press('Enter')
  await expect(main(page).getByRole('button', { name: 'Pagar ahora' })).toBeVisible()
  // If a pressed button disappears, the focus stays nearby, and the outcome is announced.
  await expect(locateStatus(page, 'El pago se canceló.')).toBeVisible()
  await expect(main(page).locator('section h2:focus')).toHaveCount(1)
})

test('MP-18 a card is kept on the gateway’s page and bills are paid by it automatically, in Spanish on a phone, and stopped again', async ({
  page,
  noise,
}) => {
  noise.allow(/503/)
  const origin = buildOrigin('hmbcbs')
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'BXBASIC1', origin)
  await page.context().addCookies([{ name: 'language', value: 'es', url: origin }])
  await open(page, origin + ebill)
  await tabTo(page, main(page).getByRole('button', { name: 'Agregar una forma de pago' }), 60)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/keep\//)
  await page.getByRole('button', { name: 'Guardar una tarjeta que funciona (prueba)' }).press('Enter')
  await page.waitForURL(/ebill\?method=/)
  await expect(
    main(page).getByRole('status').filter({ hasText: 'Se guardó Test card que termina en 4242' }),
  ).toBeVisible()
  const looks = await looksAt(page, '/methods/')
  const card = region(page, 'Pago automático')
  await card.getByRole('button', { name: 'Activar el pago automático' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Activar el pago automático' })
  const limit = dialog.getByLabel('Lo máximo que se puede cobrar a la vez, en dólares')
  await limit.fill('99999')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('El límite puede ser de hasta $25,000.')
  await limit.fill('250')
  await expectUsable(page, 'turning on automatic payment')
  // The page keeps showing the former state, and says that it could not load it again.
  await page.route('**/premium/v1/bills', (route) => route.fulfill({ status: 503, json: {} }))
  await dialog.getByRole('button', { name: 'Aceptar y activar' }).press('Enter')
  await expect(main(page).getByRole('alert')).toContainText('No se pudo cargar')
  await page.unroute('**/premium/v1/bills')
  await main(page).getByRole('button', { name: 'Intentar de nuevo' }).press('Enter')
  await expect(locateStatus(page, 'El pago automático está activado.')).toBeVisible()
  await expect(card).toContainText('Nunca cobramos más de $250.00 a la vez.')
  await expectUsable(page, 'automatic payment')
  expect(looks).toEqual([])
  await region(page, 'Sus formas de pago')
    .getByRole('button', { name: /^Quitar/ })
    .press('Enter')
  await expect(page.getByRole('dialog')).toContainText('El pago automático se desactivará también.')
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).press('Enter')
  await expect(card).toContainText('Desactivado')
  await expect(locateStatus(page, 'Se quitó esta forma de pago.')).toBeVisible()
  await expect(region(page, 'Sus formas de pago').locator('h2')).toBeFocused()
  await expect(region(page, 'Sus formas de pago')).toContainText('No ha guardado ninguna tarjeta')
})
