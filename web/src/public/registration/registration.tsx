import { type RegistrationStep, registrationSteps } from '@portico/rules/registration/fields'
import { useEffect, useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { useHydrated } from '../../base/use-hydrated.ts'
import { Wizard } from '../../ui/wizard.tsx'
import { RegistrationFailureNotice } from './failure.tsx'
import { GuardianStep } from './guardian-step.tsx'
import { Later, Saved } from './later.tsx'
import { OtherTab } from './other-tab.tsx'
import styles from './registration.module.css'
import { stepIds, useRegistrationForm } from './registration-form.ts'
import { RegistrationSent } from './sent.tsx'
import { StepForm } from './step-form.tsx'
import { type Profile, readProfile, ruleFor, useKnown } from './use-known.ts'
import { useOtherTabs } from './use-other-tabs.ts'
import { useSteps } from './use-steps.ts'

const standIn = { minLength: 8, upper: true, lower: true, digit: true, special: true } as const

/** The registration wizard: each step has its own address, so that Back works as usual (RG-1, MN-3). */
export function Registration() {
  const t = useText()
  const { brand } = usePage()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { segments, query } = useRoute()
  const { strength, questions } = useKnown()
  const [profile, setProfile] = useState<Profile | null>(null)
  const wanted = segments[1] ?? 'start'
  const step: RegistrationStep = stepIds.find((id) => id === wanted) ?? 'start'
  const passwordRule = ruleFor(strength ?? { tier: standIn, history: 0 }, '')
  const known = {
    counties: profile?.counties.map(({ fips }) => fips) ?? null,
    passwordRule,
    questions: questions ?? [],
  }
  const ofLater = wanted === 'later'
  const { form, firstOpen } = useRegistrationForm(ofLater ? 'later' : step, known, query.zipCode ?? '')
  const steps = useSteps({ form, step, profile, setProfile })
  const other = useOtherTabs(form, steps)
  const { values } = form

  const isSent = wanted === 'sent'
  // A child's guardian is asked between the coverage and the next step.
  const ofGuardian = wanted === 'guardian'
  const at = stepIds.indexOf(ofGuardian ? 'contact' : step)
  // A step opens only once the earlier ones are complete, even with an old address or after a reload.
  const behind = hydrated && !isSent && at > firstOpen ? stepIds[firstOpen] : undefined
  useEffect(() => {
    if (behind !== undefined) navigate(links.register(behind), { replace: true })
  }, [behind, navigate])

  // After a reload the counties must be requested again.
  const { zipCode, userType } = values
  const isStale = hydrated && at > 0 && profile === null
  useEffect(() => {
    if (isStale) readProfile({ zipCode, userType }, brand.code).then(setProfile, () => {})
  }, [isStale, zipCode, userType, brand.code])

  // The step that continuing later returns to.
  const open = links.register(stepIds[Math.min(firstOpen, stepIds.length - 1)])
  const shown = ofGuardian ? 'guardian' : ofLater ? 'later' : step
  if (isSent) return <RegistrationSent email={steps.sentTo} onAgain={() => navigate(links.register('contact'))} />
  if (wanted === 'saved') return <Saved email={values.email} back={open} />
  return (
    <div className={styles.view}>
      <Wizard
        title={t('registration.title')}
        steps={registrationSteps.map(({ id }) => ({ id, label: t(`registration.step.${id}`) }))}
        active={ofLater ? Math.min(firstOpen, stepIds.length - 1) : ofGuardian ? at - 1 : at}
        reach={firstOpen}
        onJump={(to) => navigate(links.register(stepIds[to]))}
      />
      <div className={styles.main}>
        <h1>{t(`registration.${shown}.title`)}</h1>
        <p className={styles.intro}>{t(`registration.${shown}.intro`)}</p>
        {ofGuardian ? (
          <GuardianStep form={form} />
        ) : ofLater ? (
          <Later form={form} back={open} />
        ) : (
          <StepForm
            form={form}
            step={step}
            profile={profile}
            questions={questions}
            steps={steps}
            passwordRule={strength && ruleFor(strength, values.logonId)}
            notice={
              <>
                <RegistrationFailureNotice failure={steps.failure} />
                {other && <OtherTab values={other} />}
              </>
            }
          />
        )}
      </div>
    </div>
  )
}
