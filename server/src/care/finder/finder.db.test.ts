import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as calls from '@portico/contract/calls/finder'
import { listPeople, startViewing } from '@portico/contract/calls/people'
import { primaryCare } from '@portico/contract/calls/primary-care'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, listErrors, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { importDirectory } from '../../imports/imports/directory/run.ts'
import type { RejectedRecord } from '../../imports/imports/machine.ts'
import { easternDay } from '../../platform/day.ts'
import { toPlaceKey } from './entry.ts'

const portal = testPortal()
const brands = new Set(['hmbcbs', 'ndbcbs'])
const pittsburgh = { lat: 40.44, lon: -79.99 }
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-directory-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

async function take(files: readonly string[], brand: string | null = null, dryRun = false) {
  const rejected: RejectedRecord[] = []
  const findPoint = (zip: string) =>
    zip === '15222' ? pittsburgh : zip === '16501' ? { lat: 42.13, lon: -80.09 } : null
  const options = { brand, brands, files, dryRun, allowRemovals: true, now: new Date(), findPoint }
  const counts = await importDirectory(portal.database, options, {
    progress: () => {},
    reject: (one) => {
      rejected.push(one)
    },
  })
  return { counts, rejected: rejected.map(({ line, path, reason }) => ({ line, path, reason })) }
}

const header =
  'npi,type,name,credential,specialty,taxonomy,address,city,state,zip,lat,lon,phone,gender,languages,accepting,saturday,verified_on'
const today = new Date().toISOString().slice(0, 10)
const rows = {
  heart: `1740796093,individual,Ana Corazon,MD,,207RC0000X,1 Main St,Pittsburgh,PA,15222,40.45,-79.99,412-555-0101,F,es,yes,,${today}`,
  far: `1588076731,individual,Bo Herz,MD,,207RC0000X,2 Far Rd,Erie,PA,16501,42.13,-80.09,814-555-0102,M,,no,,2020-01-01`,
  clinic: `1699254839,facility,Little Steps Clinic,,,261Q00000X;208000000X,3 Hill St,Pittsburgh,PA,15222,,,412-555-0103,,,yes,yes,${today}`,
  pharmacy: `1548294473,pharmacy,Corner Pharmacy,,,3336C0003X,4 Hill St,Pittsburgh,PA,15222,40.44,-80.0,,,,,,${today}`,
}
const networks = (...lines: readonly string[]) =>
  file('networks.csv', 'brand,network_id,network_name,npi,begins,ends,accepting,primary_care,verified_on', ...lines)
const inNetwork = `hmbcbs,blue,Blue Choice,1699254839,2026-01-01,,yes,yes,${today}`

const find = async (body: Partial<Parameters<typeof ask>[0]> = {}) => (await ask({ text: '', ...body })).body.payload
const ask = (body: { text: string; brand?: string; place?: string; miles?: number } & Record<string, unknown>) =>
  make(new Client(portal.origin), calls.findProviders, { body: { brand: 'hmbcbs', place: '15222', ...body } })
const names = async (...asked: Parameters<typeof find>) => (await find(...asked)).entries.map(({ name }) => name)
const mainStreet = toPlaceKey({ address: '1 Main St', zip: '15222' })
const all = [rows.heart, rows.far, rows.clinic, rows.pharmacy]
const load = () => take([file('providers.csv', header, ...all), networks(inNetwork)])

