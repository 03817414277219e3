import { buildOrigin, expect, expectUsable, open, signIn, tabTo, test } from './support.ts'

test('MP-26 MP-28 on a phone in Spanish, the cost of care is found by plain words and saved, and claims by the global search', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const origin = buildOrigin('de')
  await context.addCookies([{ name: 'language', value: 'es', url: origin }])
  await signIn(page, 'MEMBERDE', origin)
  await open(page, `${origin}/login/#/finder/cost`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Cuánto cuesta la atención')
  await tabTo(page, main.getByRole('searchbox'))
  await page.keyboard.type('resonancia de rodilla')
  await page.keyboard.press('Enter')
  const places = main.getByRole('region', { name: 'Dónde puede recibirla en su red' })
  // The demo's directory, which has their locations, is loaded after the server has started.
  await expect(async () => {
    const back = main.getByRole('button', { name: 'Volver a la búsqueda' })
    if (await back.isVisible()) await back.press('Enter')
    await main.getByRole('button', { name: /^Resonancia magnética de la rodilla/ }).press('Enter')
    await expect(places.getByRole('article').first()).toContainText(/a \d\.\d mi/, { timeout: 10_000 })
  }).toPass()
  await expect(places.getByRole('article').first()).toContainText('Summit Radiology')
  await tabTo(page, places.locator('summary').first())
  await page.keyboard.press('Enter')
  await expect(places).toContainText('Lo que usted paga cada año antes de que su plan comparta el costo.')
  await expect(main).toContainText('Su plan debe aprobar antes esta atención.')
  await expectUsable(page, 'what care costs')
  await places.getByRole('button', { name: 'Guardar esta estimación' }).press('Enter')
  await expect(main.getByRole('region', { name: 'Estimaciones que guardó' })).toContainText('Summit Radiology')
  // The words of a search reveal health information, which people with access must not see either: they must not be in an address.
  expect(page.url()).not.toContain('resonancia')

  // From the price to the provider, and from there to what care costs with them.
  await places.getByLabel('Ordenar por').selectOption('Más cercano')
  await expect(places.getByRole('article').first()).toContainText('Riverside General Hospital')
  await places.getByRole('link', { name: 'Summit Radiology' }).press('Enter')
  await expect(main.getByRole('heading', { level: 2, name: 'Summit Radiology' })).toBeFocused()
  await main.getByRole('link', { name: 'Cuánto cuesta la atención aquí' }).press('Enter')
  await expect(main).toContainText('Precios en Summit Radiology')
  await main.getByRole('searchbox').fill('tomografia')
  await page.keyboard.press('Enter')
  await main.getByRole('button', { name: /^Tomografía computarizada de la cabeza/ }).press('Enter')
  await expect(places.getByRole('article').first()).toContainText('El lugar que usted consultó')
  await expectUsable(page, 'what care costs at a place')
  await main.getByRole('button', { name: 'Volver a la búsqueda' }).press('Enter')
  await expect(main.getByRole('searchbox')).toBeFocused()
  expect(page.url()).not.toMatch(/provider|\d{10}/)

  await open(page, `${origin}/search-results.html?searchQuery=primary&productEnabled='true'&contentEnabled='true'`)
  await expect(main.getByRole('region', { name: 'Sus reclamaciones' })).toBeVisible()
  await expect(page).not.toHaveURL(/primary/)
  await expectUsable(page, 'own claims among the results')
})
