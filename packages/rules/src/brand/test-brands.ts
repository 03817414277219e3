import type { Brand } from './types.ts'

/** A brand record for tests: plain values plus those given. */
export function testBrand(given: Partial<Brand> & Pick<Brand, 'code'>): Brand {
  const domain = given.domain ?? `${given.code}.example`
  return {
    aliases: [],
    description: 'Test brand',
    logoImg: 'logo.svg',
    domain,
    furtherDomains: [],
    storeID: '10151',
    shopDomain: `shop.${domain}`,
    medicareDomain: `medicare.${domain}`,
    medicarePath: '/plans/',
    logoutUrl: null,
    brandState: null,
    uracAccredited: true,
    uracID: 'H100',
    social: {
      youtube: null,
      facebook: null,
      twitter: null,
      pinterest: null,
      linkedIn: null,
      hmBlog: null,
      hmInstagram: null,
    },
    prismBrandCode: given.code.toUpperCase(),
    sharedBrandCode: given.code.toUpperCase(),
    questionBrandNumber: 1,
    languageBrandNumber: 1,
    techBrandNumber: 1,
    customerServicePhoneNumber: null,
    customerServiceNumber: null,
    medicaidServiceNumber: null,
    ttyNumber: '711',
    customerServiceHours: 'Monday - Friday 8 AM - 5 PM ET',
    analytics: { prod: 'P', test: 'T' },
    isVitalsActive: false,
    brandVisibility: { codes: [], ids: [] },
    memberNumber: { form: 'digits', min: 9, max: 17 },
    footerDescription: null,
    ddNumber: null,
    emailSender: `service@${domain}`,
    look: { primary: '#003366', accent: '#cc6600', radius: 8, header: 'light', scene: 'hills' },
    ...given,
  }
}

/** The brands that are named by aliases, numbers, hosts and shared codes, with their shared codes and domains. */
export const testBrands: readonly Brand[] = [
  testBrand({ code: 'default', domain: 'portico.example' }),
  testBrand({ code: 'shop', domain: 'plans.example' }),
  testBrand({ code: 'hmbcbs', domain: 'highmark.example' }),
  testBrand({ code: 'hbs', domain: 'highmark.example', sharedBrandCode: 'HMBS' }),
  testBrand({ code: 'de', domain: 'highmark.example', sharedBrandCode: 'HMBCBSDE' }),
  testBrand({
    code: 'ms',
    domain: 'highmark.example',
    sharedBrandCode: 'HMBCBSWV',
    medicareDomain: 'medicare.benefits-home.example',
  }),
  testBrand({ code: 'idh', domain: 'idahoplan.example' }),
  testBrand({ code: 'mn', domain: 'salesplatform.example', sharedBrandCode: 'MINCR' }),
  testBrand({ code: 'mincr', domain: 'bluecrossmnonline.example' }),
  testBrand({ code: 'ccs', domain: 'ccstpaonline.example', sharedBrandCode: 'CCSTPA' }),
  testBrand({ code: 'bl', domain: 'bluelinktpamnonline.example' }),
  testBrand({ code: 'ndbcbs', domain: 'bcbsndportals.example' }),
  testBrand({ code: 'wybcbs', domain: 'yourwyoblue.example', furtherDomains: ['wyoplan.example'] }),
  testBrand({ code: 'ibc', aliases: ['IBCPA'] }),
  testBrand({ code: 'ibccr', sharedBrandCode: 'IBC' }),
]
