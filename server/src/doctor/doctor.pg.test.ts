import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../tools/postgres.ts'
import { childEnvironment, childFlags } from '../../test/child-environment.ts'
import { memberClient } from '../../test/client.ts'
import { freshDatabase, testPortal } from '../../test/portal.ts'
import { addAuthenticator } from '../../test/second-factor.ts'
import { startSmtp } from '../../test/smtp.ts'
import { doctor as doctorCommand } from './doctor.ts'

// What it says beside a running server is in `killed-server.db.test.ts`.
const portal = testPortal()
// Something that only the portal's own key opens.
beforeAll(async () => {
  await addAuthenticator(await memberClient(portal.origin, 'MEMBER01'))
})

const doctor = (more: Record<string, string>) => doctorCommand({ ...portal.environment, ...more })
const line = (state: string, about: string, text = '') => new RegExp(`^${state} +${about} +.*${text}`, 'm')

describe('AD-6 npm run doctor', () => {
  test('AD-6 says what is wrong with each part, what to do, and ends with 1', async () => {
    const dead = await freePort()
    const dataKey = randomBytes(32).toString('base64')
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const tokenKey = JSON.stringify(await exportJWK(privateKey))
    const rsa = await generateKeyPair('RS256', { extractable: true })
    const idKey = JSON.stringify(await exportJWK(rsa.privateKey))
    const { code, said } = await doctor({
      NODE_ENV: 'production',
      EMBEDDED_IN_PRODUCTION: '1',
      DATA_KEY: dataKey,
      TOKEN_SIGNING_KEY: tokenKey,
      ID_TOKEN_KEY: idKey,
      SMTP_URL: `smtp://doctor:hidden-mail-word@127.0.0.1:${dead}`,
      CLAMD: `127.0.0.1:${dead}`,
      S3_ENDPOINT: `http://127.0.0.1:${dead}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 'hidden-s3-key',
      PUBLIC_ORIGINS: `https://127.0.0.1:${dead},https://secure.highmark.localhost:${dead}`,
      IMPORT_DIR: join(portal.dataDir, 'nowhere'),
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
    expect(said).toMatch(line('FAIL', 'mail', 'cannot be reached .(ECONNREFUSED|ESOCKET)'))
    for (const secret of ['hidden', dataKey, JSON.parse(tokenKey).d]) expect(said).not.toContain(secret)
    // Once as it is typed.
    const unset = spawnSync(process.execPath, [...childFlags, join(import.meta.dirname, 'command.ts')], {
      env: { ...childEnvironment, ...portal.environment, NODE_ENV: 'production', PUBLIC_ORIGINS: 'no origin' },
      encoding: 'utf8',
    })
    expect([unset.status, unset.stdout]).toEqual([1, expect.stringMatching(line('FAIL', 'settings'))])
  })

  test('AD-6 a mail server that is there and lets nobody in is told from one that is not reached', async () => {
    const smtp = await startSmtp()
    try {
      const { said } = await doctor({ SMTP_URL: smtp.url.replace('//', '//doctor:wrong@') })
      expect(said).toMatch(line('FAIL', 'mail', 'does not let us in .EAUTH.*: check user and password'))
    } finally {
      await smtp.close()
    }
  })

  test('AD-6 an empty database, one that is away, and one that is newer than the code', async () => {
    const empty = await doctor({ DATABASE_URL: await freshDatabase({ seeded: false }) })
    expect(empty.said).toMatch(line('WARN', 'migrations', 'is empty'))
    const away = await doctor({
      DATABASE_URL: `postgresql://portico:s3cret-word@127.0.0.1:${await freePort()}/portico`,
    })
    expect([away.code, away.said]).toEqual([1, expect.stringMatching(line('FAIL', 'database', 'ECONNREFUSED'))])
    expect(away.said).not.toContain('s3cret-word')
    const later = { name: '9999-later', timestamp: new Date().toISOString() }
    await sql`insert into kysely_migration values (${later.name}, ${later.timestamp})`.execute(portal.database.read)
    const newer = await doctor({})
    expect([newer.code, newer.said]).toEqual([
      0,
      expect.stringMatching(line('WARN', 'migrations', 'is newer .*9999-later')),
    ])
  })
})
