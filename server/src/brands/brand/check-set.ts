import { findReserved, listHostLabels, SHOP_BRAND } from '@portico/rules/brand/directory'
import { everyBrand } from '@portico/rules/brand/every'
import type { Brand, BrandTexts } from '@portico/rules/brand/types'
import { SUB_DOMAINS } from '@portico/rules/environment/host'

/** A folder whose own files are valid. Problems with its record are reported under `file`. */
export interface CheckedFolder {
  readonly file: string
  readonly brand: Brand
  readonly texts: readonly { readonly language: string; readonly file: string; readonly texts: BrandTexts }[]
}

/** Checks that brands do not share what must be unique; each problem names file and field (BR-3, BR-4, BR-7, BR-12). */
export function setProblems(folders: readonly CheckedFolder[]): readonly string[] {
  return [
    ...codeProblems(folders),
    ...domainProblems(folders),
    ...hostProblems(folders),
    ...findSharedValues(folders, 'shopDomain', ({ shopDomain }) => [shopDomain]),
    ...findSharedValues(folders, 'medicareDomain', ({ medicareDomain }) => [medicareDomain]),
    ...findSharedValues(folders, 'emailSender', ({ emailSender }) => [emailSender.toLowerCase()]),
    ...findSharedValues(folders, 'states', ({ states }) => states),
    ...findSharedValues(folders, 'counties', ({ counties }) => counties),
    ...findSharedValues(folders, 'analytics', ({ analytics }) => [analytics.prod, analytics.test]),
    ...findSharedValues(folders, 'social', ({ social }) =>
      Object.values(social).map((link) => link?.toLowerCase().replace(/\/+$/, '') ?? null),
    ),
    ...findSharedValues(folders, findPhoneField, (brand) => listPhones(brand).map(toDialed)),
    ...nameProblems(folders),
    ...footerProblems(folders),
    ...translationProblems(folders, 'customerServiceHours'),
    ...translationProblems(folders, 'nurseLineHours'),
  ]
}

/** A code or alias means one brand; a shared code that several brands use must be the code of one of them. */
function codeProblems(folders: readonly CheckedFolder[]): string[] {
  const codes = new Map(folders.map((folder) => [folder.brand.code.toUpperCase(), folder]))
  const holders = Map.groupBy(folders, ({ brand }) => brand.sharedBrandCode)
  const aliases = findSharedValues(folders, 'aliases', (brand) => brand.aliases)
  for (const { file, brand } of folders) {
    if (brand.code.toUpperCase() === everyBrand) aliases.push(`${file}: code: is already the word for all brands`)
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

/** On one domain, brands differ by ddNumber; with one ddNumber, they differ by domain. */
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

/** A label in a host name must mean one brand (EN-2), or a brand would show on another's hosts; brands on one domain share its label. */
function hostProblems(folders: readonly CheckedFolder[]): string[] {
  const claimed = folders.flatMap((folder) =>
    listHostLabels(folder.brand).map(({ field, label }) => ({ folder, field, label })),
  )
  const owners = new Map<string, (typeof claimed)[number]>()
  const problems: string[] = []
  for (const claim of claimed) {
    const { folder, field, label } = claim
    const { file, brand } = folder
    const reserved = findReserved(label)
    const owner = owners.get(label)
    owners.set(label, owner ?? claim)
    if (owner?.folder === folder) continue
    if (owner !== undefined) {
      if (!isOneDomain(owner, claim))
        problems.push(`${file}: ${field}: ${label} is already a name of the hosts of ${owner.folder.file}`)
    } else if (reserved !== null && reserved !== brand.code && brand.ddNumber === null)
      problems.push(`${file}: ${field}: ${label} is already a name of the brand ${reserved}`)
    else if (label !== SHOP_BRAND && subDomains.has(label))
      problems.push(`${file}: ${field}: ${label} is already the name of a kind of host`)
  }
  return problems
}

interface HostClaim {
  readonly folder: CheckedFolder
  readonly field: string
}

/** Whether two claims come from brands that share a domain and differ by number. A code is never another brand's label. */
function isOneDomain(one: HostClaim, other: HostClaim): boolean {
  const isCode = one.field === 'code' || other.field === 'code'
  const isShared = one.folder.brand.domain === other.folder.brand.domain && other.folder.brand.ddNumber !== null
  return isShared && !isCode
}

const subDomains: ReadonlySet<string> = new Set(SUB_DOMAINS)

function nameProblems(folders: readonly CheckedFolder[]): string[] {
  const names = folders.flatMap(({ texts }) =>
    texts.map(({ language, file, texts: own }) => ({ file, key: `${language} ${foldName(own.name)}` })),
  )
  return [...Map.groupBy(names, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    others.map(({ file }) => `${file}: name: is already that of ${first?.file}`),
  )
}

/** A name as people see it: without differences that only machines notice. */
function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Only one brand has a footer description (BR-7). */
function footerProblems(folders: readonly CheckedFolder[]): string[] {
  const [first, ...others] = folders.filter(({ brand }) => brand.footerDescription !== null)
  const problems = others.map(({ file }) => `${file}: footerDescription: only one brand has one, ${first?.file} has it`)
  return [...problems, ...translationProblems(folders, 'footerDescription')]
}

/** A text that the record has in English needs a translation in every other language, and no other text may have one. */
function translationProblems(
  folders: readonly CheckedFolder[],
  field: 'footerDescription' | 'customerServiceHours' | 'nurseLineHours',
): string[] {
  const inEnglish = (brand: Brand) => (field === 'nurseLineHours' ? brand.nurseLine : brand[field])
  return folders.flatMap(({ brand, texts }) =>
    texts.flatMap(({ language, file, texts: own }) => {
      const wanted = inEnglish(brand) !== null && language !== 'en'
      if (wanted === (own[field] !== undefined)) return []
      return [`${file}: ${field}: ${wanted ? 'is missing' : 'must not be given here'}`]
    }),
  )
}

/** Every telephone of a brand. */
export function listPhones(brand: Brand): readonly (string | null)[] {
  const { customerServicePhoneNumber, customerServiceNumber, medicaidServiceNumber, nurseLine } = brand
  return [customerServicePhoneNumber, customerServiceNumber, medicaidServiceNumber, nurseLine?.number ?? null]
}

/** With or without `1-`, it is the same telephone. */
function toDialed(phone: string | null): string | null {
  return phone?.replace(/^(1-)?/, '1-') ?? null
}

function findPhoneField({ nurseLine }: Brand, phone: string): string {
  return toDialed(nurseLine?.number ?? null) === phone ? 'nurseLine.number' : 'customerServicePhoneNumber'
}

/** Values that two folders have in common, with both folders' names; nulls do not count. */
function findSharedValues(
  folders: readonly CheckedFolder[],
  field: string | ((brand: Brand, value: string) => string),
  listValues: (brand: Brand) => readonly (string | null)[],
): string[] {
  const owners = new Map<string, string>()
  const problems: string[] = []
  for (const { file, brand } of folders) {
    for (const value of listValues(brand)) {
      if (value === null) continue
      const owner = owners.get(value)
      if (owner === undefined) owners.set(value, file)
      else if (owner !== file) {
        const at = typeof field === 'string' ? field : field(brand, value)
        problems.push(`${file}: ${at}: ${value} is already that of ${owner}`)
      }
    }
  }
  return problems
}
