import { sendEmail } from '@portico/contract/calls/letters'
import type { Binder } from '../../platform/http/bind.ts'
import type { Letters } from './service.ts'

export function bindLetters(binder: Binder, letters: Letters): void {
  binder.bind(sendEmail, letters.send)
}
