import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { setSettings } from '../../../test/settings.ts'
import { enrollment } from '../../../test/x12.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { tellOfFeeds } from './feed-notices.ts'
import { readFeeds } from './feeds.ts'

const portal = testPortal()

type Letter = Parameters<EmailService['queue']>[1]
let letters: Letter[] = []
const emails = {
  queue: async (_tx: unknown, letter: Letter) => {
    letters.push(letter)
  },
} as Pick<EmailService, 'queue'>
const tell = async (now: Date) => {
  letters = []
  const findBrandName = (brand: string) => `Name of ${brand}`
  await tellOfFeeds({ database: portal.database, emails, findBrandName }, now)
  return letters
}

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs)

/** A full file, made just now. */
const members = (numbers: readonly string[], sender = 'PLAINSHEALTH') =>
  enrollment(
    numbers.flatMap((one) => [
      ...['INS*Y*18*030*XN*A', `REF*0F*${one}`, 'REF*1L*G-1', `REF*23*${one}`, 'NM1*IL*1*ASKILD*KNUT'],
      ...['DMG*D8*19810101*M', 'HD*030**HLT*GOLD*EMP', 'DTP*348*D8*20260101'],
    ]),
    { action: '4', sender, sent: `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}*0200` },
  )
const ten = (prefix: string) => Array.from({ length: 10 }, (_, at) => `${prefix}${100 + at}`)
const take = (brand: string, content: string, isNightly = true) =>
  importFiles(portal.database, { 'own.x12': content }, { kind: 'x12', brand, isNightly })

beforeAll(async () => {
  await portal.database.read
    .updateTable('account')
    .set({ email: sql<string>`lower(login_id) || '@plan.example'` })
    .where('login_id', 'in', ['ADMIN001', 'ADMIN002', 'CSRREP01'])
    .execute()
})

test('FD-7 administrators who can release a held night are told of it once, and of nothing in it', async () => {
  await take('wi', members(ten('TW')), false)
  expect(await tell(new Date())).toEqual([])
  await expect(take('wi', members(ten('TW').slice(4)))).rejects.toThrow(/held back/)
  const told = await tell(new Date())
  expect(told.map(({ to }) => to)).toContain('admin001@plan.example')
  expect(told.map(({ to }) => to)).not.toContain('csrrep01@plan.example')
  expect(told[0]).toMatchObject({ template: 'feed-held', memberId: null, values: { feedBrand: 'Name of wi' } })
  expect(JSON.stringify(told)).not.toMatch(/ASKILD|TW10|PLAINSHEALTH/)
  expect(await tell(new Date())).toEqual([])
  await expect(take('wi', members(ten('TW').slice(5)))).rejects.toThrow(/held back/)
  expect(await tell(new Date())).toHaveLength(told.length)
})

test('FD-7 nobody is told of a night of a brand that they do not administer', async () => {
  const { brands } = await portal.database.read
    .selectFrom('account')
    .innerJoin('staff_brand', 'staff_brand.account_id', 'account.account_id')
    .select((of) => of.fn.agg<string[]>('array_agg', ['staff_brand.brand']).as('brands'))
    .where('login_id', '=', 'ADMIN002')
    .executeTakeFirstOrThrow()
  expect(brands).not.toContain('idh')
  await expect(take('idh', members(ten('TI')))).rejects.toThrow(/first one/)
  const told = (await tell(new Date())).map(({ to }) => to)
  expect(told).toContain('admin001@plan.example')
  expect(told).not.toContain('admin002@plan.example')
})

test('FD-7 they are told once of each sender whose nightly files stay away, and again when it stays away again', async () => {
  await take('fl', members(ten('TF'), 'BYHAND'), false)
  await take('fl', members(ten('TF'), 'DENTALCO'), false)
  await take('fl', members(ten('TF'), 'DENTALCO'))
  const listLate = async (now: Date) =>
    (await tell(now)).flatMap(({ template, values }) =>
      template === 'feed-late' && values !== null && 'sender' in values && String(values.feedBrand) === 'Name of fl'
        ? String(values.sender)
        : [],
    )
  expect(await listLate(inHours(25))).toEqual([])
  const told = await listLate(inHours(27))
  expect(new Set(told)).toEqual(new Set(['DENTALCO']))
  expect(await listLate(inHours(28))).toEqual([])
  // Whatever arrives from other senders.
  await take('fl', members(ten('TF').slice(1), 'BYHAND'), false)
  await take('fl', members(ten('TF'), 'DENTALCO'))
  expect(await listLate(inHours(25))).toEqual([])
  expect(await listLate(inHours(27))).toEqual(told)
})

test('FD-7 nobody is told that files are late on days without files, or of a sender whose files are not expected', async () => {
  await take('wy', members(ten('TY'), 'PLAINSHEALTH'), false)
  await take('wy', members(ten('TZ'), 'ONCECO'), false)
  await take('wy', members(ten('TY'), 'PLAINSHEALTH'))
  await take('wy', members(ten('TZ'), 'ONCECO'))
  const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const weekday = (hours: number) =>
    inHours(hours).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'America/New_York' }).toLowerCase()
  const rest = names.filter((name) => name !== weekday(24) && name !== weekday(48)).join('/')
  await setSettings(portal.database, 'wy', { FEED_SENDERS: `PLAINSHEALTH days=${rest}, old=4; ONCECO days=none` })
  const listLate = async (now: Date) =>
    (await tell(now)).flatMap(({ template, values }) =>
      template === 'feed-late' && values !== null && 'sender' in values && String(values.feedBrand) === 'Name of wy'
        ? String(values.sender)
        : [],
    )
  expect(await listLate(inHours(60))).toEqual([])
  expect(new Set(await listLate(inHours(76)))).toEqual(new Set(['PLAINSHEALTH']))
})

test('FD-7 “System status” expects nightly files, and not files that a person loads with the command', async () => {
  await take('mn', members(ten('TM')), false)
  const readOwn = async (now: Date) =>
    (await readFeeds(portal.database.read, { brands: null, now }, (brand) => brand)).filter(
      ({ brand }) => brand === 'mn',
    )
  expect(await readOwn(inHours(100))).toMatchObject([{ expectedBy: null, late: false }])
  await take('mn', members(ten('TM')))
  const [nightly, byCommand] = await readOwn(inHours(27))
  expect(nightly).toMatchObject({ expectedBy: expect.any(String), late: true })
  expect(byCommand).toMatchObject({ expectedBy: null, late: false })
  // Files that a person loads afterwards do not count as nightly files.
  await take('mn', members(ten('TM')), false)
  expect((await readOwn(inHours(27))).map(({ late }) => late)).toEqual([false, true, false])
})
