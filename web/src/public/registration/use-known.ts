import type { PayloadOf } from '@portico/contract/call'
import { registrationProfile, registrationQuestions } from '@portico/contract/calls/registration'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { readStrength } from '../../kit/forms/password-strength.ts'
import type { OfferedQuestions } from '../../kit/forms/security-questions.ts'
import type { PasswordRule } from '../../ui/password-requirements.tsx'

/** The server's answer about a zip code, with the choice it is for. */
export interface Profile extends PayloadOf<typeof registrationProfile> {
  readonly zipCode: string
  readonly userType: string
}

/** The required password strength and the available questions; both null until they are loaded. */
export function useKnown(): {
  readonly strength: Pick<PasswordRule, 'tier' | 'history'> | null
  readonly questions: OfferedQuestions | null
} {
  const brand = usePage().brand.code
  const strength = useLoaded((signal) => readStrength('register', signal))
  const questions = useLoaded<OfferedQuestions>(
    async (signal) => (await api.call(registrationQuestions, { query: { brand }, signal })).offered,
    { key: brand },
  )
  return { strength: strength.value, questions: questions.failed ? [] : questions.value }
}

/** Asks which counties and brand a zip code belongs to. Throws ApiError with FIELD-INVALID at `zipCode` and `userType`. */
export async function readProfile(
  values: { readonly zipCode: string; readonly userType: string },
  brand: string,
): Promise<Profile> {
  const { zipCode, userType } = values
  const answer = await api.call(registrationProfile, { body: { brand, zipCode, userType } })
  return { ...answer, zipCode, userType }
}

export function ruleFor(strength: Pick<PasswordRule, 'tier' | 'history'>, logonId: string): PasswordRule {
  return { ...strength, loginId: normalizeLoginId(logonId) }
}
