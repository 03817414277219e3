import type { HostInfo } from '../environment/host.ts'
import { resolveCode } from './aliases.ts'
import { brandOfDdToken, type DdTokenProblem } from './dd-token.ts'
import { type BrandDirectory, DEFAULT_BRAND } from './directory.ts'

/** Where the brand may come from, in the order of BR-1 and the decisions on brands. */
export type BrandSource = 'brand' | 'umsBrand' | 'ddToken' | 'defBrand' | 'zipCode' | 'storedZip' | 'host' | 'default'

/** Why a source was passed over. It never holds the value that was sent. */
export interface RejectedSource {
  readonly source: BrandSource
  readonly reason: 'unknown-code' | 'not-a-zip' | DdTokenProblem
}

export interface BrandRequest {
  readonly cookies: { readonly brand?: Sent; readonly umsBrand?: Sent; readonly ddToken?: Sent }
  readonly query: { readonly defBrand?: Sent; readonly zipCode?: Sent }
  /** The zip code from an earlier visit, or that of the signed-in user. */
  readonly storedZip?: Sent
  readonly host: HostInfo
  readonly directory: BrandDirectory
  /** The brand code for a five-digit zip, or null where no brand has the territory. */
  readonly brandOfZip: (zip: string) => string | null
}

export interface ResolvedBrand {
  readonly code: string
  readonly source: BrandSource
  /** To be logged as warnings (BR-2, BR-4). */
  readonly rejected: readonly RejectedSource[]
}

/** A value as it came; absent and empty mean the same. */
type Sent = string | null | undefined

type Outcome = { readonly code: string } | { readonly problem: RejectedSource['reason'] } | null

/**
 * The brand of a request (BR-1): the first source that names a known brand. A source that names an unknown one is reported and the
 * next one is tried (BR-2). A zip outside every brand's territory is not a mistake and is not reported.
 */
export function resolveBrand(request: BrandRequest): ResolvedBrand {
  const { cookies, query, directory } = request
  const hostLabel = findBrandLabel(request.host, directory)
  const token = (value: string): Outcome => {
    const meant = brandOfDdToken(value, hostLabel)
    return 'code' in meant ? resolveKnownCode(meant.code, directory) : meant
  }
  const code = (value: string): Outcome => resolveKnownCode(value, directory)
  const zip = (value: string): Outcome => codeOfZip(value, request)
  const steps: readonly [BrandSource, Sent, (value: string) => Outcome][] = [
    ['brand', cookies.brand, code],
    ['umsBrand', cookies.umsBrand, code],
    ['ddToken', cookies.ddToken, token],
    ['defBrand', query.defBrand, code],
    ['zipCode', query.zipCode, zip],
    ['storedZip', request.storedZip, zip],
    ['host', hostLabel, (label) => codeOfLabel(label, directory)],
  ]

  const rejected: RejectedSource[] = []
  for (const [source, value, read] of steps) {
    const outcome = value ? read(value) : null
    if (outcome && 'code' in outcome) return { code: outcome.code, source, rejected }
    if (outcome) rejected.push({ source, reason: outcome.problem })
  }
  return { code: DEFAULT_BRAND, source: 'default', rejected }
}

/**
 * The label of a host name that names a brand, e.g. `highmark` in `secure.highmark.example`; null where none does. The last label
 * never counts: it is a top-level domain, and several brand codes are spelled like one.
 */
export function findBrandLabel(host: HostInfo, directory: BrandDirectory): string | null {
  const candidates = host.subDomain
    ? [...host.domainLabels.slice(0, -1), host.subDomain]
    : host.domainLabels.slice(0, -1)
  return candidates.find((label) => directory.hostLabels.has(label)) ?? null
}

function resolveKnownCode(value: string, directory: BrandDirectory): Outcome {
  const code = resolveCode(value, directory)
  return code === null ? { problem: 'unknown-code' } : { code }
}

function codeOfLabel(label: string, directory: BrandDirectory): Outcome {
  const code = directory.hostLabels.get(label)
  return code === undefined ? null : { code }
}

function codeOfZip(value: string, { brandOfZip, directory }: BrandRequest): Outcome {
  const zip = /^([0-9]{5})(?:-?[0-9]{4})?$/.exec(value)?.[1]
  if (zip === undefined) return { problem: 'not-a-zip' }
  const code = brandOfZip(zip)
  return code === null ? null : resolveKnownCode(code, directory)
}
