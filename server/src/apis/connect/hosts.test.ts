import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../../test/certificate.ts'
import { checkHosts } from './hosts.ts'

const clientId = '6f0c2a54-0000-4000-8000-000000000001'
/** The content of the file on the maker's own server. */
let file: { readonly status: number; readonly text: string }
let files: Server
let names: Socket
let host: string

/** Answers a query for a TXT record: with the app's id for `_portico-apps.shown.example`, else that there is none. */
function answerName(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (; question.readUInt8(at) > 0; at += question.readUInt8(at) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question.readUInt8(at)))
  const isShown = labels.join('.') === '_portico-apps.shown.example'
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(isShown ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(isShown ? 1 : 0, 6)
  header.writeUInt16BE(0, 8)
  header.writeUInt16BE(0, 10)
  const text = Buffer.from(clientId)
  // A pointer to the name, TXT, IN, a minute, the length, and the text with its own length.
  const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length])
  return Buffer.concat([header, question.subarray(12, at + 5), ...(isShown ? [record, text] : [])])
}

beforeAll(async () => {
  const { key, cert } = makeCertificate()
  setDefaultCACertificates([...getCACertificates('default'), cert])
  files = createServer({ key, cert }, (request, response) => {
    const isIt = request.url === '/.well-known/portico-apps.txt'
    response.writeHead(isIt ? file.status : 404).end(isIt ? file.text : '')
  })
  await new Promise<void>((resolve) => files.listen(0, 'localhost', resolve))
  host = `localhost:${(files.address() as AddressInfo).port}`
  names = createSocket('udp4', (question, from) => names.send(answerName(question), from.port, from.address))
  await new Promise<void>((resolve) => names.bind(0, '127.0.0.1', resolve))
})
afterAll(() => {
  files.close()
  names.close()
})

const check = (addresses: readonly string[], launchUrl: string | null = null, inside = true) =>
  checkHosts(
    { client_id: clientId, redirect_uris: addresses, launch_url: launchUrl },
    { reach: { inside }, nameServers: [`127.0.0.1:${names.address().port}`] },
  )

test('OS-36 a host is the maker’s if a file there names the app, on a separate line', async () => {
  const address = `https://${host}/back`
  file = { status: 200, text: `# apps of ours\r\n ${clientId} \r\nanother\r\n` }
  expect(await check([address, `https://${host}/other?x=1`])).toEqual([{ host, proof: 'file' }])
  for (const other of [
    { status: 200, text: `not ${clientId}` },
    { status: 200, text: '' },
    { status: 404, text: clientId },
    { status: 302, text: clientId },
    { status: 200, text: `${'x'.repeat(600 * 1024)}\n${clientId}` },
  ]) {
    file = other
    expect(await check([address])).toEqual([{ host, proof: 'none' }])
  }
  // Nobody can make the server call hosts in its own network.
  file = { status: 200, text: clientId }
  expect(await check([address], null, false)).toEqual([{ host, proof: 'none' }])
})

test('OS-36 a host is the maker’s if a DNS record under its name names the app', async () => {
  expect(await check(['https://shown.example/back'], 'https://hidden.example/open')).toEqual([
    { host: 'shown.example', proof: 'record' },
    { host: 'hidden.example', proof: 'none' },
  ])
})

test('OS-36 an app’s own schemes and loopback addresses belong to no host', async () => {
  expect(await check(['org.example.app:/back', 'http://127.0.0.1/back'])).toEqual([])
})
