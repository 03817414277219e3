import { execFileSync } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buildOrigin, expect, open, submitSignIn, test, waitForHydration } from './support.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

let folder: string
let server: Server
let origin: string

/** A plain file host: it accepts no change. */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-stubs-'))
  execFileSync('node', ['tools/stubs.ts', 'hmbcbs', folder], { cwd: join(import.meta.dirname, '..') })
  server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    const file = [join(folder, path), join(folder, path, 'index.html')].find((candidate) =>
      statSync(candidate, { throwIfNoEntry: false })?.isFile(),
    )
    if (!['GET', 'HEAD'].includes(request.method ?? '') || file === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    return createReadStream(file).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

test.afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('EN-4 the portal works from a static file host: sign in, read a message, sign out', async ({ page }) => {
  await open(page, `${origin}/login/`)
  await submitSignIn(page, 'MEMBER01')
  await expect(page.getByRole('heading', { name: 'Recent claims' })).toBeVisible()
  await open(page, `${origin}/msg/`)
  await page.getByRole('link', { name: /Your claim question/ }).click()
  await expect(page.getByText('Your share is $140.20.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('EN-4 producer=true signs in a stub agent, who reaches every part of the producer portal and the shop', async ({
  page,
}) => {
  await page.goto(`${origin}/?producer=true`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Producer home')
  const parts = page.getByRole('navigation', { name: 'Parts of the producer portal' }).getByRole('link')
  await expect(parts.nth(4)).toBeVisible()
  await waitForHydration(page)
  const names = await parts.allTextContents()
  for (const name of names) {
    await parts.filter({ hasText: name }).first().click()
    await expect(parts.filter({ hasText: name }).first()).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main').getByText('Try again')).toHaveCount(0)
  }
  await page.goto(`${origin}/shop/?producer=true`)
  await expect(heading).toHaveText('Find a plan')
  await waitForHydration(page)
  await page.getByLabel('ZIP code').fill('15222')
  await page.getByLabel('Age when coverage begins').fill('41')
  await page.getByRole('button', { name: 'See plans' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})

test('EN-4 on a running server, stub mode stays on the way through its sign-in', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && asked.push(request.url()))
  await open(page, `${buildOrigin('hmbcbs')}/login/?stubs=true`)
  await submitSignIn(page, 'MEMBER01')
  await expect(page).toHaveURL(`${buildOrigin('hmbcbs')}/mbr/?stubs=true#!/landing`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good /)
  expect(asked).toEqual([])
})

test('LG-1 LG-2 the notices begin with the languages of the brand, and with plan=medicaid name its number', async ({
  page,
}) => {
  const address = `${buildOrigin('ndbcbs')}/login/#/meaningful-access`
  const main = page.getByRole('main')
  const languages = main.getByRole('heading', { level: 2 })
  await open(page, address)
  const number = await main.getByRole('link', { name: /^1-/ }).first().textContent()
  await expect(languages.first()).toHaveText('Español')
  await open(page, `${address}?plan=medicaid`)
  await expect(main.getByRole('link', { name: /^1-/ }).first()).not.toHaveText(number ?? '')
})
