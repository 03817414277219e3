import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { BrandDataError, loadBrands } from '../brand/load.ts'
import { loadZipTable } from './table.ts'

const root = join(import.meta.dirname, '../../../..')
const brandCodes = new Set(loadBrands(join(root, 'brands')).keys())
const tablePath = join(root, 'demo/zip-county.csv.gz')
const territoryPath = join(root, 'brands/territory.json')
const table = loadZipTable({ tablePath, territoryPath, brandCodes })

describe('the shipped zip table', () => {
  test('BR-11 the counties of a zip code come with the largest share of addresses first', () => {
    expect(table.counties('17033')).toEqual([
      { fips: '42043', name: 'Dauphin County', state: 'PA' },
      { fips: '42075', name: 'Lebanon County', state: 'PA' },
    ])
    expect(table.counties('58102')).toEqual([{ fips: '38017', name: 'Cass County', state: 'ND' }])
  })

  test.each([
    ['17033', 'hbs', 'Hershey, PA'],
    ['15222', 'hmbcbs', 'Pittsburgh, PA'],
    ['18503', 'nepa', 'Scranton, PA'],
    ['19103', 'ibc', 'Philadelphia, PA'],
    ['14201', 'wny', 'Buffalo, NY'],
    ['12207', 'neny', 'Albany, NY'],
    ['13202', 'exc', 'Syracuse, NY'],
    ['58102', 'ndbcbs', 'Fargo, ND'],
    ['82001', 'wybcbs', 'Cheyenne, WY'],
    ['55401', 'mincr', 'Minneapolis, MN'],
    ['19801', 'de', 'Wilmington, DE'],
    ['25301', 'ms', 'Charleston, WV'],
    ['83702', 'idh', 'Boise, ID'],
    ['85003', 'az', 'Phoenix, AZ'],
    ['98101', 'regbs', 'Seattle, WA'],
    ['97204', 'regbcbs', 'Portland, OR'],
  ])('BR-1 BR-11 %s belongs to %s: %s', (zip, brand, city) => {
    expect(table.findBrand(zip)).toBe(brand)
    const place = table.place(zip)
    expect(`${place?.city}, ${place?.state}`).toBe(city)
  })

  test('BR-11 a zip code in two counties of two brands goes to the brand with most of its addresses', () => {
    expect(table.counties('12064').map(({ name }) => name)).toEqual(['Otsego County', 'Schoharie County'])
    expect(table.findBrand('12064')).toBe('exc')
    expect(table.counties('12036').map(({ name }) => name)).toEqual(['Schoharie County', 'Otsego County'])
    expect(table.findBrand('12036')).toBe('neny')
  })

  test('BR-11 a zip code outside every territory, or mostly outside, has counties but no brand', () => {
    expect(table.counties('10001')).toEqual([{ fips: '36061', name: 'New York County', state: 'NY' }])
    expect(table.findBrand('10001')).toBeNull()
    expect(table.counties('12465')).toHaveLength(2)
    expect(table.findBrand('12465')).toBeNull()
  })

  test('BR-11 an unknown zip code and garbage have no counties, brand or place', () => {
    for (const zip of [
      '00000',
      '99999',
      '',
      '1703',
      '170331',
      '17033-1234',
      ' 17033',
      '1e4',
      '-1703',
      '１７０３３',
      'abcde',
    ]) {
      expect([zip, table.counties(zip), table.findBrand(zip), table.place(zip)]).toEqual([zip, [], null, null])
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\d{5}$/.test(text))
        expect(table.counties(text)).toEqual([])
        expect(table.findBrand(text)).toBeNull()
      }),
    )
  })

  test('BR-11 a place has its point and time zone; letters beyond English survive', () => {
    expect(table.place('82001')).toEqual({
      city: 'Cheyenne',
      state: 'WY',
      point: { lat: expect.closeTo(41.1, 1), lon: expect.closeTo(-104.9, 1) },
      timeZone: 'America/Denver',
    })
    expect(table.counties('00610')[0]?.name).toBe('Añasco Municipio')
    expect(table.place('15131')?.city).toBe('McKeesport')
  })

  test('BR-11 every row of the file can be looked up, including the first and last zip code', () => {
    const lines = gunzipSync(readFileSync(tablePath)).toString('utf8').trimEnd().split('\n').slice(1)
    const rows = Map.groupBy(lines, (line) => line.slice(0, 5))
    expect(rows.size).toBeGreaterThan(41_000)
    for (const [zip, own] of rows) {
      const found = table.counties(zip).map(({ fips, name, state }) => `${zip},${fips},${name},${state}`)
      const wanted = own.map((line) => line.split(',').slice(0, 4).join(','))
      if (found.join() !== wanted.join()) expect(found).toEqual(wanted)
    }
  })
})

