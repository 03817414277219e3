import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
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

test('OP-6 OS-56 a restored copy sends no e-mail and no prior authorization request before it is adopted as the real portal', async () => {
  const { database, dataDir, environment } = opened
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  /** Requests that the plan's utilization system received. */
  const requests: string[] = []
  const utilization = createServer(async (request, response) => {
    requests.push(JSON.parse(await text(request)).requestId)
    response.writeHead(202).end()
  })
  await new Promise<void>((resolve) => utilization.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void utilization.close())
  const { port } = utilization.address() as AddressInfo
  const settings = {
    ...{ ...environment, DEMO: '0', SMTP_URL: smtp.url, UTILIZATION_SECRET: 'a secret of a utilization system' },
    UTILIZATION_URL: `http://127.0.0.1:${port}/requests`,
  }
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
  /** As if a provider's system had requested approval, and the server had died before handing it over. */
  const ask = (id: string) =>
    sql`
    insert into authorization_request (member_id, request_id, brand, client_id, bundle_key, claim_key, digest, state, resource_id,
      asked, bundle, sequence, asked_at, changed_at, attempts, next_try_at)
    select member_id, ${id}::uuid, brand, 'clinic', '', '', '', 'waiting', 'submitted-1', '{}', '{}', 0, now(), now(), 1, now()
    from member where brand = 'hmbcbs' limit 1`.execute(database.read)
  const readSentTo = () => smtp.received.flatMap(({ envelope }) => envelope.to)

  /** Whether a server takes requests, and receives decisions. */
  const readTaken = async ({ origin }: { readonly origin: string }) => {
    const { status } = await fetch(`${origin}/hooks/authorizations`, { method: 'POST', body: '{}' })
    const statement = await (await fetch(`${origin}/fhir/hmbcbs/r4/metadata`)).text()
    return [statement.includes('Claim-submit'), status]
  }

  await write('real@mail.test')
  const real = await start()
  await expect.poll(readSentTo).toEqual(['real@mail.test'])
  expect(await readTaken(real)).toEqual([true, 400])
  expect(await real.stop()).toBe(0)
  expect((await runData(['site'], settings)).said).toContain('This is the real portal.')
  // As before a standby was removed from the address.
  await sql`update site set place = 'standby.example:5432,' || place`.execute(database.read)
  expect((await runData(['site'], settings)).said).toContain('This is the real portal.')

  // As in a copy: it carries another database's place.
  await sql`update site set place = 'db.other.example:5432/portico 1/2'`.execute(database.read)
  await write('copied@mail.test')
  const requestId = crypto.randomUUID()
  await ask(requestId)
  const copy = await start()
  expect(await readTaken(copy)).toEqual([false, 404])
  // Work that a worker would do at once is still undone after a round of others has ended.
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
  expect(requests).toEqual([])

  expect((await runData(['adopt'], settings)).code).toBe(0)
  const adopted = await start()
  await expect.poll(readSentTo).toEqual(['real@mail.test', 'copied@mail.test'])
  await expect.poll(() => requests).toEqual([requestId])
  expect(await adopted.stop()).toBe(0)
})
