import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ask, expect, hydrated, open, originOf, port, submitSignIn, test } from './support.ts'

// A server of its own, on a folder of its own: this one is killed.
const ownPort = port + 1
const origin = originOf('hmbcbs', ownPort)

async function start(dataDir: string): Promise<ChildProcess> {
  const server = spawn('node', ['server/src/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(ownPort), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  })
  await expect
    .poll(
      () =>
        ask({ origin, path: '/health/ready' }).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200)
  return server
}

async function kill(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

test('MC-2 SI-14 who was signed in and wrote a reply finds both after the server was killed', async ({ page }) => {
  test.slow()
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-survival-'))
  const words = 'Written a moment before the power went'
  let server = await start(dataDir)
  try {
    await open(page, `${origin}/msg/#!/message-center`)
    await submitSignIn(page, 'MEMBER01')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
    await hydrated(page)
    await page.getByRole('link', { name: /Your claim question/ }).click()
    const pane = page.getByRole('article')
    await pane.getByLabel('Your reply').fill(words)
    await pane.getByRole('button', { name: 'Send reply' }).click()
    await expect(pane).toContainText('Your reply is sent.')

    await kill(server)
    server = await start(dataDir)
    await page.reload()
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Center')
    await expect(pane.getByRole('listitem').filter({ hasText: words })).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Mayte E\./ })).toBeVisible()
  } finally {
    await kill(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
})