/** What is left in use after garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

describe('IM-7 a directory is imported from files', () => {
  test('IM-7 it is imported once; the same files again change nothing, and a changed row is counted', async () => {
    // The providers from the test setup are gone: a run replaces the whole directory.
    expect((await load()).counts).toMatchObject({ read: 5, created: 5, updated: 0, unchanged: 0, rejected: 0 })
    expect((await load()).counts).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
    const changed = rows.heart.replace('412-555-0101', '412-555-0199')
    const again = await take([file('changed.csv', header, changed, ...all.slice(1)), networks(inNetwork)])
    expect(again.counts).toMatchObject({ updated: 1, unchanged: 4 })
    expect((await find({ text: 'corazon' })).entries[0]).toMatchObject({ phone: '412-555-0199' })
    await load()
    const states = () =>
      portal.database.read.selectFrom('directory_generation').select('state').orderBy('state').execute()
    // The previous directory stays, so that it can be restored.
    expect(await states()).toEqual([{ state: 'before' }, { state: 'live' }])
    const { rows: left } = await sql<{ n: number }>`
      select count(distinct generation)::int as n from directory_term
    `.execute(portal.database.read)
    expect(left[0]?.n).toBe(2)
  })

  test('IM-7 errors are reported by line and column and the rest is imported; a file with only wrong rows changes nothing', async () => {
    const wrong = [
      rows.heart.replace('1740796093', '1740796094'),
      rows.heart.replace('individual', 'wizard'),
      rows.heart.replace(',15222,40.45,-79.99,', ',99999,,,'),
      rows.heart.replace('40.45', '140.45'),
      'too,few,cells',
    ]
    const { counts, rejected } = await take([file('wrong.csv', header, ...wrong)], null, true)
    expect(counts).toMatchObject({ created: 0, rejected: 5 })
    expect(rejected.map(({ line, path }) => [line, path])).toEqual([
      ...[
        [2, 'npi'],
        [3, 'type'],
        [4, 'zip'],
        [5, 'lat'],
        [6, ''],
      ],
    ])
    await take([file('wrong.csv', header, ...wrong)])
    expect(await names({ text: 'corazon' })).toEqual(['Ana Corazon'])
  })

  test('IM-7 a dry run stores nothing, and an unknown brand is refused', async () => {
    await take([file('one.csv', header, rows.far)], null, true)
    expect(await names({ text: 'corazon' })).toEqual(['Ana Corazon'])
    const { rejected } = await take([networks('nobody,x,X,1699254839,,,,,')], null, true)
    expect(rejected).toEqual([{ line: 2, path: 'brand', reason: 'there is no brand nobody' }])
  })

  test('IM-7 each of a great many wrong rows is reported, and none is kept in memory or shown', async () => {
    const wrong = rows.heart.replace('individual', 'wizard').split(',')
    const many = Number(process.env.BAD_ROWS ?? 100_000)
    // Memory in use when half of them have arrived, and at the end.
    const used: number[] = []
    async function* badRows() {
      yield { line: 1, cells: header.split(',') }
      for (let line = 2; line < many + 2; line++) {
        if (line === many / 2 || line === many) used.push(bytesInUse())
        yield { line, cells: [...wrong] }
      }
    }
    let told = 0
    const options = {
      brand: null,
      brands,
      files: ['bad.csv'],
      dryRun: false,
      now: new Date(),
      findPoint: () => pittsburgh,
    }
    const counts = await importDirectory(portal.database, options, {
      rows: badRows,
      progress: () => {},
      reject: ({ path }) => {
        told += path === 'type' ? 1 : 0
      },
    })
    expect([counts, told]).toEqual([
      { read: many, created: 0, updated: 0, unchanged: 0, rejected: many, skipped: 0 },
      many,
    ])
    const [half = 0, end = 0] = used
    // Less than half of what a row takes.
    expect((end - half) / (many / 2)).toBeLessThan((wrong.length * 8) / 2)
    expect(await names({ text: 'corazon' })).toEqual(['Ana Corazon'])
    const states = await portal.database.read.selectFrom('directory_generation').select('state').execute()
    expect(states.filter(({ state }) => state === 'loading' || state === 'old')).toEqual([])
  })

  test('IM-7 MP-22 a search during the replacement of the directory sees the old one or the new one, never a mix', async () => {
    const version = (number: number) => {
      const phone = `412-555-${1000 + number}`
      const many = Array.from({ length: 30 }, (_, at) =>
        rows.heart
          .replace('Ana Corazon', `Mezcla ${'abcdefghij'[at % 10]}${'xyz'[Math.floor(at / 10)]}`)
          .replace('1 Main St', `${at + 10} Main St`)
          .replace('412-555-0101', phone),
      )
      return [file(`version-${number}.csv`, header, ...all, ...many), networks(inNetwork)]
    }
    await take(version(1))
    let isSearching = true
    const taking = (async () => {
      for (let number = 2; isSearching; number++) await take(version(number))
    })()
    const seen: string[][] = []
    for (let round = 0; round < 10 || (new Set(seen.map(String)).size < 3 && round < 400); round++) {
      const pages = await Promise.all([1, 2].map((page) => find({ text: 'mezcla', page })))
      for (const { entries, total } of pages)
        seen.push([String(total), ...new Set(entries.map(({ phone }) => phone ?? ''))])
    }
    isSearching = false
    await taking
    for (const one of seen) expect(one).toEqual(['30', expect.stringMatching(/^412-555-1\d{3}$/)])
    expect(new Set(seen.map(String)).size).toBeGreaterThanOrEqual(3)
  })

  test('MP-22 a search that pauses halfway continues with the directory that it began with', async () => {
    const { database } = portal
    let asked: ReturnType<typeof find> | undefined
    await database.transaction(async (tx) => {
      // By then the search has found its entries but has not read their details.
      await sql`lock table directory_seat in access exclusive mode`.execute(tx)
      asked = find({ text: 'mezcla' })
      // The embedded database starts the search only after this.
      while (database.kind === 'postgres') {
        const { rows: waiting } = await sql`select from pg_locks where not granted`.execute(tx)
        if (waiting.length > 0) break
      }
      await sql`update directory_entry set phone = '412-555-2000' where name like 'Mezcla%'`.execute(tx)
      await sql`delete from directory_entry where name like 'Mezcla%x'`.execute(tx)
    })
    const found = await asked
    const said = [found?.total, ...new Set(found?.entries.map(({ phone }) => phone))]
    expect([
      [30, expect.stringMatching(/^412-555-1/)],
      [20, '412-555-2000'],
    ]).toContainEqual(said)
    await load()
  })

  test('IM-7 rows of the full NPPES file', async () => {
    const columns = [
      'NPI',
      'Entity Type Code',
      'Provider Organization Name (Legal Business Name)',
      'Provider Last Name (Legal Name)',
      'Provider First Name',
      'Provider First Line Business Practice Location Address',
      'Provider Business Practice Location Address City Name',
      'Provider Business Practice Location Address State Name',
      'Provider Business Practice Location Address Postal Code',
      'Provider Business Practice Location Address Telephone Number',
      'Last Update Date',
      'NPI Deactivation Date',
      'NPI Reactivation Date',
      'Healthcare Provider Taxonomy Code_1',
      'Healthcare Provider Primary Taxonomy Switch_1',
      'Healthcare Provider Taxonomy Code_2',
      'Healthcare Provider Primary Taxonomy Switch_2',
      'Something Else',
    ]
    const nppes = file(
      'npidata.csv',
      columns.map((one) => `"${one}"`).join(','),
      '1740796093,1,,CORAZON,ANA,1 MAIN ST,PITTSBURGH,PA,152221234,4125550101,06/30/2026,,,208000000X,N,207RC0000X,Y,x',
      '1588076731,,,,,,,,,,,01/02/2020,,,,,,',
    )
    expect((await take([nppes], 'ndbcbs')).counts).toMatchObject({ created: 1, rejected: 0 })
    const found = await find({ brand: 'ndbcbs', text: 'heart doctor' })
    expect(found.entries[0]).toMatchObject({
      name: 'Ana Corazon',
      zip: '15222',
      phone: '412-555-0101',
      exact: false,
      verifiedOn: '2026-06-30',
      specialties: [{ id: 'cardiology' }, { id: 'pediatrics' }],
    })
    // The brand's own directory replaces the shared one, for that provider only.
    expect(found.entries).toHaveLength(1)
    expect((await find({ brand: 'ndbcbs', text: 'pharmacy' })).entries).toHaveLength(1)
  })
})

describe('MP-22 searching', () => {
  test('MP-22 the nearest of a kind first, within the distance; one too far away is offered with one press', async () => {
    expect(await names({ text: 'heart doctor', miles: 250 })).toEqual(['Ana Corazon', 'Bo Herz'])
    expect(await names({ text: 'heart doctor', miles: 25 })).toEqual(['Ana Corazon'])
    const none = await find({ text: 'herz', miles: 25 })
    expect(none).toMatchObject({ state: 'none', entries: [], widen: [{ change: 'miles', miles: 250, count: 1 }] })
    // The answer names the nearest one at once, with unchanged filters.
    expect(none.nearest).toMatchObject({ name: 'Bo Herz' })
    expect(Math.abs((none.nearest?.miles ?? 0) - 117)).toBeLessThan(2)
    expect((await find({ text: 'heart doctor', miles: 25 })).nearest).toBeNull()
    const { entries } = await find({ text: 'herz', miles: 250 })
    expect(Math.abs((entries[0]?.miles ?? 0) - 117)).toBeLessThan(2)
  })

  test('MP-22 one card per provider, with their other matching places, the nearest first', async () => {
    const second = rows.heart.replace(
      '1 Main St,Pittsburgh,PA,15222,40.45,-79.99',
      '9 Lake Rd,Erie,PA,16501,42.13,-80.09',
    )
    await take([file('providers.csv', header, ...all, second), networks(inNetwork)])
    try {
      const readAna = async (more: object) =>
        (await find({ text: 'ana corazon', ...more })).entries.filter(({ name }) => name === 'Ana Corazon')
      const entries = await readAna({ miles: 250 })
      expect(entries).toMatchObject([{ city: 'Pittsburgh', others: [{ city: 'Erie', state: 'PA' }], moreOthers: 0 }])
      expect(entries[0]?.others[0]?.miles).toBeGreaterThan(entries[0]?.miles ?? 0)
      expect(await readAna({ place: '16501' })).toMatchObject([{ city: 'Erie', others: [] }])
    } finally {
      await load()
    }
  })

  test('MP-22 typos, names, both languages and places in the words', async () => {
    expect(await names({ text: 'corzon' })).toEqual(['Ana Corazon'])
    expect(await names({ text: 'dr corazon cardiologist' })).toEqual(['Ana Corazon'])
    expect(await names({ text: 'cardiolgist' })).toEqual(['Ana Corazon'])
    expect(await names({ text: 'doctor del corazón' })).toContain('Ana Corazon')
    expect(await names({ text: 'heart doctor in Erie', place: '' })).toEqual(['Bo Herz'])
    expect(await names({ text: 'pediatrician 15222', place: '' })).toEqual(['Little Steps Clinic'])
  })

  test('MP-22 filters narrow the results; values that no provider has are not offered; leaving a filter out is offered', async () => {
    expect(await names({ text: 'heart doctor', miles: 250, gender: 'M' })).toEqual(['Bo Herz'])
    expect(await names({ text: 'heart doctor', miles: 250, spoken: 'es' })).toEqual(['Ana Corazon'])
    expect(await names({ text: 'heart doctor', miles: 250, accepting: true })).toEqual(['Ana Corazon'])
    expect(await names({ text: 'pediatrician', networks: ['blue'] })).toEqual(['Little Steps Clinic'])
    const none = await find({ text: 'heart doctor', networks: ['blue'] })
    expect(none.widen).toContainEqual({ change: 'filter', filter: 'networks', miles: null, count: 1 })
    // Nobody is in the network anywhere, and nobody else is near: both changes are offered as one.
    const far = await find({ text: 'bo herz', networks: ['blue'] })
    expect(far.widen).toEqual([{ change: 'filter', filter: 'networks', miles: expect.any(Number), count: 1 }])
    const { known } = none
    expect(known).toMatchObject({ gender: true, accepting: true, saturday: true, telehealth: false, wheelchair: false })
    expect(known).toMatchObject({ languages: ['es'], networks: [{ networkId: 'blue', name: 'Blue Choice' }] })
  })

  test('MP-22 unknown places, a point at sea, quotes, operators and emoji are reported or find nothing', async () => {
    expect((await find({ text: 'heart', place: '00000' })).state).toBe('place-unknown')
    expect((await find({ text: 'heart', place: 'Nowhereville' })).state).toBe('place-unknown')
    const sea = await find({ text: 'heart', place: '', point: { lat: 30, lon: -50 } })
    expect(sea).toMatchObject({ state: 'none', place: null })
    for (const text of ["'; drop table --", '%', '\\', '"', '😀', '((((', '_'])
      expect([text, (await find({ text })).entries]).toEqual([text, []])
    const long = await ask({ text: 'x'.repeat(65) })
    expect([long.status, listErrorCodes(long)]).toEqual([400, ['FIELD-INVALID']])
    expect((await ask({ text: 'heart', brand: 'nobody' })).status).toBe(404)
  })

  test('MP-22 a search without a place finds people everywhere, with no distance and a map of where they are', async () => {
    const found = await find({ text: 'heart doctor', place: '' })
    expect(found).toMatchObject({ state: 'found', place: null, center: null, total: 2, map: { ring: null } })
    expect(found.entries.map(({ miles }) => miles)).toEqual([null, null])
    expect(found.map?.pins.flatMap(({ numbers }) => numbers).sort()).toEqual([1, 2])
  })

  test('MP-22 no log contains the words of a search', async () => {
    await find({ text: 'sclerosis' })
    expect(portal.log.join('\n')).not.toContain('sclerosis')
  })

  test('MP-24 the map shows each place in the list by its number', async () => {
    const { map } = await find({ text: 'heart doctor', miles: 250 })
    expect(map?.pins.flatMap(({ numbers }) => numbers)).toEqual([1, 2])
    expect(map?.states).toMatch(/^M-?\d/)
    expect(map?.towns.map(({ name }) => name)).toContain('Pittsburgh')
  })

  test('MP-22 suggestions for what someone has started to type', async () => {
    const { body } = await make(new Client(portal.origin), calls.suggestProviders, {
      body: { brand: 'hmbcbs', text: 'cor' },
    })
    expect(body.payload.providers.map(({ name }) => name).sort()).toEqual(['Ana Corazon', 'Corner Pharmacy'])
    const care = await make(new Client(portal.origin), calls.suggestProviders, {
      body: { brand: 'hmbcbs', text: 'pedia' },
    })
    expect(care.body.payload.specialties[0]).toEqual({ id: 'pediatrics', name: 'Pediatrics (children)' })
  })
})

test('SH-4 MP-22 suggestions are the people nearest to the place, and one with many places crowds nobody out', async () => {
  const renameRow = (row: string, name: string, street: string) =>
    row
      .replace(/,(individual|facility|pharmacy),[^,]+,/, `,$1,${name},`)
      .replace(/,\d (Main St|Far Rd|Hill St),/, `,${street},`)
  // In the middle of the country, where a search without a place begins.
  const office = (at: number) =>
    renameRow(rows.heart, 'Ana Quellworth', `${at} Elm St`).replace('15222,40.45,-79.99', `67401,39.${at},-98.6`)
  const near = renameRow(rows.clinic, 'Quellworth Care', '1 Oak St')
  const lines = [
    ...Array.from({ length: 9 }, (_, at) => office(at)),
    renameRow(rows.far, 'Bo Quellworth', '2 Far Rd'),
    near,
  ]
  await take([file('providers.csv', header, ...lines), networks(inNetwork)])
  try {
    const suggest = async (place: string, text = 'quell') =>
      (
        await make(new Client(portal.origin), calls.suggestProviders, {
          body: { brand: 'hmbcbs', text, place },
        })
      ).body.payload.providers.map(({ name }) => name)
    expect(await suggest('15222')).toEqual(['Quellworth Care', 'Bo Quellworth', 'Ana Quellworth'])
    expect(await suggest('16501')).toEqual(['Bo Quellworth', 'Quellworth Care', 'Ana Quellworth'])
    expect(await suggest('16501', 'Dr. Quellw')).toEqual(await suggest('16501'))
    expect(new Set(await suggest('00000'))).toEqual(new Set(['Quellworth Care', 'Bo Quellworth', 'Ana Quellworth']))
  } finally {
    await load()
  }
})

test('MP-22 MP-23 of many at the same distance, the first by name are listed, each once, and no place crowds out another provider', async () => {
  // They come in another order than by name, and the first 200 are not the first in the file.
  const letters = 'mnbvcxzlkjhgfdsa'
  const many = Array.from({ length: 240 }, (_, at) =>
    `${rows.heart}`
      .replace('Ana Corazon', `Igual ${letters[at % 16]}x${letters[Math.floor(at / 16)]}`)
      .replace('1 Main St', `${at} Elm St`)
      .replace('40.45,-79.99', ','),
  )
  await take([file('providers.csv', header, ...many, rows.clinic, rows.pharmacy), networks(inNetwork)])
  try {
    const pages = []
    for (let page = 1; page <= 10; page++) pages.push(await find({ text: 'igual', page }))
    const first = many.map((row) => row.split(',')[2] ?? '').toSorted()
    expect(pages.flatMap(({ entries }) => entries.map(({ name }) => name))).toEqual(first.slice(0, 200))
    expect(pages[0]).toMatchObject({ total: 200, more: true })
    const ids = ['1740796093', '1699254839', '1548294473', ...Array.from({ length: 60 }, (_, at) => `none-${at}`)]
    const read = async (...providerIds: string[]) =>
      (await make(new Client(portal.origin), calls.readProvider, { body: { brand: 'hmbcbs', providerIds } })).body
        .payload
    const some = await read(...ids)
    expect(new Set(some.entries.map(({ providerId }) => providerId))).toEqual(new Set(ids.slice(0, 3)))
    expect(some.entries.length + some.more).toBe(242)
    expect(await read('1740796093')).toMatchObject({ more: 40 })
  } finally {
    await load()
  }
})

test('MP-22 if there are too many spellings to try, the same ones are tried every time: the most common, then alphabetically', async () => {
  const respell = (letter: string, at: number) =>
    `${rows.heart}`.replace('Ana Corazon', `Quintarel${letter}`).replace('1 Main St', `${at} Elm St`)
  const letters = [...'mjcgkbfhdlei']
  await take([file('providers.csv', header, ...[...letters, 'm'].map(respell), rows.clinic), networks(inNetwork)])
  try {
    const found = await names({ text: 'quintarelz', sort: 'name' })
    expect([...new Set(found)]).toEqual([...'bcdefghm'].map((letter) => `Quintarel${letter}`))
  } finally {
    await load()
  }
})

test('MP-22 a search without words finds everything that passes the filters, the nearest first', async () => {
  expect(await names({ text: '', networks: ['blue'] })).toEqual(['Little Steps Clinic'])
  expect(await names({ text: ' ', gender: 'F' })).toEqual(['Ana Corazon'])
  const miles = (await find({ text: '' })).entries.map((one) => one.miles ?? Number.NaN)
  expect([miles.length, miles]).toEqual([3, miles.toSorted((a, b) => a - b)])
  expect((await find({ text: '', networks: ['blue'], gender: 'F' })).widen).toHaveLength(2)
  expect(await find({ text: '16501', miles: 5 })).toMatchObject({ place: 'Erie, PA 16501', total: 1 })
})

test('MP-25 a network counts from its first day through its last; a provider is in one only if a file says so', async () => {
  const { entries } = await find({ text: 'heart doctor' })
  expect(entries[0]?.networks).toEqual([])
  await take([
    file('providers.csv', header, ...all),
    networks('hmbcbs,old,Old,1740796093,2020-01-01,2021-12-31,,,', 'hmbcbs,next,Next,1740796093,2199-01-01,,,,'),
  ])
  expect((await find({ text: 'heart doctor' })).entries[0]?.networks).toEqual([])
  await load()
  const clinic = (await find({ text: 'pediatrician' })).entries[0]
  expect(clinic).toMatchObject({
    networks: [{ networkId: 'blue', accepting: true, primaryCare: true }],
    verified: true,
  })
  expect((await find({ text: 'herz', miles: 250 })).entries[0]).toMatchObject({
    verified: false,
    verifiedOn: '2020-01-01',
  })
})

test('MP-22 whether a provider takes new patients depends on the networks searched for', async () => {
  const seat = (network: string, accepting: string) => `hmbcbs,${network},${network},1699254839,,,${accepting},,`
  await take([file('providers.csv', header, ...all), networks(seat('aqua', 'yes'), seat('blue', 'no'))])
  const search = async (...asked: string[]) => {
    const at = { text: 'pediatrician', networks: asked }
    const [entry] = (await find(at)).entries
    return [entry?.accepting, await names({ ...at, accepting: true })]
  }
  try {
    expect(await search('blue')).toEqual([false, []])
    expect(await search('aqua')).toEqual([true, ['Little Steps Clinic']])
    expect(await search('aqua', 'blue')).toEqual([true, ['Little Steps Clinic']])
  } finally {
    await load()
  }
})

test('MP-27 CO-1 stores by latitude and longitude, within 3000 statute miles', async () => {
  const near = (radius?: number, longitude = -80.5) =>
    make(new Client(portal.origin), calls.storesNear, {
      body: { brand: 'hmbcbs', latitude: 40.44, longitude, ...(radius && { radius }) },
    })
  expect((await near()).body.payload.stores).toMatchObject([{ name: 'Corner Pharmacy', miles: 26.3 }])
  expect((await near(20)).body.payload.stores).toEqual([])
  expect((await near(undefined, -122)).body.payload.stores).toHaveLength(1)
  expect((await near(3001)).status).toBe(400)
})

describe('MP-23 what a member does', () => {
  test('MP-23 saves a provider, chooses a primary doctor where the network has one, and gets an e-mail without names', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const saved = await make(client, calls.saveProvider, { body: { providerId: '1740796093', saved: true } })
    expect(saved.body.payload).toMatchObject({
      zip: '15222',
      saved: [{ name: 'Ana Corazon' }],
      networks: [{ networkId: 'blue' }],
    })
    expect(await listAuditedActions(portal.database, saved)).toEqual(['finder.save done'])
    const refused = await make(client, calls.choosePrimaryCare, { body: { chosen: '1740796093' } })
    expect(listErrorCodes(refused)).toEqual(['CONFLICT'])
    const misfit = await make(client, calls.choosePrimaryCare, { body: { chosen: '1699254839' } })
    expect(listErrors(misfit)).toEqual([400, 'chosen primary-care.for-children'])
    const family = all.map((row) => row.replace('208000000X', '208000000X;207Q00000X'))
    await take([file('providers.csv', header, ...family), networks(inNetwork)])
    const chosen = await make(client, calls.choosePrimaryCare, { body: { chosen: '1699254839' } })
    await load()
    expect(chosen.body.payload.primaryCare).toEqual({ providerId: '1699254839', name: 'Little Steps Clinic' })
    const told = (await make(client, primaryCare, {})).body.payload
    expect(told).toEqual({
      primaryCare: {
        ...{ providerId: '1699254839', name: 'Little Steps Clinic' },
        ...{ phone: '(412) 555-0103', chosenOn: easternDay(new Date()) },
      },
      isChoice: true,
      isCovered: true,
    })
    const former = (await make(await memberClient(portal.origin, 'FORMER01'), primaryCare, {})).body.payload
    expect(former).toMatchObject({ primaryCare: null, isCovered: false })
    expect((await make(client, calls.sendSavedProviders, {})).body.payload).toEqual({ sent: true })
    const other = await memberClient(portal.origin, 'MEMBER02')
    expect((await make(other, calls.memberFinder, {})).body.payload).toMatchObject({ saved: [], primaryCare: null })
    expect((await make(client, calls.saveProvider, { body: { providerId: 'nobody', saved: true } })).status).toBe(404)
  })

  test('MP-23 RG-3 a parent chooses for a young child; the choice shows in the child’s view, and to no one else', async () => {
    const parent = await memberClient(portal.origin, 'FAMILY01')
    const { children, age } = (await make(parent, calls.memberFinder, {})).body.payload
    expect(children.map(({ firstName }) => firstName)).toEqual(['Alma'])
    expect(age).toBeGreaterThan(22)
    const [{ personId } = { personId: '' }] = children
    const { held } = (await make(parent, listPeople, {})).body.payload
    const others = held.filter((one) => one.personId !== personId)
    expect(others).toHaveLength(2)
    const chosen = '1699254839'
    for (const other of others)
      expect((await make(parent, calls.choosePrimaryCare, { body: { chosen, personId: other.personId } })).status).toBe(
        404,
      )
    const done = await make(parent, calls.choosePrimaryCare, { body: { chosen, personId } })
    expect(done.body.payload).toMatchObject({ primaryCare: null, children: [{ primaryCare: { providerId: chosen } }] })
    expect(await listAuditedActions(portal.database, done)).toEqual(['finder.primary-care done'])
    await make(parent, startViewing, { body: { personId } })
    expect((await make(parent, primaryCare, {})).body.payload.primaryCare).toMatchObject({
      name: 'Little Steps Clinic',
    })
  })

  test('MP-23 MP-25 the networks of a past plan, or of one not yet in force, are not the member’s', async () => {
    const client = await memberClient(portal.origin, 'MEMBER02')
    const own = async () => (await make(client, calls.memberFinder, {})).body.payload.networks
    const set = (begins: string, ends: string | null) =>
      portal.database.transaction((tx) =>
        sql`update product set coverage_begin_date = ${begins}, coverage_end_date = ${ends}
          from account where account.member_id = product.member_id and login_id = 'MEMBER02'`.execute(tx),
      )
    expect(await own()).toMatchObject([{ networkId: 'blue' }])
    await set('2019-01-01', '2020-12-31')
    expect(await own()).toEqual([])
    await set('2199-01-01', null)
    expect(await own()).toEqual([])
    await set('2019-01-01', null)
    expect(await own()).toMatchObject([{ networkId: 'blue' }])
  })

  test('MP-25 what was shown is recorded with its time, once a day while it is the same', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const show = async () =>
      (await make(client, calls.recordShown, { body: { providerId: '1699254839' } })).body.payload.shown
    const [first] = await show()
    expect(first?.entries).toMatchObject([{ address: '3 Hill St, Pittsburgh 15222', networks: ['Blue Choice'] }])
    expect(await show()).toHaveLength(1)
    await take([file('providers.csv', header, ...all)])
    const [now, before] = await show()
    expect([now?.entries[0]?.networks, before?.entries[0]?.networks]).toEqual([[], ['Blue Choice']])
    await load()
  })

  test('MP-25 a report is due in two business days, staff of the brand settle it once, and the correction shows at once', async () => {
    const member = await memberClient(portal.origin, 'MEMBER01')
    const report = async (reportId: string, wrong: 'phone' | 'left') =>
      make(member, calls.reportProvider, {
        body: { reportId, providerId: '1740796093', place: mainStreet, wrong, note: 'No one answers' },
      })
    const [phone, left] = ['01970000-0000-7000-8000-000000000001', '01970000-0000-7000-8000-000000000002']
    const sent = await report(phone, 'phone')
    expect(Date.parse(sent.body.payload.dueOn)).toBeGreaterThan(Date.now())
    expect((await report(phone, 'phone')).body.payload).toEqual(sent.body.payload)
    await report(left, 'left')
    const staff = await memberClient(portal.origin, 'CSRREP01')
    const { body } = await make(staff, calls.directoryReports, {})
    expect(body.payload).toMatchObject({ open: 2, overdue: 0, settled: 0, entries: expect.any(Number) })
    const settle = (settleId: string, correction = '') =>
      make(staff, calls.settleReport, { body: { settleId, outcome: 'corrected', correction } })
    expect((await settle(phone)).status).toBe(400)
    expect((await settle(phone, '412-555-0777')).body.payload.open).toBe(1)
    expect(listErrorCodes(await settle(phone, '1'))).toEqual(['CONFLICT'])
    expect((await find({ text: 'corazon' })).entries[0]?.phone).toBe('412-555-0777')
    await settle(left)
    expect((await find({ text: 'corazon' })).entries).toEqual([])
    // The other brand's staff decide for their own brand.
    expect((await find({ text: 'corazon', brand: 'ndbcbs' })).entries).toHaveLength(1)
  })

  test('MP-25 a correction applies to one place and one brand, and one about a network only to that network', async () => {
    // Under another name, so that a search lists both places.
    const second = rows.clinic
      .replace('3 Hill St', '5 Lake St')
      .replace('412-555-0103', '412-555-0105')
      .replace('Little Steps Clinic', 'Little Steps Lakeside')
    const seats = networks(inNetwork, inNetwork.replace('blue,Blue Choice', 'aqua,Aqua Care'))
    const both = [...all, second].map((row) => row.replace(today, '2026-01-02'))
    await take([file('providers.csv', header, ...both), seats])
    const hill = toPlaceKey({ address: '3 Hill St', zip: '15222' })
    const member = await memberClient(portal.origin, 'MEMBER01')
    const staff = await memberClient(portal.origin, 'CSRREP01')
    const about = { providerId: '1699254839', place: hill }
    const correct = async (wrong: 'phone' | 'network' | 'left', more: object = {}, correction = '') => {
      const reportId = randomUUID()
      const sent = await make(member, calls.reportProvider, { body: { ...about, reportId, wrong, ...more } })
      if (sent.status !== 200) return sent.status
      const [report] = (await make(staff, calls.directoryReports, {})).body.payload.reports
      await make(staff, calls.settleReport, { body: { settleId: reportId, outcome: 'corrected', correction } })
      return report
    }
    const findShown = async (brand = 'hmbcbs', more: object = {}) =>
      (await find({ text: 'little steps', brand, ...more })).entries
        .toSorted((a, b) => (a.address ?? '').localeCompare(b.address ?? ''))
        .map((one) => [one.address, one.phone, ...one.networks.map(({ networkId }) => networkId)])
    const corrections = async () =>
      (await portal.database.read.selectFrom('directory_correction').select('kind').execute()).length
    await sql`delete from directory_correction`.execute(portal.database.read)

    expect(await correct('phone', {}, '412-555-0999')).toMatchObject({ address: '3 Hill St, Pittsburgh 15222' })
    expect(await findShown()).toEqual([
      ['3 Hill St', '412-555-0999', 'aqua', 'blue'],
      ['5 Lake St', '412-555-0105', 'aqua', 'blue'],
    ])
    expect(await findShown('ndbcbs')).toEqual([
      ['3 Hill St', '412-555-0103'],
      ['5 Lake St', '412-555-0105'],
    ])
    // The member's reports and the staff's list name the network; a network or a place that is not shown cannot be reported.
    expect(await correct('network', { networkId: 'blue' })).toMatchObject({ networks: ['Blue Choice'] })
    expect(await correct('network', { networkId: 'green' })).toBe(404)
    expect(await correct('network', { place: 'nowhere' })).toBe(404)
    expect(await findShown('hmbcbs', { networks: ['blue'] })).toEqual([['5 Lake St', '412-555-0105', 'aqua', 'blue']])
    expect(await findShown('hmbcbs', { networks: ['blue'], accepting: true })).toHaveLength(1)
    expect(await findShown()).toEqual([
      ['3 Hill St', '412-555-0999', 'aqua'],
      ['5 Lake St', '412-555-0105', 'aqua', 'blue'],
    ])
    const { entries } = (
      await make(member, calls.readProvider, { body: { brand: 'hmbcbs', providerIds: ['1699254839'] } })
    ).body.payload
    const told = entries.flatMap((one) => one.corrected.map(({ kind, value }) => [one.address, kind, value]))
    expect(told.sort()).toEqual([
      ['3 Hill St', 'network', 'Blue Choice'],
      ['3 Hill St', 'phone', '412-555-0999'],
    ])

    // A newer confirmation of the other place, or for another brand, undoes no correction.
    const tomorrow = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const confirmed = rows.clinic.replace(today, tomorrow)
    await take([file('other-brand.csv', header, confirmed)], 'ndbcbs')
    await take([file('providers.csv', header, ...both.slice(0, -1), second.replace(today, tomorrow)), seats])
    expect(await corrections()).toBe(2)
    // The brand's own directory counts for it, and that of all brands no longer does.
    await take([file('own.csv', header, ...both), seats], 'hmbcbs')
    await take([file('providers.csv', header, ...all, confirmed), seats])
    expect(await corrections()).toBe(2)
    // A confirmation of the place itself undoes the phone correction, and one of the network undoes the network correction.
    await take([file('own.csv', header, confirmed), seats], 'hmbcbs')
    expect(await corrections()).toBe(1)
    await take([file('own.csv', header, confirmed), networks(inNetwork.replace(today, tomorrow))], 'hmbcbs')
    expect(await corrections()).toBe(0)

    await correct('left')
    expect(await findShown()).toEqual([])
    await sql`delete from directory_correction`.execute(portal.database.read)
  })
})
