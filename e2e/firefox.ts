import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { expect, sidewaysScroll } from './support.ts'

const { firefox } = JSON.parse(readFileSync(join(import.meta.dirname, '../.cache/programs.json'), 'utf8')) as {
  firefox: string
}

/** Time limit of a wait, in ms; only a wait for something that never comes reaches it. */
const longest = 120_000

/** Widths of small phones. */
export const phoneWidths = [320, 348, 363]

/** Runs the installed Firefox, which the test runner's own protocol cannot drive; fails on anything that Firefox reports. */
export async function withFirefox(visit: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launch({ browser: 'firefox', executablePath: firefox, headless: true, timeout: longest })
  const complaints: string[] = []
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(longest)
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await visit(page)
    expect(complaints, 'what Firefox said').toEqual([])
  } finally {
    await browser.close()
  }
}

/** Expects a screen to fit small phones of all widths, once the whole page has reacted to each width. */
export async function expectNoSidewaysScrollOnPhones(page: Page, screen: string): Promise<void> {
  for (const width of phoneWidths) {
    await page.setViewport({ width, height: 640 })
    const message = `sideways scrolling of ${screen} in Firefox at ${width} px`
    await expect.poll(() => page.evaluate(sidewaysScroll), { message }).toEqual([])
  }
}
