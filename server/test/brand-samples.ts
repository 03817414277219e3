import type { BodyOf } from '@portico/contract/call'
import type { proposeBrand } from '@portico/contract/calls/brand-console'

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="8" fill="#225588"/></svg>'

/** A brand that nobody has yet. */
export const sampleBrand: BodyOf<typeof proposeBrand> = {
  basedOn: 0,
  reason: 'A plan of our own',
  fields: {
    name: 'Prairie Own Plan',
    taglineEn: 'Care under a wide sky.',
    taglineEs: 'Atención bajo un cielo abierto.',
    legalEn: 'Prairie Own Plan is fictional.',
    legalEs: 'Prairie Own Plan es ficticio.',
    hoursEn: 'Monday - Friday 8 AM - 6 PM CT',
    hoursEs: 'Lunes a viernes, de 8 a. m. a 6 p. m. (hora del Centro)',
    phone: '1-800-555-0177',
    memberPhone: '',
    medicaidPhone: '',
    ...{ nursePhone: '', nurseHoursEn: '', nurseHoursEs: '' },
    tty: '711',
    address: ['PO Box 555-0177', 'Pierre, SD 57501'],
    domain: 'prairieown.example',
    furtherDomains: [],
    shopDomain: '',
    medicareDomain: '',
    emailSender: '',
    state: 'SD',
    states: ['SD'],
    counties: [],
    numberForm: 'letters-and-digits',
    numberMin: 6,
    numberMax: 12,
    primary: '#225588',
    accent: '#c98a1b',
    radius: 9,
    header: 'light',
    scene: 'prairie',
    youtube: '',
    facebook: '',
    twitter: '',
    pinterest: '',
    linkedIn: '',
    hmBlog: '',
    hmInstagram: '',
  },
  drawings: { logo, logoOnDark: '', mark: '' },
}
