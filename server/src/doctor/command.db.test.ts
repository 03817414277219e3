import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { childEnvironment, childFlags } from '../../test/child-environment.ts'
import { Client } from '../../test/client.ts'
import { freshDatabase } from '../../test/portal.ts'
import { addAuthenticator } from '../../test/second-factor.ts'
import { startServer } from '../../test/server-process.ts'
import { startSmtp } from '../../test/smtp.ts'

const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
const dataKey = randomBytes(32).toString('base64')

let environment: Record<string, string>
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-doctor-'))
  if (!onPostgres) cpSync(inject('seeded'), dataDir, { recursive: true })
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  environment = {
    DATA_DIR: dataDir,
    DATA_KEY: dataKey,
    TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    ...(onPostgres && { DATABASE_URL: await freshDatabase({ seeded: true }) }),
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function doctor(more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...childFlags, join(import.meta.dirname, 'command.ts')], {
    env: { ...childEnvironment, ...environment, ...more },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  await once(child, 'exit')
  return { code: child.exitCode, said }
}
const line = (state: string, about: string, text = '') => new RegExp(`^${state} +${about} +.*${text}`, 'm')

/** A port that nothing listens on. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

describe('AD-6 npm run doctor', () => {
  test('AD-6 all is well beside a running server, and nothing secret is said', async () => {
    const smtp = await startSmtp()
    const server = await startServer({ ...environment, DEMO: '1' })
    const client = new Client(server.origin)
    await client.signIn('MEMBER01')
    await addAuthenticator(client)
    const { port } = new URL(server.origin)
    const origin = `http://secure.ndbcbs.localhost:${port}`
    const mail = smtp.url.replace('//', '//doctor:s3cret-word@')
    const { code, said } = await doctor({ PUBLIC_ORIGINS: `${origin},${server.origin}`, SMTP_URL: smtp.url })
    expect(said).toMatch(line('OK', 'settings'))
    for (const about of ['mail', 'payments', 'pharmacy', 'page']) expect(said).toMatch(line('OK', about))
    expect(said).toMatch(line('OK', 'hosts', `${origin} is ndbcbs's`))
    expect(said).toMatch(line('OK', 'proxy', `${server.origin} leads here`))
    expect(said).toMatch(line('OK', 'clock'))
    if (onPostgres) {
      for (const about of ['database', 'signals', 'migrations', 'audit log', 'keys'])
        expect(said).toMatch(line('OK', about))
      expect(said).toMatch(line('WARN', 'administrator', 'There is only one of every brand'))
    } else expect(said).toMatch(line('OK', 'database', `in use by process ${server.pid} `))
    expect([code, said]).toEqual([0, expect.not.stringMatching(/^FAIL/m)])
    const refused = await doctor({ SMTP_URL: mail.replace(/:\d+$/, `:${await deadPort()}`) })
    expect(refused.said).toMatch(line('FAIL', 'mail', 'ECONNREFUSED|ESOCKET'))
    for (const secret of [dataKey, 's3cret-word', JSON.parse(environment.TOKEN_SIGNING_KEY ?? '').d])
      expect(refused.said).not.toContain(secret)
    await server.stop()
    await smtp.close()
  }, 120_000)

  test('AD-6 says what is wrong with each part, what to do, and ends with 1', async () => {
    const dead = await deadPort()
    const { code, said } = await doctor({
      NODE_ENV: 'production',
      EMBEDDED_IN_PRODUCTION: '1',
      DATA_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: `smtp://127.0.0.1:${dead}`,
      CLAMD: `127.0.0.1:${dead}`,
      S3_ENDPOINT: `http://127.0.0.1:${dead}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 'hidden-s3-key',
      PUBLIC_ORIGINS: `https://127.0.0.1:${dead},https://secure.highmark.localhost:${dead}`,
      IMPORT_DIR: join(dataDir, 'nowhere'),
      PHARMACY_URL: `http://127.0.0.1:${dead}/`,
      PHARMACY_SECRET: 'hidden-pharmacy-secret-of-32-letters',
    })
    expect(code).toBe(1)
    for (const about of ['mail', 'scanner', 'store', 'pharmacy']) expect(said).toMatch(line('FAIL', about))
    expect(said).toMatch(line('FAIL', 'keys', 'DATA_KEY does not open'))
    expect(said).toMatch(line('FAIL', 'proxy', 'TRUST_PROXY is 0'))
    expect(said).toMatch(line('WARN', 'hosts', 'names no brand'))
    expect(said).toMatch(line('WARN', 'proxy', 'is not reached'))
    expect(said).toMatch(line('FAIL', 'folders', 'IMPORT_DIR'))
    expect(said).not.toMatch(/hidden-s3-key|hidden-pharmacy/)
    const unset = await doctor({ NODE_ENV: 'production', PUBLIC_ORIGINS: 'no origin' })
    expect([unset.code, unset.said]).toEqual([1, expect.stringMatching(line('FAIL', 'settings'))])
  }, 60_000)

  test.runIf(onPostgres)(
    'AD-6 an empty database, one that is away, and one that is newer than the code',
    async () => {
      const empty = await doctor({ DATABASE_URL: await freshDatabase({ seeded: false }) })
      expect(empty.said).toMatch(line('WARN', 'migrations', 'is empty'))
      const away = await doctor({
        DATABASE_URL: `postgresql://portico:s3cret-word@127.0.0.1:${await deadPort()}/portico`,
      })
      expect([away.code, away.said]).toEqual([1, expect.stringMatching(line('FAIL', 'database', 'ECONNREFUSED'))])
      expect(away.said).not.toContain('s3cret-word')
    },
    60_000,
  )
})
