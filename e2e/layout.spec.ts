import type { Page } from '@playwright/test'
import { planNames } from '../server/test/brand-records.ts'
import { misfits } from './fit.ts'
import { buildOrigin, expect, follow, open, signIn, test, waitForHydration } from './support.ts'

/** The left edge of an element, from the left of the window. */
const measureEdge = async (page: Page, selector: string) =>
  Math.round((await page.locator(selector).first().boundingBox())?.x ?? Number.NaN)

const logo = 'header img'

/** Expects parts to begin at the same edge, once the whole page has reacted to a new width. */
async function expectOneEdge(page: Page, parts: readonly string[], message: string) {
  await expect(async () => {
    const edges = await Promise.all(parts.map((part) => measureEdge(page, part)))
    expect(Math.max(...edges) - Math.min(...edges), `${message}: ${edges}`).toBeLessThanOrEqual(1)
  }).toPass()
}

test('HD-1 MP-1 RG-3 FT-1 logo, headings, cards and footer begin at one edge, whatever the view and the width; on a phone the account navigation and the end of the footer are folded', async ({
  page,
}) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/')
  for (const [address, ...parts] of [
    ['/mbr/#!/landing', 'main h1', 'main section', 'footer h2'],
    ['/msg/#!/message-center', 'main h1', 'footer h2'],
    ['/msg/#!/contact-us', 'main h1', 'footer h2'],
    ['/login/#/claims/activitySummary', 'main h1', 'footer h2'],
    ['/mbr/#!/account/contact', 'main nav', 'footer h2'],
    ['/search-results.html?searchQuery=claim', 'main h1', 'footer h2'],
  ] as const) {
    if (address !== '/mbr/#!/landing') await follow(page, address)
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expectOneEdge(page, [logo, ...parts], `${address} at ${width}`)
    }
  }

  await page.setViewportSize({ width: 360, height: 740 })
  await follow(page, '/mbr/#!/account/contact')
  const navigation = page.getByRole('main').getByRole('navigation')
  const fold = navigation.getByRole('button', { name: 'Contact information' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(navigation.getByRole('link')).toHaveCount(0)
  await fold.focus()
  await page.keyboard.press('Enter')
  await navigation.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(navigation.getByRole('link')).toHaveCount(0)

  const footer = page.getByRole('contentinfo')
  const languages = footer.getByRole('navigation', { name: 'Languages', includeHidden: true })
  await expect(languages).toBeHidden()
  await expect.poll(async () => (await footer.boundingBox())?.height).toBeLessThan(2 * 740)
  await footer.locator('summary').click()
  await expect(languages).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.reload()
  await waitForHydration(page)
  await expect(footer.locator('summary')).toBeHidden()
  await expect(languages).toBeVisible()
})

/** Words of the plan's name in the header that are broken across lines; runs in the browser. */
function findBrokenWords(name: Element): string[] {
  const text = name.firstChild
  return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text as Node, index)
    range.setEnd(text as Node, index + word.length)
    const { width, height } = range.getBoundingClientRect()
    return width > 0 && height < 1.5 * Number.parseFloat(getComputedStyle(name).fontSize) ? [] : [word]
  })
}

test('HD-1 HD-7 LG-4 MC-2 BR-12 the header never breaks words of the plan’s name, even if another language’s labels are longer, and on a phone in the largest text, header and inbox fit every plan’s name', async ({
  page,
}) => {
  const origin = buildOrigin('mincr')
  await page.context().addCookies([{ name: 'language', value: 'es', url: origin }])
  await signIn(page, 'MEMBERMN', origin)
  await open(page, `${origin}/mbr/#!/account/contact`)
  for (const width of [1024, 1160]) {
    await page.setViewportSize({ width, height: 900 })
    const name = page.getByRole('banner').getByText('Blue Plan of Minnesota', { exact: true })
    await expect.poll(() => name.evaluate(findBrokenWords), { message: `at ${width}` }).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await follow(page, '/msg/#!/message-center')
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { fontSize: 'largest' }))
  await expect.poll(() => page.evaluate(misfits, planNames('mincr'))).toEqual([])
})

test('MP-5 RG-3 the ID card keeps the shape of a card at any width, and no button covers what someone shares', async ({
  page,
  newVisitor,
}) => {
  const wyoming = buildOrigin('wybcbs')
  await page.context().addCookies([{ name: 'language', value: 'es', url: wyoming }])
  await signIn(page, 'MEMBERWY', wyoming)
  await open(page, `${wyoming}/login/#/coverage`)
  const front = page.getByRole('group', { name: 'Frente de la tarjeta' })
  for (const width of [1440, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(async () => {
      const box = await front.boundingBox()
      expect((box?.width ?? 0) / (box?.height ?? 1), `at ${width}`).toBeCloseTo(1.586, 2)
    }).toPass()
  }

  const parent = await newVisitor()
  await signIn(parent, 'FAMILY01')
  await open(parent, '/mbr/#!/account/people')
  for (const width of [1024, 950, 900, 700]) {
    await parent.setViewportSize({ width, height: 800 })
    const alma = parent.getByRole('listitem').filter({ has: parent.getByRole('button', { name: 'View as Alma' }) })
    await expect(async () => {
      const button = await alma.getByRole('button').boundingBox()
      const shared = await alma.getByText('Claims, medicines and costs').boundingBox()
      if (button === null || shared === null) throw new Error('Nothing is shown.')
      const isBeside = shared.x + shared.width <= button.x || shared.y + shared.height <= button.y
      expect(isBeside, `at ${width}`).toBe(true)
    }).toPass()
  }
})

test('MC-6 HD-1 staff have the same edge, on a wide window too', async ({ page }) => {
  const staff = buildOrigin('hmbcbs').replace('secure', 'staff')
  await signIn(page, 'INTERNAL1', staff)
  for (const part of ['msg/#!/workspace', 'msg/#!/workspace/figures', '']) {
    if (part === 'msg/#!/workspace/figures') await follow(page, `/${part}`)
    else await open(page, `${staff}/${part}`)
    for (const width of [1920, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectOneEdge(page, [logo, 'main h1'], `${part} at ${width}`)
    }
  }
})
