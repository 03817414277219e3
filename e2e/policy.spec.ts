import { ask, expect, open, originOf, signIn, test } from './support.ts'

const addresses = [
  ...['/', '/home', '/mbr/', '/mbr/#!/account', '/msg/', '/msg/#!/contact-us', '/member/home', '/spa/', '/mhs/'],
  ...['/login/', '/login/#/change-password', '/login/#/accessibility', '/login/#/meaningful-access', '/nowhere'],
  "/search-results.html?searchQuery=card&productEnabled='true'&contentEnabled='true'",
]

// Every test's fixture listens for violations; this test visits every page once.
for (const { who, login } of [
  { who: 'a visitor', login: null },
  { who: 'a member', login: 'MEMBER01' },
]) {
  test(`RO-4 SI-2 no page that ${who} sees breaks its own security policy`, async ({ page, noise }) => {
    noise.allow(/404/)
    if (login !== null) await signIn(page, login)
    for (const address of addresses) await open(page, address)
  })
}

test('RO-4 SI-2 the policy has nothing unsafe in it and refuses what did not come with the page', async ({
  page,
  noise,
  lines,
}) => {
  for (const path of ['/', '/mbr/', '/nowhere', '/version']) {
    const { headers } = await ask({ origin: originOf('hmbcbs'), path, headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toMatch(/default-src 'none'|frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\s\*(?:[\s;]|$)/)
  }
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
