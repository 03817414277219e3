import { findServiceKind, type ServiceKind } from '../coverage/service-kind.ts'

/** What identifies a service: a code of some code set, and the plan's plain name for it. */
export interface CodedService {
  readonly type: string
  readonly code: string
  readonly name: string
}

/** Codes by kind of care; the first match counts. CPT codes match by number range, HCPCS codes by letter and number. */
const byCode: readonly (readonly [RegExp, ServiceKind])[] = [
  [
    /^(G0402|G043[89]|G000[89]|G0010|G0101|G0103|G010[4-6]|G0121|G0202|G0328|G044\d|993[89]\d|9040\d|9046\d|9047\d|7706[37])$/,
    'preventive',
  ],
  [/^G0283$|^97[01]\d\d$/, 'therapy'],
  [/^A0\d{3}$/, 'ambulance'],
  [/^(A[4-9]|[EKL])\d{3,4}$/, 'equipment'],
  [/^J\d{4}$/, 'drug'],
  [/^V2\d{3}$/, 'eye'],
  [/^D\d{4}$/, 'dental'],
  [/^H\d{4}$|^908[3-9]\d$/, 'mental'],
  [/^P\d{4}$|^8\d{4}$/, 'laboratory'],
  [/^7\d{4}$/, 'imaging'],
  [/^9928[1-5]$/, 'emergency'],
  [/^992[01]\d$/, 'primary'],
  [/^59\d{3}$/, 'maternity'],
  [/^[1-6]\d{4}$/, 'surgery'],
]

/** Words in a service's name that could mean several kinds; we try these patterns before the names that plans use for benefits. */
const byName: readonly (readonly [RegExp, ServiceKind])[] = [
  [/specialist/i, 'specialist'],
  [/screening|flu shot|vaccin|wellness/i, 'preventive'],
  [/childbirth|giving birth/i, 'maternity'],
]

/** The kind of care of a service, which leads to what the plan pays for it. Null: unknown. */
export function kindOfService({ type, code, name }: CodedService): ServiceKind | null {
  const isKnownSet = type === 'HCPCS' || type === 'CPT' || type === 'CDT'
  const coded = isKnownSet ? byCode.find(([pattern]) => pattern.test(code)) : undefined
  const named = byName.find(([pattern]) => pattern.test(name))
  return coded?.[1] ?? named?.[1] ?? findServiceKind(name)
}

interface Named {
  readonly service: string
}

/**
 * The benefit that applies to a service, by its kind and by the words that both names share. Null: none fits, or several fit equally
 * well.
 */
export function benefitOfService<Benefit extends Named>(
  service: CodedService,
  benefits: readonly Benefit[],
): Benefit | null {
  const kind = kindOfService(service)
  const isCosmetic = ({ service: said }: Named) => /cosmetic/i.test(said) && !/cosmetic/i.test(service.name)
  const ofKind = benefits.filter((one) => kind !== null && findServiceKind(one.service) === kind && !isCosmetic(one))
  const words = new Set(plainWords(service.name))
  const countShared = ({ service: said }: Named) => plainWords(said).filter((word) => words.has(word)).length
  const [best, next] = ofKind.toSorted((a, b) => countShared(b) - countShared(a))
  if (best === undefined || (next !== undefined && countShared(next) === countShared(best))) return null
  return best
}

function plainWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => word.replace(/s$/, ''))
}
