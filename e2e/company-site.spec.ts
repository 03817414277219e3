import { buildOrigin, expect, expectAccessible, expectUsable, test } from './support.ts'

const site = `${buildOrigin('hmbcbs')}/highmark.example/chmcom/`

test('SH-10 a visitor reads the site of a brand by keyboard, and goes from it to plans; in Spanish on a phone', async ({
  page,
}) => {
  await page.goto(site)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good care, from the rivers to the lake.')
  await expectUsable(page, 'the site of a brand')
  await main.getByRole('link', { name: 'Ways to save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ways to save on coverage and care')
  await expectAccessible(page, 'ways to save')
  await main.getByRole('link', { name: 'Coverage and care, explained' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coverage and care, explained')
  await main.getByRole('link', { name: 'Blue Plan West home' }).press('Enter')
  await main.getByRole('link', { name: 'See plans and prices' }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a plan')

  await page.setViewportSize({ width: 320, height: 640 })
  await page.context().addCookies([{ name: 'language', value: 'es', url: site }])
  await page.goto(site)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buena atención, desde los ríos hasta el lago.')
  await expectUsable(page, 'the site of a brand in Spanish on a small phone')
})
