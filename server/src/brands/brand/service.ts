import type { BrandView, Language } from '@portico/contract/page'
import { encodeDdToken } from '@portico/rules/brand/dd-token'
import { brandDirectory } from '@portico/rules/brand/directory'
import { defaultDdValue } from '@portico/rules/brand/overrides'
import { findBrandLabel, type ResolvedBrand, resolveBrand } from '@portico/rules/brand/resolve'
import type { Brand } from '@portico/rules/brand/types'
import { type HostInfo, parseHost } from '@portico/rules/environment/host'
import type { Role } from '@portico/rules/roles'
import type { CallContext } from '../../platform/http/context.ts'
import { type HeldTexts, heldByFiles } from '../content/held.ts'
import { brandItem } from '../content/released.ts'
import { deriveFrom, readEdition } from './live-brands.ts'
import type { BrandSet, LoadedBrand } from './load.ts'
import { type ServiceLine, serviceLine } from './service-line.ts'
import { imageUrl, viewBrand } from './view.ts'

type Cookies = Readonly<Record<string, string | undefined>>

export interface BrandRequest {
  readonly cookies: Cookies
  readonly query: { readonly defBrand: string | null; readonly zipCode: string | null }
  readonly host: HostInfo
}

export interface BrandService {
  /** Every brand, in the order of its folder, including withdrawn ones. */
  readonly all: readonly LoadedBrand[]
  /** The brands that people may see. */
  readonly served: readonly LoadedBrand[]
  /** Changes whenever a brand does. */
  edition(): number
  /** Whether a brand exists and administrators have withdrawn it. */
  isWithdrawn(code: string): boolean
  /** The code of the withdrawn brand whose host it is, null for any other host. */
  findWithdrawn(host: HostInfo): string | null
  /** The brand of a code that we stored ourselves; throws if its folder no longer exists. */
  get(code: string): Brand
  requireLoaded(code: string): LoadedBrand
  resolve(request: BrandRequest): ResolvedBrand
  /** The brand on whose pages a call is made: the one that it names, or else that of the browser's cookies and the host. */
  at(request: Pick<CallContext, 'cookies' | 'host'>, named?: string): Brand
  /** The brand of a signed-in person's pages: their plan's, regardless of cookies. For staff, the host's. */
  brandFor(person: { readonly role: Role; readonly brand: string }, host: HostInfo): string
  /** The brand as a page shows it; `member` is null before sign-in (BR-10). */
  view(options: {
    readonly code: string
    readonly language: Language
    readonly host: HostInfo
    readonly member: { readonly isNDMedicaid: boolean } | null
  }): BrandView
  /** The line to call with its hours (BR-10); `member` is null before sign-in. */
  servicePhone(code: string, member: { readonly isNDMedicaid: boolean } | null, language: Language): ServiceLine
  /** Sets the cookies of a resolved brand (BR-12); clears the number of another brand. */
  setCookies(context: Pick<CallContext, 'setCookie' | 'clearCookie' | 'cookies'>, code: string): void
  /** The brand that serves a state and has a phone number; null: none does. */
  ofRegion(region: string): { readonly ddToken: string; readonly brand: string } | null
  image(code: string, name: string): string | null
}

const fromHostAlone = { cookies: {}, query: { defBrand: null, zipCode: null } } as const

