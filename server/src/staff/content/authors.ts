import { everyBrand } from '@portico/rules/brand/every'
import { parseReplyId } from '@portico/rules/content/declared'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import type { BrandService } from '../../brands/brand/service.ts'
import { readScope, type Scope, worksFor } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'

/** Someone who writes or approves content, with the brands for which they do so (CT-6). */
export interface Author {
  readonly accountId: string
  readonly name: string
  /** What they may write: all texts, the canned replies of their desk, or nothing. */
  readonly writes: 'all' | 'replies' | 'nothing'
  readonly mayApprove: boolean
  /** Shared codes of the brands whose content they see, besides content for every brand; null for all brands. */
  readonly brands: readonly string[] | null
  /** Whether they may change content for this brand, or for every brand. */
  mayChange(brand: string): boolean
  mayWrite(name: string): boolean
}

/** Throws WRONG-ROLE for anyone who neither writes nor approves anything. */
export async function requireAuthor(
  db: Reader,
  brands: BrandService,
  { principal }: Pick<CallContext<Principal>, 'principal'>,
): Promise<Author> {
  const scope = await readScope(db, principal)
  const may = (entitlement: Entitlement) => scope.entitlements.includes(entitlement)
  const writes = may('author') ? 'all' : may('supervise') ? 'replies' : 'nothing'
  const mayApprove = may('approve')
  if (writes === 'nothing' && !mayApprove) throw new CallError('WRONG-ROLE')
  return {
    accountId: scope.accountId,
    name: scope.name,
    writes,
    mayApprove,
    brands: scope.brands === null ? null : [...new Set(listShared(brands, scope))],
    mayWrite: (name) => writes === 'all' || (writes === 'replies' && parseReplyId(name) !== null),
    mayChange: (brand) => {
      if (brand === everyBrand) return scope.brands === null
      // Brands that share a code share its content: anyone who changes it must work for all of them.
      const codes = listBrandCodes(brands, brand)
      return codes.length > 0 && codes.every((code) => worksFor(scope, code))
    },
  }
}

/** Throws NOT-FOUND for a brand that does not exist or is not theirs. */
export function requireReadable(author: Author, brands: BrandService, brand: string): void {
  if (brand === everyBrand) return
  const isThere = listBrandCodes(brands, brand).length > 0
  if (!isThere || (author.brands !== null && !author.brands.includes(brand))) throw new CallError('NOT-FOUND')
}

/** The brands that content can be for, each shared code once, with the name of the first brand that has it. */
export function contentBrands(
  author: Pick<Author, 'brands'>,
  brands: BrandService,
  language: CallContext<Principal>['language'],
): { code: string; name: string }[] {
  const found = new Map<string, string>()
  for (const { brand, texts } of brands.all) {
    const code = brand.sharedBrandCode
    if (author.brands !== null && !author.brands.includes(code)) continue
    if (!found.has(code)) found.set(code, texts[language].name)
  }
  return [...found].map(([code, name]) => ({ code, name }))
}

function listBrandCodes(brands: BrandService, shared: string): string[] {
  return brands.all.filter(({ brand }) => brand.sharedBrandCode === shared).map(({ brand }) => brand.code)
}

function listShared(brands: BrandService, scope: Scope): string[] {
  return brands.all.filter(({ brand }) => worksFor(scope, brand.code)).map(({ brand }) => brand.sharedBrandCode)
}
