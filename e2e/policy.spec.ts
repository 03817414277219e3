import { expect, open, signIn, test } from './support.ts'

// Every test's fixture listens for violations; this test visits each kind of page. `public-pages.pg.test.ts` tests the text of the policy.
test('RO-4 SI-2 no page violates its own security policy, which blocks anything that did not come with the page', async ({
  page,
  noise,
  lines,
}) => {
  noise.allow(/404/)
  for (const address of ['/', '/nowhere', '/login/#/meaningful-access']) await open(page, address)
  await signIn(page, 'MEMBER01')
  for (const address of [
    '/home',
    '/mbr/',
    '/msg/',
    '/spa/',
    '/mhs/',
    "/search-results.html?searchQuery=card&productEnabled='true'",
  ])
    await open(page, address)
  expect(lines.filter((line) => line.includes('policy'))).toEqual([])
  noise.allow(/policy|Content Security Policy|csp/i)
  await open(page, '/login/')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
    const styled = document.createElement('div')
    styled.innerHTML = '<p style="position:fixed"></p><img src="https://elsewhere.example/a.png" alt="">'
    document.body.append(styled)
  })
  for (const directive of [
    'script-src-elem inline',
    'style-src-attr inline',
    'img-src https://elsewhere.example/a.png',
  ]) {
    await expect.poll(() => lines).toContain(`console.error: policy violation: ${directive}`)
  }
  await expect(page).not.toHaveTitle('taken over')
})
