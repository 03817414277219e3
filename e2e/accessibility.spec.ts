import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  needChromium,
  open,
  resize,
  signIn,
  submitSignIn,
  test,
  waitForQuiet,
} from './support.ts'

interface Variant {
  readonly title: string
  /** Rules of the checking library; if left out, all of them. */
  readonly rules?: readonly string[]
  readonly brand: string
  readonly login: string
  readonly language: 'en' | 'es'
  readonly fontSize: 'regular' | 'largest'
  /** Subject of a message that can be replied to. */
  readonly message: string
}

const light: Variant = {
  title: 'a light header',
  brand: 'hmbcbs',
  login: 'MEMBER01',
  language: 'en',
  fontSize: 'regular',
  message: 'Address change',
}
const dark: Variant = {
  title: 'a dark header, Spanish',
  // The page is built the same in every brand and language; only its colors differ.
  rules: ['color-contrast'],
  brand: 'ndbcbs',
  login: 'MEMBERND',
  language: 'es',
  fontSize: 'largest',
  message: 'Your claim question',
}

/** Every text of a language, so that the walk works in either one. */
function readTexts(language: Variant['language']): (id: string) => string {
  const folder = join(import.meta.dirname, '../web/src/base/texts', language)
  const catalogues = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object)
  const all: Record<string, string> = Object.assign({}, ...catalogues)
  return (id) => {
    const text = all[id]
    if (text === undefined) throw new Error(`No text ${id} in ${language}`)
    return text
  }
}

/** Checks a screen, or one part of it by its selector. */
type Check = (screen: string, part?: string) => Promise<void>

async function begin(page: Page, { brand, language, fontSize }: Variant) {
  const cookies = Object.entries({ language, fontSize })
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: buildOrigin(brand) })))
}

/** Goes through every screen of a visitor. */
async function visitorScreens(page: Page, variant: Variant, check: Check) {
  const t = readTexts(variant.language)
  const origin = buildOrigin(variant.brand)
  await begin(page, variant)
  await open(page, `${origin}/`)
  await expect(page.locator('html')).toHaveAttribute('lang', variant.language)
  await allMenus(page, t, check)
  await check('sign-in')
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  await expect(page.locator('#loginId')).toBeFocused()
  await check('sign-in with errors')
  await submitSignIn(page, 'CHIP14OV')
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('a modal')
  await open(page, `${origin}/login/#/meaningful-access`)
  await check('/login/#/meaningful-access')
  for (const address of [
    '/login/#/accessibility',
    '/msg/#!/contact-us',
    '/login/#/finder',
    '/login/#/request-call',
    '/shop/',
    '/shop/#/compare',
    '/shop/#/cart',
    '/shop/#/application',
    '/medicare/',
  ]) {
    await follow(page, address)
    await check(address)
  }
  await follow(page, '/mbr/#!/nothing-here')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('notFound.title'))
  await check('not found')
}

/** Opens every menu of the header in the current layout, and on a phone those of the desktop layout too. */
async function allMenus(page: Page, t: (id: string) => string, check: Check) {
  await menus(page, t, check)
  const size = page.viewportSize() ?? desktop.viewport
  if (size.width === desktop.viewport.width) return
  await resize(page, desktop.viewport)
  await menus(page, t, check)
  await check('the desktop layout', 'body')
  await resize(page, size)
}

/** Opens every menu of the header; on narrow screens, the one that contains them all. */
async function menus(page: Page, t: (id: string) => string, check: Check) {
  const single = page.getByRole('banner').getByRole('button', { name: new RegExp(`^${t('shell.menu')}( |$)`) })
  const buttons = (await single.isVisible())
    ? [single]
    : await page.getByRole('banner').locator('nav button[aria-expanded]').all()
  for (const button of buttons) {
    await button.click()
    const opened = page.getByRole('banner').locator('button[aria-expanded="true"]')
    await expect(opened).toHaveCount(1)
    await expect(page.locator(`[id="${await opened.getAttribute('aria-controls')}"]`)).not.toBeEmpty()
    const panel = await opened.getAttribute('aria-controls')
    await check(`the menu ${(await opened.textContent())?.trim()}`, `[id="${panel}"]`)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
  }
}

