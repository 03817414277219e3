import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/**
 * `node demo/make/formulary.ts DRUGS.csv.gz`: writes `demo/formulary.csv.gz` from the products in the FDA's Orange Book (columns
 * trade_name, ingredient, form, route, strength, application) and some biologics. Tiers, rules and prices are made up, and always
 * the same for the same drug.
 */
const [source = ''] = process.argv.slice(2)
interface Product {
  readonly trade_name: string
  readonly ingredient: string
  readonly form: string
  readonly route: string
  readonly strength: string
  readonly application: string
}
const lines = gunzipSync(readFileSync(source)).toString().trimEnd().split(/\r?\n/)
const splitCells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
const columns = splitCells(lines[0] ?? '')
const products = lines.slice(1).map((line) => {
  const cells = splitCells(line)
  return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) as unknown as Product
})
const withGeneric = new Set(products.filter((one) => one.application === 'generic').map((one) => one.ingredient))

const title = (text: string) =>
  text
    .toLowerCase()
    .replace(/(^|[\s/(-])(\p{L})/gu, (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`)
const hash = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)
const between = (key: string, least: number, max: number) => least + (hash(key) % (max - least))

const rows = products.map((one) => {
  const isBrand = one.application === 'brand'
  const isSpecial =
    isBrand && !withGeneric.has(one.ingredient) && /INJECT|INTRAVENOUS|SUBCUTANEOUS/.test(`${one.form} ${one.route}`)
  const tier = isSpecial ? 'SPECIALTY' : isBrand ? 'PREFERRED-BRAND' : 'GENERIC'
  const key = `${one.ingredient} ${one.strength} ${tier}`
  const price = isSpecial
    ? between(key, 180_000, 620_000)
    : isBrand
      ? between(key, 14_000, 58_000)
      : between(key, 700, 4_200)
  return {
    name: title(one.trade_name),
    ingredient: title(one.ingredient),
    form: title(one.form),
    strength: one.strength.replace(/\s*\*\*.*$/, ''),
    brand: isBrand ? 1 : 0,
    tier,
    approval: isSpecial ? 1 : 0,
    steps: isBrand && withGeneric.has(one.ingredient) ? 1 : 0,
    limit: /INHAL|AEROSOL|SPRAY|PATCH|FILM/.test(`${one.form} ${one.route}`) ? 1 : 0,
    cents: price,
  }
})
/** Biologics and insulins, which the Orange Book lacks: name, ingredient, strength, tier, dollars for a fill. */
const biologics: readonly (readonly [string, string, string, string, number])[] = [
  ['Humira', 'Adalimumab', '40MG/0.4ML', 'SPECIALTY', 3_450],
  ['Hadlima', 'Adalimumab-Bwwd', '40MG/0.4ML', 'SPECIALTY', 1_040],
  ['Enbrel', 'Etanercept', '50MG/ML', 'SPECIALTY', 3_620],
  ['Stelara', 'Ustekinumab', '90MG/ML', 'SPECIALTY', 5_900],
  ['Cosentyx', 'Secukinumab', '150MG/ML', 'SPECIALTY', 3_980],
  ['Skyrizi', 'Risankizumab-Rzaa', '150MG/ML', 'SPECIALTY', 6_100],
  ['Dupixent', 'Dupilumab', '300MG/2ML', 'SPECIALTY', 3_700],
  ['Trulicity', 'Dulaglutide', '1.5MG/0.5ML', 'PREFERRED-BRAND', 540],
  ['Lantus', 'Insulin Glargine', '100UNITS/ML', 'PREFERRED-BRAND', 64],
  ['Lantus Solostar', 'Insulin Glargine', '100UNITS/ML', 'PREFERRED-BRAND', 96],
  ['Basaglar Kwikpen', 'Insulin Glargine', '100UNITS/ML', 'PREFERRED-BRAND', 92],
  ['Toujeo', 'Insulin Glargine', '300UNITS/ML', 'PREFERRED-BRAND', 130],
  ['Tresiba', 'Insulin Degludec', '100UNITS/ML', 'PREFERRED-BRAND', 118],
  ['Humalog', 'Insulin Lispro', '100UNITS/ML', 'PREFERRED-BRAND', 66],
  ['Insulin Lispro', 'Insulin Lispro', '100UNITS/ML', 'GENERIC', 25],
  ['Novolog', 'Insulin Aspart', '100UNITS/ML', 'PREFERRED-BRAND', 72],
  ['Insulin Aspart', 'Insulin Aspart', '100UNITS/ML', 'GENERIC', 36],
  ['Humulin N', 'Insulin Isophane Human', '100UNITS/ML', 'GENERIC', 48],
  ['Novolin R', 'Insulin Human', '100UNITS/ML', 'GENERIC', 48],
]
const all = [
  ...rows,
  ...biologics.map(([name, ingredient, strength, tier, dollars]) => ({
    name,
    ingredient,
    form: 'Injectable',
    strength,
    brand: tier === 'GENERIC' ? 0 : 1,
    tier,
    approval: tier === 'SPECIALTY' ? 1 : 0,
    steps: 0,
    limit: 0,
    cents: dollars * 100,
  })),
]
const path = join(import.meta.dirname, '../formulary.csv.gz')
const cell = (value: string | number) =>
  /[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
const text = [Object.keys(rows[0] ?? {}), ...all.map((row) => Object.values(row))].map(
  (row) => `${row.map(cell).join(',')}\n`,
)
writeFileSync(path, gzipSync(text.join(''), { level: 9 }))
console.log(`demo/formulary.csv.gz: ${all.length} drugs`)
