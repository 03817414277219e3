import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodeKind, codeKey, codeKinds, selfHarm, sensitiveWords } from './code-kinds.ts'
import { drugCodes, drugsText } from './drugs.ts'
import type { SensitiveCode } from './marks.ts'

const kinds: Readonly<Record<string, CodeKind>> = {
  'http://hl7.org/fhir/sid/icd-10-cm': 'icd-10',
  'http://www.cms.gov/Medicare/Coding/ICD10': 'icd-10',
  'http://hl7.org/fhir/sid/icd-9-cm': 'icd-9',
  'http://www.cms.gov/Medicare/Coding/ICD9': 'icd-9-procedure',
  'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets': 'hcpcs',
  'https://www.cms.gov/Medicare/Medicare-Fee-for-Service-Payment/AcuteInpatientPPS/MS-DRG-Classifications-and-Software':
    'ms-drg',
}

const readContent = (name: string) => readFileSync(join(import.meta.dirname, '../../../../../content', name), 'utf8')
const [codes, care] = [readContent('sensitive-codes.csv'), readContent('sensitive-care.csv')]
const listRows = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.split(','))
const always = { begins: '0001-01-01', ends: '9999-12-31' }

/** The substance use codes that Medicare's own claims API withholds (NOTICE). */
const ofSubstances = listRows(codes).map(([system = '', code = '', begins = '', ends = '']): SensitiveCode => {
  const kind = kinds[system]
  if (kind === undefined) throw new Error(`sensitive-codes.csv: ${system} is no known code system`)
  return { key: codeKey(kind, code), begins, ends }
})

/** The codes of other care that law protects; each row is a range (docs/imports.md). */
const ofCare = listRows(care).flatMap(([system = '', from = '', to = '', ends = '']): SensitiveCode[] => {
  const kind = codeKinds.find((one) => one === system)
  if (kind === undefined) throw new Error(`sensitive-care.csv: ${system} is no known code system`)
  return listRange(from, to || from).map((code) => ({ key: codeKey(kind, code), ...always, ...(ends && { ends }) }))
})

/** Codes that differ only in their last digits. */
function listRange(from: string, to: string): string[] {
  const [, stem = '', digits = ''] = /^(.*?)(\d+)$/.exec(from) ?? []
  if (digits === '') return [from]
  return Array.from(
    { length: Number(to.slice(stem.length)) - Number(digits) + 1 },
    (_, at) => `${stem}${String(Number(digits) + at).padStart(digits.length, '0')}`,
  )
}

/** The codes of drugs. */
const ofDrugs = drugCodes.map(({ system, code }): SensitiveCode => ({ key: `${system} ${code}`, ...always }))

/** All published codes, by key. */
export const publishedCodes: ReadonlyMap<string, readonly SensitiveCode[]> = Map.groupBy(
  [
    ...ofSubstances,
    ...ofCare,
    ...ofDrugs,
    ...[sensitiveWords, `icd-10 ${selfHarm}`].map((key) => ({ key, ...always })),
  ],
  ({ key }) => key,
)

/** Changes with the lists. */
export const publishedEdition = createHash('sha256')
  .update(codes)
  .update(care)
  .update(drugsText)
  .digest('hex')
  .slice(0, 16)