/** Goes through every screen of a member. */
async function memberScreens(page: Page, variant: Variant, check: Check) {
  const t = readTexts(variant.language)
  const origin = buildOrigin(variant.brand)
  await signIn(page, variant.login, origin)
  await begin(page, variant)
  await open(page, `${origin}/mbr/#!/landing`)
  await allMenus(page, t, check)
  await check('landing')
  await page.getByRole('button', { name: t('id-card.show-back') }).click()
  await expect(page.getByRole('button', { name: t('id-card.show-front') })).toBeVisible()
  await check('the back of the ID card')

  await follow(page, '/msg/#!/message-center')
  await check('messages')
  await page
    .getByRole('list', { name: t('message-center.inbox') })
    .getByRole('link', { name: variant.message })
    .click()
  const reply = page.getByLabel(t('message-center.reply'))
  await expect(reply).toBeVisible()
  await check('a message')
  // The send button and the rest unfold when the field has the focus.
  await reply.focus()
  await page.getByRole('button', { name: t('message-center.send') }).click()
  await expect(reply).toBeFocused()
  await check('a reply with an error')
  await reply.fill('w'.repeat(400))
  await check('a reply of one long word')
  await reply.fill('')
  for (const address of [
    '/msg/#!/contact-us',
    '/mbr/#!/account',
    '/mbr/#!/account/devices',
    '/mbr/#!/account/activity',
    '/mbr/#!/account/sharing',
    '/login/#/ebill',
    '/login/#/health-record',
  ]) {
    await follow(page, address)
    await check(address)
  }
  const results = "/search-results.html?searchQuery=knee&productEnabled='true'"
  await open(page, `${origin}${results}`)
  await check(results)
}

interface Layout {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly rightToLeft?: boolean
}

const desktop: Layout = { viewport: { width: 1280, height: 900 } }

/** Each walk runs in its first layout; its screens also have to fit the others. */
const walks: readonly { readonly title: string; readonly variant: Variant; readonly layouts: readonly Layout[] }[] = [
  {
    title: 'on a phone of 320 px in the largest text, right to left too',
    variant: dark,
    layouts: [{ viewport: { width: 320, height: 640 } }, { viewport: { width: 320, height: 640 }, rightToLeft: true }],
  },
  {
    title: 'on a desktop, right to left, zoomed to 200 %, on a tablet',
    variant: light,
    layouts: [
      desktop,
      { ...desktop, rightToLeft: true },
      { viewport: { width: 640, height: 450 } },
      { viewport: { width: 768, height: 1024 } },
    ],
  },
]

async function layOut(page: Page, { viewport, rightToLeft = false }: Layout) {
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
  await page.evaluate((dir) => Object.assign(document.documentElement, { dir }), rightToLeft ? 'rtl' : 'ltr')
}

for (const { title, variant, layouts } of walks) {
  for (const [who, walk, rows] of [
    ['visitor', visitorScreens, 'FT-1'],
    ['member', memberScreens, 'MC-2'],
  ] as const) {
    test(`LG-4 HD-7 ${rows} axe finds nothing on a ${who}'s screens, ${variant.title}, and nothing has to be scrolled sideways, ${title}`, async ({
      page,
      noise,
    }) => {
      test.slow()
      noise.allow(/401/)
      const [first, ...others] = layouts as [Layout, ...Layout[]]
      await layOut(page, first)
      await walk(page, variant, async (screen, part) => {
        await expectNoSidewaysScroll(page, screen)
        await expectAccessible(page, screen, { part, rules: variant.rules })
        // A resize soon closes an open menu, so menus are opened separately in each layout.
        if (part !== undefined) return
        for (const layout of others) {
          await layOut(page, layout)
          await expectNoSidewaysScroll(page, `${screen}, ${JSON.stringify(layout)}`)
        }
        await layOut(page, first)
      })
    })
  }
}

/**
 * Tab stops that do not show their focus: the focused element, which is added to `stops`, or all of `stops` again, one after the other;
 * null: nothing has the focus. Runs in the browser.
 */
function listUnseenFocus({ stops, again }: { stops: Element[]; again: boolean }): readonly string[] | null {
  const isUnseen = (element: Element) => {
    // A frame around several controls may show the focus of the one inside it.
    const shown = [element, element.parentElement, element.nextElementSibling].some((one) => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { top, bottom, width, height } = element.getBoundingClientRect()
    const inView = width > 0 && height > 0 && bottom > 0 && top < innerHeight
    const has = document.activeElement === element
    return has && shown && inView ? [] : [`${element.outerHTML.slice(0, 120)} ${has} ${shown} ${inView}`]
  }
  if (again) {
    return stops.flatMap((element) => {
      if (element instanceof HTMLElement) element.focus()
      return isUnseen(element)
    })
  }
  const element = document.activeElement
  if (element === null || element === document.body) return null
  stops.push(element)
  return isUnseen(element)
}

/** Walks through a page with Tab, then in forced colors from stop to stop; the focus must be visible at each. */
async function expectFocusSeen(page: Page, screen: string) {
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
  // A part that is still loading would replace a stop.
  await waitForQuiet(page)
  const stops = await page.evaluateHandle((): Element[] => [])
  const unseen: string[] = []
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(listUnseenFocus, { stops, again: false })
    if (found === null) break
    unseen.push(...found)
  }
  expect(unseen, screen).toEqual([])
  expect(await stops.evaluate(({ length }) => length), screen).toBeGreaterThan(20)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  expect(await page.evaluate(listUnseenFocus, { stops, again: true }), `${screen} in forced colours`).toEqual([])
}

