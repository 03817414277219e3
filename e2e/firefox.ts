import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { expect, sidewaysScroll } from './support.ts'

const { firefox } = JSON.parse(readFileSync(join(import.meta.dirname, '../.cache/programs.json'), 'utf8')) as {
  firefox: string
}

/** Widths of small phones. */
export const phoneWidths = [320, 348, 363]

/** Runs the installed Firefox, which the test runner's own protocol cannot drive; fails on anything that Firefox reports. */
export async function withFirefox(visit: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launch({ browser: 'firefox', executablePath: firefox, headless: true })
  const complaints: string[] = []
  try {
    const page = await browser.newPage()
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

/** Whatever does not fit a small phone of any of these widths. */
export async function sidewaysOnPhones(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of phoneWidths) {
    await page.setViewport({ width, height: 640 })
    found.push(...(await page.evaluate(sidewaysScroll)).map((what) => `${width} px: ${what}`))
  }
  return found
}
