import type { BrandsWing } from '../brands/wing.ts'
import type { Ground } from '../platform/ground.ts'
import type { Binder } from '../platform/http/bind.ts'
import { bindEmailPreviews } from './email/preview.ts'
import { createEmailService } from './email/service.ts'
import { bindLetters } from './letters/routes.ts'
import { createLetters } from './letters/service.ts'

export type MailingWing = ReturnType<typeof createMailing>

/** E-mails and letters. */
export function createMailing(house: Ground & BrandsWing) {
  const emails = createEmailService(house.dataKey)
  return { emails, letters: createLetters({ ...house, emails }) }
}

export function bindMailingWing(binder: Binder, house: Ground & BrandsWing & MailingWing): void {
  bindLetters(binder, house.letters)
  if (!house.config.production) bindEmailPreviews(house.app, house)
}
