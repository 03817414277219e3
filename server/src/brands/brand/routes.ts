import * as calls from '@portico/contract/calls/brand'
import type { FastifyInstance } from 'fastify'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { ZipTable } from '../zip/table.ts'
import { iconAddress, iconPng, iconSizes } from './icon-png.ts'
import type { BrandService } from './service.ts'

const yearS = 31_536_000

export function bindBrand(
  binder: Binder,
  app: FastifyInstance,
  { brands, zips }: { readonly brands: BrandService; readonly zips: ZipTable },
): void {
  binder.bind(calls.brandOfZip, async ({ query }) => {
    const code = zips.findBrand(toZip(query.zipCode))
    if (code === null) throw new CallError('NOT-FOUND')
    const { sharedBrandCode, storeID } = brands.get(code)
    return { brand: code, sharedBrandCode, storeID }
  })

  binder.bind(calls.countiesOfZip, async ({ body }) => ({
    counties: zips.counties(toZip(body.zipCode)).map(({ fips, name, state }) => ({ fips, name, state })),
  }))

  binder.bind(calls.ddTokenOfRegion, async ({ query }) => {
    const found = brands.ofRegion(query.region)
    if (found === null) throw new CallError('NOT-FOUND')
    return found
  })

  app.get<{ Params: { code: string; image: string } }>('/brand/:code/:image', async ({ params }, reply) => {
    const icon = findIcon(params)
    if (icon !== null)
      return reply
        .type('image/png')
        .header('cache-control', `public, max-age=${yearS}, immutable`)
        .header('content-security-policy', "default-src 'none'")
        .send(icon)
    const svg = brands.image(params.code, params.image)
    if (svg === null) throw new CallError('NOT-FOUND')
    return reply
      .type('image/svg+xml')
      .header('cache-control', `public, max-age=${yearS}, immutable`)
      .header('content-security-policy', "default-src 'none'")
      .send(svg)
  })

  /** Only for the present mark: no page asks for the icon of a replaced one. */
  function findIcon({ code, image }: { readonly code: string; readonly image: string }): Buffer | null {
    const loaded = brands.served.find((one) => one.brand.code === code)
    if (loaded === undefined) return null
    const size = iconSizes.find((one) => iconAddress(loaded, one) === `/brand/${code}/${image}`)
    return size === undefined ? null : iconPng(loaded, size)
  }
}

/** The ZIP code of a ZIP+4; the rest says nothing more about county and brand. */
function toZip(zipCode: string): string {
  return zipCode.replace(/^(\d{5})-?\d{4}$/, '$1')
}