test('HD-1 MC-2 the focus is visible at every stop, also in forced colors, where buttons, fields, the active tab and unread messages keep their shapes', async ({
  page,
}) => {
  needChromium('to force colours')
  test.slow()
  const border = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
      const drawn = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1
      return drawn && borderTopColor !== backgroundColor
    })
  // One page with a dark header, and one with a light one.
  await open(page, `${buildOrigin(dark.brand)}/`)
  await expectFocusSeen(page, 'sign-in')
  expect(await border(page.getByRole('button', { name: 'Sign in', exact: true })), 'sign-in button').toBe(true)
  expect(await border(page.locator('#loginId')), 'login ID').toBe(true)

  await signIn(page, light.login)
  await open(page, `${buildOrigin(light.brand)}/mbr/`)
  await expectFocusSeen(page, 'landing')
  expect(await border(page.getByRole('main').getByRole('link', { name: /Read new messages/ })), 'button link').toBe(
    true,
  )
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const look = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => {
      const { backgroundColor, borderBottomColor, borderBottomWidth, textDecorationLine, outlineStyle } =
        getComputedStyle(element)
      return [backgroundColor, borderBottomColor, borderBottomWidth, textDecorationLine, outlineStyle].join()
    })
  expect(await look(tabs.first()), 'active tab').not.toBe(await look(tabs.nth(1)))

  await follow(page, '/msg/')
  const unread = page.getByRole('link', { name: /^Unread: / }).first()
  const dot = unread.locator('[aria-hidden="true"]').first()
  expect(await dot.evaluate((element) => getComputedStyle(element).backgroundColor), 'unread dot').not.toBe(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
  )
})

test('MN-1 MN-6 menus open by a press and close by Escape, a press elsewhere and Tab; terms are explained; nothing moves for people who prefer reduced motion', async ({
  page,
}) => {
  needChromium('what motion is wanted')
  const countMoving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter((animation) => {
          const { duration } = animation.effect?.getComputedTiming() ?? {}
          return typeof duration === 'number' && duration > 1
        }).length,
    )
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/')
  for (const button of await page.getByRole('banner').locator('nav button[aria-expanded]').all()) {
    const expectExpanded = async (value: boolean) => expect(button).toHaveAttribute('aria-expanded', String(value))
    await button.focus()
    await page.keyboard.press('Enter')
    await expectExpanded(true)
    await page.keyboard.press('Escape')
    await expectExpanded(false)
    await expect(button).toBeFocused()
    await button.click()
    await expectExpanded(true)
    await page.locator('h1').click({ position: { x: 8, y: 8 } })
    await expectExpanded(false)
    await button.focus()
    await page.keyboard.press('Space')
    await expectExpanded(true)
    await page.keyboard.press('Shift+Tab')
    await expectExpanded(false)
  }
  // The content service's texts.
  const icon = page.getByRole('button', { name: 'About Deductible' })
  await expect(icon).toHaveAccessibleDescription(/each year before your plan begins/)
  await icon.hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expectAccessible(page, 'a tooltip on the landing page', { part: '[role="tooltip"]' })

  const turn = async () => {
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('main button')]
      const turning = buttons.find((button) => /^Show (back|front)/.test(button.textContent ?? ''))
      if (turning instanceof HTMLElement) turning.click()
    })
    return countMoving()
  }
  await expect.poll(turn).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(countMoving).toBe(0)
  for (let turns = 0; turns < 3; turns += 1) expect(await turn()).toBe(0)
  await page.getByRole('button', { name: 'Need help' }).click()
  expect(await countMoving()).toBe(0)
})

test('HD-7 the chosen text size is kept for a year and is there from the first paint', async ({ page, context }) => {
  await open(page, '/')
  const size = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.querySelector('h1') as Element).fontSize))
  const regular = await size()
  await page.getByRole('button', { name: 'Text size' }).click()
  await page.getByRole('button', { name: 'Largest' }).click()
  await expect.poll(size).toBeGreaterThan(regular)
  const largest = await size()
  const days = async () => {
    const cookie = (await context.cookies()).find(({ name }) => name === 'fontSize')
    return ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  }
  await expect.poll(days).toBeGreaterThan(364)
  expect(await days()).toBeLessThan(366)
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  expect(await size()).toBe(largest)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
