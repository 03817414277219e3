import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodeKind, codeKey } from './code-kinds.ts'
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

const text = readFileSync(join(import.meta.dirname, '../../../../../content/sensitive-codes.csv'), 'utf8')

/** The codes of substance use that Medicare's own claims interface withholds, by key (NOTICE). */
export const publishedCodes: ReadonlyMap<string, readonly SensitiveCode[]> = Map.groupBy(
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => {
      const [system = '', code = '', begins = '', ends = ''] = row.split(',')
      const kind = kinds[system]
      if (kind === undefined) throw new Error(`sensitive-codes.csv: ${system} is no known code system`)
      return { key: codeKey(kind, code), begins, ends }
    }),
  ({ key }) => key,
)

/** Changes with the list. */
export const publishedEdition = createHash('sha256').update(text).digest('hex').slice(0, 16)
