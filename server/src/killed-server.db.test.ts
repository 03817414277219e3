import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@portico/contract/calls'
import { contentInfo } from '@portico/contract/calls/content'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { make } from '../test/call.ts'
import { childEnvironment, childFlags } from '../test/child-environment.ts'
import { Client, memberClient } from '../test/client.ts'
import { contentKey, newRelease, newText, readLatest, requestText } from '../test/content-samples.ts'
import { makeOwnKeys } from '../test/own-keys.ts'
import { freshDatabase } from '../test/portal.ts'
import { addAuthenticator } from '../test/second-factor.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'
import { startSmtp } from '../test/smtp.ts'
import { upload } from '../test/upload.ts'
import { stallsAlone, takeStalls, watching } from '../test/watched-server.ts'
import { doctor } from './doctor/doctor.ts'
import { auditVerify } from './platform/audit/verified.ts'
import { admin } from './staff/staff/admin.ts'

const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
/** `SERVER_KILLS=10` tries it more often. */
const rounds = Number(process.env.SERVER_KILLS ?? 2)
/** Each sends one message after another, at the same time as the others. */
const senders = ['MEMBERND', 'BXBASIC1', 'FAMILY01', 'MEMBERDE'] as const
/** No member may send more than 100 within an hour. */
const maxSent = Math.floor(100 / rounds)
/** Far apart, so that one is still on its way when another has arrived. */
const megabytes = [1, 4, 9]
const languages = ['en', 'es'] as const
/** The longest time that messages are sent before files and a release are, and about as long as a release takes, in milliseconds. */
const [longestStreamMs, releaseMs] = [150, 60]

let dataDir: string
let environment: Record<string, string>
let server: ServerProcess | undefined
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-kill-'))
  if (!onPostgres) cpSync(inject('seeded'), dataDir, { recursive: true })
  // With PostgreSQL the keys are given, as where several servers run; otherwise they are made at the first start, and kept.
  environment = {
    DATA_DIR: dataDir,
    ...(onPostgres && { DATABASE_URL: await freshDatabase({ seeded: true }), ...(await makeOwnKeys()) }),
    DEMO: '1',
    // The access tokens must outlive all rounds, even on a slow machine.
    ACCESS_TOKEN_S: '3600',
  }
})
afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Sent {
  readonly by: (typeof senders)[number]
  readonly clientMessageId: string
  readonly text: string
  /** Null until a server confirms that it is stored. */
  messageId: string | null
}

interface File {
  readonly content: Buffer
  readonly ids: { readonly clientMessageId: string; readonly clientAttachmentId: string }
}

