import type { Locator, Page } from '@playwright/test'
import { counts } from '@portico/rules/limits'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  needChromium,
  open,
  resize,
  test,
} from './support.ts'

const address = '/login/#/gallery'
const brands = { light: 'hmbcbs', dark: 'ndbcbs' } as const

test.beforeEach(({ noise }) => {
  // The browser's advice about password fields without a form.
  noise.allow(/\[DOM\]/)
})

/** Playwright would wait forever for spinners; animations have a test of their own. */
async function openGallery(page: Page, brand: string = brands.light) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, `${buildOrigin(brand)}${address}`)
  await expect(page.locator('[data-component="Wizard"]')).toBeVisible()
}

/** From here on, time passes only in `page.clock.runFor`. */
async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** One state of a component in the gallery. */
function specimen(page: Page, component: string, state: string): Locator {
  return page.locator(`[data-component="${component}"] [data-state="${state}"]`)
}

async function turn(page: Page, dir: 'ltr' | 'rtl') {
  await page.evaluate(async (value) => {
    document.documentElement.dir = value
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  }, dir)
}

/** The position of every part of every component, under names that are the same in both directions: left, right, top. */
function measurePlaces(page: Page) {
  return page.evaluate(() => {
    const parts = document.querySelectorAll(
      'figure :is(button, input:not([hidden]), select, textarea, td, th, li, label, h2, h3, svg)',
    )
    return [...parts].map((part) => {
      const { left, right, top } = part.getBoundingClientRect()
      const name = `${part.closest('section[data-component]')?.getAttribute('data-component')} ${part.outerHTML.slice(0, 60)}`
      return { name, left, right, top: top + scrollY }
    })
  })
}

test('MN-1 MN-6 LG-4 BR-8 every component in every state is accessible, fits a phone and is mirrored; another brand changes only its colors; in forced colors everything has an edge', async ({
  page,
}) => {
  needChromium('to force colours')
  test.slow()
  await openGallery(page)
  await expectAccessible(page, 'the gallery')
  const width = await page.evaluate(() => document.documentElement.clientWidth)
  const before = await measurePlaces(page)
  await turn(page, 'rtl')
  const after = await measurePlaces(page)
  expect(before.length).toBeGreaterThan(200)
  const wrong = after.filter(({ left, right, top }, at) => {
    const mirrored = before[at]
    return (
      !mirrored ||
      Math.abs(left - (width - mirrored.right)) > 2 ||
      Math.abs(right - (width - mirrored.left)) > 2 ||
      Math.abs(top - mirrored.top) > 2
    )
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
  await expectAccessible(page, 'the gallery from right to left')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'the gallery from right to left')
  await turn(page, 'ltr')
  await expectNoSidewaysScroll(page, 'the gallery')
  await expectAccessible(page, 'the gallery on a phone')
  await resize(page, { width: 1280, height: 900 })

  // Pictures are only compared within one run: other machines have other fonts.
  const placesInGallery = async () => {
    const all = await measurePlaces(page)
    const from = all[0]?.top ?? 0
    return all.map(({ left, right, top }) => [left, right, top - from].map(Math.round).join(' '))
  }
  const light = await placesInGallery()
  const buttons = page.locator('[data-component="Button"]')
  const lightButtons = await buttons.screenshot()
  const moving = page.locator('[data-component="LoadingIndicator"], [data-component="Skeleton"]').first()
  const still = await moving.screenshot()
  expect(still.equals(await moving.screenshot()), 'a picture at rest').toBe(true)
  await openGallery(page, brands.dark)
  await expectAccessible(page, 'the gallery of a brand with a dark header', { rules: ['color-contrast'] })
  await expect.poll(async () => (await placesInGallery()).filter((place, at) => place !== light[at])).toEqual([])
  expect(lightButtons.equals(await buttons.screenshot()), 'buttons of two brands look the same').toBe(false)

  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const edgeless = (selector: string) =>
    page.locator(selector).evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
          return (
            borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1 || borderTopColor === backgroundColor
          )
        })
        .map((element) => element.outerHTML.slice(0, 100)),
    )
  const fields = 'figure :is(input:not([type="checkbox"], [type="radio"], [type="range"]), select, textarea)'
  expect(await page.locator(fields).count()).toBeGreaterThan(15)
  await expect.poll(() => edgeless(fields)).toEqual([])
  await expect.poll(() => edgeless('[data-component="Button"] button')).toEqual([])

  await specimen(page, 'Menu', 'closed').getByRole('button').click()
  await expect.poll(() => edgeless('[data-component="Menu"] [aria-expanded="true"] + div')).toEqual([])
  await specimen(page, 'Tooltip', 'help').getByRole('button').click()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expect.poll(() => edgeless('[role="tooltip"][data-shown]')).toEqual([])
  await specimen(page, 'Combobox', 'empty').getByRole('combobox').click()
  await expect.poll(() => edgeless('[role="listbox"]')).toEqual([])
  await specimen(page, 'Dialog', 'small').getByRole('button').click()
  await expect.poll(() => edgeless('dialog[open]')).toEqual([])
})

