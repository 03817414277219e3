import { requestGuardianPin, verifyGuardian } from '@portico/contract/calls/registration'
import { typedDay } from '@portico/rules/registration/fields'
import { checkGuardian, checkPin, type GuardianField, guardianFields } from '@portico/rules/registration/guardian'
import { easternParts } from '@portico/rules/time/eastern'
import { type FormEvent, useState } from 'react'
import { api } from '../api/api.ts'
import type { Values } from '../forms/field-problems.ts'
import { type Form, useForm } from '../forms/use-form.ts'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import { useNavigate } from '../router/navigation.ts'
import { type Failure, failureOf } from './failure.tsx'
import { coverageOf, placeOf, type RegistrationForm } from './registration-form.ts'

/** `sent`: `true` once a PIN is on its way. */
type Name = GuardianField | 'pin' | 'sent'
export type GuardianForm = Form<Name>

const initial: Values<Name> = {
  guardianFirstName: '',
  guardianLastName: '',
  guardianDateOfBirth: '',
  pin: '',
  sent: '',
}

/** The guardian's own form, and what its two parts do. */
export function useGuardian(registration: RegistrationForm) {
  const t = useText()
  const { brand } = usePage()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm<Name>({
    id: 'register-guardian',
    initial,
    secret: ['pin'],
    label: (name) => t(name === 'pin' || name === 'sent' ? 'registration.guardian.pin' : `registration.${name}`),
    check,
  })
  const isSent = form.values.sent === 'true'
  const child = { ...placeOf(registration.values, brand.code), ...coverageOf(registration.values) }

  const ask = async ({ guardianFirstName, guardianLastName, guardianDateOfBirth }: Values<Name>) => {
    const own = { guardianFirstName, guardianLastName, guardianDateOfBirth: typedDay(guardianDateOfBirth) }
    await api.call(requestGuardianPin, { body: { ...child, ...own } })
  }
  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const why = failureOf(error)
      setFailure(why === 'tooMany' ? 'guardianEnd' : why)
    }
  }

  return {
    form,
    failure,
    isSent,
    submit: (event: FormEvent) =>
      attempt(async () => {
        const proof = await form.submit(event, async (values) => {
          if (isSent) return (await api.call(verifyGuardian, { body: { ...child, pin: values.pin } })).guardianProof
          await ask(values)
          return ''
        })
        if (proof === '') form.field('sent').onValue('true')
        if (!proof) return
        registration.field('guardianProof').onValue(proof)
        form.forget()
        navigate(links.register('contact'))
      }),
    again: () => attempt(() => ask(form.values)),
    change: () => {
      setFailure(null)
      form.field('sent').onValue('')
    },
  }
}

function check(name: Name, values: Values<Name>) {
  if (name === 'sent') return null
  if (name === 'pin') return values.sent === 'true' ? checkPin(values.pin) : null
  const [year = 0, month = 0, day = 0] = easternParts(new Date()).day.split('-').map(Number)
  const field = guardianFields.find((one) => one === name)
  if (field === undefined || values.sent === 'true') return null
  const typed = field === 'guardianDateOfBirth' ? typedDay(values[field]) : values[field]
  return checkGuardian(field, typed, { year, month, day })
}