describe('other tables and territories', () => {
  const dir = mkdtempSync(join(tmpdir(), 'zip-'))
  mkdirSync(join(dir, 'brands'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  const columns = 'zip,fips,county,state,lat,lon,city,share,tz'
  const three = [
    columns,
    '15000,42001,Adams County,PA,40,-77,Middle,0.4,America/New_York',
    '15000,42003,Allegheny County,PA,40,-77,Middle,0.35,America/New_York',
    '15000,42005,Armstrong County,PA,40,-77,Middle,0.25,America/New_York',
    '15002,42003,Allegheny County,PA,40,-77,Halves,0.5,America/New_York',
    '15002,42005,Armstrong County,PA,40,-77,Halves,0.5,America/New_York',
    '15003,42005,Armstrong County,PA,,,Edge,1,America/New_York',
    '',
  ].join('\n')
  const load = (csv: string, territory: unknown) => {
    const files = { tablePath: join(dir, 'zip.csv.gz'), territoryPath: join(dir, 'brands/territory.json') }
    writeFileSync(files.tablePath, gzipSync(csv))
    writeFileSync(files.territoryPath, JSON.stringify(territory))
    return loadZipTable({ ...files, brandCodes: new Set(['one', 'two', 'three']) })
  }

  test('BR-11 shares of counties of the same brand add up, and a county outranks its state', () => {
    const two = { '42003': 'Allegheny County, PA', '42005': 'Armstrong County, PA' }
    const summed = load(three, { states: { PA: 'one' }, counties: { two } })
    expect(summed.findBrand('15000')).toBe('two')
    expect(summed.counties('15000')[0]?.fips).toBe('42001')
    expect(load(three, { states: { PA: 'one' }, counties: {} }).findBrand('15000')).toBe('one')
    expect(
      load(three, { states: {}, counties: { three: { '42001': 'Adams County, PA' } } }).findBrand('15000'),
    ).toBeNull()
  })

  test('BR-11 equal shares go to the county that the table names first', () => {
    const counties = { two: { '42003': 'Allegheny County, PA' }, one: { '42005': 'Armstrong County, PA' } }
    expect(load(three, { states: {}, counties }).findBrand('15002')).toBe('two')
  })

  test('BR-11 a zip code without a point says so', () => {
    expect(load(three, { states: {}, counties: {} }).place('15003')?.point).toBeNull()
  })

  test('BR-8 BR-11 a territory that names something that does not exist stops the start, with each entry named', () => {
    const broken = {
      states: { PA: 'none', ZZ: 'one' },
      counties: {
        one: { '42001': 'Adams County, PA' },
        two: { '42001': 'Adams County, PA', '42003': 'Beaver County, PA', '99999': 'No County, PA' },
      },
    }
    const attempt = () => load(three, broken)
    expect(attempt).toThrow(BrandDataError)
    for (const line of [
      'brands/territory.json: states.PA: none is no brand',
      'brands/territory.json: states.ZZ: is no state of the zip table',
      'brands/territory.json: counties.two.42001: belongs to one already',
      'brands/territory.json: counties.two.42003: is Allegheny County, PA, not Beaver County, PA',
      'brands/territory.json: counties.two.99999: is no county of the zip table',
    ]) {
      expect(attempt).toThrow(line)
    }
    expect(() => load(three, { states: {} })).toThrow('brands/territory.json: counties: is missing')
  })

  test('BR-11 a table in another format stops the start', () => {
    const nothing = { states: {}, counties: {} }
    expect(() => load(three.replace('share', 'ratio'), nothing)).toThrow('must have the columns')
    expect(() => load(three.slice(0, -20), nothing)).toThrow('ends in the middle of a row')
    expect(() => load(three.replace('15003', '14999'), nothing)).toThrow('not sorted at 14999')
  })
})
