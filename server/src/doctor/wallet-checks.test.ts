import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeAppleFiles, writeAppleFiles, writeGoogleFiles } from '../../test/wallet-keys.ts'
import { checkWallets } from './wallet-checks.ts'

const apple = await makeAppleFiles({ lastDay: new Date('2027-03-01') })
const brands = new Set(['hmbcbs', 'minnesota'])
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-wallets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const check = (day: string) =>
  checkWallets({ wallet: { folder, googleUrl: null } }, brands, new Date(day)).map(
    ({ state, text }) => `${state} ${text}`,
  )

test('MP-12 AD-6 the doctor says until when passes can be signed, warns a month before, and fails afterwards', () => {
  writeAppleFiles(join(folder, 'hmbcbs'), apple)
  expect(check('2026-11-28')).toEqual([expect.stringMatching(/^OK hmbcbs: .*until 2027-03-01/)])
  expect(check('2027-02-10')).toEqual([expect.stringMatching(/^WARN hmbcbs: .*ends on 2027-03-01/)])
  expect(check('2027-03-02')).toEqual([expect.stringMatching(/^FAIL hmbcbs: .*ended on 2027-03-01/)])
})

test('MP-12 AD-6 it names keys that do not fit, and says nothing of them', async () => {
  const other = await makeAppleFiles()
  const foreignKey = other.own.slice(other.own.indexOf('-----BEGIN PRIVATE'))
  const certificate = apple.own.slice(0, apple.own.indexOf('-----BEGIN PRIVATE'))
  writeAppleFiles(join(folder, 'hmbcbs'), { ...apple, own: certificate + foreignKey })
  writeGoogleFiles(join(folder, 'minnesota'), 'https://oauth2.googleapis.com/token')
  expect(check('2026-11-28')).toEqual([
    'FAIL hmbcbs: The key in apple.pem is not that of its certificate.',
    'OK minnesota: passes for Google Wallet, as issuer 3388000000012345678.',
  ])
  writeAppleFiles(join(folder, 'hmbcbs'), { ...apple, authority: other.authority })
  expect(check('2026-11-28')[0]).toBe('FAIL hmbcbs: apple-authority.pem did not issue the certificate in apple.pem.')
  writeAppleFiles(join(folder, 'hmbcbs'), { ...apple, own: certificate })
  expect(check('2026-11-28')[0]).toMatch(/holds no private key/)
  rmSync(join(folder, 'hmbcbs', 'apple-authority.pem'))
  expect(check('2026-11-28')[0]).toBe('FAIL hmbcbs: apple-authority.pem is missing beside apple.pem.')
})

test('MP-12 AD-6 it names folders of brands that there are not, and empty ones', () => {
  mkdirSync(join(folder, 'hmbcbs'))
  writeFileSync(join(folder, 'README'), '')
  mkdirSync(join(folder, 'nobody'))
  expect(check('2026-11-28')).toEqual([
    'FAIL hmbcbs: its folder in WALLET_DIR holds no keys.',
    'FAIL There is no brand "nobody", which WALLET_DIR names.',
  ])
})

test('MP-12 AD-6 without the setting there is nothing to check; a folder that is not there fails', () => {
  expect(checkWallets({ wallet: null }, brands, new Date()).map(({ state }) => state)).toEqual(['OK'])
  rmSync(folder, { recursive: true })
  expect(check('2026-11-28')).toEqual([`FAIL WALLET_DIR ${folder} is not there.`])
})
