import { sendEmail } from '@portico/contract/calls/letters'
import type { Binder } from '../http/bind.ts'
import type { Letters } from './service.ts'

export function bindLetters(binder: Binder, letters: Letters): void {
  binder.bind(sendEmail, async ({ principal, body }, context) => {
    await letters.send({ principal, ...context }, body)
    return { queued: true } as const
  })
}
