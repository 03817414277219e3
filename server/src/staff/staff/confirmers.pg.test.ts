import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import type { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
/** An administrator for every brand, and one for some brands. */
const nora = testClient(portal, 'ADMIN001')
const leo = testClient(portal, 'ADMIN002')

const person = { firstName: 'Tia', lastName: 'Newman', email: 'tia@plan.example', brand: 'hmbcbs' }
const invite = (client: Client, loginId: string, brands = ['hmbcbs']) =>
  make(client, calls.inviteStaff, { body: { ...person, loginId, kind: 'rep', entitlements: [], brands } })

test('AD-2 only people who can confirm a change get an e-mail that one waits; it says neither what nor for whom', async () => {
  const findLetters = () =>
    portal.database.read
      .selectFrom('outbox')
      .select(['recipient', 'sealed_values'])
      .where('template', '=', 'staff-confirmation')
  await portal.database.read.deleteFrom('outbox').where('template', '=', 'staff-confirmation').execute()
  const readAddress = async (loginId: string) => (await readByLogin(portal.database.read, loginId)).email
  await portal.database.read
    .updateTable('account')
    .set({ email: sql<string>`lower(login_id) || '@plan.example'` })
    .where('login_id', 'in', ['ADMIN001', 'ADMIN002', 'CSRREP01'])
    .execute()
  expect((await invite(leo, 'TOLDOF01')).body.payload).toEqual({ outcome: 'waiting' })
  const told = (await findLetters().execute()).map(({ recipient }) => recipient)
  expect(told).toContain(await readAddress('ADMIN001'))
  expect(told).not.toContain(await readAddress('ADMIN002'))
  expect(told).not.toContain(await readAddress('CSRREP01'))

  await portal.database.read.deleteFrom('outbox').where('template', '=', 'staff-confirmation').execute()
  const body = { changeId: randomUUID(), basedOn: null, value: 12, reason: 'longer passwords' }
  const params = { brand: 'hmbcbs', key: 'PASSWORD_MIN_LENGTH' as const }
  expect((await make(leo, calls.changeSetting, { params, body })).status).toBe(200)
  expect((await findLetters().execute()).map(({ recipient }) => recipient)).toContain(await readAddress('ADMIN001'))

  await portal.database.read.deleteFrom('outbox').where('template', '=', 'staff-confirmation').execute()
  // Not everyone administers every brand.
  expect((await invite(nora, 'TOLDOF02', ['ALL'])).body.payload).toEqual({ outcome: 'waiting' })
  expect((await findLetters().execute()).map(({ recipient }) => recipient)).not.toContain(await readAddress('ADMIN002'))
})

test('AD-2 SH-9 requests made again and again are not e-mailed each time: a confirmer gets as many as other news', async () => {
  const countLetters = async () => {
    const { email } = await readByLogin(portal.database.read, 'ADMIN001')
    const letters = portal.database.read.selectFrom('outbox').select('recipient').where('recipient', '=', email)
    return (await letters.where('template', '=', 'staff-confirmation').execute()).length
  }
  await portal.database.read.deleteFrom('outbox').where('template', '=', 'staff-confirmation').execute()
  const asked = 25
  for (let at = 0; at < asked; at += 1) {
    const { body, status } = await invite(leo, `AGAIN${100 + at}`)
    expect([status, body.payload]).toEqual([201, { outcome: 'waiting' }])
  }
  const sent = await countLetters()
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(asked / 2)
  const { body } = await make(nora, calls.searchStaff, { body: { text: '' } })
  expect(body.payload.requests.filter(({ loginId }) => loginId?.startsWith('AGAIN1'))).toHaveLength(asked)
})
