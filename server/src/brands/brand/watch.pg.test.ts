import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { openTestDatabase } from '../../../test/portal.ts'
import { startServer } from '../../../test/server-process.ts'
import { runData } from '../../imports/records/data-command.ts'

const shipped = join(resolve(import.meta.dirname, '../../../..'), 'brands')
const own = mkdtempSync(join(tmpdir(), 'portico-brands-'))
let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
})
afterAll(async () => {
  await opened?.remove()
  rmSync(own, { recursive: true, force: true })
})

/** A brand of the installation's own, made from a shipped one that is left out here. */
function writeBrand(change: (record: Record<string, unknown>) => void, tagline: string): void {
  cpSync(join(shipped, 'idh'), join(own, 'prairie'), { recursive: true })
  const record = readRecord('brand.json')
  Object.assign(record, { code: 'prairie', sharedBrandCode: 'PRAIRIE', aliases: [] })
  change(record)
  writeRecord('brand.json', record)
  for (const language of ['en', 'es'])
    writeRecord(`texts.${language}.json`, {
      ...readRecord(`texts.${language}.json`),
      name: 'Prairie Own Plan',
      tagline,
    })
}
const locate = (file: string) => join(own, 'prairie', file)
const readRecord = (file: string) => JSON.parse(String(readFileSync(locate(file)))) as Record<string, unknown>
const writeRecord = (file: string, value: unknown) => writeFileSync(locate(file), JSON.stringify(value))

test('BR-8 every instance serves a brand beside the program within seconds, and one that breaks stays as it was', async () => {
  const settings = { ...opened.environment, DEMO: '0', BRANDS_DIR: own, SHIPPED_BRANDS: 'fl' }
  const servers = await Promise.all([
    startServer(settings),
    startServer({ ...settings, DATA_DIR: mkdtempSync(join(own, '.data-')) }),
  ])
  onTestFinished(async () => {
    for (const server of servers) await server.stop()
  })
  const readPages = () =>
    Promise.all(
      servers.map(async ({ origin }) =>
        (await fetch(`${origin}/login/`, { headers: { cookie: 'brand=prairie' } })).text(),
      ),
    )
  const showEverywhere = async (part: string) => (await readPages()).every((page) => page.includes(part))
  expect(await showEverywhere('Prairie Own Plan')).toBe(false)

  writeBrand(() => {}, 'The first tagline')
  await expect.poll(() => showEverywhere('Prairie Own Plan')).toBe(true)
  // Another brand and whatever breaks are left out: everyone else is served.
  const [{ origin } = { origin: '' }] = servers
  const other = await fetch(`${origin}/login/`, { headers: { cookie: 'brand=idh' } })
  expect(await other.text()).not.toContain(readName('idh'))
  expect(await (await fetch(`${origin}/login/`, { headers: { cookie: 'brand=fl' } })).text()).toContain(readName('fl'))

  writeFileSync(join(own, 'prairie', 'brand.json'), '{')
  cpSync(join(shipped, 'az'), join(own, 'az'), { recursive: true })
  await expect
    .poll(async () => (await fetch(`${origin}/login/`, { headers: { cookie: 'brand=az' } })).text())
    .toContain(readName('az'))
  expect(await showEverywhere('Prairie Own Plan')).toBe(true)

  writeBrand((record) => Object.assign(record.look as object, { radius: 17 }), 'The second tagline')
  await expect.poll(() => showEverywhere('17px')).toBe(true)
})

test('BR-8 every instance serves a brand of the console within seconds and after a restart, and commands know it, too', async () => {
  const code = 'prairie'
  await sql`delete from brand_version`.execute(opened.database.read)
  const settings = { ...opened.environment, DEMO: '0', SHIPPED_BRANDS: 'fl' }
  const start = () => startServer({ ...settings, DATA_DIR: mkdtempSync(join(own, '.data-')) })
  const servers = [await startServer(settings), await start()]
  onTestFinished(async () => {
    for (const server of servers) await server.stop()
  })
  const showEverywhere = async (part: string) => {
    const pages = servers.map(async ({ origin }) =>
      (await fetch(`${origin}/login/`, { headers: { cookie: `brand=${code}` } })).text(),
    )
    return (await Promise.all(pages)).every((page) => page.includes(part))
  }
  const keep = (version: number, tagline: string) => {
    const text = (file: string) => String(readFileSync(join(shipped, 'idh', file)))
    const spoken = (file: string) => JSON.stringify({ ...JSON.parse(text(file)), name: 'Console Plan', tagline })
    const record = { ...JSON.parse(text('brand.json')), code, sharedBrandCode: 'PRAIRIE', states: ['ID'] }
    const files = {
      'brand.json': JSON.stringify(record),
      ...{ 'texts.en.json': spoken('texts.en.json'), 'texts.es.json': spoken('texts.es.json') },
      ...{ 'logo.svg': text('logo.svg'), 'logo-on-dark.svg': text('logo-on-dark.svg'), 'mark.svg': text('mark.svg') },
    }
    return sql`insert into brand_version (brand, version, state, files, reason, made_by, made_at)
      values (${code}, ${version}, 'confirmed', ${JSON.stringify(files)}, 'A test', gen_random_uuid(), now())`.execute(
      opened.database.read,
    )
  }
  const [{ origin } = { origin: '' }] = servers
  const listForApps = async () => (await fetch(`${origin}/fhir/brands`)).text()
  expect(await listForApps()).not.toContain('Console Plan')
  await keep(1, 'The first tagline')
  await expect.poll(() => showEverywhere('Console Plan')).toBe(true)
  expect(await listForApps()).toContain('Console Plan')
  const served = await fetch(`${origin}/rbsmbl/x-services/zipToBrand/getBrandInfo?zipCode=83701`)
  expect(await served.json()).toMatchObject({ payload: { brand: code } })
  servers.push(await start())
  expect(await showEverywhere('Console Plan')).toBe(true)
  const told = await runData(['hold', code, '123456789', '--reason', 'A test'], { ...process.env, ...settings })
  expect(told.said).not.toContain('There is no brand')
})

