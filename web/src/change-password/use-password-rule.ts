import { validateSession } from '@portico/contract/calls/identity'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { readStrength } from '../forms/password-strength.ts'
import { usePage } from '../page-state.tsx'
import type { PasswordRule } from '../ui/password-requirements.tsx'

/** The strength that the rule service requires, and whose password it is; null until known. */
export function usePasswordRule(): PasswordRule | null {
  const known = usePage().session?.logonId
  // While a new password is due, nothing else about the person is shown.
  const loginId = (signal: AbortSignal) =>
    known ??
    api.call(validateSession, { signal }).then(
      ({ logonId }) => logonId,
      () => '',
    )
  const load = async (signal: AbortSignal): Promise<PasswordRule> => {
    const [strength, id] = await Promise.all([readStrength('changePassword', signal), loginId(signal)])
    return { ...strength, loginId: id }
  }
  return useLoaded(load, { key: known ?? '' }).value
}
