import { mkdtempSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'

const programs = JSON.parse(readFileSync(join(import.meta.dirname, '.cache/programs.json'), 'utf8')) as {
  chromium: string
  firefox: string
}
const chosen = process.env.PORTICO_BROWSER ?? 'chromium'
if (chosen !== 'chromium' && chosen !== 'firefox')
  throw new Error(`PORTICO_BROWSER is chromium or firefox, not ${chosen}`)
const port = Number(process.env.PORTICO_E2E_PORT ?? 23117)
process.env.PORTICO_E2E_PORT = String(port)
// Set where the log of the run is to be searched afterwards.
const { PORTICO_E2E_DATA: dataDir = mkdtempSync(join(tmpdir(), 'portico-e2e-')), PORTICO_TEST_LOGS: logs } = process.env
process.env.PORTICO_E2E_DATA = dataDir

const browsers: Readonly<Record<typeof chosen, PlaywrightTestConfig['use']>> = {
  chromium: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: programs.chromium,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
        // One process for all pages of a portal, not a new one for each: two thirds of the time.
        '--process-per-site',
        '--disable-site-isolation-trials',
        // Compiling scripts to faster code takes longer than any page lives to gain by it.
        '--js-flags=--no-opt --no-maglev',
        '--in-process-gpu',
      ],
    },
  },
  // The system's own Firefox, driven by WebDriver BiDi.
  firefox: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: programs.firefox,
      firefoxUserPrefs: {
        'ui.prefersReducedMotion': 1,
        'focusmanager.testmode': true,
        'javascript.options.ion': false,
        // On a slow machine it would end what a page is still computing.
        'dom.max_script_run_time': 0,
        'dom.max_chrome_script_run_time': 0,
        // Both take the focus away from the page.
        'pdfjs.disabled': true,
        'browser.download.alwaysOpenPanel': false,
      },
    },
  },
}

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // One more than there are cores: a journey waits a fifth of its time.
  workers: availableParallelism() + 1,
  // A journey that failed is tried once more, which tells a race from a fault; `npm test` counts it as failed either way.
  retries: 1,
  // What is waited for comes when it comes: these end only a wait for what never comes.
  timeout: 300_000,
  expect: { timeout: 120_000, toPass: { timeout: 300_000 } },
  forbidOnly: Boolean(process.env.CI),
  outputDir: '.cache/browser',
  webServer: {
    command: `node tools/prepare.mjs setup && exec node server/dist/main.js${logs === undefined ? '' : ` > "${join(logs, 'browser.log')}" 2>&1`}`,
    url: `http://127.0.0.1:${port}/health/ready`,
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: logs === undefined ? 'warn' : 'trace' },
  },
  use: {
    baseURL: `http://secure.hmbcbs.localhost:${port}`,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...browsers[chosen],
  },
})
