import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { childEnvironment, childFlags } from '../../../test/child-environment.ts'
import { openTestDatabase } from '../../../test/portal.ts'
import { type Smtp, startSmtp } from '../../../test/smtp.ts'
import { loadBrands } from '../../brands/brand/load.ts'
import { loadDataKey } from '../../platform/data-key.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { createLogger } from '../../platform/logger.ts'
import { type Outbox, startOutbox } from './outbox.ts'
import { createEmailService } from './service.ts'
import { readDepth } from './store.ts'
import { type EmailTransport, folderTransport, smtpTransport } from './transport.ts'

const root = resolve(import.meta.dirname, '../../../..')
const brands = loadBrands(join(root, 'brands'))

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let database: Database
let smtp: Smtp
const log: string[] = []
const running: Outbox[] = []
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: false })
  database = opened.database
  smtp = await startSmtp()
})
afterEach(async () => {
  for (const outbox of running.splice(0)) await outbox.stop()
  await database.transaction((tx) => tx.deleteFrom('outbox').execute())
  smtp.answer('accept')
})
afterAll(async () => {
  await smtp?.close()
  await opened?.remove()
})

const dataKey = () => loadDataKey({ configured: undefined, dataDir: opened.dataDir })
const email = (to: string) => ({
  ...{ to, brand: 'ndbcbs', language: 'es' as const, now: new Date() },
  memberId: null as string | null,
})
const queueNewMessage = (
  tx: Tx,
  { messageId = 'a-message', ...to }: ReturnType<typeof email> & { messageId?: string },
) => createEmailService(dataKey()).queueNewMessage(tx, { ...to, template: 'new-message', messageId })

function start(transport: EmailTransport = smtpTransport(smtp.url)): void {
  const logger = createLogger('trace', { write: (line: string) => log.push(line) })
  const outbox = startOutbox({
    database,
    dataKey: dataKey(),
    brands,
    transport,
    logger,
    defaultServicePhone: '1-800-555-0199',
    place: { ownOrigins: ['https://secure.highmark.example'], port: 443 },
    everyMs: 50,
    haste: 200,
  })
  running.push(outbox)
}

const listReceived = (to: string) => smtp.received.filter(({ envelope }) => envelope.to.includes(to))
const rows = () => database.read.selectFrom('outbox').selectAll().execute()

