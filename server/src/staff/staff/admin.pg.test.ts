import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { childEnvironment, childFlags } from '../../../test/child-environment.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testMail } from '../../../test/mail.ts'
import { testPortal } from '../../../test/portal.ts'
import { addAuthenticator } from '../../../test/second-factor.ts'
import { lockFolder } from '../../platform/db/lock.ts'
import { admin as adminCommand } from './admin.ts'

const password = 'Kestrel-47-Ridge'
const portal = testPortal()
const mail = testMail(portal)
// In these tests, the demo's administrators have no administrator rights.
beforeAll(async () => {
  await sql`update account set entitlements = '[]' where entitlements @> '["administer"]'`.execute(portal.database.read)
})

const settings = () => ({ ...portal.environment, PUBLIC_ORIGINS: 'http://secure.ndbcbs.localhost:8080' })

async function admin(args: readonly string[], input = '', more: Record<string, string> = {}) {
  const { code, said } = await adminCommand(args, { ...settings(), ...more }, Readable.from([input]))
  return { code, said }
}

const ada = 'Ada\nMinter\nada@plan.example\n'
const ticketIn = (text: string) => /new-password\?ticket=([\w-]{43})/.exec(text)?.[1] ?? ''

describe('AD-1 npm run admin', () => {
  test('AD-1 prints its usage and any error, and ends with the matching exit code', async () => {
    for (const args of [
      [],
      ['create'],
      ['list', 'X'],
      ['promote', 'FIRST001'],
      ['create', 'FIRST001', '--password', 'x'],
    ])
      expect(await admin(args), args.join(' ')).toEqual({
        code: 2,
        said: expect.stringContaining('npm run admin -- create LOGINID'),
      })
    expect(await admin(['create', 'ADM'], ada)).toEqual({ code: 1, said: expect.stringContaining('6 to 10 letters') })
    expect(await admin(['create', 'MEMBER01'], ada)).toEqual({ code: 1, said: expect.stringContaining('already') })
    expect(await admin(['disable', 'MEMBER01'])).toEqual({ code: 1, said: expect.stringContaining('works here') })
    expect(await admin(['create', 'FIRST001'], 'Ada\n\nnowhere\n')).toEqual({
      code: 1,
      said: expect.stringContaining('Not right: Last name, E-mail address.'),
    })
    expect(await admin(['create', 'FIRST001', '--brand', 'nosuch'], ada)).toEqual({
      code: 2,
      said: expect.stringContaining('There is no brand nosuch'),
    })
    const folder = mkdtempSync(join(tmpdir(), 'portico-admin-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const there = { DATA_DIR: folder, DATABASE_URL: '' }
    expect(await admin(['list'], '', there)).toEqual({ code: 2, said: expect.stringContaining('There is no database') })
    mkdirSync(join(folder, 'db'))
    writeFileSync(join(folder, 'db', 'PG_VERSION'), '')
    onTestFinished(await lockFolder(folder))
    expect(await admin(['disable', 'FIRST001'], '', there)).toEqual({
      code: 2,
      said: expect.stringContaining(`in use by process ${process.pid} `),
    })
  })

  test('AD-1 from the command to the first sign-in: the link is shown once where no mail is sent, audited, and ended at once', async () => {
    // Runs it once as an operator types it.
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...childFlags, join(import.meta.dirname, 'command.ts'), 'create', 'first001'],
      { env: { ...childEnvironment, ...settings() }, input: ada, encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    const made = { code: status, said: stdout }
    expect([made.code, made.said]).toEqual([0, expect.stringContaining('FIRST001 is an administrator of every brand.')])
    expect(made.said).toContain('http://secure.ndbcbs.localhost:8080/login/?defBrand=ndbcbs#/new-password?ticket=')
    const mailed = await admin(['create', 'SECOND02'], 'Bo\nAker\nbo@plan.example\n', {
      SMTP_URL: 'smtp://127.0.0.1:9',
    })
    expect(mailed).toEqual({ code: 0, said: expect.stringContaining('waits in the outbox') })
    expect(ticketIn(mailed.said)).toBe('')
    const { said: listed } = await admin(['list'])
    expect(listed).toMatch(/FIRST001 +Ada Minter +invited +no +ALL +administer audit\n/)

    const client = new Client(portal.origin)
    expect((await client.signIn('FIRST001')).status).toBe(401)
    const chosen = { ticket: ticketIn(made.said), newPassword: password }
    expect((await make(client, calls.resetPassword, { body: chosen })).status).toBe(200)
    expect((await make(client, calls.resetPassword, { body: chosen })).status).toBe(401)
    expect((await client.signIn('FIRST001', password)).status).toBe(200)
    expect((await make(client, calls.validateSession, {})).status).toBe(200)
    await addAuthenticator(client)
    const letters = () => mail.received.filter(({ envelope }) => envelope.to.includes('bo@plan.example'))
    await expect.poll(() => letters().length).toBe(1)
    const ticket = ticketIn(letters()[0]?.text ?? '')
    expect((await make(client, calls.resetPassword, { body: { ticket, newPassword: password } })).status).toBe(200)
    expect((await admin(['reset-second-factor', 'FIRST001'])).code).toBe(0)
    expect((await admin(['disable', 'FIRST001'])).code).toBe(0)
    expect((await admin(['disable', 'FIRST001'])).said).toContain('was ended on')
    expect(await admin(['disable', 'SECOND02'])).toEqual({
      code: 1,
      said: expect.stringContaining('last administrator'),
    })
    expect((await admin(['list'])).said).toMatch(/FIRST001 +Ada Minter +ended +no +- +-\n/)

    expect((await make(client, calls.validateSession, {})).status).toBe(401)
    expect(listErrorCodes(await new Client(portal.origin).signIn('FIRST001', password))).toEqual(['GEN-SUSPEND'])
    const events = portal.database.read.selectFrom('audit_event').select(['action', 'address'])
    const rows = await events.where('record_type', '=', 'staff').orderBy('event_id').execute()
    expect(rows.map(({ action }) => action)).toEqual([
      ...['staff.create', 'staff.create', 'staff.second-factor-reset', 'staff.end'],
    ])
    for (const { address } of rows) expect(address).toMatch(/^command \S+@\S+$/)
  })

  test('AD-1 a lost link is replaced, and the old one stops working', async () => {
    const first = await admin(['create', 'THIRD003'], ada)
    const second = await admin(['link', 'THIRD003'])
    expect(ticketIn(second.said)).not.toBe('')
    expect(ticketIn(second.said)).not.toBe(ticketIn(first.said))
    const query = portal.database.read
      .selectFrom('recovery_ticket')
      .innerJoin('account', 'account.account_id', 'recovery_ticket.account_id')
    const rows = await query.select('expires_at').where('login_id', '=', 'THIRD003').execute()
    expect(rows).toHaveLength(1)
    const hours = ((rows[0]?.expires_at.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(72)
  })
})
