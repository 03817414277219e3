import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../../platform/config.ts'
import { formatKeySet, type KeptKey, newKey, parseKeySet, rotateKeys } from './key-set.ts'
import { loadTokenKeys, rotateKeptKeys } from './token-keys.ts'

const now = new Date('2026-11-20T14:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function newFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-keys-'))
  folders.push(dataDir)
  return { dataDir, file: join(dataDir, 'keys', 'token-signing.json') }
}

/** A folder's keys, with every warning about them. */
async function load(dataDir: string) {
  const warnings: string[] = []
  const keys = await loadTokenKeys({ configured: undefined, dataDir, warn: (text) => warnings.push(text) })
  return { keys, warnings }
}
const listKids = async (keys: Awaited<ReturnType<typeof load>>['keys']) =>
  (await keys.listPublished()).map(({ kid }) => kid)

describe('SI-11 the kept keys', () => {
  test('SI-11 are created once, for their owner only', async () => {
    const { dataDir, file } = newFolder()
    const first = await load(dataDir)
    const again = await load(dataDir)
    expect((await again.keys.findSigningKey(now)).kid).toBe((await first.keys.findSigningKey(now)).kid)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('SI-11 may be the single key of an older installation', async () => {
    const { dataDir, file } = newFolder()
    await load(dataDir)
    const { kid, ...single } = await newKey()
    writeFileSync(file, JSON.stringify(single))
    expect((await (await load(dataDir)).keys.findSigningKey(now)).kid).toBe(kid)
  })

  test('SI-11 are rotated under a running server: the new one is known at once and signs after a while', async () => {
    const { dataDir } = newFolder()
    const { keys } = await load(dataDir)
    const old = await keys.findSigningKey(now)
    const [next] = await rotateKeptKeys(dataDir, { now, delayMs: 600_000 })
    // Another server's token names the new key before this server has seen it.
    expect(await keys.findVerifyingKey(next?.kid ?? '')).not.toBeNull()
    expect(await listKids(keys)).toEqual([next?.kid, old.kid])
    expect((await keys.findSigningKey(minutes(9))).kid).toBe(old.kid)
    expect((await keys.findSigningKey(minutes(10))).kid).toBe(next?.kid)
    expect(await keys.findVerifyingKey(old.kid)).not.toBeNull()
  })

  test('SI-11 sign even if a clock is behind every start', async () => {
    const { dataDir } = newFolder()
    const { keys } = await load(dataDir)
    const old = await keys.findSigningKey(now)
    await rotateKeptKeys(dataDir, { now, delayMs: 0 })
    expect((await keys.findSigningKey(hours(-1))).kid).toBe(old.kid)
  })

  test('SI-11 forget the old ones at once on request', async () => {
    const { dataDir } = newFolder()
    const { keys } = await load(dataDir)
    const old = await keys.findSigningKey(now)
    const [next] = await rotateKeptKeys(dataDir, 'drop-old')
    expect(await listKids(keys)).toEqual([next?.kid])
    expect((await keys.findSigningKey(now)).kid).toBe(next?.kid)
    expect(keys.has(old.kid)).toBe(false)
    expect(await keys.findVerifyingKey(old.kid)).toBeNull()
  })

  test('SI-11 that can no longer be read change nothing but the log, once', async () => {
    const { dataDir, file } = newFolder()
    const { keys, warnings } = await load(dataDir)
    const { kid } = await keys.findSigningKey(now)
    writeFileSync(file, '{"keys":[')
    expect(await listKids(keys)).toEqual([kid])
    expect(await keys.findVerifyingKey('unknown')).toBeNull()
    expect((await keys.findSigningKey(now)).kid).toBe(kid)
    expect(warnings).toHaveLength(1)
    const mended = await newKey()
    writeFileSync(file, formatKeySet([mended]))
    expect(await listKids(keys)).toEqual([mended.kid])
  })
})

describe('SI-11 a rotation', () => {
  test('SI-11 keeps old keys longer than any access token lives, as public halves once they no longer sign', async () => {
    const kids = (keys: readonly KeptKey[]) => keys.map(({ kid }) => kid)
    const secret = (keys: readonly KeptKey[]) => keys.map(({ d }) => d !== undefined)
    const first = [await newKey()]
    const second = await rotateKeys(first, { now, delayMs: 600_000 })
    expect(secret(second)).toEqual([true, true])
    const third = await rotateKeys(second, { now: hours(2), delayMs: 600_000 })
    expect([kids(third).slice(1), secret(third)]).toEqual([kids(second), [true, true, false]])
    const later = await rotateKeys(third, { now: hours(24.5), delayMs: 600_000 })
    expect([kids(later).slice(1), secret(later)]).toEqual([kids(third).slice(0, 2), [true, true, false]])
    expect(new Set([...kids(later), ...kids(third)]).size).toBe(4)
  })

  test('SI-11 that comes before the previous one has taken effect leaves all three able to sign in turn', async () => {
    const second = await rotateKeys([await newKey()], { now, delayMs: 600_000 })
    const third = await rotateKeys(second, { now: minutes(5), delayMs: 600_000 })
    expect(third.every(({ d }) => d !== undefined)).toBe(true)
  })

  test('SI-11 comes back from text as it was written', async () => {
    const keys = await rotateKeys([await newKey()], { now, delayMs: 1 })
    expect(await parseKeySet(formatKeySet(keys))).toEqual(keys)
  })
})

describe('SI-11 the configured keys', () => {
  const loadConfigured = (text: string) =>
    loadTokenKeys({ configured: text, dataDir: '/nowhere', warn: () => undefined }).then(listKids)

  test('SI-11 are one private key, or a set of which the first signs and all verify', async () => {
    const [one, other] = [await newKey(), await newKey()]
    expect(await loadConfigured(JSON.stringify(one))).toEqual([one.kid])
    const { d: _, ...open } = other
    expect(await loadConfigured(formatKeySet([one, open]))).toEqual([one.kid, other.kid])
  })

  test('SI-11 that are invalid stop the start, and nothing of them is shown', async () => {
    const key = await newKey()
    const { d: secret = '', ...open } = key
    for (const text of [
      'no JSON',
      'null',
      '[]',
      '{"keys":[]}',
      JSON.stringify(open),
      formatKeySet([open, key]),
      JSON.stringify({ ...key, crv: 'P-384' }),
      JSON.stringify({ kty: 'RSA', n: 'x', e: 'AQAB', d: 'x' }),
      JSON.stringify({ ...key, x: 'AAAA' }),
      JSON.stringify({ ...key, signsFrom: 'soon' }),
    ]) {
      const failure = await loadConfigured(text).then(
        () => null,
        (error: Error) => error,
      )
      expect(failure, text).toBeInstanceOf(ConfigError)
      expect(failure?.message).toMatch(/^TOKEN_SIGNING_KEY: /)
      expect(failure?.message).not.toContain(secret)
    }
  })

  test('SI-11 private parts are never published', async () => {
    const key = await newKey()
    const keys = await loadTokenKeys({ configured: JSON.stringify(key), dataDir: '/nowhere', warn: () => undefined })
    expect(await keys.listPublished()).toEqual([
      { kty: 'EC', crv: 'P-256', x: key.x, y: key.y, kid: key.kid, alg: 'ES256', use: 'sig' },
    ])
  })
})

test('SI-11 no half-written file is left beside the keys', async () => {
  const { dataDir, file } = newFolder()
  await rotateKeptKeys(dataDir, { now, delayMs: 0 })
  expect((await parseKeySet(readFileSync(file, 'utf8'))).length).toBe(2)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
