import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { eventsWith } from '../../../test/rows.ts'
import { signIn } from '../../../test/second-factor.ts'

const portal = testPortal()
beforeEach(async () => {
  await portal.database.read.deleteFrom('outbox').execute()
  await portal.database.read.deleteFrom('sent_letter').execute()
  await portal.database.read.deleteFrom('sign_in_limit').execute()
})

const as = (loginId: string) => signIn(portal.origin, loginId)
const send = (client: Client, template: 'contact-card' | 'call-me' = 'contact-card', letterId = randomUUID()) =>
  make(client, calls.sendEmail, { body: { letterId, template } })
const listSent = () => portal.database.read.selectFrom('outbox').select(['recipient', 'template', 'brand']).execute()

describe('SH-2 the service that sends e-mails is no open relay', () => {
  test('SH-2 each template goes to the session’s own address or to customer service of its brand, and nowhere else', async () => {
    const client = await as('MEMBERND')
    expect((await send(client)).status).toBe(200)
    expect((await send(client, 'call-me')).status).toBe(200)
    const account = await readByLogin(portal.database.read, 'MEMBERND')
    const rows = await listSent()
    expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(
      [account.email ?? '', rows.find(({ template }) => template === 'call-me')?.recipient ?? ''].toSorted(),
    )
    expect(rows.find(({ template }) => template === 'call-me')?.recipient).toMatch(/^customerservice@[a-z.]+\.example$/)
    expect(new Set(rows.map(({ brand }) => brand))).toEqual(new Set(['ndbcbs']))
  })

  test('SH-2 neither another template, nor an address or words, can be given', async () => {
    const client = await as('MEMBER01')
    const tries = [
      { letterId: randomUUID(), template: 'forgotten-password' },
      { letterId: randomUUID(), template: '../new-message' },
    ]
    for (const payload of tries) {
      const answer = await client.send('POST', calls.sendEmail.path, {
        headers: { appid: 'chmmbr', 'content-type': 'application/json' },
        raw: JSON.stringify({ payload }),
      })
      expect(answer.status).toBe(400)
    }
    const extra = { letterId: randomUUID(), template: 'contact-card', to: 'victim@mail.test', text: 'Buy now' }
    await client.send('POST', calls.sendEmail.path, {
      headers: { appid: 'chmmbr', 'content-type': 'application/json' },
      raw: JSON.stringify({ payload: extra }),
    })
    expect((await listSent()).map(({ recipient }) => recipient)).not.toContain('victim@mail.test')
  })

  test('SH-2 the same one twice is sent once, is written down, and many at a time are refused', async () => {
    const client = await as('MEMBER01')
    const id = randomUUID()
    const both = await Promise.all([send(client, 'contact-card', id), send(client, 'contact-card', id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await listSent()).toHaveLength(1)
    expect(await eventsWith(portal.database, { record_id: id })).toMatchObject([{ action: 'letter.contact-card' }])
    // Two simultaneous requests may both count.
    expect((await send(client)).status).toBe(200)
    await send(client)
    expect(listErrorCodes(await send(client))).toEqual(['TOO-MANY-REQUESTS'])
    expect((await listSent()).length).toBeLessThanOrEqual(3)
  })

  test('SH-2 HT-1 an e-mail that was sent is still sent when it is asked for again, however many have been asked for', async () => {
    const client = await as('MEMBER01')
    const letterIds = [randomUUID(), randomUUID(), randomUUID()]
    for (const letterId of letterIds) expect((await send(client, 'contact-card', letterId)).status).toBe(200)
    for (const letterId of letterIds) expect((await send(client, 'contact-card', letterId)).status).toBe(200)
    expect(await listSent()).toHaveLength(3)
    expect(listErrorCodes(await send(client))).toEqual(['TOO-MANY-REQUESTS'])
  })
})
