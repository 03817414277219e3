import type { Page } from '@playwright/test'
import { servicePhone } from '@portico/rules/brand/service-phone'
import { type BrandOnFile, brands, foreignMarks } from './brand-records.ts'
import { memberOf, startEveryBrand } from './every-brand-server.ts'
import { phoneWidths, withFirefox } from './firefox.ts'
import { ask, expect, expectAccessible, originOf, sidewaysScroll, signInCookies, test } from './support.ts'

const desktop = { name: 'desktop', viewport: { width: 1280, height: 900 }, query: '' }
const phone = { name: 'phone', viewport: { width: 390, height: 844 }, query: '?mobile=true' }

/** The default phone number (BR-10) of a server without any configuration. */
const defaultPhone = '1-800-555-0199'

/** Brands in Central Time (BR-10), written by hand. */
const centralTime = ['mincr', 'mn', 'ndbcbs', 'wybcbs', 'ccs', 'bl']

/** HTML as plain text: the marks of a brand may contain characters that HTML escapes. */
function plain(html: string): string {
  return html
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Everything wrong with a brand's page, so that a single run reports every faulty brand. */
function wrongs(html: string, one: BrandOnFile, signedIn: boolean): string[] {
  const { phone: line, hours } = servicePhone({ brand: one, member: signedIn ? { isNDMedicaid: false } : null })
  const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
  const footer = /<footer.*?<\/footer>/s.exec(html)?.[0] ?? ''
  const number = line.kind === 'number' ? line.number : defaultPhone
  const year = new Date().getUTCFullYear()
  const networks = [...footer.matchAll(/<a href="([^"]*)"[^>]* aria-label="([^"]*)"/g)]
    .filter(([, , label]) => label?.startsWith(`${one.name} on `))
    .map(([, href]) => href)
  const social = Object.values(one.social).filter((link) => link !== null)
  const wanted: [string, boolean][] = [
    ['its code', html.includes(`data-brand="${one.code}"`)],
    ['its title', new RegExp(`<title>[^<]+ - ${one.name}</title>`).test(html)],
    ['its logo', header.includes(`src="/brand/${one.code}/`)],
    ['its icon', new RegExp(`<link rel="icon" href="/brand/${one.code}/`).test(html)],
    ['the way to its home', header.includes(`aria-label="${one.name}, home"`) && header.includes('href="/"')],
    ['its phone', footer.includes(`>${number}<`) && footer.includes(`href="tel:`)],
    ['its hours', footer.includes(hours)],
    ['hours of its zone', !centralTime.includes(one.code) || hours === 'Monday - Friday 8 AM - 8 PM CT'],
    ['its legal text', footer.includes(one.legalText)],
    ['its copyright', footer.includes(`© ${year} ${one.name}`)],
    ['its links', ['/msg/#!/contact-us', '/login/#/accessibility'].every((link) => footer.includes(`href="${link}"`))],
    ['free language help', footer.includes('href="/login/#/meaningful-access"')],
    ['its networks', String(networks.sort()) === String(social.sort())],
    ['its accreditation', footer.includes('URAC') === (one.uracAccredited && one.code !== 'ms')],
    ['a sign-in for visitors alone', /<h1[^>]*>Sign in<\/h1>/.test(html) !== signedIn],
    ['sign-out for members alone', header.includes('>Logout<') === signedIn],
    ['no braces', !/[{}]/.test(/<div id="root">.*?<script type="application/s.exec(html)?.[0] ?? '{')],
  ]
  const missing = wanted.filter(([, found]) => !found).map(([what]) => `${one.code}: ${what}`)
  return [...missing, ...foreignMarks(html, one.code).map((mark) => `${one.code} shows ${mark}`)]
}

/** A page's HTML, as the server sends it to a browser with these cookies. */
async function htmlOf(origin: string, path: string, cookies: readonly string[]): Promise<string> {
  const { status, body } = await ask({ origin, path, headers: { cookie: cookies.join('; '), accept: 'text/html' } })
  expect(status, `${path} at ${origin}`).toBe(200)
  return body
}

/** A page without its scripts: shown in the same browser tab, so that many pages can be checked quickly. */
function stillOf(html: string): string {
  return html.replace(/<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|preload|icon)"[^>]*>/g, '')
}

/** Words and icons in the header that overlap each other, e.g. with a count; runs in the browser. */
function covered(): string[] {
  const seen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 2
  const shown = [...document.querySelectorAll('header a *, header button *, header button')].filter(seen)
  const boxes = shown.flatMap((one) => {
    const text = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    if (!text && !one.matches('img, button svg')) return []
    const range = document.createRange()
    range.selectNode(text ?? one)
    // A count takes up its whole pill.
    return [{ one, box: one.matches('button') ? range.getBoundingClientRect() : one.getBoundingClientRect() }]
  })
  return boxes.flatMap(({ one, box: a }, at) =>
    boxes
      .slice(at + 1)
      .filter(({ box: b }) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((other) => `${one.textContent || one.outerHTML} and ${other.one.textContent || other.one.outerHTML}`),
  )
}

/** Subjects in the inbox that are cut off; runs in the browser. */
function cutSubjects(): string[] {
  return [...document.querySelectorAll('main li a time')]
    .map((time) => time.previousElementSibling)
    .filter((subject) => subject !== null && subject.scrollHeight > subject.clientHeight + 1)
    .map((subject) => `cut: ${subject?.textContent}`)
}

/**
 * Checks that header and inbox fit small phones: in Firefox, whose scroll bar takes up room, and at the largest text size in
 * Chromium.
 */
async function expectToFitPhones(page: Page, inboxes: readonly (readonly [string, string])[]) {
  const found: string[] = []
  const look = (evaluate: (seek: () => string[]) => Promise<string[]>, who: string) =>
    Promise.all([sidewaysScroll, covered, cutSubjects].map(evaluate)).then((all) =>
      found.push(...all.flat().map((what) => `${who}: ${what}`)),
    )
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [code, html] of inboxes) {
    await page.setContent(stillOf(html))
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { fontSize: 'largest' }))
    await look((seek) => page.evaluate(seek), `${code}, Chromium, largest text`)
  }
  await withFirefox(async (firefox) => {
    for (const [code, html] of inboxes) {
      await firefox.setContent(stillOf(html))
      for (const width of phoneWidths) {
        await firefox.setViewport({ width, height: 640 })
        await look((seek) => firefox.evaluate(seek), `${code}, Firefox, ${width} px`)
      }
    }
  })
  expect(found).toEqual([])
}

function primaryOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-primary').trim())
}