test('BR-8 within seconds, a withdrawn brand shows nowhere and its sign-ins end; it stays for jobs, and comes back', async () => {
  const code = 'idh'
  await sql`delete from brand_version`.execute(opened.database.read)
  const settings = { ...opened.environment, DEMO: '0' }
  const servers = [
    await startServer(settings),
    await startServer({ ...settings, DATA_DIR: mkdtempSync(join(own, '.data-')) }),
  ]
  onTestFinished(async () => {
    for (const server of servers) await server.stop()
  })
  const text = (file: string) => String(readFileSync(join(shipped, code, file)))
  const names = ['brand.json', 'texts.en.json', 'texts.es.json', 'logo.svg', 'logo-on-dark.svg', 'mark.svg']
  const files = JSON.stringify(Object.fromEntries(names.map((file) => [file, text(file)])))
  const keep = (version: number, withdrawn: boolean) =>
    sql`insert into brand_version (brand, version, state, files, withdrawn, reason, made_by, made_at)
      values (${code}, ${version}, 'confirmed', ${files}, ${withdrawn}, 'A test', gen_random_uuid(), now())`.execute(
      opened.database.read,
    )
  const ask = async (path: string, host: string, headers: Record<string, string> = {}) =>
    Promise.all(
      servers.map(async ({ origin }) => {
        const client = new Client(origin)
        client.host = `${host}:${new URL(origin).port}`
        const { status, bytes } = await client.get(path, { headers: { accept: 'text/html', ...headers } })
        return { status, text: String(bytes) }
      }),
    )
  const readEverywhere = async (path: string, host: string, headers: Record<string, string> = {}) =>
    (await ask(path, host, headers)).map(({ status, text: said }) => `${status} ${said.includes(readName(code))}`)
  const [first = { origin: '' }] = servers
  const member = new Client(first.origin)
  expect((await member.signIn('MEMBERID')).status).toBe(200)
  const staff = new Client(first.origin)
  expect((await staff.signIn('CSRREP01')).status).toBe(200)
  await keep(1, false)
  expect(await readEverywhere('/login/', 'secure.idahoplan.localhost')).toEqual(['200 true', '200 true'])
  await keep(2, true)
  await expect.poll(() => readEverywhere('/login/', 'secure.idahoplan.localhost')).toEqual(['410 false', '410 false'])
  for (const host of ['secure.idh.localhost', 'staff.idahoplan.localhost', 'shop.idahoplan.localhost'])
    expect(await readEverywhere('/rbsmbl/x-services/anything', host, { accept: 'application/json' })).toEqual([
      '404 false',
      '404 false',
    ])
  // Nor through what a browser has stored, in the lists for apps, at their addresses, or by ZIP code.
  expect(await readEverywhere('/login/', 'localhost', { cookie: `brand=${code}` })).toEqual(['200 false', '200 false'])
  expect(await readEverywhere('/fhir/brands', 'localhost')).toEqual(['200 false', '200 false'])
  expect(await readEverywhere(`/fhir/${code}/r4/metadata`, 'localhost')).toEqual(['404 false', '404 false'])
  expect(await readEverywhere(`/portal/${code}`, 'localhost')).toEqual(['404 false', '404 false'])
  const zip = await ask('/rbsmbl/x-services/zipToBrand/getBrandInfo?zipCode=83701', 'localhost')
  expect(zip.map(({ status }) => status)).toEqual([404, 404])
  const userInfo = async (client: Client) => (await make(client, calls.getUserInfo, {})).status
  await expect.poll(() => userInfo(member)).toBe(401)
  expect(await userInfo(staff)).toBe(200)
  expect(listErrorCodes(await new Client(first.origin).signIn('MEMBERID'))).toEqual(['GEN-BRANDCONFLICT'])
  // Commands and jobs still know it.
  const told = await runData(['hold', code, '123456789', '--reason', 'A test'], { ...process.env, ...settings })
  expect(told.said).not.toContain('There is no brand')
  await keep(3, false)
  await expect.poll(() => readEverywhere('/login/', 'secure.idahoplan.localhost')).toEqual(['200 true', '200 true'])
  expect((await new Client(first.origin).signIn('MEMBERID')).status).toBe(200)
})

function readName(code: string): string {
  return (JSON.parse(String(readFileSync(join(shipped, code, 'texts.en.json')))) as { name: string }).name
}
