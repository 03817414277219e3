import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { calls } from '@portico/contract/calls'
import { importSPKI, jwtVerify } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { actForMember, viewMirela } from '../../../test/signed-in.ts'
import { startWallets } from '../../../test/wallet-keys.ts'

const { environment, apple, google: address, googleKey: publicKey, close } = await startWallets()
const portal = testPortal({ ACCESS_TOKEN_S: '3600', ...environment })
afterAll(close)

interface Heard {
  readonly method: string
  readonly url: string
  readonly body: string
}

async function listHeard(): Promise<Heard[]> {
  return (await fetch(`${address}/heard`)).json()
}

async function readCards(client: Client) {
  return (await make(client, calls.benefits, {})).body.payload
}

/** The files of a ZIP archive by its directory, as readers find them. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  expect(end + 22).toBe(bytes.length)
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect([bytes.toString('latin1', at, at + 4), bytes.readUInt16LE(at + 10)]).toEqual(['PK\u0001\u0002', 0])
    const [sum, size, whole] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset))
    const [nameSize = 0, extraSize = 0, noteSize = 0] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const local = bytes.readUInt32LE(at + 42)
    expect([bytes.toString('latin1', local, local + 4), size]).toEqual(['PK\u0003\u0004', whole])
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(begin, begin + (size ?? 0))
    expect(crc32(content)).toBe(sum)
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameSize), content)
    at += 46 + nameSize + extraSize + noteSize
  }
  expect(at).toBe(end)
  return files
}

/** Throws unless the signature is of this content and by a certificate of this authority. */
function verifySignature(files: Map<string, Buffer>, authority: string): void {
  const to = mkdtempSync(join(tmpdir(), 'portico-signature-'))
  try {
    mkdirSync(to, { recursive: true })
    for (const name of ['manifest.json', 'signature']) writeFileSync(join(to, name), files.get(name) ?? '')
    writeFileSync(join(to, 'authority.pem'), authority)
    const of = (name: string) => join(to, name)
    execFileSync(
      'openssl',
      [
        'cms',
        '-verify',
        '-binary',
        '-purpose',
        'any',
        '-inform',
        'DER',
        '-in',
        of('signature'),
        '-content',
        of('manifest.json'),
        '-CAfile',
        of('authority.pem'),
      ],
      { stdio: 'pipe' },
    )
  } finally {
    rmSync(to, { recursive: true })
  }
}

