import { shortCode } from '../fhir/codes.ts'

/** Code systems of diagnoses, procedures, services, drugs and diagnosis-related groups. `hcpcs` includes CPT. */
export const codeKinds = ['icd-10', 'icd-9', 'icd-9-procedure', 'hcpcs', 'ms-drg', 'ndc', 'rxnorm'] as const
export type CodeKind = (typeof codeKinds)[number]

/** Where in a resource a code stands, which tells its kind if its system does not. */
export type Context = 'diagnosis' | 'procedure' | 'drg' | null

/** As addresses of code systems, object identifiers and the short names that plans write. */
const kindsBySystem: readonly (readonly [RegExp, CodeKind | null])[] = [
  [/apr-?drg/i, null],
  [/drg/i, 'ms-drg'],
  [/icd-?10|113883\.6\.(90|4|3)$/i, 'icd-10'],
  [/coding\/icd9$|icd-?9.*(procedure|pcs|vol-?3)|113883\.6\.104$/i, 'icd-9-procedure'],
  [/icd-?9|113883\.6\.(103|42)$/i, 'icd-9'],
  [/hcpcs|\bcpt\b|ama-assn\.org|113883\.6\.(285|12|14)$/i, 'hcpcs'],
  [/\bndc\b|113883\.6\.69$/i, 'ndc'],
  [/rxnorm|113883\.6\.88$/i, 'rxnorm'],
  [/snomed|loinc|nucc|nubc|terminology\.hl7\.org|hl7\.org\/fhir\/us|x12\.org|usps|unitsofmeasure/i, null],
]

/** The keys by which a coding is looked up in tables of sensitive codes; several if its kind is not certain, none if it cannot be there. */
export function listKeys({ system, code }: { readonly system: string; readonly code: string }, context: Context) {
  const plain = plainCode(code)
  if (plain === '') return []
  return listKinds(system, plain, context).map((kind) => codeKey(kind, code))
}

/** A code of a kind, however it is written: with or without dots and hyphens, in capitals or not. */
export function codeKey(kind: CodeKind, code: string): string {
  return `${kind} ${kind === 'ndc' ? plainNdc(code) : plainCode(code)}`
}

function listKinds(system: string, plain: string, context: Context): readonly CodeKind[] {
  const [, kind] = kindsBySystem.find(([pattern]) => pattern.test(system)) ?? []
  if (kind === null) return []
  if (kind === 'icd-9' && context === 'procedure') return ['icd-9-procedure']
  if (kind !== undefined) return [kind]
  if (context === 'diagnosis') return ['icd-10', 'icd-9']
  if (context === 'procedure') return ['icd-10', 'icd-9-procedure', 'hcpcs']
  if (context === 'drg') return ['ms-drg']
  // Numbers of an unknown kind may be anything: an amount of a code, a place, a provider.
  if (/^[A-Z]\w{4,6}$/.test(plain)) return ['hcpcs', 'icd-10']
  return /^\d{11}$/.test(plain.replaceAll('-', '')) ? ['ndc'] : []
}

/** Without dots, and without what some files put behind a code: a modifier, a version. */
function plainCode(code: string): string {
  return (
    shortCode(code)
      .toUpperCase()
      .replaceAll('.', '')
      .split(/[\s:^-]/, 1)[0] ?? ''
  )
}

/** Eleven digits; of ten, hyphens tell which part lacks a zero. */
function plainNdc(code: string): string {
  const parts = shortCode(code).split('-')
  const [labeler = '', product = '', pack = ''] = parts
  return parts.length === 3
    ? `${labeler.padStart(5, '0')}${product.padStart(4, '0')}${pack.padStart(2, '0')}`
    : parts.join('')
}