export function createBrandService(options: {
  readonly brands: BrandSet
  readonly brandOfZip: (zip: string) => string | null
  readonly defaultServicePhone: string
  readonly held?: HeldTexts
}): BrandService {
  const { brands, brandOfZip, defaultServicePhone, held = heldByFiles } = options
  const listAll = deriveFrom(brands, () => [...brands.values()])
  const listServed = deriveFrom(brands, () => listAll().filter(({ isWithdrawn }) => !isWithdrawn))
  const readDirectory = deriveFrom(brands, () => brandDirectory(listServed().map(({ brand }) => brand)))
  const readWithdrawn = deriveFrom(brands, () =>
    brandDirectory(listAll().flatMap(({ brand, isWithdrawn }) => (isWithdrawn ? [brand] : []))),
  )
  // Includes replaced drawings, since open pages still name them.
  const images = new Map<string, string>()
  const readImages = deriveFrom(brands, () => {
    for (const one of listAll())
      for (const name of ['logo', 'logoOnDark', 'mark'] as const) images.set(imageUrl(one, name), one.images[name].svg)
    return images
  })
  const requireLoaded = (code: string): LoadedBrand => {
    const found = brands.get(code)
    if (found === undefined) throw new Error(`There is no brand ${code}.`)
    return found
  }

  const findServiceLine: BrandService['servicePhone'] = (code, member, language) =>
    serviceLine(requireLoaded(code), { member, language, defaultServicePhone })

  return {
    get all() {
      return listAll()
    },
    get served() {
      return listServed()
    },
    isWithdrawn: (code) => brands.get(code)?.isWithdrawn === true,
    findWithdrawn: (host) => {
      const label = findBrandLabel(host, readDirectory()) === null ? findBrandLabel(host, readWithdrawn()) : null
      return label === null ? null : (readWithdrawn().hostLabels.get(label) ?? null)
    },
    edition: () => readEdition(brands),
    requireLoaded,
    servicePhone: findServiceLine,
    get: (code) => requireLoaded(code).brand,
    resolve: ({ cookies, query, host }) =>
      resolveBrand({ cookies, query, host, directory: readDirectory(), brandOfZip }),
    at: ({ cookies, host }, named) => {
      const found = named === undefined ? undefined : brands.get(named)
      if (found !== undefined && !found.isWithdrawn) return found.brand
      const query = { defBrand: null, zipCode: null }
      return requireLoaded(
        resolveBrand({ cookies, query, host: parseHost(host), directory: readDirectory(), brandOfZip }).code,
      ).brand
    },
    brandFor: ({ role, brand }, host) => {
      if (role !== 'INTERNAL') return brand
      const { source, code } = resolveBrand({ ...fromHostAlone, host, directory: readDirectory(), brandOfZip })
      return source === 'default' ? brand : code
    },
    view: ({ code, language, host, member }) =>
      viewBrand({
        ...{ loaded: requireLoaded(code), language, host },
        line: findServiceLine(code, member, language),
        texts: held.texts(brandItem(code), requireLoaded(code).brand.sharedBrandCode, language),
      }),
    setCookies: (context, code) => setBrandCookies(context, requireLoaded(code).brand),
    ofRegion: (region) => findServing(listServed(), region),
    image: (code, name) => readImages().get(`/brand/${code}/${name}`) ?? null,
  }
}

function setBrandCookies(
  { setCookie, clearCookie, cookies }: Pick<CallContext, 'setCookie' | 'clearCookie' | 'cookies'>,
  brand: Brand,
): void {
  const ddValue = defaultDdValue(brand)
  const wanted = {
    brand: brand.code,
    umsBrand: brand.sharedBrandCode,
    ddToken: brand.ddNumber === null ? undefined : encodeDdToken(brand.ddNumber),
    DDValue: ddValue === null ? undefined : (cookies.DDValue ?? ddValue),
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== undefined && cookies[name] !== value) setCookie(name, value, { httpOnly: false })
  }
  if (wanted.ddToken === undefined && cookies.ddToken !== undefined) clearCookie('ddToken')
}

function findServing(served: readonly LoadedBrand[], region: string): ReturnType<BrandService['ofRegion']> {
  const state = region.toUpperCase()
  // If several brands with a number serve a state, the lowest number comes first.
  const [serving] = served
    .flatMap(({ brand: { code, brandState, ddNumber } }) =>
      brandState === state && ddNumber !== null ? [{ code, ddNumber }] : [],
    )
    .sort((one, other) => one.ddNumber - other.ddNumber)
  if (serving === undefined) return null
  return { ddToken: encodeDdToken(serving.ddNumber), brand: serving.code }
}