/** How many animations and transitions with a duration an action starts. */
async function countMovingAfter(page: Page, action: () => Promise<unknown>): Promise<number> {
  await action()
  return page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
        return typeof duration === 'number' && duration > 1 && iterations === 1
      }).length,
  )
}

test('MN-1 MN-2 MN-3 MN-4 MN-5 MN-6 VA-9 a wizard, a comparison, a list, a slider, a filtering select, toggles and modals are used', async ({
  page,
}) => {
  needChromium('what motion is wanted')
  test.slow()
  await openGallery(page)
  await test.step('MN-3 moving on completes a step, a jump settles those before and after it, the sidebar stays in sight', async () => {
    const figure = specimen(page, 'Wizard', 'steps to jump to')
    const wizard = figure.getByRole('navigation', { name: /^Register/ })
    const states = () =>
      wizard.locator('[data-state]').evaluateAll((all) => all.map((one) => one.getAttribute('data-state')))
    await expect.poll(states).toEqual(['complete', 'active', 'incomplete', 'incomplete'])
    await figure.getByRole('button', { name: 'Move on' }).click()
    await expect.poll(states).toEqual(['complete', 'complete', 'active', 'incomplete'])
    await expect(wizard.locator('[aria-current="step"]')).toHaveText(/Your address/)
    await wizard.getByRole('button', { name: 'Who you are (complete)' }).press('Enter')
    await expect.poll(states).toEqual(['active', 'incomplete', 'incomplete', 'incomplete'])
    await wizard.getByRole('button', { name: 'Check and send (not complete yet)' }).press('Enter')
    await expect.poll(states).toEqual(['complete', 'complete', 'complete', 'active'])
    await figure.getByRole('button', { name: 'Move on' }).click()
    await expect.poll(states).toEqual(Array(4).fill('complete'))

    await figure.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top + 200))
    await expect
      .poll(() => wizard.evaluate((element) => element.getBoundingClientRect().top))
      .toBeCloseTo(counts.sidebarThresholdPx, 0)
  })
  await test.step('MN-4 columns can be removed until two are compared', async () => {
    const figure = specimen(page, 'ComparisonTable', 'five')
    const count = figure.getByRole('status')
    await expect(count).toHaveText('Comparing 5')
    for (const [name, left] of [
      ['HMO Select', 4],
      ['PPO Blue 500', 3],
      ['Bronze Saver', 2],
    ] as const) {
      await figure.getByRole('button', { name: `Remove ${name}` }).press('Enter')
      await expect(count).toHaveText(`Comparing ${left}`)
      await expect(figure.getByRole('columnheader', { name })).toHaveCount(0)
      await expect(figure.getByRole('heading')).toBeFocused()
    }
    await expect(figure.getByRole('button')).toHaveCount(0)
    await expect(figure.getByRole('columnheader')).toHaveText(['PPO Blue 1500', 'Dental Plus'])
  })
  await test.step('MN-5 a list has 10 items a page, or 50 or 100, to choose only above 10', async () => {
    const few = specimen(page, 'ItemList', '3 items')
    await expect(few.getByRole('combobox')).toHaveCount(0)
    const figure = specimen(page, 'ItemList', '120 items')
    const items = figure.getByRole('listitem')
    await expect(items).toHaveCount(10)
    await figure.getByRole('button', { name: 'Next page' }).press('Enter')
    await expect(items.first()).toHaveText('Document 11')
    await expect(figure.getByRole('option')).toHaveText(['10 per page', '50 per page', '100 per page'])
    await figure.getByRole('combobox').selectOption('50 per page')
    await expect(items).toHaveCount(50)
    await figure.getByRole('combobox').selectOption('100 per page')
    await figure.getByRole('button', { name: 'Next page' }).click()
    await expect(items).toHaveCount(20)
    await expect(figure.getByText('101–120 of 120')).toBeVisible()
  })
  await test.step('MN-6 a slider goes from 0 to 100 by keyboard and says its value', async () => {
    const slider = specimen(page, 'Slider', 'from 0 to 100').getByRole('slider', { name: 'Distance' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect(slider).toHaveAttribute('aria-valuetext', '26 miles')
    await page.keyboard.press('End')
    await expect(slider).toHaveValue('100')
    await page.keyboard.press('Home')
    await expect(slider).toHaveValue('0')
    await expect(specimen(page, 'Slider', 'from 0 to 100').getByText('0 miles')).toBeVisible()
  })
  await test.step('MN-6 VA-9 a filtering select is used by keyboard and takes only what its list has', async () => {
    const figure = specimen(page, 'Combobox', 'empty')
    const field = figure.getByRole('combobox')
    const options = figure.getByRole('option')
    const active = () => figure.locator('[role="option"][aria-selected="true"]')
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await expect(options).toHaveCount(6)
    await expect(active()).toHaveText('Allegheny County')
    await expect(field).toHaveAttribute('aria-activedescendant', (await active().getAttribute('id')) ?? '')
    await page.keyboard.press('ArrowUp')
    await expect(active()).toHaveText('Greene County')
    await expectAccessible(page, 'an open filtering select')

    await field.pressSequentially('b')
    await expect(options).toHaveText(['Beaver County', 'Butler County'])
    await expect(figure.getByRole('status')).toHaveText('2 choices')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('Butler County')
    await expect(field).toHaveAttribute('aria-expanded', 'false')

    await field.fill('canon')
    await expect(options).toHaveText(['Cañon County'])
    await options.click()
    await expect(field).toHaveValue('Cañon County')
    await expect(field).toBeFocused()

    await field.fill('nowhere')
    await expect(figure.getByText('Nothing matches. Try fewer letters.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('nowhere')
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('')
  })
  await test.step('MN-2 a modal has the measures of the sources and closes by button, backdrop and Escape where it may', async () => {
    const opener = specimen(page, 'Dialog', 'regular').getByRole('button', { name: 'Open: regular' })
    const modal = page.getByRole('dialog')
    await opener.click()
    await expect(modal).toBeVisible()
    const measures = await modal.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect()
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      return {
        columns: (width / rem / 70) * 12,
        height,
        overlay: getComputedStyle(element, '::backdrop').backgroundColor,
      }
    })
    expect(measures.columns).toBeCloseTo(7, 1)
    expect(measures.height).toBeGreaterThanOrEqual(500)
    expect(measures.overlay).toBe('rgba(0, 0, 0, 0.8)')
    await expectAccessible(page, 'a modal')

    const closings: readonly (() => Promise<unknown>)[] = [
      () => modal.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 5),
      () => page.keyboard.press('Escape'),
    ]
    for (const close of closings) {
      if (!(await modal.isVisible())) await opener.click()
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press(presses % 3 === 0 ? 'Shift+Tab' : 'Tab')
        expect(await modal.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      }
      await close()
      await expect(modal).toHaveCount(0)
      await expect(opener).toBeFocused()
    }

    // Selecting text by dragging out of it does not close it.
    await opener.click()
    await modal.getByRole('paragraph').first().hover()
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await expect(modal).toBeVisible()
    await page.keyboard.press('Escape')

    await specimen(page, 'Dialog', 'not closeable').getByRole('button').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(modal).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await modal.getByRole('button', { name: 'Not now' }).click()
    await expect(modal).toHaveCount(0)
  })
  await test.step('MN-1 toggle containers take 200 ms, and nothing moves for those who want less motion', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const toggle = specimen(page, 'Toggle', 'closed').getByRole('button')
    const panel = specimen(page, 'Toggle', 'closed').getByText(/letter with all amounts/)
    await expect(panel).toBeHidden()
    const press = () => toggle.evaluate((button) => (button as HTMLElement).click())
    // Read in the page, in the frame after the press: the animations may be over before another question arrives.
    const durations = await toggle.evaluate(async (button: HTMLElement) => {
      button.click()
      await new Promise(requestAnimationFrame)
      // Only of the container: elsewhere in the gallery other parts may be moving.
      const panel = document.getElementById(button.getAttribute('aria-controls') ?? '')
      const moving = document.getAnimations().filter(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return target !== null && (target.contains(panel) || panel?.contains(target)) && target !== document.body
      })
      const timings = moving.map(({ effect }) => effect?.getComputedTiming())
      return timings.filter((timing) => timing?.iterations === 1).map((timing) => timing?.duration)
    })
    expect(new Set(durations)).toEqual(new Set([200]))
    await expect(panel).toBeVisible()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await press()
    await expect(panel).toBeHidden()

    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await countMovingAfter(page, press)).toBe(0)
    for (const [component, state] of [
      ['Menu', 'closed'],
      ['Tooltip', 'help'],
      ['Dialog', 'regular'],
    ] as const) {
      expect(await countMovingAfter(page, () => specimen(page, component, state).getByRole('button').click())).toBe(0)
    }
  })
})

