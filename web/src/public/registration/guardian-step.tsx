import { requestGuardianPin, verifyGuardian } from '@portico/contract/calls/registration'
import { api } from '../../base/api/api.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { GuardianFields } from './guardian-fields.tsx'
import type { RegistrationForm } from './registration-form.ts'
import { toCoverage, toPlace } from './typed.ts'
import { useGuardian } from './use-guardian.ts'

/** The guardian's proof of identity, between a child's coverage and the next step (ER-4, ER-5). */
export function GuardianStep({ form: registration }: { readonly form: RegistrationForm }) {
  const { brand } = usePage()
  const navigate = useNavigate()
  const child = { ...toPlace(registration.values, brand.code), ...toCoverage(registration.values) }
  const guardian = useGuardian({
    id: 'register-guardian',
    ask: (details) => api.call(requestGuardianPin, { body: { ...child, ...details } }),
    verify: async (pin) => (await api.call(verifyGuardian, { body: { ...child, pin } })).guardianProof,
    onProven: (proof, stayed) => {
      if (!stayed) return
      registration.field('guardianProof').onValue(proof)
      navigate(links.register('contact'))
    },
  })
  return <GuardianFields guardian={guardian} back={links.register('person')} />
}
