import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { replyItem } from '@portico/rules/content/declared'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { contentKey, newRelease, newText, readLatest } from '../../../test/content-samples.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { up } from '../../platform/db/migrations/0072-reply-texts.ts'

const portal = testPortal()
/** A supervisor for North Dakota and Wyoming, an approver for every brand, and someone who answers for North Dakota. */
const ruth = testClient(portal, 'CSRREP03')
const omar = testClient(portal, 'APPROV01')

const texts = { title: 'Rides', text: 'Call {phone}.' }
const newReply = () => ({ name: replyItem(randomUUID()), brand: 'NDBCBS', language: 'en' as const, qualifiers: {} })
type Key = ReturnType<typeof newReply>

async function write(client: Client, key: Key, value: object | null, submit = true) {
  const before = await readLatest(client, key)
  const text = value === null ? null : JSON.stringify(value)
  const body = newText(before?.versionId ?? null, { ...key, value: text, submit })
  return { body, answer: await make(client, calls.writeContent, { body }) }
}
async function approve(versionId: string) {
  const body = newRelease([versionId])
  expect((await make(omar, calls.releaseContent, { body })).status).toBe(200)
  return async () => {
    const undo = { undoId: randomUUID(), releaseId: body.releaseId, note: 'Back again' }
    expect((await make(omar, calls.undoRelease, { body: undo })).status).toBe(200)
  }
}
const listOffered = async (key: Key) => {
  const { replies } = (await make(ruth, calls.cannedReplies, {})).body.payload
  return replies.filter(({ replyId }) => replyItem(replyId) === key.name).map(({ title, text }) => ({ title, text }))
}
const listReplies = async (key: Key) => {
  const { items } = (await make(omar, calls.contentItems, { query: { brand: 'NDBCBS' } })).body.payload
  return items.filter(({ name }) => name === key.name).map(({ area }) => area)
}

describe('CT-4 CT-6 canned replies are texts of the console', () => {
  test('CT-4 CT-6 CT-8 supervisors write them, another person approves, staff are offered them; then changed, rolled back, removed', async () => {
    const key = newReply()
    const { body } = await write(ruth, key, texts)
    expect([await listOffered(key), await listReplies(key)]).toEqual([[], ['replies']])
    await approve(body.versionId)
    expect(await listOffered(key)).toEqual([texts])
    const other = { title: 'Rides to care', text: 'Call {phone}, {firstName}.' }
    const rollBack = await approve((await write(ruth, key, other)).body.versionId)
    expect(await listOffered(key)).toEqual([other])
    await rollBack()
    expect(await listOffered(key)).toEqual([texts])
    await approve((await write(ruth, key, null)).body.versionId)
    expect([await listOffered(key), await listReplies(key)]).toEqual([[], []])
    const { versions } = (await make(omar, calls.contentVersions, { body: key })).body.payload
    expect(versions.map(({ state }) => state)).toEqual(['live', 'undone', 'live'])
  })

  test('CT-6 RO-4 supervisors write canned replies for their brands and no other text, and approve nothing', async () => {
    const key = newReply()
    const { body } = await write(ruth, key, texts)
    expect((await make(ruth, calls.releaseContent, { body: newRelease([body.versionId]) })).status).toBe(403)
    for (const brand of ['ALL', 'IDH']) expect((await write(ruth, { ...key, brand }, texts)).answer.status).toBe(404)
    const foreign = newText(null, { ...contentKey, brand: 'NDBCBS' })
    expect(listErrorCodes(await make(ruth, calls.writeContent, { body: foreign }))).toEqual(['WRONG-ROLE'])
    const { writes, writable } = (await make(ruth, calls.contentItems, { query: { brand: 'NDBCBS' } })).body.payload
    expect([writes, [...writable].sort()]).toEqual(['replies', ['NDBCBS', 'WYBCBS']])
    const rep = await memberClient(portal.origin, 'CSRREP01')
    expect((await write(rep, key, texts)).answer.status).toBe(403)
  })

  test('CT-6 placeholders that nothing can fill in, and names that are no reply’s, are refused', async () => {
    const { answer } = await write(ruth, newReply(), { ...texts, text: 'Hello {nobody}' })
    expect([answer.status, answer.body.errors?.[0]]).toEqual([
      400,
      expect.objectContaining({ field: 'value.text', errorMessage: 'content.problem.placeholder' }),
    ])
    expect((await write(omar, { ...newReply(), name: 'REPLY_ONE' }, texts)).answer.status).toBe(404)
    expect((await write(ruth, newReply(), { ...texts, script: 'x' })).answer.status).toBe(400)
  })

  test('CT-4 MC-6 earlier replies show after an upgrade, for the same brands, and can be removed', async () => {
    const replyId = randomUUID()
    const alias = randomUUID()
    await portal.database.transaction(async (tx) => {
      await sql`create table canned_reply (reply_id uuid primary key, brand text not null, language text not null,
        title text not null, body text not null, changed_at timestamptz not null)`.execute(tx)
      await sql`insert into canned_reply values
        (${replyId}, 'ndbcbs', 'en', 'A "quoted" ride', ${'One\nTwo {phone}'}, now()),
        (${alias}, 'mn', 'es', 'De todos', 'Hola', now())`.execute(tx)
      await up(tx as unknown as Kysely<unknown>)
    })
    const key = { ...newReply(), name: replyItem(replyId) }
    expect(await listOffered(key)).toEqual([{ title: 'A "quoted" ride', text: 'One\nTwo {phone}' }])
    expect(await readLatest(omar, key)).toMatchObject({ state: 'live', by: 'Portico' })
    const carl = await memberClient(portal.origin, 'INTERNAL1')
    const { replies } = (await make(carl, calls.cannedReplies, {})).body.payload
    // Brands that share a code share its texts.
    expect(replies.filter((one) => one.replyId === alias).map(({ brand }) => brand)).toEqual(['mincr', 'mn'])
    await approve((await write(ruth, key, null)).body.versionId)
    expect(await listOffered(key)).toEqual([])
  })
})
