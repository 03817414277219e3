import type { Page } from '@playwright/test'
import { forgetFiles } from './contexts.ts'
import {
  buildOrigin,
  expect,
  expectAccessible,
  needChromium,
  open,
  signIn,
  test,
  waitForHydration,
  waitForQuiet,
} from './support.ts'

const contentInfo = (page: Page) => page.getByRole('contentinfo')

test('LG-2 LG-3 FT-1 the selector names the languages of the brand and leads to their notices; that of non-discrimination names the brand', async ({
  page,
}) => {
  await open(page, `${buildOrigin('hmbcbs')}/login/`)
  await page.getByRole('button', { name: 'Language: English' }).click()
  const menu = page.getByRole('banner')
  await expect(menu.getByRole('button', { name: 'Español' })).toBeVisible()
  for (const name of ['简体中文', 'Tiếng Việt', '한국어', 'العربية']) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expect(menu.getByRole('link', { name: 'Français' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'All Languages' })).toHaveAttribute('href', '/login/#/meaningful-access')
  await menu.getByRole('link', { name: 'العربية' }).click()
  const first = page.getByRole('main').getByRole('listitem').first()
  await expect(first).toHaveAttribute('lang', 'ar')
  await expect(first).toHaveAttribute('dir', 'rtl')
  await expect(first).toContainText('1-800-555-0101')
  await expectAccessible(page, 'the notices')

  const main = page.getByRole('main')
  await contentInfo(page).getByRole('link', { name: 'Non-discrimination notice' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Non-discrimination notice')
  await expect(main).toContainText('Blue Plan West complies with applicable Federal civil rights laws')
  await expect(main).not.toContainText(/[{}]/)
  await expectAccessible(page, 'the non-discrimination notice')
})

test('FT-1 FT-2 FT-3 the footer holds its parts, and leads from the full site to the mobile one and back', async ({
  page,
}) => {
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/')
  const footer = contentInfo(page)
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Blue Plan West`)
  await expect(footer).toContainText('URAC accredited health plan')
  await expect(footer).toContainText(/Last updated \w{3} \d{1,2}, \d{4}/)
  for (const name of [
    'Accessibility (WCAG 2.2 AA)',
    'Non-discrimination notice',
    'Free language help',
    'Blue Plan West on Facebook',
  ]) {
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expect(footer.getByRole('link', { name: 'Find a Doctor' })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pay Premium' })).toBeVisible()
  await footer.getByRole('button', { name: 'Mobile site' }).click()
  await expect(footer.getByRole('button', { name: 'Full site' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pay Premium' })).toHaveCount(0)
  await expect(footer.getByRole('link', { name: 'Find a Doctor' })).toBeVisible()
  await footer.getByRole('button', { name: 'Full site' }).click()
  await expect(footer.getByRole('button', { name: 'Mobile site' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pay Premium' })).toBeVisible()
})

test('NH-1 LG-2 FT-1 the help menu leads to contact us and to a call, and values typed there survive a change of language and width', async ({
  page,
}) => {
  await open(page, `${buildOrigin('mincr')}/login/`)
  await page.getByRole('button', { name: 'Need help' }).click()
  const banner = page.getByRole('banner')
  await expect(banner.getByText('leave off the first three characters')).toBeVisible()
  await expect(banner.getByText('North Dakota')).toHaveCount(0)
  await expect(banner.getByRole('link', { name: 'Write to customer service' })).toHaveAttribute(
    'href',
    '/msg/#!/contact-us',
  )
  await banner.getByRole('link', { name: 'Ask us to call you' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Have us call you')
  await page.getByLabel('Last name').fill('Sample')
  for (const [button, next] of [
    ['Español', 'Sitio móvil'],
    ['Sitio móvil', 'Sitio completo'],
  ] as const) {
    await contentInfo(page).getByRole('button', { name: button }).click()
    await expect(contentInfo(page).getByRole('button', { name: next })).toBeVisible()
    await expect(page.getByLabel('Apellido')).toHaveValue('Sample')
    // The browser no longer stores it.
    expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toMatch(
      /Sample/,
    )
  }
})

test('NH-1 if its content is not available, the menu disappears and the console says so', async ({ page, noise }) => {
  noise.allow(/ERR_FAILED/)
  const warning = page.waitForEvent('console', (message) =>
    message.text().startsWith('The help menu could not be loaded'),
  )
  await page.route('**/cms/needHelp*', (route) => route.abort())
  await page.goto(`${buildOrigin('hmbcbs')}/login/`)
  expect((await warning).type()).toBe('warning')
  await expect(page.getByRole('button', { name: 'Need help' })).toHaveCount(0)
})

test('RT-3 RT-5 without a connection, a view that cannot be loaded visibly says so, under its own tab, and loads by itself once there is one', async ({
  page,
  context,
  noise,
}) => {
  needChromium('to forget files')
  noise.allow(/ERR_INTERNET_DISCONNECTED/)
  await forgetFiles(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn(page, 'MEMBER01')
  await open(page, '/mbr/')
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Claims', exact: true })
  // The notice loads when the page is first idle.
  await waitForQuiet(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('link', { name: 'All claims' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(again).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await again.boundingBox())?.x).toBeGreaterThanOrEqual(16)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims')
  await expect(again).toHaveCount(0)
})

test.describe('the chat link', () => {
  test('CH-1 CH-3 HD-1 opens a chat window in business hours, and the open one comes to the front', async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date('2026-11-18T15:00:00Z'))
    await signIn(page, 'MEMBER01')
    await open(page, '/mbr/')
    const links = page.getByRole('button', { name: 'Click to chat with an Agent' })
    await expect(links).toHaveCount(3)
    const windows = page.context().pages().length
    const popup = page.waitForEvent('popup')
    await contentInfo(page).getByRole('button', { name: 'Click to chat with an Agent' }).click()
    const chat = await popup
    await chat.waitForURL('**/demo/chat?*')
    const query = new URL(chat.url()).searchParams
    expect(Object.fromEntries(query)).toEqual({
      entryPoint: 'footer',
      template: 'HMBCBS',
      lang: 'en',
      country: 'US',
      referrer: `${buildOrigin('hmbcbs')}/mbr/`,
    })
    expect(await chat.evaluate(() => window.opener)).toBeNull()
    await links.first().click()
    expect(page.context().pages()).toHaveLength(windows + 1)
    const flag = async () => (await page.context().cookies()).find(({ name }) => name === 'clickToChat')?.value
    await expect.poll(flag).toBe('true')

    // After a reload the page still knows the open window, and its conversation goes on.
    await chat.evaluate(() => {
      document.title = 'A conversation'
    })
    await page.reload()
    await waitForHydration(page)
    await page.context().clearCookies({ name: 'clickToChat' })
    await links.first().click()
    await expect.poll(flag).toBe('true')
    await chat.waitForLoadState()
    await expect(chat).toHaveTitle('A conversation')
    expect(page.context().pages()).toHaveLength(windows + 1)
    await chat.close()

    // A vendor's page is on another site.
    await page.addInitScript(
      (address) => {
        document.addEventListener('readystatechange', () => {
          const state = document.getElementById('portico-state')
          if (document.readyState !== 'interactive' || !state) return
          const sent = JSON.parse(state.textContent ?? '')
          sent.shell.chat.address = address
          state.textContent = JSON.stringify(sent)
        })
      },
      `${buildOrigin('de')}/demo/chat`,
    )
    await page.reload()
    await waitForHydration(page)
    const opening = page.waitForEvent('popup')
    await links.first().click()
    const vendors = await opening
    await vendors.waitForURL(`${buildOrigin('de')}/demo/chat?*`)
    await page.context().clearCookies({ name: 'clickToChat' })
    await links.last().click()
    await expect.poll(() => vendors.evaluate(() => document.hasFocus())).toBe(true)
    expect(page.context().pages()).toHaveLength(windows + 1)
    // The open window comes to the front; nothing opens again.
    expect(await flag()).toBeUndefined()
    await vendors.close()
  })

  test('FT-1 HD-1 it covers nothing of the footer at the end of the page, on a phone and on a desktop', async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date('2026-11-18T15:00:00Z'))
    await signIn(page, 'MEMBERWV', buildOrigin('ms'))
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, `${buildOrigin('ms')}/mbr/`)
    for (const size of [page.viewportSize(), { width: 1280, height: 900 }]) {
      if (size) await page.setViewportSize(size)
      await expect(page.getByRole('button', { name: /Click to chat/ }).last()).toBeVisible()
      const findCovered = () => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        const button = [...document.querySelectorAll('button')].findLast(
          (one) => getComputedStyle(one).position === 'fixed',
        )
        const box = button?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
        const texts = document.createNodeIterator(document.querySelector('footer') ?? document, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(text)
          const meets = ({ left, right, top, bottom }: DOMRect) =>
            left < box.right && right > box.left && top < box.bottom && bottom > box.top
          if ([...range.getClientRects()].some(meets)) found.push(text.textContent ?? '')
        }
        return found
      }
      await expect.poll(() => page.evaluate(findCovered), { message: `${size?.width} px` }).toEqual([])
    }
  })

  test('CH-1 before sign-in there is none; out of hours it is dimmed, cannot be reached, and the footer says why and when it opens', async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date('2026-11-18T15:00:00Z'))
    await open(page, '/login/')
    await expect(page.getByRole('button', { name: /Click to chat/ })).toHaveCount(0)
    await page.clock.setFixedTime(new Date('2026-11-21T15:00:00Z'))
    await signIn(page, 'MEMBER01')
    await open(page, '/mbr/')
    const link = contentInfo(page).getByRole('button', { name: /Click to chat with an Agent/ })
    await expect(link).toHaveText('Click to chat with an Agent (Mon - Fri: 8 a.m. - 6 p.m. EST)')
    await expect(contentInfo(page)).toContainText('Chat is closed on weekends. It opens Monday, November 23')
    await expect(link).toBeDisabled()
    await expect(link).toHaveCSS('opacity', '0.5')
    await expect(link).toHaveCSS('pointer-events', 'none')
    await expect(page.getByRole('button', { name: 'Click to chat with an Agent', exact: true })).toHaveCount(1)
  })
})
