import type { FastifyRequest } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import { notFound } from './outcome.ts'
import { findNamed } from './request.ts'

/** The brand in an address, its API's address, and its plan's name. */
export interface Place {
  readonly brand: string
  readonly base: string
  readonly plan: string
}

/** Determines which brand's API a request is for. */
export interface Places {
  buildOrigin(request: FastifyRequest): string
  /** Throws 404 for an address without one of our brands. */
  toPlace(request: FastifyRequest): Place
}

export function createPlaces(
  brands: Pick<BrandService, 'served' | 'requireLoaded'>,
  ownOrigins: Pick<OwnOrigins, 'issuerFor'>,
): Places {
  const buildOrigin = (request: FastifyRequest) => ownOrigins.issuerFor(`${request.protocol}://${request.host}`)
  return {
    buildOrigin,
    toPlace: (request) => {
      const { brand } = findNamed(request)
      if (!brands.served.some((one) => one.brand.code === brand)) throw notFound()
      return {
        brand,
        base: `${buildOrigin(request)}/fhir/${brand}/r4`,
        plan: brands.requireLoaded(brand).texts.en.name,
      }
    },
  }
}
