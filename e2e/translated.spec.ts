import { randomUUID } from 'node:crypto'
import { ask, buildOrigin, expect, expectUsable, open, port, signIn, signInCookies, test } from './support.ts'

const staff = `http://staff.hmbcbs.localhost:${port}`
const origin = buildOrigin('ms')
const settings = '/rbsmbl/x-services/staff/settings'

/** Makes West Virginia offer both languages, by two administrators; another test may be doing the same. */
async function offerLanguages(): Promise<void> {
  const [first = '', second = ''] = await Promise.all(
    ['ADMIN001', 'ADMIN002'].map(async (login) => (await signInCookies(login, staff)).join('; ')),
  )
  const send = (cookie: string, method: string, path: string, payload: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    return ask({
      origin: staff,
      method,
      path: `${settings}/ms/LANGUAGES${path}`,
      headers,
      body: JSON.stringify({ payload }),
    })
  }
  const isOffered = async () => {
    const { body } = await ask({ origin: staff, path: `${settings}?brand=ms`, headers: { cookie: first } })
    const list: { key: string; value: unknown }[] = JSON.parse(body).payload.settings
    return JSON.stringify(list.find(({ key }) => key === 'LANGUAGES')?.value) === '["ar","zh"]'
  }
  await expect(async () => {
    if (await isOffered()) return
    const changeId = randomUUID()
    await send(first, 'PUT', '', { changeId, basedOn: null, value: ['ar', 'zh'], reason: 'For a journey' })
    await send(second, 'POST', '/decision', { waitingId: changeId, confirm: true })
    expect(await isOffered()).toBe(true)
  }).toPass()
}

for (const { language, tag, direction, name, claims, alphabet } of [
  { language: 'ar', tag: 'ar', direction: 'rtl', name: 'العربية', claims: 'المطالبات', alphabet: /\p{Script=Arabic}/u },
  { language: 'zh', tag: 'zh-Hant', direction: 'ltr', name: '繁體中文', claims: '理賠', alphabet: /\p{Script=Han}/u },
]) {
  test(`LG-4 the main screens of a member in ${language} are in it, accessible, and fit a small phone`, async ({
    page,
  }) => {
    await offerLanguages()
    await page.context().addCookies([{ name: 'language', value: language, url: origin }])
    await signIn(page, 'MEMBERWV', origin)
    await open(page, `${origin}/mbr/`)
    const root = page.locator('html')
    await expect(root).toHaveAttribute('lang', tag)
    expect(await root.evaluate((element) => getComputedStyle(element).direction)).toBe(direction)
    const line = page.getByRole('note').filter({ hasText: 'Translated by machine, checked by no one yet.' })
    await expect(line).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: claims })).toBeVisible()
    await expect(page.getByRole('contentinfo').getByText(name)).toBeAttached()
    await expectUsable(page, `home in ${language}`)
    for (const [screen, address] of [
      ['claims', '/login/#/claims/activitySummary'],
      ['coverage', '/login/#/coverage'],
      ['messages', '/msg/#!/message-center'],
      ['settings', '/mbr/#!/account/profile'],
    ] as const) {
      await open(page, `${origin}${address}`)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(alphabet)
      if (screen === 'messages') {
        // What is cut off at its end is so in its own direction, and begins where the page's lines do.
        const cut = await page.locator('main a[href*="message-center/"]').first().evaluate(listCutLines)
        expect(new Set(cut)).toEqual(new Set([`plaintext ${direction === 'rtl' ? 'right' : 'left'}`]))
      }
      if (screen === 'claims' || screen === 'messages') {
        const links =
          screen === 'claims'
            ? page.locator('main').getByRole('listitem').getByRole('link')
            : page.locator('main a[href*="message-center/"]')
        await links.first().click()
        await expect(page).toHaveURL(/[0-9a-f-]{36}/)
        // US dollars look as on the bill, not reversed.
        if (screen === 'claims') await expect(page.locator('main')).toContainText(/(?<!US|US )\$[\d,]+\.\d\d/)
      }
      await expect(line).toBeVisible()
      await expectUsable(page, `${screen} in ${language}`)
    }
  })
}

/** How lines that may be cut off choose their direction and side; runs in the browser. */
function listCutLines(line: Element): string[] {
  const styles = [...line.querySelectorAll('span')].map((one) => getComputedStyle(one))
  return styles.filter((one) => one.webkitLineClamp !== 'none').map((one) => `${one.unicodeBidi} ${one.textAlign}`)
}
