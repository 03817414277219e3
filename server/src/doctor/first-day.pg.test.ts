import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { calls } from '@portico/contract/calls'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../test/call.ts'
import { type Answer, Client, listErrorCodes } from '../../test/client.ts'
import { newRelease, newText, readLatest, requestText } from '../../test/content-samples.ts'
import { makeOwnKeys } from '../../test/own-keys.ts'
import { freshDatabase } from '../../test/portal.ts'
import { newAccount, unregistered } from '../../test/samples.ts'
import { addAuthenticator } from '../../test/second-factor.ts'
import { type ServerProcess, startServer } from '../../test/server-process.ts'
import { type Smtp, startSmtp } from '../../test/smtp.ts'
import { importFiles } from '../imports/imports/import-command.ts'
import { admin } from '../staff/staff/admin.ts'

const host = 'secure.highmark.example'
const password = 'Kestrel-47-Ridge'

let folder: string
let environment: Record<string, string>
let smtp: Smtp
const instances: ServerProcess[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-first-day-'))
  smtp = await startSmtp()
  environment = {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    DATABASE_URL: await freshDatabase({ seeded: false }),
    PUBLIC_ORIGINS: `https://${host}`,
    TRUST_PROXY: '1',
    // No balancer has to see it go.
    DRAIN_MS: '0',
    ...(await makeOwnKeys()),
  }
})
afterAll(async () => {
  await Promise.all(instances.map((one) => one.stop()))
  await smtp?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A browser that comes to an instance through the balancer. */
class Browser extends Client {
  override send<Payload = unknown>(...[method, path, sending = {}]: Parameters<Client['send']>) {
    const forwarded = { origin: `https://${host}`, 'x-forwarded-proto': 'https', 'x-forwarded-host': host }
    return super.send<Payload>(method, path, { ...sending, headers: { ...forwarded, ...sending.headers } })
  }

  /** The same person, sent to another instance. */
  at(instance: ServerProcess): Browser {
    const other = new Browser(instance.origin)
    for (const [name, value] of this.cookies) other.cookies.set(name, value)
    return other
  }
}

const expectDone = async <Payload>(answering: Promise<Answer<Payload>>): Promise<Payload> => {
  const answer = await answering
  expect([answer.status, ...listErrorCodes(answer)]).toEqual([expect.toSatisfy((one: number) => one < 300)])
  return answer.body.payload
}
const ticketIn = (text: string) => /ticket=([\w-]{43})/.exec(text)?.[1] ?? ''

/** The last e-mail to an address. */
async function letterTo(address: string): Promise<string> {
  const letters = () => smtp.received.filter(({ envelope }) => envelope.to.includes(address))
  await expect.poll(() => letters().length).toBe(1)
  return letters()[0]?.text ?? ''
}

/** Chooses a password with a link, signs in, and sets up the second factor that staff need. */
async function staffAt(instance: ServerProcess, loginId: string, ticket: string): Promise<Browser> {
  const client = new Browser(instance.origin)
  await expectDone(make(client, calls.resetPassword, { body: { ticket, newPassword: password } }))
  await expectDone(client.signIn(loginId, password))
  expect(listErrorCodes(await make(client, calls.workspaceQueues, {}))).toEqual(['SECOND-FACTOR-DUE'])
  await addAuthenticator(client)
  await expectDone(make(client, calls.validateSession, {}))
  return client
}

test('AD-1 AD-2 CT-6 CT-8 from an empty PostgreSQL in production to a member who reads a changed text on a second instance', async () => {
  // Two instances, and the first administrator, created by command.
  const named = Readable.from(['Ada\nMinter\nada@plan.example\n'])
  const created = await admin(['create', 'FIRST001', '--brand', 'hmbcbs'], environment, named)
  const [one, two] = await Promise.all([1, 2].map(() => startServer({ ...environment, SMTP_URL: smtp.url })))
  if (one === undefined || two === undefined) throw new Error('Two instances are needed.')
  instances.push(one, two)
  const ada = await staffAt(one, 'FIRST001', ticketIn(created.said))

  // She invites the others, who choose a password with the link in the e-mail.
  const invite = async (loginId: string, given: { kind: 'rep' | 'other'; entitlements: Entitlement[] }) => {
    const email = `${loginId.toLowerCase()}@plan.example`
    const who = { loginId, firstName: 'Tia', lastName: 'Newman', email, brand: 'hmbcbs', brands: ['ALL'], ...given }
    expect(await expectDone(make(ada, calls.inviteStaff, { body: who }))).toEqual({ outcome: 'done' })
    return staffAt(two, loginId, ticketIn(await letterTo(email)))
  }
  const rep = await invite('REPONE01', { kind: 'rep', entitlements: ['answer'] })
  const author = await invite('AUTHONE1', { kind: 'other', entitlements: ['author'] })
  const approver = await invite('APPRONE1', { kind: 'other', entitlements: ['approve'] })

  // The plan's members are imported from a file; one of them makes an account.
  const { memberId, firstName, lastName, brand } = unregistered
  const file = join(folder, 'members.csv')
  const columns = 'member_number,first_name,last_name,date_of_birth,group_number,coverage_kind,coverage_from,zip_code'
  writeFileSync(file, `${columns}\n${memberId},${firstName},${lastName},1971-04-18,G1,medical,2020-01-01,15222\n`)
  const counts = await importFiles(['members', file, '--brand', brand], environment, {
    progress: process.stderr,
    createStopSignal: () => new AbortController().signal,
  })
  expect(counts.code).toBe(0)
  const account = newAccount()
  await expectDone(
    make(new Browser(two.origin), calls.registerMember, { body: { ...unregistered, ...account, userType: 'MREG' } }),
  )
  const ticket = ticketIn(await letterTo(account.email))
  await expectDone(make(new Browser(two.origin), calls.confirmRegistration, { body: { ticket } }))
  const member = new Browser(two.origin)
  await expectDone(member.signIn(account.logonId, account.newPassword))
  await member.takeToken()

  // The member writes on one instance, the rep answers on the other.
  const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'A question' }
  const message = { clientMessageId: randomUUID(), text: 'How is my claim?', ...topic }
  const { threadId } = await expectDone(make(member, calls.addMessage, { body: message }))
  const atOne = rep.at(one)
  const { version } = await expectDone(make(atOne, calls.workspaceThread, { params: { threadId } }))
  const reply = { clientMessageId: randomUUID(), text: 'It has been paid.', language: 'en' as const, version }
  await expectDone(make(atOne, calls.replyToThread, { params: { threadId }, body: reply }))
  const inbox = await expectDone(make(member, calls.listMessages, { query: { folder: 'inbox' } }))
  expect(inbox.messages).toHaveLength(1)

  // Two texts are changed and approved by someone else: one that is read on request, one that instances hold in memory.
  const label = { name: 'MBR_CONTACT_US_LEAVE_MESSAGE', brand: 'ALL', language: 'en', qualifiers: {} } as const
  const topics = { ...label, name: 'MESSAGE_TOPICS' } as const
  const { items } = await expectDone(make(author, calls.contentItems, { query: { brand: 'ALL' } }))
  const findShown = (name: string) =>
    items.find((item) => item.name === name && item.language === 'en')?.live?.value ?? ''
  const bills = JSON.stringify({ ...JSON.parse(findShown('MESSAGE_TOPICS')), 'categories.claims.label': 'Bills' })
  const written = [
    newText(null, { ...label, value: 'Tell us', submit: true }),
    newText(null, { ...topics, value: bills, submit: true }),
  ]
  for (const body of written) await expectDone(make(author, calls.writeContent, { body }))
  const release = newRelease(written.map(({ versionId }) => versionId))
  expect((await make(author, calls.releaseContent, { body: release })).status).toBe(403)

  const asked = requestText(label.name)
  const read = async () => {
    const { contentResponse } = await expectDone(make(member, calls.contentInfo, { body: asked }))
    const { categories } = await expectDone(make(member, calls.messageCategories, {}))
    return [contentResponse[0]?.value, categories.find(({ categoryId }) => categoryId === 'claims')?.label]
  }
  const before = await read()
  expect(before).toEqual([findShown(label.name), 'Claims'])
  await expectDone(make(approver.at(one), calls.releaseContent, { body: release }))
  await expect.poll(read).toEqual(['Tell us', 'Bills'])
  expect((await readLatest(author, label))?.state).toBe('live')

  const undo = { undoId: randomUUID(), releaseId: release.releaseId, note: 'Back again' }
  await expectDone(make(approver.at(one), calls.undoRelease, { body: undo }))
  await expect.poll(read).toEqual(before)
})
