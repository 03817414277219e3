import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { newMessage } from '../../../test/samples.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')
const close = (boolean_value: boolean) =>
  portal.database.read
    .updateTable('app_config')
    .set({ boolean_value })
    .where('key', '=', 'CONTACTUS_MAINTENANCE')
    .execute()
const write = () => make(member, calls.addMessage, { body: { ...newMessage(), clientMessageId: randomUUID() } })

beforeAll(() => close(true))
afterAll(() => close(false))

test('RT-4 while contact us is closed for maintenance, no message is taken, whatever page it comes from', async () => {
  const refused = await write()
  expect([refused.status, listErrorCodes(refused)]).toEqual([409, ['CONTACT-US-CLOSED']])
  await close(false)
  expect((await write()).status).toBe(201)
  await close(true)
})

test('RT-4 CT-3 visitors are told by the public list, which has what every page shows anyway', async () => {
  const params = { application: 'MESSAGE_CENTER', brand: 'hmbcbs' }
  const { body } = await make(new Client(portal.origin), calls.publicConfig, { params })
  expect(body.payload.configs).toEqual([{ key: 'CONTACTUS_MAINTENANCE', group: 'MESSAGE_CENTER', booleanValue: true }])
  const all = await make(new Client(portal.origin), calls.publicConfig, {
    params: { application: 'ALL', brand: 'ALL' },
  })
  const keys = all.body.payload.configs.map(({ key }) => key)
  expect(keys).toContain('SHOW_TO_ALL')
  for (const secret of ['SSO_URL', 'CHAT_ADDRESS', 'IMPORT_PAYERS']) expect(keys).not.toContain(secret)
})
