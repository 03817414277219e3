import * as calls from '@portico/contract/calls/recovery'
import { parseHost } from '@portico/rules/environment/host'
import type { BrandService } from '../brand/service.ts'
import type { Binder } from '../http/bind.ts'
import type { CallContext } from '../http/context.ts'
import type { InEvenTime } from '../limits/even-time.ts'
import type { OwnQuestions } from './own-questions.ts'
import type { Recovery } from './service.ts'

export interface RecoveryParts {
  readonly recovery: Recovery
  readonly ownQuestions: OwnQuestions
  readonly brands: BrandService
  readonly inEvenTime: InEvenTime
}

export function bindRecovery(binder: Binder, parts: RecoveryParts): void {
  const { recovery, ownQuestions, brands, inEvenTime } = parts
  const brandOf = ({ cookies, host }: CallContext) =>
    brands.get(brands.resolve({ cookies, query: { defBrand: null, zipCode: null }, host: parseHost(host) }).code)
  const accepted = { accepted: true } as const

  binder.bind(calls.forgottenUsername, ({ body }, context) =>
    inEvenTime(async () => {
      await recovery.sendLoginId(body.email, context)
      return accepted
    }),
  )
  binder.bind(calls.forgottenPassword, ({ body }, context) =>
    inEvenTime(async () => {
      await recovery.sendLink(body.logonId, context)
      return accepted
    }),
  )
  binder.bind(calls.recoveryQuestions, ({ body }, context) =>
    inEvenTime(async () => {
      return { questions: [...(await recovery.questionsOf(body.logonId, brandOf(context).code, context))] }
    }),
  )
  binder.bind(calls.usernameQuestions, ({ body }, context) =>
    inEvenTime(async () => ({
      questions: [...(await recovery.questionsOfCard(body, brandOf(context), context))],
    })),
  )
  binder.bind(calls.answerForUsername, ({ body }, context) =>
    inEvenTime(async () => ({ logonId: await recovery.answerOfCard(body, brandOf(context), context) })),
  )
  binder.bind(calls.answerQuestions, ({ body }, context) =>
    inEvenTime(async () => ({ ticket: await recovery.answer(body, context) })),
  )
  binder.bind(calls.checkRecoveryTicket, async ({ body }, context) => {
    return { logonId: await recovery.check(body.ticket, context) }
  })
  binder.bind(calls.resetPassword, async ({ body }, context) => {
    await recovery.reset(body, context)
    return { changedAt: context.now.toISOString() }
  })

  binder.bind(calls.securityQuestions, ({ principal }, context) => ownQuestions.read(principal, context))
  binder.bind(calls.setSecurityQuestions, ({ principal, body }, context) =>
    ownQuestions.set(principal, body.answers, context),
  )
}
