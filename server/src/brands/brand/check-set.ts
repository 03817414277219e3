import type { Brand, BrandTexts } from '@portico/rules/brand/types'

/** A folder whose own files are in order. Problems of its record are reported under `file`. */
export interface CheckedFolder {
  readonly file: string
  readonly brand: Brand
  readonly texts: readonly { readonly language: string; readonly file: string; readonly texts: BrandTexts }[]
}

/** Checks that brands do not share what must be their own; each problem names file and field (BR-3, BR-4, BR-7, BR-12). */
export function setProblems(folders: readonly CheckedFolder[]): readonly string[] {
  return [
    ...codeProblems(folders),
    ...domainProblems(folders),
    ...findSharedValues(folders, 'shopDomain', ({ shopDomain }) => [shopDomain]),
    ...findSharedValues(folders, 'medicareDomain', ({ medicareDomain }) => [medicareDomain]),
    ...findSharedValues(folders, 'emailSender', ({ emailSender }) => [emailSender]),
    ...findSharedValues(folders, 'analytics', ({ analytics }) => [analytics.prod, analytics.test]),
    ...findSharedValues(folders, 'social', ({ social }) => Object.values(social)),
    ...findSharedValues(folders, 'customerServicePhoneNumber', (brand) => [
      brand.customerServicePhoneNumber,
      brand.customerServiceNumber,
      brand.medicaidServiceNumber,
    ]),
    ...nameProblems(folders),
    ...footerProblems(folders),
    ...translationProblems(folders, 'customerServiceHours'),
  ]
}

/** A code or alias means one brand; a shared code that several brands use must be the code of one of them. */
function codeProblems(folders: readonly CheckedFolder[]): string[] {
  const codes = new Map(folders.map((folder) => [folder.brand.code.toUpperCase(), folder]))
  const holders = Map.groupBy(folders, ({ brand }) => brand.sharedBrandCode)
  const aliases = findSharedValues(folders, 'aliases', (brand) => brand.aliases)
  for (const { file, brand } of folders) {
    for (const alias of brand.aliases) {
      const owner = codes.get(alias) ?? holders.get(alias)?.[0]
      if (owner) aliases.push(`${file}: aliases: ${alias} is already the code of ${owner.file}`)
    }
  }
  for (const [shared, brands] of holders) {
    const namesake = codes.get(shared)
    if (brands.length > 1 && !brands.some((folder) => folder === namesake)) {
      for (const { file } of brands)
        aliases.push(`${file}: sharedBrandCode: ${shared} is shared by no brand of that code`)
    } else if (namesake && !brands.includes(namesake)) {
      for (const { file } of brands) aliases.push(`${file}: sharedBrandCode: ${shared} is the code of ${namesake.file}`)
    }
  }
  return aliases
}

/** Brands on one domain are told apart by their ddNumber, brands with one ddNumber by their domain. */
function domainProblems(folders: readonly CheckedFolder[]): string[] {
  const problems: string[] = []
  for (const [domain, sharers] of Map.groupBy(folders, ({ brand }) => brand.domain)) {
    if (sharers.length === 1) continue
    for (const { file, brand } of sharers) {
      if (brand.ddNumber === null) problems.push(`${file}: ddNumber: must be given, as ${domain} has several brands`)
    }
  }
  const pair = ({ domain, ddNumber }: Brand) => (ddNumber === null ? [] : [`${ddNumber} on ${domain}`])
  problems.push(...findSharedValues(folders, 'ddNumber', pair))
  const further = findSharedValues(folders, 'furtherDomains', ({ furtherDomains }) => furtherDomains)
  for (const { file, brand } of folders) {
    for (const extra of brand.furtherDomains) {
      const owner = folders.find((folder) => folder.brand.domain === extra)
      if (owner) further.push(`${file}: furtherDomains: ${extra} is already the domain of ${owner.file}`)
    }
  }
  return [...problems, ...further]
}

function nameProblems(folders: readonly CheckedFolder[]): string[] {
  const names = folders.flatMap(({ texts }) =>
    texts.map(({ language, file, texts: own }) => ({ file, key: `${language} ${own.name.toLowerCase()}` })),
  )
  return [...Map.groupBy(names, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    others.map(({ file }) => `${file}: name: is already that of ${first?.file}`),
  )
}

/** Only one brand has a footer description (BR-7). */
function footerProblems(folders: readonly CheckedFolder[]): string[] {
  const [first, ...others] = folders.filter(({ brand }) => brand.footerDescription !== null)
  const problems = others.map(({ file }) => `${file}: footerDescription: only one brand has one, ${first?.file} has it`)
  return [...problems, ...translationProblems(folders, 'footerDescription')]
}

/** A text that the record has in English is translated into every other language, and no other text is. */
function translationProblems(
  folders: readonly CheckedFolder[],
  field: 'footerDescription' | 'customerServiceHours',
): string[] {
  return folders.flatMap(({ brand, texts }) =>
    texts.flatMap(({ language, file, texts: own }) => {
      const wanted = brand[field] !== null && language !== 'en'
      if (wanted === (own[field] !== undefined)) return []
      return [`${file}: ${field}: ${wanted ? 'is missing' : 'must not be given here'}`]
    }),
  )
}

/** Values that two folders both have, with both folders named; nulls do not count. */
function findSharedValues(
  folders: readonly CheckedFolder[],
  field: string,
  listValues: (brand: Brand) => readonly (string | null)[],
): string[] {
  const owners = new Map<string, string>()
  const problems: string[] = []
  for (const { file, brand } of folders) {
    for (const value of listValues(brand)) {
      if (value === null) continue
      const owner = owners.get(value)
      if (owner === undefined) owners.set(value, file)
      else if (owner !== file) problems.push(`${file}: ${field}: ${value} is already that of ${owner}`)
    }
  }
  return problems
}
