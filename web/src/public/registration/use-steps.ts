import { createLead, createProspect, matchCoverage, registerMember } from '@portico/contract/calls/registration'
import { isVisitor } from '@portico/rules/registration/choices'
import type { RegistrationStep } from '@portico/rules/registration/fields'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { createOnceId } from '../../base/api/once-id.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import type { Values } from '../../kit/forms/field-problems.ts'
import { tellTabs } from '../../session/timers/browser-tabs.ts'
import { type RegistrationFailure, toRegistrationFailure } from './failure.tsx'
import { listNames, type RegistrationForm, stepIds, toSaved } from './registration-form.ts'
import { type RegistrationName, toAccount, toCoverage, toPlace } from './typed.ts'
import { type Profile, readProfile } from './use-known.ts'

export interface Steps {
  /** What failed, shown only at the step that it is about. */
  readonly failure: RegistrationFailure | null
  /** The address that the link was sent to, until the page is left. */
  readonly sentTo: string | null
  submit(event: FormEvent): Promise<void>
  /** Called when another browser tab has sent this same registration. */
  onSentElsewhere(email: string): void
  /** A member stays with this brand although another one serves their zip. */
  stay(): void
}

interface StepsParts {
  readonly form: RegistrationForm
  readonly step: RegistrationStep
  readonly profile: Profile | null
  readonly setProfile: (profile: Profile) => void
}

/** What each step does when it is valid, and where it leads. */
export function useSteps({ form, step, setProfile }: StepsParts): Steps {
  const { brand } = usePage()
  const navigate = useNavigate()
  const [failed, setFailed] = useState<{ readonly failure: RegistrationFailure; readonly at: string } | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useSending(brand.code)

  const actions: Record<RegistrationStep, (values: Values<RegistrationName>) => Promise<string | null>> = {
    start: async (values) => {
      const found = await readProfile(values, brand.code)
      setProfile(found)
      if (found.otherBrand !== null && values.stay !== values.zipCode) return null
      const isCounty = found.counties.length < 2 || found.counties.some(({ fips }) => fips === values.county)
      return isCounty ? 'person' : null
    },
    person: async (values) => {
      if (isVisitor(values.userType)) return 'contact'
      const body = { ...toPlace(values, brand.code), ...toCoverage(values) }
      const { guardianNeeded } = await api.call(matchCoverage, { body })
      return guardianNeeded && values.guardianProof === '' ? 'guardian' : 'contact'
    },
    contact: async () => 'login',
    login: async () => 'finish',
    finish: async (values) => {
      await send(values)
      tellTabs({ type: 'registration-sent', values: toSaved(values) })
      showSent(values.email)
      return 'sent'
    },
  }

  function showSent(email: string): void {
    setSentTo(email)
    form.forget()
  }

  return {
    failure: failed?.at === step ? failed.failure : null,
    sentTo,
    onSentElsewhere: (email) => {
      showSent(email)
      navigate(links.register('sent'), { replace: true })
    },
    stay: () => {
      form.field('stay').onValue(form.values.zipCode)
      navigate(links.register('person'))
    },
    submit: async (event) => {
      setFailed(null)
      const from = location.href
      // Someone who has moved on by now stays there.
      const go = (to: string) => location.href === from && navigate(links.register(to))
      try {
        const next = await form.submit(event, async (values) => {
          try {
            return await actions[step](values)
          } catch (error) {
            const back = findStep(error)
            if (back !== undefined && back !== step) go(back)
            throw error
          }
        })
        if (next !== null) go(next)
      } catch (error) {
        setFailed({ failure: toRegistrationFailure(error), at: findStep(error) ?? step })
      }
    },
  }
}

/** Sends the whole registration; its ids stay the same, so that it is done only once, however often it is sent. */
function useSending(brand: string) {
  const registrationId = useRef('')
  const [toLeadId] = useState(createOnceId)
  return async (values: Values<RegistrationName>): Promise<void> => {
    registrationId.current ||= newId()
    const place = toPlace(values, brand)
    const before = values.savedId === '' ? {} : { savedId: values.savedId }
    const account = { ...toAccount(values, registrationId.current), ...before }
    if (isVisitor(values.userType)) {
      const { firstName, lastName, dateOfBirth } = toCoverage(values)
      const { email, phone, county } = values
      const { userType: _, ...where } = place
      const who = { firstName, lastName }
      const lead = { ...where, ...who, county, email, phone }
      if (values.callMe === 'true') await api.call(createLead, { body: { ...lead, leadId: toLeadId(lead) } })
      await api.call(createProspect, { body: { ...place, ...who, dateOfBirth, ...account } })
    } else {
      await api.call(registerMember, {
        body: { ...place, ...toCoverage(values), ...account, guardianProof: values.guardianProof },
      })
    }
    registrationId.current = ''
  }
}

/** The step of the first refused field; a coverage that matches no one is shown at the step that asks for it. */
function findStep(error: unknown): RegistrationStep | 'guardian' | undefined {
  if (!(error instanceof ApiError)) return
  const failure = toRegistrationFailure(error)
  if (failure === 'noMatch') return 'person'
  if (failure === 'guardian') return 'guardian'
  const fields = error.entries.map(({ field }) => field)
  return stepIds.find((id) => listNames(id).some((name) => fields.includes(name)))
}
