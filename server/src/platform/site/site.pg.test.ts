import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import { startServer } from '../../../test/server-process.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { runData } from '../../imports/records/data-command.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { loadDataKey } from '../data-key.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
})
afterAll(() => opened?.remove())

test('OP-6 a restored copy sends no e-mail until it is told that it is the real portal', async () => {
  const { database, dataDir, environment } = opened
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const settings = { ...environment, DEMO: '0', SMTP_URL: smtp.url }
  const start = async () => {
    const server = await startServer(settings)
    return server
  }
  const emails = createEmailService(loadDataKey({ configured: undefined, dataDir }))
  const write = (to: string) =>
    database.transaction((tx) =>
      emails.queue(tx, {
        ...{ template: 'account-closed', brand: 'hmbcbs', language: 'en', memberId: null, now: new Date(), to },
        values: { at: new Date().toISOString() },
      }),
    )
  const readSentTo = () => smtp.received.flatMap(({ envelope }) => envelope.to)

  await write('real@mail.test')
  const real = await start()
  await expect.poll(readSentTo).toEqual(['real@mail.test'])
  expect(await real.stop()).toBe(0)
  expect((await runData(['site'], settings)).said).toContain('This is the real portal.')
  // As before a standby was taken out of the address.
  await sql`update site set place = 'standby.example:5432,' || place`.execute(database.read)
  expect((await runData(['site'], settings)).said).toContain('This is the real portal.')

  // As in a copy: the place that it carries is that of another one.
  await sql`update site set place = 'db.other.example:5432/portico 1/2'`.execute(database.read)
  await write('copied@mail.test')
  const copy = await start()
  // What a worker would do at once, it has not done when a round of others has ended.
  const [tried] = await Promise.all([
    database.read
      .selectFrom('outbox')
      .select(['state', 'attempts'])
      .where('recipient', '=', 'copied@mail.test')
      .execute(),
    fetch(`${copy.origin}/health/ready`),
  ])
  expect(tried).toEqual([{ state: 'waiting', attempts: 0 }])
  expect((await runData(['site'], settings)).said).toMatch(/This is a copy[\s\S]*db\.other\.example[\s\S]*adopt/)
  expect(await copy.stop()).toBe(0)
  const { rows } = await sql`select from outbox where recipient = 'copied@mail.test' and attempts = 0`.execute(
    database.read,
  )
  expect(rows).toHaveLength(1)

  expect((await runData(['adopt'], settings)).code).toBe(0)
  const adopted = await start()
  await expect.poll(readSentTo).toEqual(['real@mail.test', 'copied@mail.test'])
  expect(await adopted.stop()).toBe(0)
})
