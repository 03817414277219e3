import type { ServiceId } from '../../base/router/routes.ts'
import type { Format } from '../../base/texts/format.ts'
import type { Translate } from '../../base/texts/text.tsx'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { emptyFields, type MessageFields } from './fields.ts'

/** The likely topic of a message started on one of our pages, using topics of the content. */
export const topicsOfPages: Readonly<
  Record<ServiceId | 'pay-premium' | 'claims' | 'accessibility', Pick<MessageFields, 'categoryId' | 'subCategoryId'>>
> = {
  accessibility: { categoryId: 'other', subCategoryId: 'complaint' },
  claims: { categoryId: 'claims', subCategoryId: 'claim-status' },
  coverage: { categoryId: 'benefits', subCategoryId: 'covered' },
  'pay-premium': { categoryId: 'premium', subCategoryId: 'bill' },
  prescriptions: { categoryId: 'prescriptions', subCategoryId: 'refill' },
  spending: { categoryId: 'benefits', subCategoryId: 'deductible' },
}

/** The fields of a new message: with topic and subject if the address names a page (`about`), otherwise empty. */
export function presetFields(about: string | undefined, t: Translate): MessageFields {
  if (about === undefined || !isPage(about)) return emptyFields
  const subject =
    about === 'accessibility'
      ? t('contact-us.about-accessibility')
      : t('contact-us.about-service', { service: t(`service.${about}.title`) })
  return { ...emptyFields, ...topicsOfPages[about], subject }
}

/** The claim that a message is about. */
export interface AboutClaim {
  readonly claim: ClaimData
  readonly appeal: boolean
}

/**
 * The fields of a message about a claim (MP-9). An appeal starts with the beginning of its letter (MP-8), and becomes an ordinary message
 * if it is too late for one.
 */
export function claimFields({ claim, appeal: isWanted }: AboutClaim, t: Translate, format: Format): MessageFields {
  const { claimId, claimNumber: number, providerName: provider, serviceFrom } = claim
  const day = format.dateLong(serviceFrom)
  if (!isWanted || claim.appeal?.step !== 'open') {
    const subject = t('contact-us.claim-subject', { number })
    return { ...emptyFields, ...topicsOfPages.claims, subject, claimId }
  }
  const text =
    provider === null
      ? t('contact-us.appeal-text-plain', { number, day })
      : t('contact-us.appeal-text', { number, provider, day })
  const subject = t('contact-us.appeal-subject', { number })
  return { ...emptyFields, ...appealTopic, subject, text, claimId, appeal: true }
}

const appealTopic = { categoryId: 'claims', subCategoryId: 'claim-appeal' }

function isPage(about: string): about is keyof typeof topicsOfPages {
  return Object.hasOwn(topicsOfPages, about)
}

/** Whether the writer has not typed or chosen anything: preset fields need not be kept. */
export function isUntouched(fields: MessageFields, preset: MessageFields): boolean {
  return (Object.keys(preset) as (keyof MessageFields)[]).every((name) => fields[name] === preset[name])
}
