import type { Page } from '@playwright/test'
import { servicePhone } from '@portico/rules/brand/service-phone'
import { type BrandOnFile, brands, foreignMarks } from './brand-records.ts'
import { memberOf, startEveryBrand } from './every-brand-server.ts'
import { phoneWidths, withFirefox } from './firefox.ts'
import { ask, expect, expectAccessible, originOf, sidewaysScroll, signInCookies, test } from './support.ts'

const desktop = { name: 'desktop', viewport: { width: 1280, height: 900 }, query: '' }
const phone = { name: 'phone', viewport: { width: 390, height: 844 }, query: '?mobile=true' }

/** The configured default (BR-10) of a server that nothing was configured for. */
const defaultPhone = '1-800-555-0199'

/** HTML as people read it: a mark of a brand may hold a character that HTML writes otherwise. */
function plain(html: string): string {
  return html
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** All that is wrong with a brand's page, so that one run names every brand that has something wrong. */
function wrongs(html: string, one: BrandOnFile, signedIn: boolean): string[] {
  const { phone: line, hours } = servicePhone({ brand: one, member: signedIn ? { isNDMedicaid: false } : null })
  const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
  const footer = /<footer.*?<\/footer>/s.exec(html)?.[0] ?? ''
  const number = line.kind === 'number' ? line.number : defaultPhone
  const year = new Date().getUTCFullYear()
  const wanted: [string, boolean][] = [
    ['its code', html.includes(`data-brand="${one.code}"`)],
    ['its title', new RegExp(`<title>[^<]+ - ${one.name}</title>`).test(html)],
    ['its logo', header.includes(`src="/brand/${one.code}/`)],
    ['its icon', new RegExp(`<link rel="icon" href="/brand/${one.code}/`).test(html)],
    ['the way to its home', header.includes(`aria-label="${one.name}, home"`) && header.includes('href="/"')],
    ['its phone', footer.includes(`>${number}<`) && footer.includes(`href="tel:`)],
    ['its hours', footer.includes(hours)],
    ['its legal text', footer.includes(one.legalText)],
    ['its copyright', footer.includes(`© ${year} ${one.name}`)],
    ['its links', ['/msg/#!/contact-us', '/login/#/accessibility'].every((link) => footer.includes(`href="${link}"`))],
    ['free language help', footer.includes('href="/login/#/meaningful-access"')],
    ...Object.entries(one.social).map(([network, link]): [string, boolean] => [
      `its ${network}`,
      link === null || footer.includes(`href="${link}"`),
    ]),
    ['its accreditation', footer.includes('URAC') === (one.uracAccredited && one.code !== 'ms')],
    ['sign-out for members alone', header.includes('>Logout<') === signedIn],
    ['no braces', !/[{}]/.test(/<div id="root">.*?<script type="application/s.exec(html)?.[0] ?? '{')],
  ]
  const missing = wanted.filter(([, found]) => !found).map(([what]) => `${one.code}: ${what}`)
  return [...missing, ...foreignMarks(html, one.code).map((mark) => `${one.code} shows ${mark}`)]
}

/** A page as the server sends it, to whoever has the cookies. */
async function htmlOf(origin: string, path: string, cookies: readonly string[]): Promise<string> {
  const { status, body } = await ask({ origin, path, headers: { cookie: cookies.join('; '), accept: 'text/html' } })
  expect(status, `${path} at ${origin}`).toBe(200)
  return body
}

/** All of a page that the server sends but for the scripts: shown in a tab that stays, so that many are soon seen. */
function stillOf(html: string): string {
  return html.replace(/<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|preload|icon)"[^>]*>/g, '')
}

/** Words and icons of the header that something lies over, e.g. a count; runs in the browser. */
function covered(): string[] {
  const seen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 2
  const shown = [...document.querySelectorAll('header a *, header button *, header button')].filter(seen)
  const boxes = shown.flatMap((one) => {
    const text = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    if (!text && !one.matches('img, button svg')) return []
    const range = document.createRange()
    range.selectNode(text ?? one)
    // A count is as large as its pill.
    return [{ one, box: one.matches('button') ? range.getBoundingClientRect() : one.getBoundingClientRect() }]
  })
  return boxes.flatMap(({ one, box: a }, at) =>
    boxes
      .slice(at + 1)
      .filter(({ box: b }) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((other) => `${one.textContent || one.outerHTML} and ${other.one.textContent || other.one.outerHTML}`),
  )
}

/** Subjects of the inbox of which the end is cut off; runs in the browser. */
function cutSubjects(): string[] {
  return [...document.querySelectorAll('main li a time')]
    .map((time) => time.previousElementSibling)
    .filter((subject) => subject !== null && subject.scrollHeight > subject.clientHeight + 1)
    .map((subject) => `cut: ${subject?.textContent}`)
}

/** Header and inbox fit small phones: in Firefox, whose scroll bar takes room, and in the largest text in Chromium. */
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

/** Shows a page of every brand on a phone and on a desktop. */
async function expectEveryBrand(
  page: Page,
  path: string,
  visit: (one: BrandOnFile) => Promise<Visit>,
  signedIn: boolean,
) {
  const found: string[] = []
  for (const one of brands) {
    const { origin, cookies } = await visit(one)
    for (const { name, viewport, query } of [desktop, phone]) {
      const html = await htmlOf(origin, `${path}${query}`, cookies)
      found.push(...wrongs(plain(html), one, signedIn).map((wrong) => `${name}, ${wrong}`))
      const drawing = await ask({ origin, path: /<link rel="icon" href="([^"]+)"/.exec(html)?.[1] ?? '/' })
      if (!drawing.body.startsWith('<svg')) found.push(`${name}, ${one.code}: its drawing`)
      await page.setViewportSize(viewport)
      await page.setContent(stillOf(html))
      await expectAccessible(page, `${path} of ${one.code}, ${name}`)
    }
  }
  expect(found).toEqual([])
}

interface Visit {
  readonly origin: string
  /** As the header has them. */
  readonly cookies: readonly string[]
}

test('BR-8 BR-10 BR-12 FT-1 HD-1 a visitor of every brand sees all of it and nothing of another, accessibly', async ({
  page,
}) => {
  test.slow()
  await expectEveryBrand(page, '/login/', async ({ code }) => ({ origin: originOf(code), cookies: [] }), false)
})

test('BR-8 BR-10 BR-12 FT-1 HD-1 HD-7 a member of every brand sees all of it and nothing of another, accessibly, on small phones too', async ({
  page,
}) => {
  // Three looks at each brand, in two browsers.
  test.setTimeout(240_000)
  const server = await startEveryBrand()
  const wrong: string[] = []
  const inboxes: [string, string][] = []
  try {
    await expectEveryBrand(
      page,
      '/mbr/',
      async (one) => {
        const origin = originOf(one.code, server.port)
        const cookies = await signInCookies(memberOf(one.code), origin)
        // Of the message center, and of Spanish, what is written is looked at.
        for (const [path, language] of [
          ['/msg/', 'en'],
          ['/mbr/', 'es'],
        ] as const) {
          const html = await htmlOf(origin, path, [...cookies, `language=${language}`])
          const marks = foreignMarks(plain(html), one.code)
          wrong.push(...marks.map((mark) => `${language} ${path} of ${one.code}: ${mark}`))
          if (path === '/msg/') inboxes.push([one.code, html])
        }
        return { origin, cookies }
      },
      true,
    )
    expect(wrong).toEqual([])
    await expectToFitPhones(page, inboxes)
  } finally {
    await server.stop()
  }
})