describe('MC-6 e-mail is sent from an outbox', () => {
  test('MC-6 by its brand, in its language, in plain text and HTML, with its logo and nothing to fetch', async () => {
    start()
    await database.transaction((tx) => queueNewMessage(tx, email('one@mail.example')))
    await expect.poll(() => listReceived('one@mail.example').length).toBe(1)
    const [mail] = listReceived('one@mail.example')
    const brand = brands.get('ndbcbs')
    expect(mail?.from).toEqual({ name: brand?.texts.es.name, address: brand?.brand.emailSender })
    expect(mail?.envelope.from).toBe(brand?.brand.emailSender)
    expect(mail?.subject).toContain('Tiene un mensaje nuevo')
    expect(mail?.text).toContain(
      `https://secure.${brand?.brand.domain}/msg/?defBrand=ndbcbs#!/message-center/a-message`,
    )
    expect(mail?.html).toContain('src="cid:logo@portico"')
    expect(mail?.attachments.map(({ mimeType, contentId }) => [mimeType, contentId])).toEqual([
      ['image/png', '<logo@portico>'],
    ])
    const [row] = await rows()
    expect(mail?.messageId).toBe(`<${row?.email_id}@${brand?.brand.domain}>`)
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    await expect.poll(async () => (await rows())[0]?.state).toBe('sent')
    expect(log.join()).not.toContain('mail.example')
  })

  test('MC-6 a rolled-back e-mail is not sent; ten messages in a row cause one e-mail', async () => {
    const rolledBack = database.transaction(async (tx) => {
      await queueNewMessage(tx, email('never@mail.example'))
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow()
    for (let time = 0; time < 10; time++)
      await database.transaction((tx) => queueNewMessage(tx, email('often@mail.example')))
    start()
    await expect.poll(() => listReceived('often@mail.example').length).toBe(1)
    await expect.poll(async () => (await readDepth(database.read)).waiting).toBe(0)
    expect(listReceived('often@mail.example')).toHaveLength(1)
    expect(listReceived('never@mail.example')).toEqual([])
  })

  test('MC-6 RG-3 of two members with one address each is told, and of two brands each', async () => {
    const family = { ...email('family@mail.example'), messageId: 'a-message' }
    const [one, other] = [randomUUID(), randomUUID()]
    const told = [
      { memberId: one, messageId: 'of-one' },
      { memberId: other, messageId: 'of-other' },
      { memberId: one, messageId: 'again' },
      { memberId: other, brand: 'de', messageId: 'of-de' },
    ]
    for (const more of told) await database.transaction((tx) => queueNewMessage(tx, { ...family, ...more }))
    start()
    await expect.poll(() => listReceived('family@mail.example').length).toBe(3)
    await expect.poll(async () => (await readDepth(database.read)).waiting).toBe(0)
    const links = listReceived('family@mail.example').map(({ text = '' }) => /message-center\/([\w-]+)/.exec(text)?.[1])
    expect(links.sort()).toEqual(['of-de', 'of-one', 'of-other'])
  })

  test('RG-2 what may open an account is kept sealed, and gone once it is sent', async () => {
    const values = { link: '/login/#/new-password?ticket=secret-ticket', minutes: '15' }
    await database.transaction((tx) =>
      createEmailService(dataKey()).queue(tx, { ...email('two@mail.example'), template: 'forgotten-password', values }),
    )
    const [waiting] = await rows()
    expect(JSON.stringify(waiting)).not.toContain('secret-ticket')
    expect(waiting?.sealed_values?.toString('latin1')).not.toContain('secret-ticket')
    start()
    await expect.poll(() => listReceived('two@mail.example').length).toBe(1)
    expect(listReceived('two@mail.example')[0]?.text).toContain('#/new-password?ticket=secret-ticket')
    await expect.poll(async () => (await rows())[0]).toMatchObject({ state: 'sent', sealed_values: null })
    expect(log.join()).not.toContain('secret-ticket')
  })

  test('MC-6 a server that refuses temporarily gets it later, once; a final refusal is given up and reported', async () => {
    smtp.answer({ code: 451 })
    start()
    await database.transaction((tx) => queueNewMessage(tx, email('later@mail.example')))
    await expect.poll(async () => (await rows())[0]?.attempts ?? 0).toBeGreaterThan(1)
    expect((await rows())[0]).toMatchObject({ state: 'waiting', last_error: 'EENVELOPE 451' })
    smtp.answer('accept')
    await expect.poll(() => listReceived('later@mail.example').length).toBe(1)
    await expect.poll(async () => (await rows())[0]?.state).toBe('sent')

    smtp.answer({ code: 550 })
    await database.transaction((tx) => queueNewMessage(tx, email('nobody@mail.example')))
    await expect.poll(async () => (await readDepth(database.read)).dead).toBe(1)
    expect(log.join()).toContain('e-mail given up')
    expect(listReceived('later@mail.example')).toHaveLength(1)
  })

  test('MC-6 a server that is away gets it when it is back', async () => {
    const away = await startSmtp()
    const port = Number(new URL(away.url).port)
    await away.close()
    start(smtpTransport(`smtp://127.0.0.1:${port}`))
    await database.transaction((tx) => queueNewMessage(tx, email('back@mail.example')))
    await expect.poll(async () => (await rows())[0]?.attempts ?? 0).toBeGreaterThan(0)
    const back = await startSmtp(port)
    await expect.poll(() => back.received.length).toBe(1)
    await expect.poll(async () => (await rows())[0]?.state).toBe('sent')
    for (const outbox of running.splice(0)) await outbox.stop()
    await back.close()
  })

  test('MC-6 many instances send each e-mail once', async () => {
    for (let one = 0; one < 4; one++) start()
    const people = Array.from({ length: 20 }, (_, at) => `person${at}@mail.example`)
    for (const to of people) await database.transaction((tx) => queueNewMessage(tx, email(to)))
    await expect.poll(async () => (await readDepth(database.read)).waiting).toBe(0)
    expect(people.map((to) => listReceived(to).length)).toEqual(people.map(() => 1))
  })

  test('MC-6 without a server it is written to a folder, where it can be read', async () => {
    const folder = join(opened.dataDir, 'outbox')
    start(folderTransport(folder))
    await database.transaction((tx) => queueNewMessage(tx, email('three@mail.example')))
    await expect
      .poll(() => existsSync(folder) && readdirSync(folder).filter((name) => name.endsWith('.eml')).length)
      .toBe(1)
    const mail = await PostalMime.parse(readFileSync(join(folder, readdirSync(folder)[0] ?? '')))
    expect(mail.to).toEqual([{ address: 'three@mail.example', name: '' }])
  })
})

test('MC-6 kill -9 while an e-mail is handed over: it arrives, under the same Message-ID, and is not sent again', async () => {
  const worker = spawn(process.execPath, [...childFlags, join(root, 'server/test/outbox-process.ts')], {
    env: { ...childEnvironment, ...opened.environment, SMTP_URL: smtp.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(worker, 'exit')
  onTestFinished(async () => {
    worker.kill('SIGKILL')
    await gone
  })
  smtp.answer('silence')
  const before = smtp.attempts
  await database.transaction((tx) => queueNewMessage(tx, email('killed@mail.example')))
  await expect.poll(() => smtp.attempts).toBe(before + 1)
  worker.kill('SIGKILL')
  await gone
  const [waiting] = await rows()
  expect(waiting?.state).toBe('waiting')

  smtp.answer('accept')
  start()
  await expect.poll(async () => (await rows())[0]?.state).toBe('sent')
  expect(listReceived('killed@mail.example').map(({ messageId }) => messageId)).toEqual([
    expect.stringContaining(`<${waiting?.email_id}@`),
  ])
})