/** Shows a page of every brand on a phone and on a desktop. */
async function expectEveryBrand(
  page: Page,
  path: string,
  visit: (one: BrandOnFile) => Promise<Visit>,
  signedIn: boolean,
) {
  const found: string[] = []
  for (const [at, one] of brands.entries()) {
    const { origin, cookies } = await visit(one)
    // Brands differ in their colors, not in what is on the page. Their colors are the same in every layout, so every second brand's
    // are looked at on a phone, and on the page of the other kind of person on a desktop.
    const [first, seen] = [at === 0, (at % 2 === 0) === signedIn ? phone : desktop]
    for (const layout of [desktop, phone]) {
      const { name, viewport, query } = layout
      const html = await htmlOf(origin, `${path}${query}`, cookies)
      found.push(...wrongs(plain(html), one, signedIn).map((wrong) => `${name}, ${wrong}`))
      const [, icon = '/'] = /<link rel="icon" href="([^"]+)"/.exec(html) ?? []
      const [, logo = '/'] = /<header.*?<img [^>]*src="([^"]+)"/s.exec(html) ?? []
      for (const path of new Set([icon, logo])) {
        const { headers, body } = await ask({ origin, path })
        const isDrawing = headers['content-type']?.startsWith('image/svg') && body.startsWith('<svg')
        if (!isDrawing) found.push(`${name}, ${one.code}: its drawing ${path}`)
      }
      if (!first && layout !== seen) continue
      await page.setViewportSize(viewport)
      await page.setContent(stillOf(html))
      if ((await primaryOf(page)) !== one.look.primary) found.push(`${name}, ${one.code}: its colour`)
      await expectAccessible(page, `${path} of ${one.code}, ${name}`, { rules: first ? undefined : ['color-contrast'] })
    }
  }
  expect(found).toEqual([])
}

interface Visit {
  readonly origin: string
  /** As in the Cookie header. */
  readonly cookies: readonly string[]
}

test('BR-7 BR-8 BR-10 BR-12 BR-13 FT-1 HD-1 a visitor of every brand sees all of it and nothing of another, accessibly', async ({
  page,
}) => {
  test.slow()
  await expectEveryBrand(page, '/login/', async ({ code }) => ({ origin: originOf(code), cookies: [] }), false)
})

test.describe('a member of every brand', () => {
  // One after the other, since they share a server.
  test.describe.configure({ mode: 'default' })
  let server: Awaited<ReturnType<typeof startEveryBrand>>
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    server = await startEveryBrand()
  })
  test.afterAll(() => server.stop())

  async function visit({ code }: BrandOnFile): Promise<Visit> {
    const origin = originOf(code, server.port)
    return { origin, cookies: await signInCookies(memberOf(code), origin) }
  }

  test('BR-8 BR-10 BR-12 FT-1 HD-1 sees all of it and nothing of another, accessibly', async ({ page }) => {
    test.slow()
    await expectEveryBrand(page, '/mbr/', visit, true)
  })

  test('BR-12 HD-1 HD-7 MC-2 finds header and inbox fit for small phones, with nothing of another brand', async ({
    page,
  }) => {
    test.slow()
    const wrong: string[] = []
    const inboxes: [string, string][] = []
    for (const one of brands) {
      const { origin, cookies } = await visit(one)
      // In Spanish, the texts are checked as well.
      for (const [path, language] of [
        ['/msg/', 'en'],
        ['/mbr/', 'es'],
      ] as const) {
        const html = await htmlOf(origin, path, [...cookies, `language=${language}`])
        const marks = foreignMarks(plain(html), one.code)
        wrong.push(...marks.map((mark) => `${language} ${path} of ${one.code}: ${mark}`))
        if (path === '/msg/') inboxes.push([one.code, html])
      }
    }
    expect(wrong).toEqual([])
    await expectToFitPhones(page, inboxes)
  })
})
