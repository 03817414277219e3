import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import {
  buildOrigin,
  expect,
  holdScripts,
  needChromium,
  open,
  port,
  signIn,
  test,
  waitForHydration,
  waitForQuiet,
} from './support.ts'

interface Seen {
  /** Sum of the layout shifts that no input caused. */
  readonly shift: number
  readonly sources: readonly string[]
  readonly firstPaintMs: number
  readonly firstScriptMs: number
}

/** Records what moves by itself, from the first paint on. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const seen = { shift: 0, sources: [] as string[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        seen.shift += entry.value
        for (const { node } of entry.sources) seen.sources.push(node?.outerHTML?.slice(0, 100) ?? 'a text')
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function readSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: Pick<Seen, 'shift' | 'sources'> }
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return {
      ...seen,
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      firstScriptMs: Math.min(...scripts.map((entry) => (entry as PerformanceResourceTiming).responseEnd)),
    }
  })
}

/** A visitor's page, then a member's. */
const views = [{ path: '/login/' }, { path: '/mbr/', begin: true }, { path: '/msg/' }] as const

test('BR-13 LG-4 on a desktop and on a phone, in Hawaii, the first paint waits for no script, and nothing shifts from then on', async ({
  browser,
}) => {
  needChromium('to tell what shifts')
  test.slow()
  const context = await browser.newContext({ timezoneId: 'Pacific/Honolulu' })
  const page = await context.newPage()
  await watch(page)
  // As on a slow connection: the page's scripts arrive after the server-rendered HTML.
  await holdScripts(page)
  for (const { path, ...view } of views) {
    // Someone whom no other journey writes to at the same time.
    if ('begin' in view) await signIn(page, 'FAMILY01')
    for (const [width, height] of [
      [1280, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`${buildOrigin('hmbcbs')}${path}`)
      await waitForHydration(page)
      await waitForQuiet(page)
      const { shift, sources, firstPaintMs, firstScriptMs } = await readSeen(page)
      expect(sources, `what shifts on ${path} at ${width} px`).toEqual([])
      expect(shift).toBe(0)
      expect(firstPaintMs, `first paint of ${path} at ${width} px`).toBeLessThan(firstScriptMs)
    }
  }
  // Earlier pages have told the server the time zone, so it writes times as the page would.
  const told = await page.locator('main time').allTextContents()
  expect(told.length).toBeGreaterThan(0)
  const sent = await page.evaluate(async () => (await fetch(location.href)).text())
  const written = [...sent.matchAll(/<time [^>]*>(.*?)<\/time>/g)].map(([, html = '']) => html.replace(/<[^>]*>/g, ''))
  expect(written).toEqual(told)
  await context.close()
})

test('BR-13 on a phone, the panel below the sign-in form is in place before the rest of the page has arrived', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 1600 })
  await open(page, `${buildOrigin('hmbcbs')}/login/`)
  const panel = page.getByRole('main').getByRole('complementary')
  const whole = await panel.boundingBox()
  await panel.evaluate((element) => element.replaceChildren())
  expect((await panel.boundingBox())?.y).toBe(whole?.y)
})

/** Passes everything on to the portal, but sends a page only up to `end` until the caller releases the rest. */
async function holdRest(host: string, end: string) {
  let release = () => {}
  const told = new Promise<void>((resolve) => (release = resolve))
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host, 'accept-encoding': 'identity' }
    const passed = request({ host: '127.0.0.1', port, path: asked.url, method: asked.method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 0, from.headers)
      if (!from.headers['content-type']?.startsWith('text/html')) return from.pipe(answer)
      let html = ''
      from.setEncoding('utf8').on('data', (part: string) => (html += part))
      return from.on('end', async () => {
        const cut = html.indexOf(end) + end.length
        answer.write(html.slice(0, cut))
        await told
        answer.end(html.slice(cut))
      })
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, release, close: () => server.closeAllConnections() }
}

test('BR-13 LG-4 nothing is painted before the rest of the sign-in page has arrived, and then all of it in its place', async ({
  page,
  noise,
}) => {
  needChromium('to tell what shifts')
  // The page's own calls go to another origin than the portal's.
  noise.allow(/./)
  const { host } = new URL(buildOrigin('hmbcbs'))
  const portal = await holdRest(host, '</main>')
  await watch(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${buildOrigin('hmbcbs', portal.port)}/login/`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('complementary').waitFor({ state: 'attached' })
  // If nothing happens, there is no state to wait for: it waits as long as thirty frames take.
  const painted = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return performance.getEntriesByType('paint').length
  })
  portal.release()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  expect(painted).toBe(0)
  expect((await readSeen(page)).sources).toEqual([])
  portal.close()
})