test(`MC-2 MC-4 MC-5 SI-14 CT-8 kill -9 while messages, files and texts are sent, ${rounds} times: nothing acknowledged is lost, nothing is doubled or half there`, async ({
  signal,
}) => {
  server = await startServer(environment)
  const { origin } = server
  const [author, approver] = [new Client(origin), new Client(origin)]
  await Promise.all([author.signIn('AUTHOR01'), approver.signIn('APPROV01')])
  const members = await Promise.all(
    (['MEMBER01', ...senders] as const).map(async (by) => [by, await memberClient(origin, by)] as const),
  )
  let browsers = browsersAt(new Map<string, Client>([['author', author], ['approver', approver], ...members]), origin)
  const question = await findMessage(browsers('MEMBER01'), 'Your claim question')
  const before = await Promise.all(senders.map((by) => countSent(browsers(by))))
  // A second server on the same embedded database would lose rows, so it must refuse to start.
  if (!onPostgres) await expect(startServer(environment)).rejects.toThrow(`in use by process ${server.pid} `)
  const all: Sent[] = []
  const files = new Map<string, Buffer>()
  let shown = await readShownTexts(origin)
  const cutOff = { messages: 0, files: 0 }

  for (let round = 0; round < rounds; round++) {
    // After the test's timeout, start no more servers.
    signal.throwIfAborted()
    const texts = languages.map((language) => `Release ${round} ${language}`)
    const release = newRelease(await submitTexts(browsers('author'), texts))
    const clientMessageId = randomUUID()
    const sent = megabytes.map((size) => ({
      content: Buffer.alloc(size * 1024 * 1024, `${round}${size} `),
      ids: { clientMessageId, clientAttachmentId: randomUUID() },
    }))

    const streams = senders.map((by) => sendUntilKilled(browsers(by), by, all))
    await sleep(Math.random() * longestStreamMs)
    const reply = `Written a moment before the power went ${round}`
    const replied = { clientMessageId: randomUUID(), text: reply, inReplyTo: question }
    expect((await make(browsers('MEMBER01'), calls.addMessage, { body: replied })).status).toBe(201)
    const uploads = sent.map((file) => keep(browsers('MEMBER01'), file, files))
    const releasing = make(browsers('approver'), calls.releaseContent, { body: release }).catch(() => null)
    // In turns once one file has arrived, and at a random moment of the release.
    await (round % 2 === 0 ? Promise.race(uploads) : sleep(Math.random() * releaseMs))
    await server.kill()
    cutOff.messages += (await Promise.all(streams)).filter((answered) => !answered).length
    cutOff.files += (await Promise.all(uploads)).filter((answered) => !answered).length
    const released = (await releasing)?.status === 200

    // Nothing is cleaned up: the killed server's lock is still there. Its sessions and tokens live on.
    // The last one records what holds it up, for the next test.
    server = await startServer(environment, round < rounds - 1 ? {} : watching)
    browsers = browsersAt(browsers.all, server.origin)
    // A page without an answer sends again sooner or later, and one that has been answered may; either way the message is stored once.
    const unknown = all.filter(({ messageId }) => messageId === null)
    const last = senders.map((by) => all.findLast((message) => message.by === by && message.messageId !== null))
    for (const message of [...last.filter((one) => one !== undefined), ...unknown.filter(() => Math.random() < 0.7)])
      expect(await send(browsers(message.by), message)).toBe(true)

    // Who was signed in still is, and finds the reply.
    const page = await browsers('MEMBER01').get('/mbr/', { headers: { accept: 'text/html' } })
    expect(String(page.body.payload)).toContain('Mayte')
    const opened = await make(browsers('MEMBER01'), calls.openMessage, { params: { messageId: question } })
    expect(opened.body.payload.thread.filter(({ text }) => text === reply)).toHaveLength(1)

    // No one sees half a file; the page tries again with the same ids and ends up with each file once.
    const { attachments } = (await make(browsers('MEMBER01'), calls.listAttachments, {})).body.payload
    expect(attachments.every(({ size }) => megabytes.includes(size / 1024 / 1024))).toBe(true)
    for (const file of sent) expect(await keep(browsers('MEMBER01'), file, files)).toBe(true)

    // A release that was answered is kept; otherwise it is there whole or not at all.
    const now = await readShownTexts(server.origin)
    expect(released ? [texts] : [shown, texts]).toContainEqual(now)
    // Sending the release again does not repeat it.
    expect((await make(browsers('approver'), calls.releaseContent, { body: release })).status).toBe(200)
    expect(await readShownTexts(server.origin)).toEqual(texts)
    shown = texts
  }

  for (const message of all.filter(({ messageId }) => messageId === null))
    expect(await send(browsers(message.by), message)).toBe(true)
  for (const [at, by] of senders.entries()) {
    const [sent, stored] = [all.filter((message) => message.by === by), await allSent(browsers(by))]
    expect(await countSent(browsers(by))).toBe((before[at] ?? 0) + sent.length)
    for (const { text, messageId } of sent)
      expect(stored.filter(({ excerpt }) => excerpt === text)).toEqual([expect.objectContaining({ messageId })])
  }
  const { attachments } = (await make(browsers('MEMBER01'), calls.listAttachments, {})).body.payload
  expect(attachments.map(({ attachmentId }) => attachmentId).sort()).toEqual([...files.keys()].sort())
  expect(files.size).toBe(rounds * megabytes.length)
  for (const [attachmentId, content] of files) {
    const { bytes } = await make(browsers('MEMBER01'), calls.downloadAttachment, { query: { attachmentId } })
    expect(bytes.equals(content)).toBe(true)
  }
  // Makes sure that something was tested: much was acknowledged, and in every round something was under way at its end.
  expect(all.length).toBeGreaterThan(rounds * senders.length)
  expect(cutOff.messages).toBeGreaterThan(rounds / 2)
  expect(cutOff.files).toBeGreaterThan(0)
})

