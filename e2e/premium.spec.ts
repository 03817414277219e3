import type { Page } from '@playwright/test'
import { expect, expectUsable, open, originOf, signIn, tabTo, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const region = (page: Page, name: string | RegExp) => main(page).getByRole('region', { name })
const ebill = '/login/#/ebill'

test('MP-18 MP-19 a member reads their bills and pays a part by keyboard, on the gateway’s page, and gets a receipt', async ({
  page,
}) => {
  await signIn(page, 'BXPLUS01')
  await open(page, ebill)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay Premium')
  const account = region(page, 'Blue Extra Plus')
  await expect(account).toContainText('$298.00')
  await expect(account).toContainText('You are in your grace period.')
  await expect(region(page, 'Bills')).toContainText('Not paid from earlier bills')
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
  await expect(account).toContainText('The $149.00 that you have paid here since is taken off.')
  await expect(region(page, 'Payments and refunds')).toContainText('Paid here')
  const download = page.waitForEvent('download')
  await main(page)
    .getByRole('button', { name: /^Receipt: Payment made here/ })
    .press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/)
  await expectUsable(page, 'premium bills after a payment')
})

test('MP-18 a grace period, and a payment that is given up, in Spanish on a phone', async ({ page }) => {
  const origin = originOf('idh')
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
  await main(page).getByRole('button', { name: 'Cancelar el pago' }).click()
  await expect(main(page).getByRole('button', { name: 'Pagar ahora' })).toBeVisible()
})
