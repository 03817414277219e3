import type { Translate } from '../messages/text.tsx'
import type { ServiceId } from '../router/routes.ts'
import { emptyFields, type Fields } from './fields.ts'

/** What a message is likely about that was begun on the page of a service; topics as the content has them. */
export const serviceTopics: Readonly<Record<ServiceId, Pick<Fields, 'categoryId' | 'subCategoryId'>>> = {
  claims: { categoryId: 'claims', subCategoryId: 'claim-status' },
  'claims-and-spending': { categoryId: 'claims', subCategoryId: 'claim-status' },
  coverage: { categoryId: 'benefits', subCategoryId: 'covered' },
  'educational-materials': { categoryId: 'account', subCategoryId: 'online' },
  'find-doctor': { categoryId: 'doctors', subCategoryId: 'find-doctor' },
  'pay-premium': { categoryId: 'premium', subCategoryId: 'bill' },
  prescriptions: { categoryId: 'prescriptions', subCategoryId: 'refill' },
  'producer-home': { categoryId: 'other', subCategoryId: 'question' },
  spending: { categoryId: 'benefits', subCategoryId: 'deductible' },
  'visitor-home': { categoryId: 'other', subCategoryId: 'question' },
  wellness: { categoryId: 'benefits', subCategoryId: 'covered' },
}

/** The fields of a new message: with topic and subject where an address names a service (`about`), else empty. */
export function presetFields(about: string | undefined, t: Translate): Fields {
  if (about === undefined || !isService(about)) return emptyFields
  return {
    ...emptyFields,
    ...serviceTopics[about],
    subject: t('contact-us.about-service', { service: t(`service.${about}.title`) }),
  }
}

function isService(about: string): about is ServiceId {
  return Object.hasOwn(serviceTopics, about)
}

/** Whether the writer has not typed or chosen anything: what was set for them is nothing to keep. */
export function isUntouched(fields: Fields, preset: Fields): boolean {
  return (Object.keys(preset) as (keyof Fields)[]).every((name) => fields[name] === preset[name])
}