test('RG-3 the largest file of someone’s data that drafts and small state make holds up no one else', async () => {
  if (server === undefined) throw new Error('The server that was killed runs again.')
  const watched = server
  const client = await memberClient(server.origin, 'MEMBERWY')
  // The longest text of a draft, without any place to break a line, and what is as deep and as large as incoming data may be.
  const unbroken = 'x'.repeat(9_999)
  const nested = JSON.parse(`${'['.repeat(17)}"${'x'.repeat(8_000)}"${']'.repeat(17)}`) as unknown
  const fill = async () => {
    for (let at = 0; at < 10; at += 1) {
      const body = { clientMessageId: randomUUID(), baseVersion: 0, subject: 'x'.repeat(100), text: unbroken }
      expect((await make(client, calls.saveDraft, { body })).status).toBe(200)
    }
    for (let at = 0; at < 50; at += 1) {
      const body = { key: `large.n${at}`, value: nested }
      expect((await make(client, calls.setSessionValue, { body })).status).toBe(200)
    }
  }
  const download = async (format: 'json' | 'pdf') => {
    const { status, bytes } = await make(client, calls.exportData, { body: { format } })
    expect([format, status, bytes.length < 2_000_000]).toEqual([format, 200, true])
  }
  for (const work of [fill, () => download('json'), () => download('pdf')])
    expect(await stallsAlone(() => takeStalls(watched), work)).toEqual([])
})

test('AD-1 AD-6 SI-13 the commands beside a server that runs, and after one that was killed and stopped', async () => {
  if (server === undefined) throw new Error('The server that was killed runs again.')
  await addAuthenticator(await memberClient(server.origin, 'MEMBER01'))
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const own = `http://secure.ndbcbs.localhost:${new URL(server.origin).port}`
  const settings = { ...environment, PUBLIC_ORIGINS: `${own},${server.origin}`, SMTP_URL: smtp.url }
  const { code, said } = await doctor(settings)
  const line = (state: string, about: string, text = '') => new RegExp(`^${state} +${about} +.*${text}`, 'm')
  for (const about of ['settings', 'mail', 'payments', 'pharmacy', 'page', 'clock'])
    expect(said).toMatch(line('OK', about))
  expect(said).toMatch(line('OK', 'hosts', `${own} is ndbcbs's`))
  expect(said).toMatch(line('OK', 'proxy', `${server.origin} leads here`))
  expect([code, said]).toEqual([0, expect.not.stringMatching(/^FAIL/m)])
  if (onPostgres) {
    for (const about of ['database', 'signals', 'migrations', 'audit log', 'keys'])
      expect(said).toMatch(line('OK', about))
    expect(said).toMatch(line('WARN', 'administrator', 'There is only one of every brand'))
  } else {
    const inUse = `in use by process ${server.pid} `
    expect(said).toMatch(line('OK', 'database', inUse))
    const held = { code: 2, said: expect.stringContaining(inUse) }
    expect(await admin(['list'], environment, Readable.from([]))).toMatchObject(held)
    expect(await auditVerify([], environment)).toMatchObject(held)
  }
  expect(await server.stop()).toBe(0)
  server = undefined

  const { said: listed } = await admin(['list'], environment, Readable.from([]))
  expect(listed).toMatch(/^ADMIN001 /m)
  // Once as it is typed.
  const verify = spawnSync(
    process.execPath,
    [...childFlags, join(import.meta.dirname, 'platform/audit/verify-command.ts')],
    {
      env: { ...childEnvironment, ...environment },
      encoding: 'utf8',
    },
  )
  expect([verify.status, verify.stdout, verify.stderr]).toEqual([
    0,
    expect.stringMatching(
      /^sealed: [1-9]\d{2,}\nhead: \d+:[0-9a-f]{64}\nnot yet sealed: 0\nThe audit log is whole\.\n$/,
    ),
    '',
  ])
})

