import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as calls from '@portico/contract/calls/brand-console'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBrand } from '../../../test/brand-samples.ts'
import { make } from '../../../test/call.ts'
import type { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { readKeptBrands } from '../../brands/brand/configured.ts'

const shipped = join(resolve(import.meta.dirname, '../../../..'), 'brands')
const folder = mkdtempSync(join(tmpdir(), 'portico-brands-'))
cpSync(join(shipped, 'idh'), join(folder, 'idh'), { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const portal = testPortal({ BRANDS_DIR: folder })
beforeAll(async () => {
  await sql`update account set entitlements = '["administer"]' where login_id = 'CSRREP01'`.execute(
    portal.database.read,
  )
  const id = sql`(select account_id from account where login_id = 'CSRREP01')`
  await sql`delete from staff_brand where account_id = ${id}`.execute(portal.database.read)
  await sql`insert into staff_brand (account_id, brand) values (${id}, 'ALL')`.execute(portal.database.read)
})
const first = testClient(portal, 'ADMIN001')
const second = testClient(portal, 'CSRREP01')

const find = async (client: Client, code: string) =>
  (await make(client, calls.listOwnBrands, {})).body.payload.brands.find((one) => one.code === code)
const proposeAs = async (client: Client, code: string) => {
  const fields = (await find(client, code))?.fields ?? sampleBrand.fields
  const body = { ...sampleBrand, fields, drawings: { logo: '', logoOnDark: '', mark: '' } }
  return make(client, calls.proposeBrand, { params: { code }, body })
}
const decideAs = (client: Client, code: string, confirm: boolean) =>
  make(client, calls.decideBrand, { params: { code, version: '1' }, body: { confirm } })

test('BR-8 the console cannot change, withdraw or restore a brand that is kept in BRANDS_DIR', async () => {
  expect(await find(first, 'idh')).toMatchObject({ origin: 'folder', withdrawable: false })
  expect((await proposeAs(first, 'idh')).status).toBe(409)
  const body = { basedOn: 0, reason: 'A test' }
  expect((await make(first, calls.revertBrand, { params: { code: 'idh' }, body })).status).toBe(409)
  expect((await make(first, calls.withdrawBrand, { params: { code: 'idh' }, body })).status).toBe(409)
  expect((await find(first, 'idh'))?.waiting).toBeNull()
  // Other brands change as before.
  expect((await proposeAs(first, 'fl')).status).toBe(200)
})

test('BR-8 a request that waited when its brand moved to BRANDS_DIR cannot come into force, and can be dropped', async () => {
  const read = (file: string) => String(readFileSync(join(shipped, 'idh', file)))
  const names = ['brand.json', 'texts.en.json', 'texts.es.json', 'logo.svg', 'logo-on-dark.svg', 'mark.svg']
  const files = JSON.stringify(Object.fromEntries(names.map((file) => [file, read(file)])))
  await sql`insert into brand_version (brand, version, state, files, reason, made_by, made_at)
    select 'idh', 1, 'waiting', ${files}::jsonb, 'A test', account_id, now() from account where login_id = 'ADMIN001'`.execute(
    portal.database.read,
  )
  expect((await find(second, 'idh'))?.waiting).toMatchObject({ version: 1 })
  expect((await decideAs(second, 'idh', true)).status).toBe(409)
  expect(await readKeptBrands(portal.database.read)).toEqual([])
  expect((await decideAs(second, 'idh', false)).status).toBe(200)
})
