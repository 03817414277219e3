import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { filesOfKinds } from '../../../test/files.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { upload } from '../../../test/upload.ts'

/** A minimal object store that shows the requests it receives: objects by path, and requests without a signature. */
const objects = new Map<string, Buffer>()
const wrong: string[] = []
let failing = false
let store: Server
let portal: Portal
let member: Client

beforeAll(async () => {
  store = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '', url = '' } = request
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const signature = `AWS4-HMAC-SHA256 Credential=test-key/${day}/eu-test-1/s3/aws4_request, SignedHeaders=`
    const hash = request.headers['x-amz-content-sha256']
    const isSigned =
      request.headers.authorization?.startsWith(signature) &&
      /Signature=[0-9a-f]{64}$/.test(request.headers.authorization) &&
      (hash === 'UNSIGNED-PAYLOAD' || hash === createHash('sha256').update(body).digest('hex'))
    if (!isSigned) wrong.push(`${method} ${url}`)
    const found = objects.get(url)
    if (failing) response.statusCode = 503
    else if (method === 'PUT') objects.set(url, body)
    else if (method === 'DELETE') response.statusCode = objects.delete(url) ? 204 : 404
    else if (found === undefined) response.statusCode = 404
    response.end(method === 'GET' && !failing ? found : undefined)
  })
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done))
  portal = await startPortal({
    S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    S3_BUCKET: 'mail-files',
    S3_REGION: 'eu-test-1',
    S3_ACCESS_KEY_ID: 'test-key',
    S3_SECRET_ACCESS_KEY: 'test-secret',
    ATTACHMENT_WORK_MS: '100',
  })
  member = await memberClient(portal.origin, 'MEMBER01')
})
afterAll(async () => {
  await portal?.close()
  store?.close()
})

test('MC-4 if configured, files are in an object store, in parts, by signed requests, and come back whole', async () => {
  const content = Buffer.concat([filesOfKinds.pdf, randomBytes(600_000)])
  const { attachmentId } = (await upload(member, { name: 'a.pdf', content })).body.payload
  const paths = [...objects.keys()]
  expect(paths).toHaveLength(3)
  for (const path of paths)
    expect(path).toMatch(new RegExp(`^/mail-files/attachments/[0-9a-f-]{36}/${attachmentId}/[012]$`))
  expect(await portal.database.read.selectFrom('attachment_part').selectAll().execute()).toEqual([])
  const { bytes, headers } = await make(member, calls.downloadAttachment, { query: { attachmentId } })
  expect([bytes.equals(content), headers.get('content-length')]).toEqual([true, String(content.length)])
  await make(member, calls.removeAttachment, { query: { attachmentId } })
  expect([objects.size, wrong]).toEqual([0, []])
})

test('MC-4 a failing object store keeps nobody waiting forever: nothing is acknowledged, and leftovers are removed later', async () => {
  const { attachmentId } = (await upload(member, { name: 'a.txt', content: 'kept' })).body.payload
  failing = true
  const refused = await upload(member, { name: 'b.txt', content: 'lost' })
  expect([refused.status, listErrorCodes(refused)]).toEqual([503, ['UNAVAILABLE']])
  for (const call of [calls.openAttachment, calls.downloadAttachment]) {
    const answer = await make(member, call, { query: { attachmentId } })
    expect([answer.status, listErrorCodes(answer), answer.headers.get('retry-after')]).toEqual([
      503,
      ['UNAVAILABLE'],
      '2',
    ])
  }
  // To its owner the file is gone at once; its bytes are removed later.
  expect((await make(member, calls.removeAttachment, { query: { attachmentId } })).status).toBe(200)
  expect(objects.size).toBe(1)
  failing = false
  await eventually(async () => {
    expect(objects.size).toBe(0)
    expect(await portal.database.read.selectFrom('attachment').selectAll().execute()).toEqual([])
  })
})
