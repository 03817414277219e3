import type { PayloadOf } from '@portico/contract/call'
import { resumeRegistration, saveRegistration } from '@portico/contract/calls/registration'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { SAVED_TRIES, type SavedValues, savedFields, savedNeeds } from '@portico/rules/registration/saved'
import { checkDate } from '@portico/rules/validation/date'
import { hashSecret, newSecret } from '../../identity/tokens/secrets.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Binder, CallInput } from '../../platform/http/bind.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import { type Limits, stranger } from '../../platform/limits/limits.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { type RegistrationChecks, toIsoDay } from './checks.ts'
import { dropSaved, holdSaved, keepSaved, setFailures } from './saved-store.ts'

type Resumed = PayloadOf<typeof resumeRegistration>

/** Fills fields that did not exist when it was saved. */
const nothing = Object.fromEntries(savedFields.map((name) => [name, ''])) as SavedValues

const { nameSeal } = sealedColumns.saved_registration

/** What registrations are kept with for later. */
export interface SavedParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly emails: EmailService
  readonly checks: RegistrationChecks
  readonly inEvenTime: InEvenTime
}

/** Registrations that are finished later (RG-1); the database holds them encrypted. */
export function bindSavedRegistrations(binder: Binder, parts: SavedParts): void {
  binder.bind(saveRegistration, (input, context) => saveForLater(parts, input, context))
  binder.bind(resumeRegistration, (input, context) => resumeSaved(parts, input, context))
}

async function saveForLater(
  { checks, inEvenTime, limits, database, dataKey, emails }: SavedParts,
  { body }: CallInput<typeof saveRegistration>,
  context: CallContext,
): Promise<PayloadOf<typeof saveRegistration>> {
  const { now, origin, language } = context
  const brand = checks.findBrand(body.brand, context)
  refuseFields(checks.problems(savedNeeds, body, brand, context))
  const { saveId, savedId, email: to } = body
  return inEvenTime(async () => {
    limits.tidy(now)
    const isLetIn =
      (await limits.reserveRequest('registration', origin.address, now)) &&
      (await limits.reserveLetter(`saved registration ${to.toLowerCase()}`, stranger(origin), now))
    if (!isLetIn) throw new CallError('TOO-MANY-REQUESTS')
    const values = Object.fromEntries(savedFields.map((name) => [name, body[name]]))
    const ticket = newSecret()
    await database.transaction(async (tx) => {
      const isNew = await keepSaved(tx, {
        saved_id: saveId,
        ticket_hash: hashSecret(ticket),
        sealed: dataKey.seal(Buffer.from(JSON.stringify(values)), nameSeal(saveId)),
        created_at: now,
        expires_at: new Date(now.getTime() + linkLifetimes['resume-registration']),
      })
      const event = { action: 'registration.save', recordType: 'registration', recordId: saveId }
      await audit(tx, null, event, context)
      if (!isNew) return
      if (savedId !== undefined) await dropSaved(tx, savedId)
      const letter = {
        link: `/login/#/resume-registration?ticket=${ticket}`,
        days: String(linkLifetimes['resume-registration'] / (24 * 60 * 60_000)),
      }
      await emails.queue(tx, {
        template: 'resume-registration',
        to,
        brand: brand.code,
        language,
        memberId: null,
        values: letter,
        now,
      })
    })
    return { accepted: true as const }
  })
}

/** Throws FIELD-INVALID with birth.wrong at `dateOfBirth`. */
function resumeSaved(
  parts: SavedParts,
  { body: { ticket, dateOfBirth } }: CallInput<typeof resumeRegistration>,
  context: CallContext,
): Promise<PayloadOf<typeof resumeRegistration>> {
  const { inEvenTime, limits, database } = parts
  return inEvenTime(async () => {
    const { now, origin } = context
    const wrong = checkDate(dateOfBirth, { today: isoDate(easternDay(now)), required: true })
    refuseFields(wrong ? [{ field: 'dateOfBirth', code: wrong.code }] : [])
    return limits.useTicket(origin.address, now, async () => {
      const outcome = await database.transaction((tx) =>
        openSaved(parts, tx, ticket, toIsoDay(dateOfBirth, now), context),
      )
      if (outcome === 'expired') throw new CallError('CHALLENGE-EXPIRED')
      if (outcome === 'wrong') throw fieldError('dateOfBirth', 'birth.wrong')
      return outcome
    })
  })
}

async function openSaved(
  { dataKey }: SavedParts,
  tx: Tx,
  ticket: string,
  born: string,
  context: CallContext,
): Promise<Resumed | 'expired' | 'wrong'> {
  const row = await holdSaved(tx, hashSecret(ticket), context.now)
  if (row === undefined) return 'expired'
  const { saved_id: savedId, sealed, failures } = row
  const values: SavedValues = { ...nothing, ...JSON.parse(dataKey.open(sealed, nameSeal(savedId)).toString('utf8')) }
  const isRight = toIsoDay(values.dateOfBirth, context.now) === born
  const event = { action: 'registration.resume', recordType: 'registration', recordId: savedId }
  await audit(tx, null, { ...event, outcome: isRight ? 'done' : 'refused' }, context)
  const tries = isRight ? 0 : failures + 1
  if (tries < SAVED_TRIES) await setFailures(tx, savedId, tries)
  else await dropSaved(tx, savedId)
  if (isRight) return { savedId, values }
  return tries < SAVED_TRIES ? 'wrong' : 'expired'
}
