import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { requestText } from '../../../test/content-samples.ts'
import { testPortal } from '../../../test/portal.ts'
import { setSettings } from '../../../test/settings.ts'

const portal = testPortal()
/** One browser of a member at each of two instances on the same data, signed in before the change. */
let members: Client[]
beforeAll(async () => {
  const origins = [portal.origin, await portal.startBeside()]
  members = await Promise.all(
    origins.map(async (origin) => {
      const client = new Client(origin)
      expect((await client.signIn('MEMBER01')).status).toBe(200)
      return client
    }),
  )
})

async function readPage(client: Client): Promise<string> {
  const answer = await client.get('/mbr/', { headers: { accept: 'text/html' } })
  expect(answer.status).toBe(200)
  return answer.body.payload as unknown as string
}

const readState = (html: string) =>
  JSON.parse(/<script type="application\/json" id="portico-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

/** Asks every instance until it answers as expected. */
async function everywhere(read: (client: Client) => Promise<unknown>, expected: unknown): Promise<void> {
  for (const client of members) await expect.poll(() => read(client), { interval: 100 }).toEqual(expected)
}

test('CT-4 CT-1 a text changed in the database shows on every instance within 5 s, without a restart', async () => {
  const name = 'MBR_ADDITIONAL_LANGUAGES_LINK_TEXT'
  const readShown = async (client: Client) => readState(await readPage(client)).shell.languageMenu.additional.text
  const version = async (client: Client) => readState(await readPage(client)).shell.contentVersion
  await everywhere(readShown, 'All Languages')
  const before = await Promise.all(members.map(version))
  const item = { name, brand: 'HMBCBS', language: 'en', qualifiers: '{}', origin: 'edited' as const }
  await portal.database.transaction((tx) =>
    tx
      .insertInto('content_item')
      .values({ ...item, value: 'Every language', updated_at: new Date() })
      .execute(),
  )
  await everywhere(readShown, 'Every language')
  const body = requestText(name)
  await everywhere(
    async (client) => (await make(client, calls.contentInfo, { body })).body.payload.contentResponse,
    [{ name, value: 'Every language' }],
  )
  // The addresses that browsers cache change too.
  for (const [at, client] of members.entries()) expect(await version(client)).not.toBe(before[at])
  await portal.database.transaction((tx) =>
    tx.deleteFrom('content_item').where('name', '=', name).where('origin', '=', 'edited').execute(),
  )
  await everywhere(readShown, 'All Languages')
})

test('CT-3 HD-4 a setting changed in the database applies on every instance within 5 s: tabs, chat, timers', async () => {
  const tabs = async (client: Client) => readState(await readPage(client)).tabs.map(({ id }: { id: string }) => id)
  const has = (id: string) => async (client: Client) => (await tabs(client)).includes(id)
  const set = (key: string, value: boolean) =>
    portal.database.transaction((tx) =>
      tx.updateTable('app_config').set({ boolean_value: value }).where('key', '=', key).execute(),
    )
  await everywhere(has('navClaimsSpending'), false)
  await set('SHOW_TO_ALL', true)
  await everywhere(has('navClaimsSpending'), true)
  await everywhere(has('navClaims'), false)
  await set('MAINTENANCE', true)
  await everywhere(has('navClaimsSpending'), false)
  await everywhere(has('navClaims'), true)

  const chat = async (client: Client) => readState(await readPage(client)).shell.chat !== null
  await everywhere(chat, true)
  await set('MBR_SHOW_AVAYA_CHAT', false)
  await everywhere(chat, false)

  await setSettings(portal.database, 'hmbcbs', { SESSION_EXPIRY_MS: '1200000', SESSION_WARNING_MS: '1100000' })
  await everywhere(async (client) => readState(await readPage(client)).timers.expiryMs, 1_200_000)
})

test('CT-4 CT-8 a text approved on one server shows on the other within 5 s, and a rollback is as fast', async () => {
  const [here, there] = members
  if (here === undefined || there === undefined) throw new Error('There are two.')
  const author = new Client(here.origin)
  await author.signIn('AUTHOR01')
  const approver = new Client(there.origin)
  await approver.signIn('APPROV01')
  const key = { name: 'MBR_MESSAGE_CENTER_SIDEBAR_TITLE', brand: 'HMBCBS', language: 'en', qualifiers: {} } as const
  const versionId = randomUUID()
  const written = { ...key, versionId, basedOn: null, value: 'Ask us', note: 'Shorter', submit: true }
  expect((await make(author, calls.writeContent, { body: written })).status).toBe(200)

  const readShown = async (client: Client) => readState(await readPage(client)).shell.sidebarTitle
  await everywhere(readShown, 'YOUR CUSTOMER SERVICE CONNECTION')
  const releaseId = randomUUID()
  const release = { releaseId, versionIds: [versionId], from: null, until: null, note: 'Shorter' }
  expect((await make(approver, calls.releaseContent, { body: release })).status).toBe(200)
  await everywhere(readShown, 'Ask us')
  const undo = { undoId: randomUUID(), releaseId, note: 'A mistake' }
  expect((await make(approver, calls.undoRelease, { body: undo })).status).toBe(200)
  await everywhere(readShown, 'YOUR CUSTOMER SERVICE CONNECTION')
})
