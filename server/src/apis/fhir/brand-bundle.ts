import { hash } from 'node:crypto'
import type { BrandService } from '../../brands/brand/service.ts'
import { stableId } from '../../platform/versions/content.ts'

/** The brands with their endpoints, in the form that apps look for (SMART User-Access Brands), and its weak ETag. */
export interface BrandBundle {
  readonly body: string
  readonly tag: string
}

const ids = (code: string) => ({ brand: stableId('fhir brand', code), endpoint: stableId('fhir endpoint', code) })

/** Builds the Bundle of all brands at an origin; `since` is when it was built. */
export function brandBundle(brands: Pick<BrandService, 'served'>, origin: string, since: Date): BrandBundle {
  const entries = brands.served.flatMap(({ brand, texts }) => {
    const { brand: id, endpoint } = ids(brand.code)
    const address = `${origin}/fhir/${brand.code}/r4`
    return [
      {
        resourceType: 'Organization',
        id,
        meta: { profile: ['http://hl7.org/fhir/smart-app-launch/StructureDefinition/user-access-brand'] },
        identifier: [{ system: 'urn:ietf:rfc:3986', value: `${origin}/fhir/${brand.code}` }],
        active: true,
        type: [
          {
            coding: [
              { system: 'http://terminology.hl7.org/CodeSystem/organization-type', code: 'pay', display: 'Payer' },
            ],
          },
        ],
        name: texts.en.name,
        telecom: [{ system: 'url', value: `https://${brand.domain}` }],
        // Not every brand belongs to one state.
        address: [{ ...(brand.brandState !== null && { state: brand.brandState }), country: 'US' }],
        endpoint: [{ reference: `Endpoint/${endpoint}` }],
      },
      {
        resourceType: 'Endpoint',
        id: endpoint,
        meta: { profile: ['http://hl7.org/fhir/smart-app-launch/StructureDefinition/user-access-endpoint'] },
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/endpoint-fhir-version', valueCode: '4.0.1' }],
        status: 'active',
        connectionType: {
          system: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type',
          code: 'hl7-fhir-rest',
        },
        name: texts.en.name,
        managingOrganization: { reference: `Organization/${id}` },
        contact: [{ system: 'url', value: `${origin}/developers/` }],
        payloadType: [
          { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/endpoint-payload-type', code: 'none' }] },
        ],
        address,
      },
    ]
  })
  const entry = entries.map((resource) => ({
    fullUrl: `${origin}/fhir/brands/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  const listed = JSON.stringify(entry)
  const head = JSON.stringify({ resourceType: 'Bundle', type: 'collection', timestamp: since.toISOString() })
  return { body: `${head.slice(0, -1)},"entry":${listed}}`, tag: `W/"${hash('sha256', listed).slice(0, 16)}"` }
}