describe('MP-12 ID cards as passes of wallets', () => {
  test('MP-12 a pass for Apple Wallet says what the card says, with the hashes of its files and a signature that holds', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const { cards, wallets } = await readCards(client)
    expect(wallets).toEqual(['apple', 'google'])
    const card = cards[0]
    const answer = await client.get(`/rbsmbl/x-services/coverage/v1/walletPass/apple/${card?.cardId}`)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/vnd.apple.pkpass',
      'private, no-store',
    ])
    const files = unzip(answer.bytes)
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
    const signed = [...files.keys()].filter((name) => !['manifest.json', 'signature'].includes(name))
    expect(Object.keys(manifest).toSorted()).toEqual(signed.toSorted())
    expect(signed).toEqual(expect.arrayContaining(['pass.json', 'icon.png', 'logo.png']))
    for (const name of signed)
      expect(manifest[name]).toBe(
        createHash('sha1')
          .update(files.get(name) ?? '')
          .digest('hex'),
      )
    verifySignature(files, apple.authority)
    const changed = new Map(files).set('manifest.json', Buffer.from('{}'))
    expect(() => verifySignature(changed, apple.authority)).toThrow()

    const pass = JSON.parse(files.get('pass.json')?.toString() ?? '')
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.example.plan.card',
      teamIdentifier: 'TEAM123456',
      organizationName: 'Blue Plan West',
      sharingProhibited: true,
    })
    for (const color of ['backgroundColor', 'foregroundColor', 'labelColor'])
      expect(pass[color]).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
    const shown = Object.values<{ label: string; value: string }[]>(pass.generic).flat()
    const keptId = '0197f7a0-0000-4000-8000-000000000777'
    const kept = (await make(client, calls.keepCards, { body: { keptId } })).body.payload.cards
    const facts = kept.find((one) => one.language === 'en' && one.name === card?.firstName)?.facts ?? []
    expect(facts.length).toBeGreaterThan(6)
    const [note, ...said] = shown.toReversed()
    expect(said.map(({ label, value }) => `${label}: ${value}`).toSorted()).toEqual(
      facts.map(({ label, value }) => `${label}: ${value}`).toSorted(),
    )
    expect(note?.value).toContain('911')
    for (const hidden of ['birth', card?.cardId ?? '', 'MEMBER01']) expect(JSON.stringify(pass)).not.toContain(hidden)
    expect(pass.serialNumber).toMatch(/^[\w-]{43}$/)
  })

  test('MP-12 LG-1 it is in the language of the page, and the same pass when it is made again', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const { cards } = await readCards(client)
    const read = async (language: string) => {
      const path = `/rbsmbl/x-services/coverage/v1/walletPass/apple/${cards[0]?.cardId}`
      const answer = await client.get(path, { headers: { 'accept-language': language } })
      return JSON.parse(unzip(answer.bytes).get('pass.json')?.toString() ?? '')
    }
    const [english, spanish] = [await read('en'), await read('es')]
    expect([english.description, spanish.description]).toEqual([
      'ID card: Medical',
      'Tarjeta de identificación: Médica',
    ])
    expect(spanish.serialNumber).toBe(english.serialNumber)
  })

  test('MP-12 SO-1 Google gets the pass from the portal, and the address names only its id', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const { cards } = await readCards(client)
    const cardId = cards[0]?.cardId ?? ''
    const answer = await make(client, calls.googlePass, { params: { cardId } })
    const { link } = answer.body.payload
    expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/)
    const { payload } = await jwtVerify(link.split('/').at(-1) ?? '', await importSPKI(publicKey, 'RS256'), {
      audience: 'google',
      issuer: 'cards@plan.example',
    })
    const [pass] = (payload.payload as { genericObjects: { id: string; classId: string }[] }).genericObjects
    expect(payload).toMatchObject({ typ: 'savetowallet', payload: { genericObjects: [{ id: expect.any(String) }] } })
    expect(Object.keys(pass ?? {})).toEqual(['id', 'classId'])
    expect(pass?.id).toMatch(/^3388000000012345678\.[\w-]{43}$/)
    for (const plain of [
      cards[0]?.firstName ?? '',
      cards[0]?.lastName ?? '',
      cards[0]?.memberNumber ?? '',
      cards[0]?.planName ?? '',
    ])
      expect(JSON.stringify(payload)).not.toContain(plain)

    const heard = await listHeard()
    expect(heard.map(({ url }) => decodeURIComponent(url))).toEqual([
      '/token',
      `/walletobjects/v1/genericObject/${pass?.id}`,
      '/walletobjects/v1/genericClass',
      '/walletobjects/v1/genericObject',
    ])
    const given = JSON.parse(heard.at(-1)?.body ?? '')
    expect(given).toMatchObject({ id: pass?.id, classId: pass?.classId, state: 'ACTIVE' })
    expect(given.header.defaultValue.value).toBe(cards[0]?.memberNumber)
    expect(JSON.parse(heard.at(-2)?.body ?? '')).toMatchObject({ viewUnlockRequirement: 'UNLOCK_REQUIRED_TO_VIEW' })

    await make(client, calls.googlePass, { params: { cardId } })
    expect((await listHeard()).slice(heard.length).map(({ method }) => method)).toEqual(['PUT'])
    expect(await listEvents(portal.database, answer)).toMatchObject([
      { action: 'wallet-pass.give', record_type: 'id-card', record_id: cardId },
    ])
  })

  test('MP-12 if Google does not answer, the member is told, and nothing about the card is logged', async () => {
    const client = await memberClient(portal.origin, 'MEMBER02')
    const { cards } = await readCards(client)
    await fetch(`${address}/down`)
    const answer = await make(client, calls.googlePass, { params: { cardId: cards[0]?.cardId ?? '' } })
    await fetch(`${address}/up`)
    expect([answer.status, listErrorCodes(answer)]).toEqual([503, ['UNAVAILABLE']])
    expect(portal.log.join('\n')).toContain('Google took no pass')
    expect(portal.log.join('\n')).not.toContain(cards[0]?.memberNumber)
  })

  test('MP-12 RG-3 CS-1 nobody gets passes for other people’s cards, even when acting for them or looking at their information', async () => {
    const own = await memberClient(portal.origin, 'MEMBER01')
    const cardId = (await readCards(own)).cards[0]?.cardId ?? ''
    const other = await memberClient(portal.origin, 'MEMBER02')
    for (const call of [calls.applePass, calls.googlePass] as const) {
      expect((await make(other, call, { params: { cardId } })).status).toBe(404)
      const rep = await actForMember(portal.origin, 'MEMBER01')
      expect((await make(rep, call, { params: { cardId } })).status).toBe(403)
      const viewer = await viewMirela(portal, ['coverage'])
      const seen = (await readCards(viewer)).cards[0]?.cardId ?? ''
      expect((await make(viewer, call, { params: { cardId: seen } })).status).toBe(403)
      expect((await make(new Client(portal.origin), call, { params: { cardId } })).status).toBe(401)
    }
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect((await readCards(rep)).wallets).toEqual([])
  })

  test('MP-12 a brand without keys offers none', async () => {
    const client = await memberClient(portal.origin, 'MEMBERMN')
    const { cards, wallets } = await readCards(client)
    expect(wallets).toEqual([])
    const params = { cardId: cards[0]?.cardId ?? '' }
    for (const call of [calls.applePass, calls.googlePass] as const)
      expect((await make(client, call, { params })).status).toBe(404)
  })
})
