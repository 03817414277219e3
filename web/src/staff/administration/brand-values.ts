import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { listOwnBrands, proposeBrand } from '@portico/contract/calls/brand-console'
import { memberNumberForms, scenes } from '@portico/rules/brand/types'

export type OwnBrands = PayloadOf<typeof listOwnBrands>
export type OwnBrand = OwnBrands['brands'][number]
export type BrandFields = BodyOf<typeof proposeBrand>['fields']
export type Drawings = BodyOf<typeof proposeBrand>['drawings']

export const drawingNames = ['logo', 'logoOnDark', 'mark'] as const satisfies readonly (keyof Drawings)[]

/** The form's fields, as they are typed. */
export type BrandValues = Record<keyof BrandFields | 'code' | 'reason', string>

const fresh: BrandFields = {
  ...{ name: '', taglineEn: '', taglineEs: '', legalEn: '', legalEs: '', hoursEn: '', hoursEs: '' },
  ...{ phone: '', memberPhone: '', medicaidPhone: '', tty: '711', address: [], domain: '', furtherDomains: [] },
  ...{ nursePhone: '', nurseHoursEn: '', nurseHoursEs: '' },
  ...{ shopDomain: '', medicareDomain: '', emailSender: '', state: '', states: [], counties: [] },
  ...{ numberForm: 'digits', numberMin: 9, numberMax: 17 },
  ...{ primary: '#1d4f91', accent: '#c98a1b', radius: 8, header: 'light', scene: 'hills' },
  ...{ youtube: '', facebook: '', twitter: '', pinterest: '', linkedIn: '', hmBlog: '', hmInstagram: '' },
}

/** The form's initial values: from the waiting version, else from the served one, else defaults. */
export function listBrandValues(brand: OwnBrand | null): BrandValues {
  const fields = brand?.waiting?.fields ?? brand?.fields ?? fresh
  const { address, furtherDomains, states, counties, numberMin, numberMax, radius, ...texts } = fields
  return {
    ...texts,
    ...{ code: brand?.code ?? '', reason: '' },
    address: address.join('\n'),
    furtherDomains: furtherDomains.join(' '),
    states: states.join(' '),
    counties: counties.join(' '),
    ...{ numberMin: String(numberMin), numberMax: String(numberMax), radius: String(radius) },
  }
}

/** The typed values in the format of the call. */
export function readBrandFields(values: BrandValues): BrandFields {
  const { code: _code, reason: _reason, ...typed } = values
  return {
    ...typed,
    address: values.address.split('\n').filter((line) => line.trim() !== ''),
    furtherDomains: splitWords(values.furtherDomains),
    states: splitWords(values.states.toUpperCase()),
    counties: splitWords(values.counties),
    numberForm: memberNumberForms.find((one) => one === values.numberForm) ?? 'digits',
    ...{ numberMin: Number(values.numberMin), numberMax: Number(values.numberMax), radius: Number(values.radius) },
    header: values.header === 'dark' ? 'dark' : 'light',
    scene: scenes.find((one) => one === values.scene) ?? 'hills',
  }
}

function splitWords(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}
