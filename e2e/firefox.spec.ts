import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import type { ElementHandle, Page } from 'puppeteer-core'
import { planNames } from '../server/test/brand-records.ts'
import { expectNoSidewaysScrollOnPhones, phoneWidths, withFirefox } from './firefox.ts'
import { misfits } from './fit.ts'
import { buildOrigin, isHydrated, password } from './support.ts'

const origin = buildOrigin('ms')

async function open(page: Page, path: string) {
  await page.goto(origin + path)
  await page.waitForFunction(isHydrated)
}

/** Chooses an option of the select with this label, once it has the option. */
async function choose(page: Page, label: string, option: string) {
  const found = await page.waitForFunction(
    (wanted, text) =>
      [...document.querySelectorAll('select')].find(
        ({ labels, options }) =>
          [...labels].some((one) => one.textContent?.trim() === wanted) &&
          [...options].some((one) => one.text === text),
      ) ?? null,
    {},
    label,
    option,
  )
  const select = found.asElement()
  const value = await select?.evaluate(
    (element, text) => [...(element as HTMLSelectElement).options].find((one) => one.text === text)?.value,
    option,
  )
  await (select as ElementHandle<HTMLSelectElement> | null)?.select(value ?? '')
}

test('HD-1 HD-7 SI-1 MC-1 MC-2 MC-5 BR-12 a member in Firefox on a phone: signs in, uses the menu, reads a message, writes one; there is room for every plan’s name', async () => {
  test.slow()
  await withFirefox(async (page) => {
    await page.setViewport({ width: 320, height: 640 })
    // Other tests may have left this person's portal in another language.
    await open(page, '/login/?language=en')
    await expectNoSidewaysScrollOnPhones(page, 'the sign-in page')
    await page.locator('#loginId').fill('MEMBERWV')
    await page.locator('#password').fill(password)
    await Promise.all([page.waitForNavigation(), page.locator('main form button[type="submit"]').click()])
    await page.waitForFunction(isHydrated)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/mbr/')
    await expectNoSidewaysScrollOnPhones(page, 'the landing page')

    const menu = page.locator(() => {
      const [button] = [...document.querySelectorAll('header button')].filter((one) => one.checkVisibility())
      return button as Element
    })
    await menu.click()
    await page.locator('header a[aria-current]').wait()
    await expectNoSidewaysScrollOnPhones(page, 'the open menu')
    await page.keyboard.press('Escape')
    await menu.filter((button) => button.getAttribute('aria-expanded') === 'false').wait()

    await open(page, '/msg/#!/message-center')
    await expectNoSidewaysScrollOnPhones(page, 'the message center')
    // Header and inbox have space for every plan's name.
    for (const width of phoneWidths) {
      await page.setViewport({ width, height: 640 })
      await expect.poll(() => page.evaluate(misfits, planNames('ms')), { message: `${width} px` }).toEqual([])
    }
    await page.locator('main ol > li:last-child a time, main ul > li:last-child a time').click()
    await page.locator('article h2').wait()
    await expectNoSidewaysScrollOnPhones(page, 'a message')

    await open(page, '/msg/#!/contact-us')
    await choose(page, 'Category', 'Claims')
    await choose(page, 'Sub-category', 'Status of a claim')
    const subject = `Question ${randomUUID().slice(0, 8)}`
    await page.locator('main form input[type="text"]').fill(subject)
    await page.locator('main form textarea').fill('Was it paid?')
    await expectNoSidewaysScrollOnPhones(page, 'contact us')
    await page.locator('main form button[type="submit"]').click()
    await page.locator('::-p-text(Your message is sent)').wait()
    await expectNoSidewaysScrollOnPhones(page, 'a message sent')
  })
})
