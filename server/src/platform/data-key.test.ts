import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { loadDataKey } from './data-key.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-key-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const newKey = () => randomBytes(32).toString('base64')
const loadConfigured = (text: string) => loadDataKey({ configured: text, dataDir })
const secret = Buffer.from('a shared secret')

describe('SI-14 RG-4 what the database holds only encrypted', () => {
  test('SI-14 the key is created once, kept for its owner alone, and found again at the next start', () => {
    const sealed = loadDataKey({ configured: undefined, dataDir }).seal(secret, 'authenticator of A')
    expect(loadDataKey({ configured: undefined, dataDir }).open(sealed, 'authenticator of A')).toEqual(secret)
    expect(statSync(join(dataDir, 'keys/data.key')).mode & 0o077).toBe(0)
  })

  test('SI-14 a sealed value reveals nothing, differs each time, and opens only in its own context', () => {
    const key = loadConfigured(newKey())
    const sealed = key.seal(secret, 'authenticator of A')
    expect(sealed.includes(secret)).toBe(false)
    expect(key.seal(secret, 'authenticator of A')).not.toEqual(sealed)
    expect(() => key.open(sealed, 'authenticator of B')).toThrow()
    expect(() => loadConfigured(newKey()).open(sealed, 'authenticator of A')).toThrow()
    for (const at of [0, 12, 30]) {
      const spoilt = Buffer.from(sealed)
      spoilt[at] = (spoilt[at] ?? 0) ^ 1
      expect(() => key.open(spoilt, 'authenticator of A')).toThrow()
    }
    expect(() => key.open(sealed.subarray(0, 20), 'authenticator of A')).toThrow()
  })

  test('SI-14 after a change of keys the old one still opens, and finds what was hashed with it', () => {
    const [old, next] = [newKey(), newKey()]
    const sealed = loadConfigured(old).seal(secret, 'x')
    const [hash] = loadConfigured(old).hashes('ABCD', 'x')
    const both = loadConfigured(`${next}, ${old}`)
    expect(both.open(sealed, 'x')).toEqual(secret)
    expect(both.hashes('ABCD', 'x')).toContainEqual(hash)
    expect(both.hashes('ABCD', 'x')[0]).toEqual(loadConfigured(next).hashes('ABCD', 'x')[0])
    expect(loadConfigured(next).open(both.seal(secret, 'x'), 'x')).toEqual(secret)
    expect(both.hashes('ABCD', 'y')).not.toContainEqual(hash)
  })

  test.each(['', 'short', randomBytes(16).toString('base64'), `${newKey()},`])('SI-14 %j is no key', (text) => {
    expect(() => loadConfigured(text)).toThrow(ConfigError)
    expect(() => loadConfigured(text)).toThrow(/^DATA_KEY: must be 32 random bytes/)
  })
})
