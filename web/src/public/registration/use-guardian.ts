import type { BodyOf } from '@portico/contract/call'
import type { requestSignInPin } from '@portico/contract/calls/registration'
import { toTypedDay } from '@portico/rules/registration/fields'
import { checkGuardian, checkPin, type GuardianField, guardianFields } from '@portico/rules/registration/guardian'
import { easternParts } from '@portico/rules/time/eastern'
import { type FormEvent, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import type { Values } from '../../kit/forms/field-problems.ts'
import { type Form, useForm } from '../../kit/forms/use-form.ts'
import { type RegistrationFailure, toRegistrationFailure } from './failure.tsx'

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

/** The calls that the guardian's form makes, and what follows. */
export interface GuardianParts {
  /** Name for what was typed in the browser tab's storage. */
  readonly id: string
  readonly ask: (details: BodyOf<typeof requestSignInPin>) => Promise<unknown>
  /** Returns the proof for a right PIN. */
  readonly verify: (pin: string) => Promise<string>
  /** `stayed`: no one has left the form while it was sent. */
  readonly onProven: (given: string, stayed: boolean) => void
  /** Handles an error that ends it; returns whether it did. */
  readonly isEnd?: (error: unknown) => boolean
}

export type Guardian = ReturnType<typeof useGuardian>

/** The guardian's own form, and the actions of its two parts. */
export function useGuardian({ id, ask: send, verify, onProven, isEnd = () => false }: GuardianParts) {
  const t = useText()
  const [failure, setFailure] = useState<RegistrationFailure | null>(null)
  const form = useForm<Name>({
    id,
    initial,
    secret: ['pin'],
    label: (name) => t(name === 'pin' || name === 'sent' ? 'registration.guardian.pin' : `registration.${name}`),
    check,
  })
  const isSent = form.values.sent === 'true'
  const ask = ({ guardianFirstName, guardianLastName, guardianDateOfBirth }: Values<Name>) =>
    send({ guardianFirstName, guardianLastName, guardianDateOfBirth: toTypedDay(guardianDateOfBirth) })
  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (isEnd(error)) return
      const why = toRegistrationFailure(error)
      setFailure(why === 'tooMany' ? 'guardianEnd' : why)
    }
  }

  return {
    form,
    failure,
    isSent,
    submit: (event: FormEvent) =>
      attempt(async () => {
        const from = location.href
        const given = await form.submit(event, async (values) => {
          if (isSent) return verify(values.pin)
          await ask(values)
          return ''
        })
        if (given === '') form.field('sent').onValue('true')
        if (!given) return
        form.forget()
        onProven(given, location.href === from)
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
  const typed = field === 'guardianDateOfBirth' ? toTypedDay(values[field]) : values[field]
  return checkGuardian(field, typed, { year, month, day })
}
