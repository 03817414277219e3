import type { ServiceId } from '../router/routes.ts'
import type { Translate } from '../texts/text.tsx'
import { emptyFields, type Fields } from './fields.ts'

/** What a message is likely about that was begun on a page of ours; topics as the content has them. */
export const topicsOfPages: Readonly<
  Record<ServiceId | 'accessibility', Pick<Fields, 'categoryId' | 'subCategoryId'>>
> = {
  accessibility: { categoryId: 'other', subCategoryId: 'complaint' },
  claims: { categoryId: 'claims', subCategoryId: 'claim-status' },
  coverage: { categoryId: 'benefits', subCategoryId: 'covered' },
  'educational-materials': { categoryId: 'account', subCategoryId: 'online' },
  'find-doctor': { categoryId: 'doctors', subCategoryId: 'find-doctor' },
  'pay-premium': { categoryId: 'premium', subCategoryId: 'bill' },
  prescriptions: { categoryId: 'prescriptions', subCategoryId: 'refill' },
  'producer-home': { categoryId: 'other', subCategoryId: 'question' },
  spending: { categoryId: 'benefits', subCategoryId: 'deductible' },
  wellness: { categoryId: 'benefits', subCategoryId: 'covered' },
}

/** The fields of a new message: with topic and subject where an address names a page (`about`), else empty. */
export function presetFields(about: string | undefined, t: Translate): Fields {
  if (about === undefined || !isPage(about)) return emptyFields
  const subject =
    about === 'accessibility'
      ? t('contact-us.about-accessibility')
      : t('contact-us.about-service', { service: t(`service.${about}.title`) })
  return { ...emptyFields, ...topicsOfPages[about], subject }
}

function isPage(about: string): about is keyof typeof topicsOfPages {
  return Object.hasOwn(topicsOfPages, about)
}

/** Whether the writer has not typed or chosen anything: what was set for them is nothing to keep. */
export function isUntouched(fields: Fields, preset: Fields): boolean {
  return (Object.keys(preset) as (keyof Fields)[]).every((name) => fields[name] === preset[name])
}