/** Everyone's browser, at a server that may have been restarted. */
function browsersAt(all: ReadonlyMap<string, Client>, origin: string) {
  const there = new Map([...all].map(([name, client]) => [name, client.copy(origin)]))
  const of = (name: string) => there.get(name) ?? new Client(origin)
  return Object.assign(of, { all: there })
}

/** Sends one message after another until the server is gone; returns whether all of them got an answer. */
async function sendUntilKilled(client: Client, by: Sent['by'], all: Sent[]): Promise<boolean> {
  for (let times = 0; times < maxSent; times++) {
    const clientMessageId = randomUUID()
    const message: Sent = { by, clientMessageId, text: `Message ${clientMessageId}`, messageId: null }
    all.push(message)
    if (!(await send(client, message))) return false
  }
  return true
}

/** Returns whether there was an answer. A server that is too busy says so, and is asked again, as by a page. */
async function send(client: Client, message: Sent): Promise<boolean> {
  const { clientMessageId, text } = message
  const topic = { categoryId: 'other', subCategoryId: 'question', subject: 'Durable' }
  const sending = make(client, calls.addMessage, { body: { clientMessageId, text, ...topic } })
  const answer = await sending.catch(() => null)
  if (answer === null) return false
  if (answer.status === 503) return send(client, message)
  expect(answer.status).toBe(201)
  message.messageId = answer.body.payload.messageId
  return true
}

/** Uploads a file, and notes what was acknowledged; returns whether there was an answer. */
async function keep(client: Client, { content, ids }: File, files: Map<string, Buffer>): Promise<boolean> {
  const answer = await upload(client, { name: 'a.txt', content }, ids).catch(() => null)
  if (answer === null) return false
  if (answer.status === 503) return keep(client, { content, ids }, files)
  expect(answer.status).toBe(201)
  files.set(answer.body.payload.attachmentId, content)
  return true
}

async function countSent(client: Client): Promise<number> {
  return (await make(client, calls.listMessages, { query: { folder: 'sent' } })).body.payload.total
}

async function allSent(client: Client) {
  const stored: { messageId: string; excerpt: string }[] = []
  for (let page = 1; ; page++) {
    const query = { folder: 'sent', pageSize: '100', page: String(page) } as const
    const { messages } = (await make(client, calls.listMessages, { query })).body.payload
    if (messages.length === 0) return stored
    stored.push(...messages)
  }
}

async function findMessage(client: Client, subject: string): Promise<string> {
  const { messages } = (await make(client, calls.listMessages, { query: { folder: 'inbox' } })).body.payload
  return messages.find((message) => message.subject === subject)?.messageId ?? ''
}

/** Writes a text in each language, for approval; returns the ids of their versions. */
async function submitTexts(author: Client, values: readonly string[]): Promise<string[]> {
  const versionIds: string[] = []
  for (const [at, language] of languages.entries()) {
    const key = { ...contentKey, language }
    const value = values[at] ?? ''
    const body = newText((await readLatest(author, key))?.versionId ?? null, { ...key, value, submit: true })
    expect((await make(author, calls.writeContent, { body })).status).toBe(200)
    versionIds.push(body.versionId)
  }
  return versionIds
}

async function readShownTexts(origin: string): Promise<(string | undefined)[]> {
  return Promise.all(
    languages.map(async (language) => {
      const reader = new Client(origin)
      reader.cookies.set('language', language)
      const body = requestText(contentKey.name)
      return (await make(reader, contentInfo, { body })).body.payload.contentResponse[0]?.value
    }),
  )
}
