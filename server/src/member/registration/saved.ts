import { resumeRegistration, saveRegistration } from '@portico/contract/calls/registration'
import type { Brand } from '@portico/rules/brand/types'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { SAVED_TRIES, type SavedValues, savedFields, savedNeeds } from '@portico/rules/registration/saved'
import { checkDate } from '@portico/rules/validation/date'
import { hashSecret, newSecret } from '../../identity/tokens/secrets.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import { about, refuseKeeping } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import { type Limits, stranger } from '../../platform/limits/limits.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { type RegistrationChecks, toIsoDay } from './checks.ts'
import { dropSaved, holdSaved, keepSaved, setFailures } from './saved-store.ts'

/** Fills fields that did not exist when the registration was saved. */
const nothing = Object.fromEntries(savedFields.map((name) => [name, ''])) as SavedValues

const { nameSeal } = sealedColumns.saved_registration

/** What saving registrations depends on. */
export interface SavedParts {
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly emails: EmailService
  readonly checks: RegistrationChecks
  readonly inEvenTime: InEvenTime
}

/** Registrations that are finished later (RG-1); the database holds them encrypted. */
export function bindSavedRegistrations(binder: Binder, parts: SavedParts): void {
  binder.bind(saveRegistration, saveForLater(parts))
  binder.bind(resumeRegistration, resumeSaved(parts))
}

const saveForLater = ({
  checks,
  inEvenTime,
  limits,
  dataKey,
  emails,
}: SavedParts): PreparedHandler<typeof saveRegistration, Brand> => ({
  around: async ({ body }, context, run) => {
    refuseFields(checks.problems(savedNeeds, body, checks.findBrand(body.brand, context), context))
    return inEvenTime(run)
  },
  prepare: async ({ body }, context) => {
    const { now, origin } = context
    limits.tidy(now)
    const isLetIn =
      (await limits.reserveRequest('registration', origin.address, now)) &&
      (await limits.reserveLetter(`saved registration ${body.email.toLowerCase()}`, stranger(origin), now))
    if (!isLetIn) throw new CallError('TOO-MANY-REQUESTS')
    return checks.findBrand(body.brand, context)
  },
  handle: async ({ body }, { now, language }, tx, { code: brand }) => {
    const { saveId, savedId, email: to } = body
    const values = Object.fromEntries(savedFields.map((name) => [name, body[name]]))
    const ticket = newSecret()
    const isNew = await keepSaved(tx, {
      saved_id: saveId,
      ticket_hash: hashSecret(ticket),
      sealed: dataKey.seal(Buffer.from(JSON.stringify(values)), nameSeal(saveId)),
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetimes['resume-registration']),
    })
    const saved = about(saveId, { accepted: true as const })
    if (!isNew) return saved
    if (savedId !== undefined) await dropSaved(tx, savedId)
    const letter = {
      link: `/login/#/resume-registration?ticket=${ticket}`,
      days: String(linkLifetimes['resume-registration'] / (24 * 60 * 60_000)),
    }
    const receiver = { template: 'resume-registration', to, brand, language, memberId: null } as const
    await emails.queue(tx, { ...receiver, values: letter, now })
    return saved
  },
})

/** Throws FIELD-INVALID with birth.wrong at `dateOfBirth`. */
const resumeSaved = (parts: SavedParts): PreparedHandler<typeof resumeRegistration> => ({
  around: ({ body: { dateOfBirth } }, { now, origin }, run) =>
    parts.inEvenTime(async () => {
      const wrong = checkDate(dateOfBirth, { today: isoDate(easternDay(now)), required: true })
      refuseFields(wrong ? [{ field: 'dateOfBirth', code: wrong.code }] : [])
      return parts.limits.useTicket(origin.address, now, run)
    }),
  handle: async ({ body: { ticket, dateOfBirth } }, { now }, tx) => {
    const row = await holdSaved(tx, hashSecret(ticket), now)
    if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
    const { saved_id: savedId, sealed, failures } = row
    const plain = parts.dataKey.open(sealed, nameSeal(savedId)).toString('utf8')
    const values: SavedValues = { ...nothing, ...JSON.parse(plain) }
    const isRight = toIsoDay(values.dateOfBirth, now) === toIsoDay(dateOfBirth, now)
    const tries = isRight ? 0 : failures + 1
    if (tries < SAVED_TRIES) await setFailures(tx, savedId, tries)
    else await dropSaved(tx, savedId)
    if (isRight) return about(savedId, { savedId, values })
    const isLast = tries >= SAVED_TRIES
    const refusal = isLast ? new CallError('CHALLENGE-EXPIRED') : fieldError('dateOfBirth', 'birth.wrong')
    return refuseKeeping(refusal, [{ recordId: savedId }])
  },
})
