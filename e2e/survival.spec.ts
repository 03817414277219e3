import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { childFlags } from '../server/test/child-environment.ts'
import { expect, hydrated, open, originOf, submitSignIn, test } from './support.ts'

interface Server {
  readonly process: ChildProcess
  readonly port: number
}

/** A separate server with a data folder of its own, since it gets killed. Port 0 picks a free one. */
async function start(dataDir: string, port: number): Promise<Server> {
  const server = spawn('node', [...childFlags, 'server/src/main.mjs'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that was aborted never gets to kill it.
  process.once('exit', () => server.kill('SIGKILL'))
  let said = ''
  return new Promise((done, failed) => {
    const listen = (part: Buffer) => {
      said += part
      const found = /up: http:\/\/[^:]+:(\d+)/.exec(said)
      if (found) done({ process: server, port: Number(found[1]) })
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}: ${said}`)))
  })
}

async function kill({ process: server }: Server) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

test('MC-2 SI-14 who was signed in and wrote a reply finds both after the server was killed', async ({
  page,
  noise,
}) => {
  test.slow()
  // Meanwhile the page keeps trying to listen for new mail.
  noise.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-survival-'))
  const words = 'Written a moment before the power went'
  let server = await start(dataDir, 0)
  try {
    const origin = originOf('hmbcbs', server.port)
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
    server = await start(dataDir, server.port)
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
