import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brandOfDdToken, encodeDdToken } from '@portico/rules/brand/dd-token'
import { contrastRatio, toOklch } from '@portico/rules/brand/oklch'
import { withOverrides } from '@portico/rules/brand/overrides'
import { afterEach, describe, expect, test } from 'vitest'
import { listPhones } from './check-set.ts'
import { BrandDataError, loadBrands, loadEveryBrand } from './load.ts'

const shipped = join(import.meta.dirname, '../../../../brands')
const brands = loadBrands(shipped)
const all = [...brands.values()]
const record = (code: string) => {
  const loaded = brands.get(code)
  if (!loaded) throw new Error(`no brand ${code}`)
  return loaded.brand
}

describe('the shipped brands', () => {
  test('BR-8 every brand in the requirements has a folder and a name of its own, and there is no other', () => {
    const named =
      'default shop hmbcbs hbs de ms az ub idh fl regbcbs regbs wi lou neb exc hz inac la mn mincr ndbcbs wybcbs ccs bl ' +
      'nepa wny neny ibc ibccr ibcah'
    expect([...brands.keys()].sort()).toEqual(named.split(' ').sort())
    expect(new Set(all.map(({ texts }) => texts.en.name)).size).toBe(brands.size)
  })

  test('BR-3 BR-8 the records include aliases and shared codes', () => {
    expect(record('ms')).toMatchObject({ sharedBrandCode: 'HMBCBSWV', aliases: ['HIGHMARKBCBSWV'] })
    expect(record('hbs')).toMatchObject({ sharedBrandCode: 'HMBS', aliases: ['PBS'] })
    expect(record('de').sharedBrandCode).toBe('HMBCBSDE')
    expect(record('ndbcbs')).toMatchObject({ sharedBrandCode: 'NDBCBS', aliases: ['6011'] })
    expect(record('wybcbs')).toMatchObject({ sharedBrandCode: 'WYBCBS', aliases: ['6012'] })
    expect(all.filter(({ brand }) => brand.sharedBrandCode === 'MINCR').map(({ brand }) => brand.code)).toEqual([
      'mincr',
      'mn',
    ])
  })

  test('BR-4 BR-6 the records include the hosts of the table and their numbers', () => {
    const table = all
      .filter(({ brand }) => brand.ddNumber !== null)
      .map(({ brand }) => [brand.domain, brand.ddNumber, brand.code].join(' '))
    expect(table.sort()).toEqual([
      'bcbsndportals.example 16 ndbcbs',
      'bluecrossmnonline.example 14 mincr',
      'bluelinktpamnonline.example 14 bl',
      'ccstpaonline.example 14 ccs',
      'highmark.example 1 hmbcbs',
      'highmark.example 18 de',
      'highmark.example 3 hbs',
      'highmark.example 7 ms',
      'yourwyoblue.example 17 wybcbs',
    ])
    expect(record('mincr').furtherDomains).toEqual(['salesplatform.example'])
    // Each number means its brand on the brand's own host.
    for (const { brand } of all) {
      if (brand.ddNumber === null) continue
      const [label = ''] = brand.domain.split('.')
      expect(brandOfDdToken(encodeDdToken(brand.ddNumber), label)).toEqual({ code: brand.code })
    }
  })

  test('BR-10 Minnesota, North Dakota, Wyoming and the administrators have exactly their hours', () => {
    for (const code of ['mincr', 'mn', 'ndbcbs', 'wybcbs', 'ccs', 'bl']) {
      expect(record(code).customerServiceHours).toBe('Monday - Friday 8 AM - 8 PM CT')
    }
  })

  test('BR-10 LG-4 hours contain no parentheses, because sentences put them in parentheses', () => {
    const hours = all.flatMap(({ brand, texts: { es } }) => [
      ...[brand.customerServiceHours, es.customerServiceHours ?? ''],
      ...[brand.nurseLine?.hours ?? '', es.nurseLineHours ?? ''],
    ])
    expect(hours.filter((text) => /[()]/.test(text))).toEqual([])
  })

  test('BR-10 North Dakota has one number for its members and one for Medicaid, and at least one brand has no phone', () => {
    const numbers = ['customerServicePhoneNumber', 'customerServiceNumber', 'medicaidServiceNumber'] as const
    const given = numbers.map((field) => record('ndbcbs')[field])
    expect(new Set(given).size).toBe(3)
    expect(given).not.toContain(null)
    expect(record('default').customerServicePhoneNumber).toBeNull()
  })

  test('BR-10 VA-8 some brands have a nurse line of their own, others have none', () => {
    const lines = all.map(({ brand }) => brand.nurseLine?.number ?? null)
    expect(lines.filter((line) => line !== null).length).toBeGreaterThan(2)
    expect(lines.filter((line) => line === null).length).toBeGreaterThan(2)
  })

  test('BR-12 phone numbers are in the reserved range and every address is a name that leads nowhere', () => {
    for (const { brand } of all) {
      for (const phone of listPhones(brand)) expect(phone ?? '1-800-555-0100').toMatch(/^1-800-555-01\d\d$/)
      const addresses = Object.values(brand.social).map((address) => new URL(address ?? 'https://no.example').hostname)
      for (const host of [
        brand.domain,
        brand.shopDomain,
        brand.medicareDomain,
        ...brand.furtherDomains,
        ...addresses,
      ]) {
        expect(host).toMatch(/\.example$/)
      }
    }
  })

  test('BR-12 no brand’s folder contains anything of another brand: name, addresses, phones, mail, links', () => {
    for (const { brand, texts } of all) {
      const own = [
        ...Object.values(texts).flatMap(({ name, tagline }) => [name, tagline]),
        brand.domain,
        brand.shopDomain,
        brand.medicareDomain,
        brand.emailSender,
        ...brand.furtherDomains,
        ...Object.values(brand.social),
        ...listPhones(brand),
        brand.postalAddress?.[0] ?? null,
        brand.analytics.prod,
      ].filter((value) => value !== null)
      for (const other of all) {
        if (other.brand.code === brand.code) continue
        const folder = join(shipped, other.brand.code)
        const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
        // BR-4, BR-6: several brands answer on one host; they share its name, and nothing else.
        const foreign = own.filter((value) => other.brand.domain !== brand.domain || value !== brand.domain)
        for (const value of foreign)
          expect(files.join('\n'), `${brand.code} in ${other.brand.code}`).not.toContain(value)
      }
    }
  })

  test('BR-8 no two brands look alike: drawings differ, primary colors are clearly apart, some headers are dark', () => {
    expect(new Set(all.map(({ images }) => images.mark.hash)).size).toBe(all.length)
    expect(new Set(all.map(({ brand }) => brand.look.header))).toEqual(new Set(['light', 'dark']))
    const primaries = all.map(({ brand }) => {
      const { l, c, h } = toOklch(brand.look.primary)
      return { code: brand.code, l, a: c * Math.cos((h * Math.PI) / 180), b: c * Math.sin((h * Math.PI) / 180) }
    })
    for (const [index, one] of primaries.entries()) {
      for (const other of primaries.slice(index + 1)) {
        const distance = Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)
        expect(distance, `${one.code} and ${other.code}`).toBeGreaterThan(0.04)
      }
    }
  })

  test('BR-8 each logo has a shape that stands out against its background: white, or the dark header', () => {
    for (const { brand, images, tokens } of all) {
      const strongest = (svg: string, ground: string) =>
        Math.max(...[...svg.matchAll(/#[0-9a-f]{6}/g)].map(([color]) => contrastRatio(color, ground)))
      expect(strongest(images.logo.svg, '#ffffff'), brand.code).toBeGreaterThanOrEqual(4.5)
      expect(strongest(images.logoOnDark.svg, tokens['--brand-gradient-from']), brand.code).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('BR-9 the adjustment applies to every record and leaves the rest of the brand alone', () => {
    const adjusted = loadBrands(shipped, withOverrides)
    expect(record('ms').uracAccredited).toBe(true)
    expect(adjusted.get('ms')?.brand.uracAccredited).toBe(false)
    expect(adjusted.get('ms')?.brand.medicareDomain).not.toBe(record('ms').medicareDomain)
    expect(adjusted.get('de')).toEqual(brands.get('de'))
  })
})

describe('a broken folder', () => {
  const made: string[] = []
  afterEach(() => {
    for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
  })

  /** A copy of the shipped folders with one change. */
  const copy = (change: (dir: string) => void): string => {
    const parent = mkdtempSync(join(tmpdir(), 'brands-'))
    made.push(parent)
    const dir = join(parent, 'brands')
    cpSync(shipped, dir, { recursive: true })
    change(dir)
    return dir
  }
  const listProblems = (change: (dir: string) => void): readonly string[] => {
    try {
      loadBrands(copy(change))
    } catch (error) {
      if (error instanceof BrandDataError) return error.problems
      throw error
    }
    return []
  }
  const edit = (file: string, change: (data: Record<string, unknown>) => void) => (dir: string) => {
    const path = join(dir, file)
    const data = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    change(data)
    writeFileSync(path, JSON.stringify(data))
  }
  const put = (file: string, content: string) => (dir: string) => writeFileSync(join(dir, file), content)
  const set = (file: string, field: string, value: unknown) =>
    edit(file, (data) => {
      data[field] = value
    })
  const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${inside}</svg>`
  const look = { primary: '#0d4f85', accent: '#e0a030', radius: 10, header: 'light', scene: 'hills' }

  test('BR-8 an untouched copy loads', () => {
    expect(listProblems(() => {})).toEqual([])
  })

  test.each<[string, (dir: string) => void, string]>([
    ['a bad colour', set('az/brand.json', 'look', { ...look, accent: 'teal' }), 'brands/az/brand.json: look.accent: '],
    [
      'a radius too large',
      set('az/brand.json', 'look', { ...look, radius: 30 }),
      'brands/az/brand.json: look.radius: ',
    ],
    [
      'a drawing that is not there',
      set('az/brand.json', 'look', { ...look, scene: 'moon' }),
      'brands/az/brand.json: look.scene: must be one of bayou, city, coast',
    ],
    [
      'a missing field',
      edit('fl/brand.json', (data) => {
        delete data.storeID
      }),
      'brands/fl/brand.json: storeID: is missing',
    ],
    ['an unknown field', set('fl/brand.json', 'colour', 'red'), 'brands/fl/brand.json: colour: is not a known field'],
    ['a store that is none', set('fl/brand.json', 'storeID', '10156'), 'brands/fl/brand.json: storeID: '],
    [
      'a missing logo',
      (dir) => rmSync(join(dir, 'wi/logo.svg')),
      'brands/wi/brand.json: logoImg: logo.svg cannot be read',
    ],
    ['a missing mark', (dir) => rmSync(join(dir, 'wi/mark.svg')), 'brands/wi/mark.svg: file: '],
    ['an empty record', put('wi/brand.json', ''), 'brands/wi/brand.json: file: is not JSON'],
    ['a record that is no JSON', put('wi/brand.json', '{'), 'brands/wi/brand.json: file: is not JSON'],
    [
      'a folder of another name',
      (dir) => renameSync(join(dir, 'wi'), join(dir, 'wis')),
      'brands/wis/brand.json: code: ',
    ],
    ['an empty folder', (dir) => mkdirSync(join(dir, 'new')), 'brands/new/brand.json: file: '],
    [
      'no default brand',
      (dir) => rmSync(join(dir, 'default'), { recursive: true }),
      'brands/default/brand.json: file: ',
    ],
    ['a missing language', (dir) => rmSync(join(dir, 'hz/texts.es.json')), 'brands/hz/texts.es.json: file: '],
    ['an empty text', set('hz/texts.es.json', 'tagline', ''), 'brands/hz/texts.es.json: tagline: must not be empty'],
    [
      'hours in English alone',
      set('hz/texts.es.json', 'customerServiceHours', undefined),
      'brands/hz/texts.es.json: customerServiceHours: is missing',
    ],
    [
      'a nurse line without hours',
      set('hz/brand.json', 'nurseLine', { number: '1-800-555-0189' }),
      'brands/hz/brand.json: nurseLine.hours: is missing',
    ],
    [
      'hours of a nurse line in English alone',
      set('fl/texts.es.json', 'nurseLineHours', undefined),
      'brands/fl/texts.es.json: nurseLineHours: is missing',
    ],
    [
      'hours of a nurse line that does not exist',
      set('hz/texts.es.json', 'nurseLineHours', 'Todos los días'),
      'brands/hz/texts.es.json: nurseLineHours: must not be given here',
    ],
    [
      'the nurse line of another brand',
      set('idh/brand.json', 'nurseLine', { number: '800-555-0183', hours: 'Every day' }),
      'brands/idh/brand.json: nurseLine.number: 1-800-555-0183 is already that of brands/fl/brand.json',
    ],
    ['a duplicate alias', set('la/brand.json', 'aliases', ['6011']), 'brands/ndbcbs/brand.json: aliases: 6011'],
    ['an alias that is a code', set('la/brand.json', 'aliases', ['NEB']), 'brands/la/brand.json: aliases: NEB'],
    [
      'a shared code of nobody',
      set('la/brand.json', 'sharedBrandCode', 'HMBS'),
      'brands/la/brand.json: sharedBrandCode: ',
    ],
    [
      'a phone of another brand',
      set('la/brand.json', 'customerServicePhoneNumber', '1-800-555-0128'),
      'brands/lou/brand.json: customerServicePhoneNumber: 1-800-555-0128 is already that of brands/la/brand.json',
    ],
    [
      'a domain of another brand',
      edit('la/brand.json', (data) => {
        Object.assign(data, { domain: 'nebraskaplan.example', emailSender: 'la@nebraskaplan.example' })
      }),
      'brands/la/brand.json: ddNumber: must be given, as nebraskaplan.example has several brands',
    ],
    ['a number taken on its host', set('ms/brand.json', 'ddNumber', 3), 'brands/ms/brand.json: ddNumber: 3'],
    ['a sender elsewhere', set('la/brand.json', 'emailSender', 'a@b.example'), 'brands/la/brand.json: emailSender: '],
    ['a name of another brand', set('la/texts.en.json', 'name', 'Plan Shop'), 'brands/shop/texts.en.json: name: '],
    ['a path without slashes', set('la/brand.json', 'medicarePath', 'x'), 'brands/la/brand.json: medicarePath: '],
    [
      'a second footer description',
      set('la/brand.json', 'footerDescription', 'Another.'),
      'brands/la/brand.json: footerDescription: ',
    ],
    ['a script', put('ub/logo.svg', svg('<script>alert(1)</script>')), 'brands/ub/logo.svg: <script> '],
    ['a handler', put('ub/mark.svg', svg('<path onload="x()" d="M0 0"/>')), 'brands/ub/mark.svg: <path> onload '],
    ['an image', put('ub/mark.svg', svg('<image href="https://evil.example/x.png"/>')), 'brands/ub/mark.svg: <image> '],
  ])('BR-8 %s stops the start and is named with file and field', (_, change, expected) => {
    expect(listProblems(change).join('\n')).toContain(expected)
  })

  test('BR-8 every problem in every folder is listed at once, and intact folders are not blamed', () => {
    const problems = listProblems((dir) => {
      set('ibc/brand.json', 'look', { ...look, primary: 'blue' })(dir)
      set('fl/brand.json', 'storeID', 10151)(dir)
      rmSync(join(dir, 'wi/mark.svg'))
    })
    expect(problems.map((problem) => problem.split(': ').slice(0, 2).join(': ')).sort()).toEqual([
      'brands/fl/brand.json: storeID',
      'brands/ibc/brand.json: look.primary',
      'brands/wi/mark.svg: file',
    ])
  })
})

test('BR-8 brands beside the program are loaded, and a broken one never stops the others', () => {
  const own = mkdtempSync(join(tmpdir(), 'own-brands-'))
  try {
    const make = (code: string, change: (brand: string) => string) => {
      cpSync(join(shipped, 'idh'), join(own, code), { recursive: true })
      const place = join(own, code, 'brand.json')
      writeFileSync(place, change(readFileSync(place, 'utf8')))
    }
    make('idh', (brand) => brand.replace(/"radius": \d+/, '"radius": 19'))
    make('twin', (brand) => brand.replace('"code": "idh"', '"code": "twin"'))
    make('broken', () => '{')
    const told: string[] = []
    const warn = (message: string) => void told.push(message)
    const every = loadEveryBrand(shipped, { own, adjust: (brand) => brand, warn })
    expect(every.size).toBe(brands.size)
    expect(every.get('idh')?.brand.look.radius).toBe(19)
    expect(told.sort()).toEqual([
      expect.stringMatching(/^The brand broken of BRANDS_DIR is left out: .*brand\.json: file: is not JSON/),
      expect.stringMatching(/^The brand twin of BRANDS_DIR is left out: .*is already/),
    ])
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
})

test('BR-7 the documentation of brands describes every field of the record', () => {
  const record = JSON.parse(readFileSync(join(shipped, 'default', 'brand.json'), 'utf8')) as object
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/adding-a-brand.md'), 'utf8')
  const table = page.slice(page.indexOf('| Field |'), page.indexOf('Some want a thought'))
  const described = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)])
  expect(described.map(([, name]) => name).sort()).toEqual(Object.keys(record).sort())
})

test('BR-8 brands of the program that an installation does not want are left out', () => {
  const warn = () => undefined
  const some = loadEveryBrand(shipped, { own: undefined, only: ['fl'], adjust: (brand) => brand, warn })
  expect([...some.keys()].sort()).toEqual(['default', 'fl', 'shop'])
})