test('MN-1 MN-6 MN-7 menus and tooltips open, loading shows, and a resize counts, each after its delay', async ({
  page,
}) => {
  test.slow()
  await openGallery(page)
  await stopClock(page)
  await test.step('MN-1 a menu opens by press and by a mouse at rest, and closes elsewhere, on Escape and when Tab leaves', async () => {
    const button = specimen(page, 'Menu', 'opened by a mouse at rest').getByRole('button', { name: 'Claims' })
    const expectExpanded = (value: boolean) => expect(button).toHaveAttribute('aria-expanded', String(value))

    // After 500 ms at rest, not sooner; Escape closes it no matter where the focus is.
    await button.hover()
    await page.clock.runFor(490)
    await expectExpanded(false)
    await page.clock.runFor(20)
    await expectExpanded(true)
    // It reacts to the key only once it has been painted.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(button).toHaveAttribute('aria-expanded', 'false', { timeout: 10_000 })
    }).toPass()

    // A click keeps it open when the mouse leaves, and another click closes it.
    await button.click()
    await page.mouse.move(2, 2)
    await page.clock.runFor(1000)
    await expectExpanded(true)
    await button.click()
    await expectExpanded(false)

    // Arrow keys and letters move through it; letters within 1000 ms form one word.
    await button.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    const item = (name: string) => page.locator('[data-menu]').getByRole('button', { name, exact: true })
    await expect(page.locator('[data-menu]').getByRole('link', { name: 'Where do I find it?' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(item('Greene County')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('b')
    await expect(item('Beaver County')).toBeFocused()
    await page.keyboard.press('u')
    await expect(item('Butler County')).toBeFocused()
    await page.keyboard.press('Escape')
    await expectExpanded(false)
    await expect(button).toBeFocused()

    // A click elsewhere closes it without a pointer too, e.g. from assistive technology.
    await page.keyboard.press('Enter')
    await expectExpanded(true)
    await page.locator('h1').evaluate((heading) => heading.dispatchEvent(new MouseEvent('click', { bubbles: true })))
    await expectExpanded(false)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await expectExpanded(false)
  })
  await test.step('MN-6 the loading indicator shows after a moment, is spoken, and goes on completion', async () => {
    const figure = specimen(page, 'LoadingIndicator', 'idle; loading once pressed')
    const status = figure.getByRole('status')
    await figure.getByRole('button').click()
    await page.clock.runFor(290)
    await expect(status).toHaveText('')
    await page.clock.runFor(20)
    await expect(status).toHaveText('Loading')
    await figure.getByRole('button').click()
    await expect(status).toHaveText('')
  })
  await test.step('MN-7 a settled resize is told once, the crossing of the boundary besides, and closes the menus', async () => {
    await page.evaluate(() => {
      const told: string[] = []
      Object.assign(window, { told })
      for (const name of ['portico:adapt-changed', 'portico:boundary-crossed']) {
        document.addEventListener(name, (event) => {
          const { before, state } = (event as CustomEvent<{ before: string; state: string }>).detail
          told.push(`${name.slice('portico:'.length)} ${before} ${state}`)
        })
      }
      // Runs after the page's own listener, which starts its timer at this event.
      window.addEventListener('resize', () => Object.assign(window, { resizedTo: innerWidth }))
    })
    const readTold = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
    const resize = async (width: number) => {
      const before = await page.evaluate(() => innerWidth)
      await page.setViewportSize({ width, height: 900 })
      if (before === width) return
      await page.waitForFunction((wanted) => (window as unknown as { resizedTo?: number }).resizedTo === wanted, width)
    }
    const menu = specimen(page, 'Menu', 'closed').getByRole('button', { name: 'Claims' })
    await menu.press('Enter')
    await resize(1400)
    await page.clock.runFor(400)
    await resize(1100)
    await page.clock.runFor(490)
    expect(await readTold()).toEqual([])
    await page.clock.runFor(20)
    expect(await readTold()).toEqual(['adapt-changed notebook notebook'])
    await expect(menu).toHaveAttribute('aria-expanded', 'true')

    await resize(500)
    await page.clock.runFor(510)
    expect((await readTold()).slice(1)).toEqual(['adapt-changed notebook mobile', 'boundary-crossed notebook mobile'])
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await resize(800)
    await page.clock.runFor(510)
    expect((await readTold()).slice(3)).toEqual(['adapt-changed mobile tablet'])
    await resize(1500)
    await page.clock.runFor(510)
    expect((await readTold()).slice(4)).toEqual(['adapt-changed tablet desktop', 'boundary-crossed tablet desktop'])
  })
  await test.step('MN-6 a tooltip shows after 400 ms of focus or mouse, can be hovered, and Escape hides it', async () => {
    const figure = specimen(page, 'Tooltip', 'help')
    const icon = figure.getByRole('button', { name: 'About Deductible (help)' })
    const tip = figure.locator('[role="tooltip"]')
    await expect(icon).toHaveAccessibleDescription(/before your plan begins/)

    await icon.focus()
    await page.clock.runFor(390)
    await expect(tip).toBeHidden()
    await page.clock.runFor(20)
    await expect(tip).toBeVisible()
    // It reacts to the key only once it has been painted.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(tip).toBeHidden({ timeout: 10_000 })
    }).toPass()
    await icon.blur()

    await icon.hover()
    await page.clock.runFor(410)
    await expect(tip).toBeVisible()
    await tip.hover()
    await page.clock.runFor(1000)
    await expect(tip).toBeVisible()
    await page.mouse.move(2, 2)
    await expect(tip).toBeHidden()

    await page.setViewportSize({ width: 320, height: 640 })
    for (const state of ['help', 'info', 'warning']) {
      await specimen(page, 'Tooltip', state).getByRole('button').click()
      const tooltip = specimen(page, 'Tooltip', state).getByRole('tooltip')
      await expect(tooltip).toBeInViewport({ ratio: 0.99 })
    }
    await expectNoSidewaysScroll(page, 'a tooltip on a phone')
  })
})

test('MN-6 a second tap where a modal has closed presses nothing below it', async ({ newVisitor }) => {
  needChromium('to be touched')
  const page = await newVisitor({ hasTouch: true })
  await openGallery(page)
  await stopClock(page)
  await page.evaluate(() => {
    const presses: number[] = []
    Object.assign(window, { presses })
    document.body.addEventListener('click', ({ clientX }) => presses.push(clientX))
  })
  await specimen(page, 'Dialog', 'regular').getByRole('button').tap()
  const box = await page.getByRole('dialog').getByRole('button', { name: 'Close' }).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
  /** How far right of the button each press since then was, in steps of 20 px: a tap becomes a press only some time later. */
  const presses = () =>
    page.evaluate(
      (from) =>
        (window as unknown as { presses: number[] }).presses.slice(1).map((at) => Math.round(Math.abs(at - from) / 20)),
      x,
    )
  await page.touchscreen.tap(x, y)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(presses).toEqual([0])
  await page.touchscreen.tap(x + 2, y + 2)
  await page.touchscreen.tap(x + 20, y)
  await expect.poll(presses).toEqual([0, 1])
  await page.clock.runFor(1001)
  await page.touchscreen.tap(x, y)
  await expect.poll(presses).toEqual([0, 1, 0])
})
