import type { QUALIFIERS } from '@portico/rules/content/request'
import type { MessageId } from '../../base/texts/catalogues.ts'

type Qualifier = Exclude<(typeof QUALIFIERS)[number], 'brand'>

const names: Readonly<Record<Qualifier, MessageId>> = {
  relationship: 'content.reader.relationship',
  spendingAccountExistsIndicator: 'content.reader.spendingAccountExistsIndicator',
  'Line of Business': 'content.reader.lineOfBusiness',
  spendingAccountBlackoutIndicator: 'content.reader.spendingAccountBlackoutIndicator',
  directPayIndicator: 'content.reader.directPayIndicator',
  hsaExistsIndicator: 'content.reader.hsaExistsIndicator',
  hsaSetupIndicator: 'content.reader.hsaSetupIndicator',
  hsaEnrollmentInProcessIndicator: 'content.reader.hsaEnrollmentInProcessIndicator',
  hcraIndicator: 'content.reader.hcraIndicator',
  autoEnrollIndicator: 'content.reader.autoEnrollIndicator',
  gender: 'content.reader.gender',
  HCRMemberEffectuated: 'content.reader.effectuated',
  PBM: 'content.reader.pbm',
  MedicareProduct: 'content.reader.medicareProduct',
  BuyUp: 'content.reader.buyUp',
  CustomClientID: 'content.reader.customClient',
  'Product Line': 'content.reader.productLine',
  channel: 'content.reader.channel',
}

/** The name of a condition on a text's readers (CT-1); its key if it has no name. */
export function nameReaders(qualifier: string, t: (id: MessageId) => string): string {
  return Object.hasOwn(names, qualifier) ? t(names[qualifier as Qualifier]) : qualifier
}
